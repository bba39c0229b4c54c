"""A side of different players: each seat is played by its own member."""

from __future__ import annotations

from typing import Any

import pytest

import incognita
from incognita.core.game import Game
from incognita.play import team
from incognita.play.agent import make_agent
from incognita.play.measurement import measure
from incognita.play.team import Team


class Told:
    """Notes what happens to it."""

    def __init__(self, spec: str) -> None:
        self.spec, self.heard = spec, []  # type: str, list[Any]

    def begin(self, seat: int, seed: int) -> None:
        self.heard.append((seat, seed))

    def decide(self, views: Any) -> int:
        return int(self.spec)

    def close(self) -> None:
        self.heard.append("closed")


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> Team:
    def make(spec: str, game: Game) -> Told:
        return Told(spec)

    monkeypatch.setattr(team, "make_agent", make)
    return Team(incognita.load("partners"), "7 and 8")


def test_each_member_plays_its_own_seats(two: Team) -> None:
    views: Any = None
    for seat, answer in ((0, 7), (1, 7), (2, 8), (3, 8)):
        two.begin(seat, 10 + seat)
        assert two.decide(views) == answer
    two.close()
    assert [member.heard for member in two.members] == [  # type: ignore[attr-defined]
        [(0, 10), (1, 11), "closed"],
        [(2, 12), (3, 13), "closed"],
    ]


def test_a_team_plays_in_the_arena() -> None:
    result = measure(incognita.load("partners"), ("team:policy and random", "random"), 10, seed=1)
    assert result.margin > 2 * result.error


@pytest.mark.parametrize(
    ("game", "told", "message"),
    [
        ("lost-cities", "team:policy and random", "every side of Lost Cities is one player"),
        ("partners", "team:policy", "has 2 members, as in team:net and policy, not 'policy'"),
        ("partners", "team", "has 2 members"),
        ("partners", "team:policy and nobody", "there is no agent 'nobody'"),
    ],
)
def test_what_is_no_team_is_refused(game: str, told: str, message: str) -> None:
    with pytest.raises(incognita.OptionError, match=message):
        make_agent(told, incognita.load(game))
