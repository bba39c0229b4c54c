"""A trained network at work: the same as in PyTorch, blind to hidden cards, the same for all parts that are alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import incognita
from incognita.core import rules
from incognita.core.errors import OptionError
from incognita.core.game import Game
from incognita.core.rng import generator
from incognita.learn.inference import POINTS
from incognita.learn.net import Net, NetSearch
from incognita.learn.network import Network
from incognita.learn.snapshots import arrays_of, network_of
from incognita.learn.training import Plan, shape_of
from incognita.learn.weights import Header, WeightsError, write_weights
from incognita.play.agent import make_agent

SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in ("lost-cities", "partners", "board-game")]
"""Compiling takes most of the time of these tests."""


@pytest.fixture(scope="module", params=["adventure-tours", *SLOW])
def game(request: pytest.FixtureRequest) -> Game:
    return incognita.load(request.param)


@pytest.fixture(scope="module")
def network(game: Game) -> Network:
    """One that has learned nothing, but whose every weight counts."""
    assert game.features is not None
    torch.manual_seed(4)
    network = Network(shape_of(game.features, Plan()))
    make_all_count(network)
    return network


def make_all_count(network: torch.nn.Module) -> None:
    """Every weight, and none that would change in a file."""
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.copy_((0.1 * torch.randn_like(parameter)).half().float())


def header(of: Game, network: Network, **changes: Any) -> Header:
    assert of.features is not None
    told = {"game": of.name, "features": of.features.version, "shape": network.shape, "date": "today"}
    return Header(**{**told, "command": "incognita train", "lessons": 0, "strength": "none", **changes})


@pytest.fixture(scope="module")
def net(game: Game, network: Network, tmp_path_factory: pytest.TempPathFactory) -> Net:
    path = tmp_path_factory.mktemp("net") / "some.npz"
    write_weights(path, header(game, network), arrays_of(network))
    return Net(game, path)


def views_of_play(game: Game, rounds: int) -> Iterator[tuple[Any, Any]]:
    """States and the views of who must decide, in rounds of the policy with some odd moves."""
    rng, choose = generator(2), np.random.default_rng(2)
    for seed in range(rounds):
        states, views = game.deal(1, seed=seed), np.zeros(1, game.view_dtype)
        while states["seat"][0] != 255:
            rules.observe_at(states, 0, int(states["seat"][0]), views, 0)
            yield states, views
            odd = choose.random() < 0.2
            legal = views["legal"][0, : int(views["choices"][0])]
            rules.apply_at(states, 0, int(choose.choice(legal) if odd else rules.policy_at(views, 0, rng)))


def thought(network: Network, net: Net) -> Any:
    """What PyTorch makes of the numbers that were looked at last."""
    with torch.no_grad():
        return network(torch.from_numpy(net.work.parts[None]), torch.from_numpy(net.work.whole[None]))[0]


def test_a_thousand_positions_come_out_as_in_pytorch(game: Game, network: Network, net: Net) -> None:
    n = 0
    for _, views in views_of_play(game, 18):
        gains = net.gains(views)
        expected = POINTS * thought(network, net).numpy()[net.places[views["legal"][0, : len(gains)]]]
        considered = np.isfinite(gains)
        assert considered.any() and np.allclose(gains[considered], expected[considered], atol=5e-4)
        n += 1
    assert n >= 1000


def test_a_network_of_narrow_practice_leaves_out_what_the_hand_written_player_thinks_very_little_of(
    game: Game, network: Network
) -> None:
    arrays = arrays_of(network)
    wide, narrow = (Net(game, (header(game, network, narrow=told), arrays)) for told in (False, True))
    met, n = 0, network.shape
    for _, views in views_of_play(game, 18):
        gains, of_near = wide.gains(views), narrow.gains(views)
        told = np.concatenate([wide.work.whole[: n.whole_actions], wide.work.parts[:, : n.part_actions].ravel()])
        far = told[wide.places[views["legal"][0, : len(gains)]]] <= rules.FAR
        assert (np.isfinite(of_near) == (np.isfinite(gains) & ~far)).all()
        assert (of_near[~far] == gains[~far]).all()
        met += int((far & np.isfinite(gains)).any())
    assert met > 0


def test_what_is_hidden_changes_nothing(game: Game, net: Net) -> None:
    other, again = game.blank(), np.zeros(1, game.view_dtype)
    for i, (states, views) in enumerate(views_of_play(game, 2)):
        rules.determinize_at(other, 0, views, 0, generator(i))
        assert other.tobytes() != states.tobytes() or views["left"][0] < 3
        rules.observe_at(other, 0, int(views["viewer"][0]), again, 0)
        assert net.gains(again).tolist() == net.gains(views).tolist()


def test_renaming_the_parts_renames_the_outcome(network: Network, game: Game, net: Net) -> None:
    assert game.features is not None
    whole_actions, parts = game.features.whole_actions, game.features.parts
    order = torch.randperm(parts, generator=torch.Generator().manual_seed(1))
    for _, views in views_of_play(game, 1):
        net.gains(views)
        plain = thought(network, net)
        with torch.no_grad():
            renamed = network(torch.from_numpy(net.work.parts[None])[:, order], torch.from_numpy(net.work.whole[None]))
        assert torch.allclose(plain[:whole_actions], renamed[0, :whole_actions], atol=1e-5)
        of_parts, of_renamed = plain[whole_actions:].view(parts, -1), renamed[0, whole_actions:].view(parts, -1)
        assert torch.allclose(of_parts[order], of_renamed, atol=1e-5)


def test_every_action_has_a_place_of_its_own(game: Game) -> None:
    features = game.features
    assert features is not None
    outputs = features.whole_actions + features.parts * features.part_actions
    assert len(features.places) == game.actions == len(set(features.places.tolist()))
    assert features.places.min() >= 0 and features.places.max() < outputs


def test_all_that_can_be_done_is_described_where_its_place_is(game: Game, net: Net) -> None:
    """The worths come first in the numbers, then what is legal: exactly the legal actions are."""
    features = game.features
    assert features is not None
    for _, views in views_of_play(game, 3):
        net.gains(views)
        whole, parts = features.whole_actions, features.part_actions
        flags = [net.work.whole[whole : 2 * whole], net.work.parts[:, parts : 2 * parts].ravel()]
        legal = features.places[views["legal"][0, : int(views["choices"][0])]]
        assert np.flatnonzero(np.concatenate(flags)).tolist() == sorted(legal.tolist())


def test_all_variants_are_played_by_the_same_network(game: Game, network: Network, tmp_path: Path) -> None:
    assert game.features is not None
    write_weights(tmp_path / "all.npz", header(game, network), arrays_of(network))
    for options in game.features.variants:
        variant = incognita.load(game.name, **options)
        net = Net(variant, tmp_path / "all.npz")
        for _, views in views_of_play(variant, 1):
            gains = net.gains(views)
            assert np.isfinite(gains.max()) and not np.isnan(gains).any()


@pytest.mark.parametrize(("name", "options"), [("lost-cities", {"ranks": 5}), ("adventure-tours", {"copies": 2})])
def test_a_deck_it_was_not_trained_on_is_named(name: str, options: dict[str, int]) -> None:
    with pytest.raises(OptionError, match=r"no network was trained for .*=\d.*policy and search play it"):
        make_agent("net", incognita.load(name, **options))


def test_a_network_in_a_file_plays(game: Game, network: Network, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    write_weights(path, header(game, network), arrays_of(network))
    views = game.observe(game.deal(1, seed=5))
    expected = views["legal"][0, np.argmax(Net(game, path).gains(views))]
    assert make_agent(f"net:file={path}", game).decide(views) == expected
    searching = make_agent(f"net-search:simulations=20,file={path}", game)
    assert searching.decide(views) in views["legal"][0, : int(views["choices"][0])]


@pytest.mark.parametrize("name", ["adventure-tours", pytest.param("board-game", marks=pytest.mark.slow)])
def test_a_network_that_has_learned_nothing_plays_out_as_the_policy_does(name: str, tmp_path: Path) -> None:
    """Where the policy has no dice of its own."""
    game = incognita.load(name)
    assert game.features is not None
    path = tmp_path / "new.npz"
    network = Network(shape_of(game.features, Plan()))
    write_weights(path, header(game, network), arrays_of(network))
    assert agreement(game, f"deep=1000,file={path}", f"playouts=policy,file={path}") > 0.9, "but for ties"


def test_the_policy_goes_on_after_as_many_decisions_as_it_is_told() -> None:
    game = incognita.load("adventure-tours")
    assert agreement(game, "deep=0", "playouts=policy") == 1.0
    assert agreement(game, "deep=2", "playouts=policy") < 1.0
    assert agreement(game, "deep=2", "deep=1000") < 1.0
    with pytest.raises(OptionError, match="net-search: simulations, seconds, ripe and deep must not be negative"):
        make_agent("net-search:deep=-1", game)


def test_the_network_plays_on_for_all_sides_if_it_is_told_so() -> None:
    game = incognita.load("adventure-tours")
    assert agreement(game, "deep=1000,playouts=networks", "deep=1000") < 1.0
    assert agreement(game, "deep=0,playouts=networks", "playouts=policy") == 1.0


def agreement(game: Game, *specs: str) -> float:
    """The part of the decisions of a round about which two searches think the very same."""
    agents = [NetSearch(game, f"simulations=60,{spec}") for spec in specs]
    same, n = 0, 0
    for i, (_, views) in enumerate(views_of_play(game, 1)):
        if views["choices"][0] > 1:
            for agent in agents:
                agent.begin(0, i)
            one, other = (agent.search.think(views, agent.random, simulations=60) for agent in agents)
            same += one == other
            n += 1
    assert n > 20
    return same / n


def test_playouts_that_do_not_exist_are_refused(game: Game) -> None:
    known = "network, networks, policy, random"
    with pytest.raises(OptionError, match=f"net-search: playouts must be one of {known}, not 'wild'"):
        make_agent("net-search:playouts=wild", game)


@pytest.mark.parametrize("spec", ["net:file=nowhere.npz", "net-search:file=nowhere.npz"])
def test_a_file_that_is_not_there_is_named(spec: str, game: Game) -> None:
    with pytest.raises(OptionError, match=r"there is no file nowhere\.npz"):
        make_agent(spec, game)


def test_a_network_comes_back_from_its_arrays(network: Network) -> None:
    again = network_of(network.shape, {name: array.copy() for name, array in arrays_of(network).items()})
    assert all(torch.equal(one, other) for one, other in zip(network.parameters(), again.parameters(), strict=True))


def damaged(path: Path, game: Game, network: Network) -> None:
    write_weights(path, header(game, network), arrays_of(network))
    path.write_bytes(path.read_bytes()[:-2000])


def of_another_game(path: Path, game: Game, network: Network) -> None:
    write_weights(path, header(game, network, game="another"), arrays_of(network))


def of_other_features(path: Path, game: Game, network: Network) -> None:
    write_weights(path, header(game, network, features=99), arrays_of(network))


def too_small(path: Path, game: Game, network: Network) -> None:
    write_weights(path, header(game, network), {**arrays_of(network), "own_bias": np.zeros(3)})


def not_finite(path: Path, game: Game, network: Network) -> None:
    write_weights(path, header(game, network), {**arrays_of(network), "faith": np.array([np.nan])})


def no_weights(path: Path, game: Game, network: Network) -> None:
    path.write_text("hello")


@pytest.mark.parametrize(
    ("write", "reason"),
    [
        (damaged, "not a file of weights, or it is damaged"),
        (of_another_game, "is a network for another, not for "),
        (of_other_features, "version 99 of the features"),
        (too_small, "own_bias should be"),
        (not_finite, "faith has numbers that are none"),
        (no_weights, "not a file of weights, or it is damaged"),
    ],
)
def test_wrong_weights_are_refused(write: Any, reason: str, game: Game, network: Network, tmp_path: Path) -> None:
    path = tmp_path / "lost-cities.npz"
    write(path, game, network)
    with pytest.raises(WeightsError, match=reason):
        Net(game, path)
