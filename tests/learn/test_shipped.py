"""The networks in the package: they say what they are, and are stronger than what they learned from."""

from __future__ import annotations

import pytest

import incognita
from incognita.learn.net import Net
from incognita.learn.weights import FOLDER
from incognita.play.measurement import measure

SHIPPED = sorted(path.stem for path in FOLDER.glob("*.npz"))


def test_there_are_some() -> None:
    assert SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_a_network_is_small_and_says_what_made_it(name: str) -> None:
    net = Net(incognita.load(name))
    assert (FOLDER / f"{name}.npz").stat().st_size < 500_000
    assert net.header.command.startswith(f"incognita train {name} --minutes ")
    assert net.header.lessons > 0 and "against the policy" in net.header.strength


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
