"""The networks in the package: they say what they are, and are stronger than what they learned from."""

from __future__ import annotations

import pytest

import incognita
from incognita.learn.hands import read_hands
from incognita.learn.net import Net
from incognita.learn.readers import cards_right
from incognita.learn.weights import FOLDER, read_weights
from incognita.play.measurement import measure
from incognita.search.search import usual_expectation

FILES = sorted(path.stem for path in FOLDER.glob("*.npz"))
HANDS = [name for name in FILES if name.endswith("-hands")]
SHIPPED = [name for name in FILES if name not in HANDS]


def test_there_are_some() -> None:
    assert SHIPPED and HANDS


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
