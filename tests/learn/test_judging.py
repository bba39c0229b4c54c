"""The judge of practice at work in a search: the same as in PyTorch, and asked where playouts are broken off."""

from __future__ import annotations

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
from incognita.core.rules import MOST_KINDS
from incognita.learn.judging import NETWORKS, POLICIES, Bench, bench_of, judge_beside, shape_of_judge, worth_of
from incognita.learn.net import Net, NetSearch
from incognita.learn.network import Judge, Network, positions_of
from incognita.learn.playouts import new_stage, try_with_network
from incognita.learn.snapshots import arrays_of, arrays_of_judge
from incognita.learn.training import Plan, shape_of
from incognita.learn.weights import Arrays, Shape, WeightsError, write_weights
from incognita.play.agent import make_agent
from incognita.search.returns import margin, share_of
from incognita.search.search import Search
from tests.learn.test_net import SLOW, header, make_all_count, views_of_play

WIDTH = 24


@pytest.fixture(scope="module", params=["adventure-tours", *SLOW])
def game(request: pytest.FixtureRequest) -> Game:
    return incognita.load(request.param)


@pytest.fixture(scope="module")
def network(game: Game) -> Network:
    assert game.features is not None
    return Network(shape_of(game.features, Plan(width=8)))


@pytest.fixture(scope="module")
def judge(game: Game, network: Network) -> Judge:
    """One that has learned nothing, but whose every weight counts."""
    assert game.features is not None
    torch.manual_seed(4)
    judge = Judge(network.shape._replace(width=WIDTH), game.features.part_secrets)
    make_all_count(judge)
    return judge


def shape(game: Game) -> Shape:
    assert game.features is not None
    return shape_of_judge(game.features, WIDTH, 3)


def single(judge: Judge) -> Arrays:
    return {name: np.ascontiguousarray(array) for name, array in arrays_of_judge(judge).items()}


def bench(game: Game, judge: Judge, others: tuple[float, float] = POLICIES, prize: float = 0.0) -> Bench:
    assert game.features is not None
    return bench_of(game.features, shape(game), single(judge), others, prize)


@pytest.mark.parametrize("others", [POLICIES, NETWORKS])
def test_what_a_world_is_worth_comes_out_as_in_pytorch(game: Game, judge: Judge, others: tuple[float, float]) -> None:
    told, worths = bench(game, judge, others), []
    for states, views in views_of_play(game, 3):
        worths.append(worth_of(states[0], views[0], 0, told))
        positions = positions_of(torch.from_numpy(told.parts[None]), torch.from_numpy(told.whole[None]))
        with torch.no_grad():
            expected = judge(positions, torch.from_numpy(told.secrets)[positions.slots], torch.tensor([others]))
        assert worths[-1] == pytest.approx(float(expected[0]), abs=1e-4)
    assert len(worths) > 100 and np.std(worths) > 0


def tried(game: Game, views: Any, deep: int, bench: Bench | None) -> tuple[Any, Any, Any]:
    """All candidates of a view in a few worlds: what they come to, and where the last of them ended."""
    assert game.features is not None
    network = Network(shape_of(game.features, Plan(width=8)))
    net, search, stage = Net(game, (header(game, network), arrays_of(network))), Search(game), new_stage(game)
    candidates = views["legal"][0, : int(views["choices"][0])].copy()
    values, margins = np.zeros((2, 3, len(candidates)))
    alive, odds = np.ones(len(candidates), np.uint8), np.ones((game.players, MOST_KINDS))
    player = net.player(deep, bench=bench)
    try_with_network(
        views, candidates, alive, odds, search.sides, search.settings, stage, player, generator(3), values, margins
    )
    return values, margins, stage


def test_the_judge_is_asked_where_its_side_must_decide_next(game: Game, judge: Judge) -> None:
    told = bench(game, judge)
    _, views = next(iter(views_of_play(game, 1)))
    values, margins, stage = tried(game, views, 2, told)
    seat = int(views["viewer"][0])
    assert game.side_of(int(stage.worlds["seat"][1])) == game.side_of(seat) and stage.views["choices"][0] > 1
    others = sum(1 << other for other in range(game.players) if game.side_of(other) != game.side_of(seat))
    worth = worth_of(stage.worlds[1], stage.views[0], others, told)
    assert values[-1, -1] == pytest.approx(worth), "a first round begins with nothing"
    assert np.allclose(margins, game.spread * values)


def test_rounds_that_end_count_what_they_came_to_and_the_prize(game: Game, judge: Judge) -> None:
    _, views = next(iter(views_of_play(game, 1)))
    plain, _, _ = tried(game, views, 10_000, None)
    values, margins, stage = tried(game, views, 10_000, bench(game, judge, prize=50.0))
    sides = np.array([game.side_of(seat) for seat in range(game.players)], np.uint8)
    rules.foresee(stage.worlds[1], stage.points)
    seat = int(views["viewer"][0])
    assert np.allclose(margins, game.spread * plain)
    assert margins[-1, -1] == margin(stage.points, sides, seat)
    assert values[-1, -1] - plain[-1, -1] == pytest.approx(50.0 * share_of(stage.points, sides, seat) / game.spread)


def test_a_search_asks_the_judge_beside_its_network(game: Game, network: Network, judge: Judge, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    write_weights(path, header(game, network), arrays_of(network))
    with pytest.raises(WeightsError, match=f"there is no file .*{game.name}-judge.npz"):
        make_agent(f"net-search:then=judge,file={path}", game)
    write_weights(judge_beside(path, game), header(game, network, shape=shape(game)), arrays_of_judge(judge))
    _, views = next(iter(views_of_play(game, 1)))
    thoughts = []
    for then in ("judge", "policy"):
        agent = NetSearch(game, f"simulations=40,deep=1,then={then},file={path}")
        thoughts.append(agent.search.think(views, agent.random, simulations=40))
    assert thoughts[0] != thoughts[1]


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("then=nobody", "net-search: then must be one of policy, judge, not 'nobody'"),
        ("then=judge,return=win", "the judge knows points only; with then=judge, return must be margin"),
    ],
)
def test_what_no_judge_can_do_is_refused(told: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make_agent(f"net-search:{told}", incognita.load("adventure-tours"))


def test_a_judge_does_not_play_and_a_player_does_not_judge(
    game: Game, network: Network, judge: Judge, tmp_path: Path
) -> None:
    path = tmp_path / "mine.npz"
    write_weights(path, header(game, network, shape=shape(game)), arrays_of_judge(judge))
    with pytest.raises(WeightsError, match="is a network for something else: its part features are"):
        make_agent(f"net:file={path}", game)
    for file in (path, judge_beside(path, game)):
        write_weights(file, header(game, network), arrays_of(network))
    with pytest.raises(WeightsError, match="is a network for something else: its part features are"):
        make_agent(f"net-search:then=judge,file={path}", game)
