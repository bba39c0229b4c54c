"""What a person would look at before playing against the hand-written player."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from incognita import Match
from incognita.core.rng import below, generator
from incognita.games.adventure_tours import data
from incognita.play.measurement import measure
from tests.games.adventure_tours.policy_table import decide, position, strengthen, table
from tests.games.turns import play

SIZES = {
    f"{players} {'expert' if expert else 'basic'}": {"players": players, "expert": expert}
    for players in (3, 4, 5, 6)
    for expert in (False, True)
}


def changed_data() -> dict[str, Any]:
    """Other numbers than the built-in ones: everything demands less and pays more, and hands are smaller."""
    changed = deepcopy(data.built_in())
    changed["hand"] = 4
    for adventurer in changed["adventurers"]:
        adventurer["demand"] //= 2
        adventurer["money"] *= 3
    return changed


TABLES: dict[str, dict[str, Any]] = {
    **SIZES,
    "boards dealt": {"players": 4, "expert": True, "boards": "dealt"},
    "boards chosen": {"players": 6, "expert": True, "boards": "chosen"},
    "own data": {"players": 4, "expert": True, "data": changed_data()},
}


# --- over whole rounds


@pytest.mark.parametrize("options", TABLES.values(), ids=TABLES.keys())
def test_it_does_nothing_illegal_in_whatever_positions_random_play_leads_to(options: dict[str, Any]) -> None:
    rng = generator(3)
    match = table(**options).match(seed=3)
    while match.seat is not None:
        action, actions = decide(match), match.legal()
        assert action in actions
        match.play(actions[int(below(rng, len(actions)))])


@pytest.mark.parametrize("options", TABLES.values(), ids=TABLES.keys())
def test_it_plays_whole_matches_by_the_rules(options: dict[str, Any]) -> None:
    match = table(**options).match(seed=4)
    while match.seat is not None:
        match.play(decide(match))
    assert match.winners


@pytest.mark.parametrize("options", SIZES.values(), ids=SIZES.keys())
def test_it_beats_random_play_clearly(options: dict[str, Any]) -> None:
    """All of it has been above 85 % over ten thousand deals."""
    result = measure(table(**options), ("policy", "random"), 200, seed=5)
    assert result.wins > 0.8
    assert result.margin > 10
    assert result.broken_off == 0


@pytest.mark.parametrize("options", SIZES.values(), ids=SIZES.keys())
def test_it_comes_to_an_end_against_itself(options: dict[str, Any]) -> None:
    result = measure(table(**options), ("policy", "policy"), 100, seed=5)
    assert result.broken_off == 0
    assert result.plies < 250
    assert result.own > 5


# --- equipment and members


@pytest.mark.rule("adventure-tours 3.2")
def test_it_equips_towards_the_rich_card_it_holds() -> None:
    match = position({0: "Rl Rd Bd Yd"}, held={1: 9, 2: 9, 3: 9})
    assert decide(strengthen(match, 0, (8, 2, 2))) == "Rd"


def test_it_does_not_equip_with_its_rich_cards() -> None:
    match = position({0: "Rl Bk Yd Yb"}, held={1: 9, 2: 9, 3: 9})
    assert decide(strengthen(match, 0, (7, 7, 1))) in ("Yd", "Yb")


@pytest.mark.rule("adventure-tours 3.4")
def test_it_hires_the_rich_one_when_it_can() -> None:
    match = position({0: "Rl Ra Ba Yc"}, held={1: 2})
    assert decide(strengthen(match, 0, (9, 3, 3))) == "Rl^"


def test_it_hires_the_richest_first_when_time_is_short() -> None:
    match = position({0: "Rh Bj Ye"}, held={1: 1})
    assert decide(strengthen(match, 0, (7, 7, 7))) == "Bj^"


@pytest.mark.rule("adventure-tours 6.3")
def test_it_goes_out_when_it_pays() -> None:
    assert decide(position({0: "Rc"}, members={0: "Bh Yh"})) == "Rc^"


@pytest.mark.rule("adventure-tours 6.3")
def test_it_does_not_go_out_for_nothing_when_far_behind() -> None:
    match = position({0: "Rd"}, held={1: 5}, members={1: "Rl Bl Yl Rk Bk Yk Rj Bj"})
    assert decide(match) == "Rd"


# --- attacks


LEADER_AT_2 = {1: "Ra", 2: "Rh Bh Yh Ri", 3: "Bc"}


@pytest.mark.rule("adventure-tours 5.8")
def test_it_discards_the_member_of_the_leader() -> None:
    match = strengthen(position({0: "Rg Bd Yd"}, members=LEADER_AT_2), 0, (4, 1, 1))
    assert decide(play(match, "Rg^")) == "@2"


@pytest.mark.rule("adventure-tours 5.8")
def test_it_does_not_discard_its_own_member() -> None:
    match = strengthen(position({0: "Rg Bd Yd"}), 0, (4, 1, 1))
    assert decide(play(match, "Rg^")) == "."


@pytest.mark.rule("adventure-tours 5.9")
def test_it_takes_the_richest_member() -> None:
    match = position({0: "Bk Bd Yd"}, members={1: "Ra", 2: "Rl", 3: "Ba"})
    assert decide(play(strengthen(match, 0, (1, 8, 1)), "Bk^")) == "@2"


@pytest.mark.rule("adventure-tours 5.4")
def test_it_discards_the_equipment_of_another() -> None:
    match = position({0: "Re Bd Yd"}, members=LEADER_AT_2, equipment={0: "Ra", 2: "Rb Bb"})
    assert decide(play(match, "Re^")) == "@2"


@pytest.mark.rule("adventure-tours 5.5")
def test_it_takes_the_equipment_it_needs() -> None:
    match = position({0: "Ri Yj Bd"}, held={1: 9, 2: 9, 3: 9}, equipment={1: "Ya", 2: "Ba", 3: "Ra"})
    assert decide(play(strengthen(match, 0, (6, 1, 6)), "Ri^")) == "@1"


@pytest.mark.rule("adventure-tours 5.1")
def test_it_gives_a_card_to_whoever_is_about_to_go_out() -> None:
    match = position({0: "Ra Bd Yd"}, held={1: 6, 2: 1, 3: 6}, members={2: "Bc Yc Rh"})
    assert decide(play(match, "Ra^")) == "@2"


@pytest.mark.rule("adventure-tours 5.2")
def test_it_gives_both_cards_to_others() -> None:
    match = position({0: "Rf Bd Yd"}, held={1: 6, 2: 1, 3: 6}, members={2: "Bh Yh Rh"})
    play(strengthen(match, 0, (4, 1, 1)), "Rf^")
    first = decide(match)
    assert first != "@0"
    assert decide(play(match, first)) != "@0"


# --- protection


def attacked(members: str, attacker: str = "Bk", named: str = "Bk^ @0", **others: Any) -> Match:
    """Seat 3 attacks seat 0, who has these members."""
    match = position({0: "Rd Bd Yd", 3: f"{attacker} Ra Ba Ya"}, turn=3, members={0: members}, **others)
    return play(strengthen(match, 3, (9, 9, 9)), named)


@pytest.mark.rule("adventure-tours 5.11")
def test_it_protects_a_valuable_member() -> None:
    assert decide(attacked("Rc Bl")) == "!R"


@pytest.mark.rule("adventure-tours 5.11")
def test_it_does_not_waste_pater_miller_on_a_cheap_loss() -> None:
    assert decide(attacked("Rc Ba", "Bg", "Bg^ @0")) == "."
    assert decide(attacked("Rc Bb")) == "."


# --- more turns, more cards


@pytest.mark.rule("adventure-tours 5.6")
def test_it_takes_another_turn() -> None:
    match = strengthen(position({0: "Rj Ra Ba"}), 0, (7, 3, 3))
    assert decide(play(match, "Rj^")) == "&"


@pytest.mark.rule("adventure-tours 5.7")
def test_it_hires_a_rich_extra_member() -> None:
    match = strengthen(position({0: "Rd Ri Bd", 1: "Ra Ba"}), 0, (6, 1, 1))
    assert decide(play(match, "Rd^")) == "Ri^"


@pytest.mark.rule("adventure-tours 5.3")
def test_it_lays_extra_equipment_for_its_rich_card() -> None:
    match = position({0: "Rb Bl Bd Yd"}, held={1: 9, 2: 9, 3: 9})
    assert decide(play(strengthen(match, 0, (3, 8, 1)), "Rb^")) == "Bd"


@pytest.mark.rule("adventure-tours 5.10")
def test_the_magnate_moves_what_pays() -> None:
    match = position({0: "Rl Bd Yd"}, equipment={0: "Ra Re Rf Rg Rc Rh"})
    assert decide(play(strengthen(match, 0, (9, 4, 4)), "Rl^")) == "&"


@pytest.mark.rule("adventure-tours 5.10")
def test_the_magnate_moves_nothing_if_rich_cards_still_need_it() -> None:
    match = position({0: "Rl Rk Rj"}, equipment={0: "Rd Rd Rd Rb Rb"}, held={1: 9, 2: 9, 3: 9})
    assert decide(play(strengthen(match, 0, (9, 3, 3)), "Rl^")) == "."


# --- boards


@pytest.mark.rule("adventure-tours 7.2")
def test_the_caravan_lays_a_second_card_for_a_rich_one() -> None:
    match = position({0: "Bl Bd Ba Yd"}, board=1, held={1: 9, 2: 9, 3: 9})
    play(strengthen(match, 0, (1, 7, 1)), "Bd")
    assert decide(match) in ("Ba", "Yd")


@pytest.mark.rule("adventure-tours 7.3")
def test_the_submarine_goes_out_by_equipment() -> None:
    match = position({0: "Rl"}, board=2, members={0: "Bh Yh Rh"})
    assert decide(match) == "Rl"
    assert decide(play(match, "Rl")) == "."
    assert decide(play(match, ".")) != "@0"


@pytest.mark.rule("adventure-tours 7.4")
def test_the_airship_uses_what_it_lays() -> None:
    match = strengthen(position({0: "Rg Rl Bd"}, board=3, members=LEADER_AT_2), 0, (4, 3, 3))
    assert decide(play(match, "Rg")) == "@2"


@pytest.mark.rule("adventure-tours 7.5")
def test_the_river_boat_hires_a_second_rich_member() -> None:
    match = strengthen(position({0: "Rh Yh Bd"}, board=4, held={1: 2}), 0, (5, 3, 5))
    assert decide(play(match, "Rh^")) == "Yh^"


@pytest.mark.rule("adventure-tours 7.6")
def test_the_sledge_strikes_twice() -> None:
    match = strengthen(position({0: "Rg Bd Yd"}, board=5, members=LEADER_AT_2), 0, (5, 1, 3))
    assert decide(play(match, "Rg^ @2")) == "@2"


@pytest.mark.rule("adventure-tours 7.7")
def test_the_balloon_takes_another_turn() -> None:
    match = position({0: "Ra Ba Yd Bl"}, board=6)
    assert decide(play(match, "Yd")) == "&"


@pytest.mark.rule("adventure-tours 10.2")
def test_it_chooses_the_board_that_is_equipped_best() -> None:
    boards = deepcopy(data.built_in())
    boards["boards"][3]["start"] = [8, 8, 8]
    match = table(players=6, expert=True, boards="chosen", data=boards).match(seed=4)
    while match.round == 1:
        match.play(decide(match))
    assert decide(match) == "#4"
