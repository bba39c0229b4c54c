"""The networks in the package: they say what they are, and are stronger than what they learned from."""

from __future__ import annotations

import numpy as np
import pytest

import incognita
from incognita.core import rules
from incognita.core.rng import generator
from incognita.core.rules import NONE
from incognita.learn.hands import read_hands
from incognita.learn.judging import POLICIES, read_judge, worth_of
from incognita.learn.net import Net
from incognita.learn.readers import cards_right
from incognita.learn.weights import FOLDER, read_weights
from incognita.play.measurement import measure
from incognita.search.search import usual_expectation

FILES = sorted(path.stem for path in FOLDER.glob("*.npz"))
HANDS = [name for name in FILES if name.endswith("-hands")]
JUDGES = [name for name in FILES if name.endswith("-judge")]
SHIPPED = [name for name in FILES if name not in HANDS + JUDGES]


def test_there_are_some() -> None:
    assert SHIPPED and HANDS and JUDGES


@pytest.mark.parametrize("name", FILES)
def test_a_network_is_small_and_says_what_made_it(name: str) -> None:
    path = FOLDER / f"{name}.npz"
    header, _ = read_weights(path)
    assert path.stat().st_size < 500_000
    assert header.command.startswith(f"incognita train {header.game} --")
    assert "/" not in header.command, "files of somebody's own"
    assert header.lessons + header.decisions > 0 and "against the policy" in header.strength


@pytest.mark.parametrize("name", HANDS)
def test_hands_are_read_better_than_by_what_the_game_knows(name: str) -> None:
    game = incognita.load(name.removesuffix("-hands"))
    learned = read_hands(game, FOLDER / f"{name}.npz").expect
    right, usual = (cards_right(game, Net(game), how, seed=17) for how in (learned, usual_expectation))
    assert right > usual + 0.1


@pytest.mark.parametrize("name", JUDGES)
def test_a_judge_knows_what_rounds_come_to(name: str) -> None:
    """In rounds of its network against the policy, where everything is told to it."""
    game = incognita.load(name.removesuffix("-judge"))
    bench, net, dice = read_judge(game, FOLDER / f"{name}.npz", POLICIES), Net(game), generator(7)
    expected, came = [], []
    for seed in range(40):
        states, worths = game.deal(1, seed=seed), []
        while states["seat"][0] != NONE:
            views = game.observe(states)
            action = int(rules.policy_at(views, 0, dice))
            if states["seat"][0] == seed % 2 and views["choices"][0] > 1:
                worths.append(worth_of(states[0], views[0], 0, bench))
                action = int(views["legal"][0, int(np.argmax(net.gains(views)))])
            rules.apply_at(states, 0, action)
        points = game.scores(states)[0]
        expected.append(worths[len(worths) // 2])
        came.append((points[seed % 2] - points[1 - seed % 2]) / game.spread)
    assert np.corrcoef(expected, came)[0, 1] > 0.6, "half of the way"


@pytest.mark.parametrize(
    ("name", "deals"),
    [
        ("adventure-tours", 40),
        *(pytest.param(name, 1000, marks=pytest.mark.slow) for name in SHIPPED if name != "adventure-tours"),
    ],
)
def test_it_beats_the_policy(name: str, deals: int) -> None:
    """Where luck is greater it takes more deals to see it."""
    result = measure(incognita.load(name), ("net", "policy"), deals, seed=17)
    assert result.margin > 2 * result.error


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_rounds_between_two_of_them_end(name: str) -> None:
    """Both may wait for the other to draw from the draw pile; then they lose patience."""
    result = measure(incognita.load(name), ("net", "net:"), 100, seed=5)
    assert not result.broken_off
