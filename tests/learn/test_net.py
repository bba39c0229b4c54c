"""A trained network at work: the same as in PyTorch, blind to hidden cards, the same for all colours."""

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
from incognita.learn.net import Net
from incognita.learn.network import Network
from incognita.learn.training import Plan, arrays_of, shape_of
from incognita.learn.weights import Header, WeightsError, write_weights
from incognita.play.agent import make_agent

COLOURS = 5


@pytest.fixture(scope="module")
def game() -> Game:
    return incognita.load("lost-cities")


@pytest.fixture(scope="module")
def network(game: Game) -> Network:
    """One that has learned nothing, but whose every weight counts."""
    assert game.features is not None
    torch.manual_seed(4)
    network = Network(shape_of(game.features, Plan()))
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.copy_((0.1 * torch.randn_like(parameter)).half().float())
    return network


def header(network: Network, **changes: Any) -> Header:
    told = {"game": "lost-cities", "features": 1, "shape": network.shape, "command": "incognita train", "date": "today"}
    return Header(**{**told, "lessons": 0, "strength": "none", **changes})


@pytest.fixture(scope="module")
def net(game: Game, network: Network, tmp_path_factory: pytest.TempPathFactory) -> Net:
    path = tmp_path_factory.mktemp("net") / "lost-cities.npz"
    write_weights(path, header(network), arrays_of(network))
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


def test_a_thousand_positions_come_out_as_in_pytorch(game: Game, network: Network, net: Net) -> None:
    n = 0
    for _, views in views_of_play(game, 12):
        gains = net.gains(views)
        with torch.no_grad():
            scores = network(torch.from_numpy(net.work.colours[None]), torch.from_numpy(net.work.whole[None]))[0]
        expected = POINTS * scores.numpy()[views["legal"][0, : len(gains)]]
        assert np.allclose(gains, expected, atol=2e-4)
        n += 1
    assert n >= 1000


def test_what_is_hidden_changes_nothing(game: Game, net: Net) -> None:
    other, again = game.blank(), np.zeros(1, game.view_dtype)
    for i, (states, views) in enumerate(views_of_play(game, 2)):
        rules.determinize_at(other, 0, views, 0, generator(i))
        assert other.tobytes() != states.tobytes() or views["left"][0] < 3
        rules.observe_at(other, 0, int(views["viewer"][0]), again, 0)
        assert net.gains(again).tolist() == net.gains(views).tolist()


def test_renaming_the_colours_renames_the_outcome(network: Network, game: Game, net: Net) -> None:
    order = torch.tensor([3, 0, 4, 1, 2])
    for _, views in views_of_play(game, 1):
        net.gains(views)
        colours, whole = torch.from_numpy(net.work.colours[None]), torch.from_numpy(net.work.whole[None])
        with torch.no_grad():
            plain, renamed = network(colours, whole)[0], network(colours[:, order], whole)[0]
        assert torch.allclose(plain[0], renamed[0], atol=1e-5)
        assert torch.allclose(plain[1:].view(COLOURS, -1)[order], renamed[1:].view(COLOURS, -1), atol=1e-5)


def test_six_colours_are_played_by_the_same_network(network: Network, tmp_path: Path) -> None:
    write_weights(tmp_path / "six.npz", header(network), arrays_of(network))
    game = incognita.load("lost-cities", colours=6)
    net = Net(game, tmp_path / "six.npz")
    for _, views in views_of_play(game, 1):
        assert np.isfinite(net.gains(views)).all()


def test_a_deck_it_was_not_trained_on_is_named() -> None:
    game = incognita.load("lost-cities", colours=3, ranks=5)
    with pytest.raises(OptionError, match=r"no network was trained for .*ranks=5.*policy and search play it"):
        make_agent("net", game)


def damaged(path: Path, network: Network) -> None:
    write_weights(path, header(network), arrays_of(network))
    path.write_bytes(path.read_bytes()[:-2000])


def of_another_game(path: Path, network: Network) -> None:
    write_weights(path, header(network, game="partners"), arrays_of(network))


def of_other_features(path: Path, network: Network) -> None:
    write_weights(path, header(network, features=99), arrays_of(network))


def too_small(path: Path, network: Network) -> None:
    write_weights(path, header(network), {**arrays_of(network), "own_bias": np.zeros(3)})


def not_finite(path: Path, network: Network) -> None:
    write_weights(path, header(network), {**arrays_of(network), "faith": np.array([np.nan])})


def no_weights(path: Path, network: Network) -> None:
    path.write_text("hello")


@pytest.mark.parametrize(
    ("write", "reason"),
    [
        (damaged, "not a file of weights, or it is damaged"),
        (of_another_game, "is a network for partners, not for lost-cities"),
        (of_other_features, "version 99 of the features"),
        (too_small, "own_bias should be"),
        (not_finite, "faith has numbers that are none"),
        (no_weights, "not a file of weights, or it is damaged"),
    ],
)
def test_wrong_weights_are_refused(write: Any, reason: str, game: Game, network: Network, tmp_path: Path) -> None:
    path = tmp_path / "lost-cities.npz"
    write(path, network)
    with pytest.raises(WeightsError, match=reason):
        Net(game, path)
