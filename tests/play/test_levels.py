"""Levels: five names for every game, and the ladder that measures them."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import pytest

import incognita
from incognita.core.rules import NONE
from incognita.games import GAMES
from incognita.play import levels
from incognita.play.agent import make_agent
from incognita.play.measurement import measure
from tests.variants import VARIANTS, game_of


def test_every_game_has_five_levels() -> None:
    assert levels.names() == ("stroller", "traveller", "scout", "explorer", "legend")
    assert set(levels.SPECS) == set(GAMES) == {game for game, _ in levels.TABLES}
    assert all(len(set(specs)) == 5 for specs in levels.SPECS.values()), "all different"


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_level_plays_every_variant(variant: str) -> None:
    game = game_of(variant)
    for name in levels.names():
        agent = make_agent(f"level:{name}", game)
        states = game.deal(1, seed=3)
        for _ in range(6):
            if states["seat"][0] != NONE:
                agent.begin(int(states["seat"][0]), 1)
                game.step(states, [agent.decide(game.observe(states))])  # refuses what is not legal
        assert states["ply"][0] == 6 or states["seat"][0] == NONE, name


def test_a_wrong_name_lists_the_right_ones() -> None:
    with pytest.raises(incognita.OptionError, match="no level 'novice'; the levels are stroller, traveller, scout"):
        levels.spec(incognita.load("lost-cities"), "novice")
    with pytest.raises(incognita.OptionError, match="no level ''; the levels are stroller"):
        make_agent("level", incognita.load("lost-cities"))


def test_without_a_network_for_its_cards_a_level_searches_without_one() -> None:
    usual, other = incognita.load("adventure-tours"), incognita.load("adventure-tours", copies=2)
    assert levels.spec(usual, "legend") == "net-" + levels.spec(other, "legend")
    assert levels.spec(usual, "scout") == levels.spec(other, "scout")


@pytest.mark.parametrize("game", GAMES)
def test_no_level_thinks_longer_than_a_second(game: str) -> None:
    loaded = incognita.load(game)
    agent = make_agent("level:legend", loaded)
    views = loaded.observe(loaded.deal(1, seed=1))  # the opening: the longest playouts, the most to choose from
    agent.decide(views)  # the first one may compile

    def seconds() -> float:
        start = perf_counter()
        agent.decide(views)
        return perf_counter() - start

    assert min(seconds() for _ in range(3)) < 1.1, "a busy machine may interrupt, but not every time"


def test_rungs_are_each_level_against_the_one_below() -> None:
    found = levels.rungs(["board-game"], 10, highest="scout", stop=True)
    assert [(one.contest.options["players"], *one.contest.specs) for one in found[2:4]] == [
        (3, "level:traveller", "level:stroller"),
        (3, "level:scout", "level:traveller"),
    ]
    assert [one.goal for one in found] == pytest.approx([0.6, 0.6, 1.3 / 3, 1.3 / 3, 1.3 / 4, 1.3 / 4])
    assert {one.goal for one in levels.rungs(["lost-cities"], 10)} == {None}
    assert len(levels.rungs(GAMES, 10)) == 4 * 9


def smallest_tables_first() -> list[Any]:
    """Every game with the fewest players in the quick tests, the others in the long ones."""
    seen: set[str] = set()
    found = []
    for game, options in levels.TABLES:
        found.append(pytest.param(game, options, marks=[pytest.mark.slow] if game in seen else []))
        seen.add(game)
    return found


@pytest.mark.parametrize(("game", "options"), smallest_tables_first())
@pytest.mark.parametrize("rung", [0, 1])
def test_the_weak_levels_are_clearly_apart(game: str, options: dict[str, int], rung: int) -> None:
    loaded = incognita.load(game, **options)
    lower, upper = levels.names()[rung : rung + 2]
    result = measure(loaded, (f"level:{upper}", f"level:{lower}"), 60, seed=5)
    assert result.wins > levels.wanted_share(len(loaded.sides))
    assert result.broken_off == 0
