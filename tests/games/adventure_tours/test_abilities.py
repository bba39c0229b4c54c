"""The rule page, paragraph by paragraph: the special abilities and the variants of the expert game."""

from __future__ import annotations

from typing import Any

import pytest

import incognita
from incognita import IllegalAction, Match
from incognita.core import rules
from incognita.games.adventure_tours.data import built_in
from tests.games.adventure_tours.table import game_of, match_with, play, question
from tests.variants import play_randomly

rule = pytest.mark.rule

STRONG = "Rb Rb Rb Bb Bb Bb Yb Yb Yb"
"""Equipment that makes any board worth 7 or more in every category."""
CARAVAN, SUBMARINE, AIRSHIP, RIVER_BOAT, SLEDGE, BALLOON = range(1, 7)


def used(match: Match) -> bool:
    return bool(match.view(None)["ability_used"])


# --- 7.1 once in a complete turn


@rule("adventure-tours 7.1")
def test_a_turn_earned_by_a_card_renews_the_ability() -> None:
    match = match_with("Rj Ya Ya Ba Ba", equipment={0: STRONG}, tableaus=[CARAVAN], pile="Bl Bl Yl Yl")
    play(match, "Rj^ & Ya")  # the extra card of the first turn …
    assert used(match) is False
    assert question(match) == (0, "play")
    play(match, "Ya")
    assert question(match) == (0, "extra_equipment")  # … and that of the turn owed
    assert play(match, "Ba").seat == 1


@rule("adventure-tours 7.1", "adventure-tours 7.7")
def test_the_turn_of_the_ability_itself_does_not_renew_it() -> None:
    match = match_with("Ra Ya Ba Bl", tableaus=[BALLOON])
    play(match, "Ra &")
    assert used(match)
    assert question(match) == (0, "play")
    assert play(match, "Ya").seat == 1


# --- 7.2 extra equipment card


@rule("adventure-tours 7.2")
def test_an_extra_equipment_card_after_the_turn() -> None:
    match = match_with("Ra Ya Ba", tableaus=[CARAVAN], pile="Bl Yl")
    play(match, "Ra")
    assert question(match) == (0, "extra_equipment")
    assert match.view(None)["asked"]["by_ability"]
    assert match.legal() == [".", "Ba", "Bl", "Ya"]
    play(match, "Ya")
    assert match.view(0)["hand"] == ["Ba", "Bl", "Yl"]
    assert match.seat == 1


@rule("adventure-tours 7.2", "adventure-tours 6.3")
def test_nothing_is_asked_of_an_empty_hand() -> None:
    assert play(match_with("Rc", tableaus=[CARAVAN]), "Rc^").round == 2
    assert play(match_with("Bc", equipment={0: "Bb"}, tableaus=[BALLOON]), "Bc^").round == 2


@rule("adventure-tours 7.2")
def test_the_extra_card_saves_from_an_empty_hand() -> None:
    match = match_with("Rc Ya", tableaus=[CARAVAN], pile="Bl")
    play(match, "Rc^ Ya")
    assert (match.round, match.view(0)["hand"]) == (1, ["Bl"])


# --- 7.3 optional draw and gift


@rule("adventure-tours 7.3")
def test_draw_and_gift_are_independent() -> None:
    match = match_with("Ra Ya", tableaus=[SUBMARINE], pile="Bl Yl")
    play(match, "Ra")
    assert match.legal() == [".", "*"]
    with pytest.raises(IllegalAction, match=r"adventure-tours 7\.3"):
        match.play("&")
    play(match, "*")
    assert not used(match)
    assert match.legal() == [".", "@0", "@1", "@2"]
    play(match, "@1")
    assert match.view(None)["hand_sizes"] == [2, 7, 6]
    match = match_with("Ra Ya", tableaus=[SUBMARINE], pile="Bl Yl")
    play(match, "Ra .")
    assert used(match)
    play(match, "@0")
    assert match.view(0)["hand"] == ["Bl", "Ya"]
    assert match.seat == 1


@rule("adventure-tours 7.3")
def test_the_gift_is_an_attack() -> None:
    match = match_with("Ra Ya", tableaus=[SUBMARINE], members={2: "Yc"})
    play(match, "Ra . @2")
    asked = match.view(None)["asked"]
    assert (match.seat, asked["what"], asked["against"], asked["card"]) == (2, "protect", "give_one", None)
    assert play(match, "!Y").view(None)["hand_sizes"] == [1, 6, 6]


@rule("adventure-tours 7.3")
def test_a_round_can_end_by_equipment_here() -> None:
    match = play(match_with("Ra", tableaus=[SUBMARINE]), "Ra . .")
    assert match.sheets()[0]["hand_sizes"][0] == 0
    assert play(match_with("Ra", tableaus=[SUBMARINE]), "Ra . @0").round == 1


@rule("adventure-tours 7.3")
def test_no_gift_from_an_empty_pile() -> None:
    assert play(match_with("Ra Ya", tableaus=[SUBMARINE], left=1), "Ra *").round == 2


@rule("adventure-tours 7.3")
def test_an_extra_card_laid_through_an_action_counts_a_taken_one_does_not() -> None:
    match = match_with("Bb Ra Ya", tableaus=[SUBMARINE])
    play(match, "Bb^ Ra")
    assert question(match) == (0, "draw")
    match = match_with("Yi Ra", equipment={0: "Yh", 1: "Ra"}, tableaus=[SUBMARINE])
    assert play(match, "Yi^ @1").seat == 1


# --- 7.4 action of the equipment card


@rule("adventure-tours 7.4")
def test_the_action_of_an_equipment_card_comes_before_the_draw() -> None:
    match = match_with("Rf Ya", tableaus=[AIRSHIP], pile="Bl Yl Rl")
    play(match, "Rf")  # demand 4: the board's 3 and the card itself
    asked = match.view(None)["asked"]
    assert (asked["what"], asked["card"], asked["by_ability"]) == ("give_two", "Rf", True)
    play(match, "@1 @1")
    assert used(match) is False  # the turn is over
    assert match.view(0)["hand"] == ["Rl", "Ya"]
    assert match.view(None)["hand_sizes"] == [2, 8, 6]


@rule("adventure-tours 7.4")
def test_the_demand_must_be_met() -> None:
    assert play(match_with("Rh Ya", tableaus=[AIRSHIP]), "Rh").seat == 1
    assert play(match_with("Ri Ya", tableaus=[AIRSHIP], equipment={1: "Ra"}), "Ri").seat == 1


@rule("adventure-tours 7.4")
def test_the_magnate_laid_as_equipment_moves_himself_too() -> None:
    match = match_with("Rl Ya", equipment={0: "Rb Rb Rb Bb"}, tableaus=[AIRSHIP], pile="Bl")
    play(match, "Rl &")
    view = match.view(None)
    assert (view["members"][0], view["equipment"][0]) == (["Rb", "Rb", "Rb", "Rl"], ["Bb"])


@rule("adventure-tours 7.4")
def test_an_extra_card_acts_too_and_the_ability_is_used_once() -> None:
    match = match_with("Rb Ra Ya Ba", tableaus=[AIRSHIP], pile="Bl Yl Rl")
    play(match, "Rb^ Ra")
    assert match.view(None)["asked"]["card"] == "Ra"
    assert match.view(None)["asked"]["by_ability"]
    play(match, "@1")
    assert match.seat == 1
    match = match_with("Rb Ra Ya Ba", tableaus=[AIRSHIP], pile="Bl Yl Rl")
    play(match, "Rb Ra")  # the Earl as equipment asks for the extra card; that card cannot act any more
    assert match.seat == 1
    assert match.view(None)["equipment"][0] == ["Rb", "Ra"]
    assert match.view(None)["hand_sizes"][0] == 4


@rule("adventure-tours 7.4")
def test_pater_miller_protects_in_this_equipment() -> None:
    match = match_with("Rg Ya", "Yc Ba", equipment={0: "Rb"}, tableaus=[BALLOON, AIRSHIP, CARAVAN], starter=1)
    play(match, "Yc")
    assert match.view(None)["protectors"][1] == ["Yc"]
    assert not used(match)
    match = match_with("Re Ya", equipment={0: "Rb", 1: "Yc"}, tableaus=[SLEDGE, AIRSHIP], members={1: "Yc"})
    play(match, "Re^ @1 !Y")
    view = match.view(None)
    assert (view["members"][1], view["equipment"][1], view["discards"]) == ([], ["Yc"], ["Yc"])


@rule("adventure-tours 7.4")
def test_a_pater_miller_whose_demand_was_not_met_does_not_protect_here() -> None:
    data = demanding_millers()
    match = match_with("Yc Ba Rc", tableaus=[AIRSHIP], data=data)
    play(match, "Yc")
    assert match.view(None)["protectors"][0] == []
    match = match_with("Ri Ba", equipment={0: "Rb Rb Rb", 1: "Yc"}, tableaus=[AIRSHIP], data=data)
    play(match, "Ri^ @1")  # a taken one does
    assert match.view(None)["protectors"][0] == ["Yc"]


def demanding_millers() -> dict[str, Any]:
    adventurers = [{**one, "demand": 9} if one["code"] == "c" else one for one in built_in()["adventurers"]]
    return {**built_in(), "adventurers": adventurers}


# --- 7.5 extra member


@rule("adventure-tours 7.5")
def test_an_extra_member_of_any_colour() -> None:
    match = match_with("Ra Be Ya Rl", equipment={1: "Ra"}, tableaus=[RIVER_BOAT], pile="Bl")
    play(match, "Ra^ @1")
    assert question(match) == (0, "extra_member")
    assert match.view(None)["asked"]["card"] is None
    assert match.legal() == [".", "Be^", "Ya^"]
    play(match, "Be^ @1")
    assert match.view(None)["members"][0] == ["Ra", "Be"]
    assert match.seat == 1


@rule("adventure-tours 7.5")
def test_equipment_does_not_lead_to_an_extra_member() -> None:
    assert play(match_with("Ra Be Ya", tableaus=[RIVER_BOAT]), "Ra").seat == 1


@rule("adventure-tours 7.5")
def test_the_extra_member_comes_after_all_that_the_first_one_led_to() -> None:
    match = match_with("Rd Ra Ba Yc", tableaus=[RIVER_BOAT], pile="Bl Yl")
    play(match, "Rd^ Ra^ @1")
    assert match.view(None)["asked"]["by_ability"]
    assert match.legal() == [".", "Ba^"]


# --- 7.6 action twice


@rule("adventure-tours 7.6")
def test_two_uses_may_hit_different_players() -> None:
    match = match_with("Rg Ya Ba", members={1: "Bl", 2: "Yl"}, tableaus=[SLEDGE])
    play(match, "Rg^ @1")
    assert match.view(None)["asked"]["by_ability"]
    play(match, "@2")
    assert match.view(None)["discards"] == ["Bl", "Yl"]
    assert match.seat == 1


@rule("adventure-tours 7.6")
def test_a_second_attack_needs_a_second_pater_miller() -> None:
    match = match_with("Rg Ya Ba", members={1: "Rc Bl"}, tableaus=[SLEDGE])
    play(match, "Rg^ @1 !R @1")
    assert match.view(None)["members"][1] == []
    match = match_with("Rg Ya Ba", members={1: "Rc Rc Bl"}, tableaus=[SLEDGE])
    play(match, "Rg^ @1 !R @1 !R")
    assert match.view(None)["members"][1] == ["Bl"]


@rule("adventure-tours 7.6")
def test_no_second_use_without_a_first() -> None:
    match = match_with("Rg Ya Ba", members={1: "Bl"}, tableaus=[SLEDGE])
    assert play(match, "Rg^ .").seat == 1
    assert not used(match)


@rule("adventure-tours 7.6")
def test_the_second_use_is_offered_also_if_the_card_is_gone() -> None:
    match = match_with("Rg Ya Ba", members={0: "Ba", 1: "Bl"}, tableaus=[SLEDGE])
    play(match, "Rg^ @0")
    assert question(match) == (0, "discard_member")
    assert play(match, "@0").view(None)["members"][0] == []


@rule("adventure-tours 7.6")
def test_only_the_card_the_turn_began_with_is_doubled() -> None:
    match = match_with("Rd Ra Ra Ya", tableaus=[SLEDGE], pile="Bl Yl Rl")
    play(match, "Rd^ Ra^ @1")
    assert question(match) == (0, "extra_member")  # Rufus Rigs once more, not the Scout
    play(match, "Ra^ @1")
    assert match.seat == 1
    assert match.view(None)["hand_sizes"][1] == 8


@rule("adventure-tours 7.6")
def test_two_turns_by_a_doubled_colonel() -> None:
    match = match_with("Rj Ya Ba Yc Bc", equipment={0: "Rb"}, tableaus=[SLEDGE])
    play(match, "Rj^ & &")
    assert match.view(None)["owed"] == 1
    play(match, "Ya Ba")
    assert match.seat == 1


@rule("adventure-tours 7.6")
def test_protection_is_not_doubled() -> None:
    match = match_with("Rc Ya Ba", tableaus=[SLEDGE])
    assert play(match, "Rc^").seat == 1


# --- 7.7 another turn


@rule("adventure-tours 7.7")
def test_another_turn_with_the_card_that_was_drawn() -> None:
    match = match_with("Ra Ya", tableaus=[BALLOON], pile="Bb Yl")
    play(match, "Ra &")
    assert match.legal() == ["Bb", "Ya", "Ya^"]


@rule("adventure-tours 7.7")
def test_this_turn_comes_before_those_owed_by_cards() -> None:
    match = match_with("Rj Ya Ba Yc Bc", equipment={0: STRONG}, tableaus=[BALLOON])
    play(match, "Rj^ & &")
    assert match.view(None)["owed"] == 1
    assert used(match)
    play(match, "Ya")
    assert match.view(None)["owed"] == 0
    assert not used(match)
    play(match, "Ba")
    assert question(match) == (0, "another_turn")  # the turn owed by the card renewed the ability


# --- 10 variants


@rule("adventure-tours 10.1")
def test_boards_dealt_anew() -> None:
    match = play_randomly(game_of(expert=True, boards="dealt").match(seed=4), 4)
    boards = [sheet["boards"] for sheet in match.sheets()]
    assert boards == [deal["boards"][0, :3].tolist() for deal in match.deals]
    assert len({tuple(row) for row in boards}) > 1


def after_a_round(gained: list[int], starter: int) -> Match:
    """Round two of variant 2, after a round with these gains; boards 4, 5, 6 were in use by seats 0, 1, 2."""
    match = match_with("Rc", "Ya", "Ba", tableaus=[4, 5, 6], boards="chosen")
    row = match._state[0]
    row["held"], row["income"][:3], row["ended_by"] = 0, gained, 0
    rules.carry_at(match._state, 0)
    row["starter"] = starter
    rules.begin_at(match._state, 0)
    match._legal = match.game.legal(match._state)
    return match


@rule("adventure-tours 10.2")
@pytest.mark.parametrize(
    ("gained", "starter", "order"),
    [([5, 0, 9], 0, [1, 0]), ([5, 5, 0], 1, [2, 1]), ([3, 3, 3], 2, [2, 0]), ([0, 4, 4], 2, [0, 2])],
)
def test_who_gained_least_chooses_first(gained: list[int], starter: int, order: list[int]) -> None:
    match = after_a_round(gained, starter)
    view = match.view(None)
    assert (view["hand_sizes"], view["left"], view["active"]) == ([0, 0, 0], 102, None)
    assert match.legal() == ["#4", "#5", "#6"]
    with pytest.raises(IllegalAction, match=r"adventure-tours 10\.2: one of the boards 4, 5, 6"):
        match.play("#1")
    assert match.seat == order[0]
    play(match, "#6")
    assert match.seat == order[1]
    assert match.legal() == ["#4", "#5"]
    play(match, "#4")  # the last one gets board 5 without being asked
    boards = {order[0]: 6, order[1]: 4}
    assert match.view(None)["boards"] == [boards.get(seat, 5) for seat in range(3)]
    assert match.view(None)["hand_sizes"] == [6, 6, 6]
    assert question(match) == (starter, "play")


@rule("adventure-tours 10.2")
def test_choosing_needs_the_expert_game() -> None:
    with pytest.raises(incognita.OptionError, match="boards=chosen needs expert=true"):
        game_of(boards="chosen")
    with pytest.raises(incognita.OptionError, match="boards must be kept, dealt, chosen, not 'swapped'"):
        game_of(boards="swapped")
