"""Agents and how they are named."""

from __future__ import annotations

import pytest

import incognita
from incognita.play.agent import agent_names, make_agent, read_told

GAME = incognita.load("lost-cities")


def test_agents_are_found_by_name() -> None:
    assert {"random", "policy"} <= set(agent_names())
    with pytest.raises(incognita.OptionError, match=r"there is no agent 'oracle'; the agents are .*policy"):
        make_agent("oracle", GAME)


def test_the_same_seed_gives_the_same_decisions() -> None:
    views = GAME.observe(GAME.deal(1, seed=1))
    agent = make_agent("random", GAME)
    decided = []
    for _ in range(2):
        agent.begin(0, 5)
        decided.append([agent.decide(views) for _ in range(20)])
    assert decided[0] == decided[1]
    assert len(set(decided[0])) > 1


def test_what_an_agent_is_told_is_read_by_the_types_of_the_defaults() -> None:
    defaults = {"seconds": 1.0, "simulations": 100, "return": "margin", "exact": True}
    told = read_told("search", "seconds=2,exact=false,return=win", defaults)
    assert told == {"seconds": 2.0, "simulations": 100, "return": "win", "exact": False}


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ("depth=3", r"search cannot be told 'depth=3'; it can be told seconds=1\.0, exact=True"),
        ("seconds", r"search cannot be told 'seconds'"),
        ("seconds=fast", r"search: seconds must be a number such as 1\.0, not 'fast'"),
        ("exact=1", r"search: exact must be true or false, not '1'"),
    ],
)
def test_a_wrong_spec_says_what_would_be_right(told: str, message: str) -> None:
    with pytest.raises(incognita.OptionError, match=message):
        read_told("search", told, {"seconds": 1.0, "exact": True})


def test_an_agent_that_can_be_told_nothing_says_so() -> None:
    with pytest.raises(incognita.OptionError, match="policy cannot be told 'level=3'; it can be told nothing"):
        make_agent("policy:level=3", GAME)
