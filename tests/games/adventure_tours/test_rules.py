"""The rule page, paragraph by paragraph: the basic game and the match. The expert game is in test_abilities."""

from __future__ import annotations

from collections import Counter

import pytest

from incognita import IllegalAction, Match
from tests.games.adventure_tours.table import game_of, match_with, play, question, turn_of_equipment
from tests.variants import play_randomly

rule = pytest.mark.rule

STRONG = "Rb Rb Rb Bb Bb Bb Yb Yb Yb"
"""Equipment that makes a desert board worth 9 in every category: everybody joins."""


def deck_of(match: Match) -> list[str]:
    return match.record().split("deck: ")[1].split("\n")[0].split()


# --- what there is


@rule("adventure-tours 1.1", "adventure-tours 1.2")
def test_a_hundred_and_two_cards_in_three_colours() -> None:
    deck = Counter(deck_of(game_of().match(seed=1)))
    copies = dict.fromkeys("abcdefghij", 3) | dict.fromkeys("kl", 2)
    assert deck == {colour + code: n for colour in "RBY" for code, n in copies.items()}
    assert deck.total() == 102


@rule("adventure-tours 1.2")
def test_the_adventurers() -> None:
    adventurers = {
        one.name: (one.code, one.demand[0], one.money[0], one.equipment[0], one.others[0])
        for one in game_of().data.adventurers
    }
    assert adventurers == {
        "Scout": ("a", 1, 2, 1, 0),
        "Earl of Bucket": ("b", 2, 1, 2, 0),
        "Pater Miller": ("c", 2, 2, 1, 0),
        "Rufus Rigs": ("d", 3, 0, 1, 0),
        "Saboteur": ("e", 3, 3, 1, 0),
        "Betty McKlug": ("f", 4, 4, 1, 0),
        "Miss Anthrop": ("g", 4, 4, 1, 0),
        "Roy Nobleman": ("h", 5, 5, 1, 1),
        "Slowhand Bill": ("i", 6, 5, 1, 0),
        "Colonel Farsight": ("j", 7, 6, 1, 0),
        "Amelia Airhead": ("k", 8, 7, 1, 0),
        "Magnate": ("l", 9, 10, 1, 0),
    }


@rule("adventure-tours 1.3")
def test_desert_boards_are_worth_three_everywhere() -> None:
    view = match_with().view(None)
    assert view["boards"] == [0, 0, 0]
    assert view["values"] == [[3, 3, 3]] * 3


@rule("adventure-tours 1.4", "adventure-tours 2.1")
def test_expert_boards_differ_and_are_dealt() -> None:
    starts = {1: [2, 2, 2], 2: [1, 3, 5], 3: [3, 3, 3], 4: [3, 5, 1], 5: [5, 1, 3], 6: [1, 1, 1]}
    boards = set()
    for seed in range(20):
        view = game_of(expert=True, players=4).match(seed=seed).view(None)
        assert len(set(view["boards"])) == 4
        assert view["values"] == [starts[board] for board in view["boards"]]
        boards.add(tuple(view["boards"]))
    assert len(boards) > 10


# --- before a round


@rule("adventure-tours 2.1")
def test_boards_stay_for_the_whole_match() -> None:
    match = game_of(expert=True).match(seed=3)
    boards = match.view(None)["boards"]
    play_randomly(match, 3)
    assert [sheet["boards"] for sheet in match.sheets()] == [boards] * 3


@rule("adventure-tours 2.2")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_six_cards_each(players: int) -> None:
    match = game_of(players=players).match(seed=1)
    view = match.view(None)
    assert view["hand_sizes"] == [6] * players
    assert view["left"] == 102 - 6 * players
    assert sorted(match.view(1)["hand"]) == sorted(deck_of(match)[6:12])


@rule("adventure-tours 2.3")
def test_turns_go_clockwise_from_the_starter() -> None:
    match = game_of(players=4).match(seed=1, starter=2)
    seats = []
    for _ in range(5):
        seats.append(match.seat)
        turn_of_equipment(match)
    assert seats == [2, 3, 0, 1, 2]


# --- a turn


@rule("adventure-tours 3.1")
def test_a_card_must_be_laid_and_always_can_be() -> None:
    match = match_with("Rl Bl")
    assert match.legal() == ["Rl", "Bl"]
    for action in (".", "*", "@1"):
        with pytest.raises(IllegalAction, match=r"adventure-tours 3\.1"):
            match.play(action)


@rule("adventure-tours 3.2")
def test_three_equipment_cards_make_the_desert_worth_five_four_six() -> None:
    """The printed example: technology 5, provisions 4, clothing 6."""
    match = match_with("Yb Rh Ra Bl")
    for card in ("Yb", "Rh", "Ra"):
        while match.seat != 0:
            turn_of_equipment(match)
        match.play(card)
    assert match.view(None)["equipment"][0] == ["Yb", "Rh", "Ra"]
    assert match.view(None)["values"][0] == [5, 4, 6]


@rule("adventure-tours 3.3")
def test_equipment_is_followed_by_a_draw() -> None:
    match = play(match_with("Rl Bl", pile="Yg"), "Rl")
    assert match.view(0)["hand"] == ["Bl", "Yg"]
    assert match.seat == 1


@rule("adventure-tours 3.4")
def test_only_the_yellow_slowhand_bill_can_join() -> None:
    """The printed example: with 5/4/6 the yellow one can join, the red and the blue cannot."""
    match = match_with("Ri Bi Yi", equipment={0: "Yb Rh Ra"})
    assert match.legal() == ["Ri", "Bi", "Yi", "Yi^"]
    with pytest.raises(IllegalAction, match=r"adventure-tours 3\.4: Ri demands 6, and the equipment is worth 5"):
        match.play("Ri^")


@rule("adventure-tours 3.4")
def test_members_stay_when_equipment_goes() -> None:
    match = match_with("Re Ra", equipment={1: "Rb"}, members={1: "Ri"})
    play(match, "Re^ @1")
    view = match.view(None)
    assert (view["equipment"][1], view["members"][1], view["values"][1]) == ([], ["Ri"], [3, 3, 3])


@rule("adventure-tours 3.5")
def test_a_member_is_not_followed_by_a_draw() -> None:
    match = play(match_with("Rc Ra"), "Rc^")
    assert match.view(0)["hand"] == ["Ra"]
    assert match.seat == 1


@rule("adventure-tours 3.6")
def test_actions_are_optional_and_only_for_members() -> None:
    match = match_with("Rg Ra Ra", equipment={0: "Rb"}, members={1: "Ya"})
    play(match, "Rg^ .")
    assert match.view(None)["members"][1] == ["Ya"]
    assert match.seat == 1
    match = match_with("Rg Ra", equipment={0: "Rb"}, members={1: "Ya"})
    assert play(match, "Rg").seat == 1
    assert match.view(None)["income"][0] == 0


# --- actions aimed at players


@rule("adventure-tours 4.1", "adventure-tours 4.2")
def test_anyone_can_be_named_who_has_something_to_lose() -> None:
    match = match_with("Rg Ra", equipment={0: "Rb"}, members={1: "Ya"})
    assert play(match, "Rg^").legal() == [".", "@0", "@1"]
    with pytest.raises(IllegalAction, match=r"adventure-tours 4\.2: seat 2 has nothing that could be lost"):
        match.play("@2")
    with pytest.raises(IllegalAction, match=r"adventure-tours 4\.1: there is no seat 5"):
        match.play("@5")


@rule("adventure-tours 4.2")
def test_with_no_target_nothing_is_asked() -> None:
    assert play(match_with("Re Ra"), "Re^").seat == 1


@rule("adventure-tours 4.2")
def test_what_depends_on_hidden_cards_is_asked_in_any_case() -> None:
    match = play(match_with("Rd Ba"), "Rd^")
    assert question(match) == (0, "extra_member")
    assert match.legal() == ["."]
    assert play(match_with("Rd", pile=""), "Rd^").round == 2


@rule("adventure-tours 4.3")
def test_the_last_card_is_the_one_that_came_last() -> None:
    match = match_with("Yi Ya", equipment={0: "Yb Yb", 1: "Ra Bl", 2: "Ye"})
    play(match, "Yi^ @1")
    assert match.view(None)["equipment"] == [["Yb", "Yb", "Bl"], ["Ra"], ["Ye"]]
    match = match_with("Ya Ra", "Be Ra", "Rh Rh", equipment={0: "Yb Yb Bl", 1: "Ra"})
    play(match, "Ya Be^ @0")
    assert match.view(None)["equipment"][0] == ["Yb", "Yb", "Bl"]


@rule("adventure-tours 4.4")
def test_what_one_does_to_oneself_is_no_attack() -> None:
    match = match_with("Ra Ya", members={0: "Rc"}, pile="Bl")
    play(match, "Ra^ @0")
    assert match.view(0)["hand"] == ["Bl", "Ya"]
    assert match.seat == 1


@rule("adventure-tours 4.5")
def test_protection_is_decided_before_anything_happens() -> None:
    match = match_with("Rg Ra", equipment={0: "Rb"}, members={1: "Rc Yl"})
    play(match, "Rg^ @1")
    assert question(match) == (1, "protect")
    assert match.view(None)["asked"] == {
        "what": "protect",
        "card": "Rg",
        "by_ability": False,
        "against": "discard_member",
        "cards": 0,
        "named": None,
    }
    assert match.view(None)["members"][1] == ["Rc", "Yl"]
    with pytest.raises(IllegalAction, match=r"adventure-tours 4\.5"):
        match.play("@1")
    assert play(match, ".").view(None)["members"][1] == ["Rc"]
    assert match.seat == 1
    assert question(match)[1] == "play"


@rule("adventure-tours 4.6")
def test_taken_cards_need_no_demand_and_act_not() -> None:
    match = match_with("Yk Ya", equipment={0: "Yb Yb Yb"}, members={1: "Rj"})
    play(match, "Yk^ @1")
    view = match.view(None)
    assert view["members"][0] == ["Yk", "Rj"]
    assert (view["owed"], view["hand_sizes"][0], match.seat) == (0, 1, 1)


# --- the eleven actions


@rule("adventure-tours 5.1")
def test_give_one() -> None:
    match = match_with("Ra Ya", pile="Bl Bk")
    play(match, "Ra^ @2")
    assert match.view(None)["hand_sizes"] == [1, 6, 7]
    assert "Bl" in match.view(2)["hand"]


@rule("adventure-tours 5.2")
def test_give_two_to_one_player() -> None:
    match = match_with("Rf Ya", equipment={0: "Rb"}, members={2: "Rc"}, pile="Bl Bk")
    play(match, "Rf^ @2")
    assert question(match) == (0, "second_recipient")
    with pytest.raises(IllegalAction, match=r"adventure-tours 5\.2"):
        match.play(".")
    play(match, "@2")
    assert match.view(None)["asked"]["cards"] == 2
    assert play(match, ".").view(None)["hand_sizes"] == [1, 6, 8]


@rule("adventure-tours 5.2")
def test_a_split_gift_is_two_attacks() -> None:
    match = match_with("Rf Ya", equipment={0: "Rb"}, members={1: "Yc", 2: "Rc"}, pile="Bl Bk")
    play(match, "Rf^ @2 @1")
    assert question(match) == (2, "protect")
    assert match.view(None)["asked"]["cards"] == 1
    play(match, "!R")
    assert question(match) == (1, "protect")
    play(match, ".")
    assert match.view(None)["hand_sizes"] == [1, 7, 6]
    assert "Bl" in match.view(1)["hand"]


@rule("adventure-tours 5.3")
def test_extra_equipment_card() -> None:
    match = match_with("Rb Ya Yl", pile="Bl")
    play(match, "Rb^")
    assert match.legal() == [".", "Ya", "Yl"]
    with pytest.raises(IllegalAction, match=r"adventure-tours 5\.3"):
        match.play("Ya^")
    play(match, "Yl")
    view = match.view(0)
    assert (view["equipment"][0], view["members"][0], view["hand"]) == (["Yl"], ["Rb"], ["Bl", "Ya"])
    assert match.seat == 1


@rule("adventure-tours 5.4")
def test_discard_equipment() -> None:
    match = match_with("Re Ya", equipment={1: "Ra Bb"})
    view = play(match, "Re^ @1").view(None)
    assert (view["equipment"][1], view["discards"], view["values"][1]) == (["Ra"], ["Bb"], [4, 3, 3])


@rule("adventure-tours 5.5")
def test_take_equipment() -> None:
    match = match_with("Yi Ya", equipment={0: "Yb Yb", 1: "Ra Bb"})
    view = play(match, "Yi^ @1").view(None)
    assert (view["equipment"][0], view["equipment"][1]) == (["Yb", "Yb", "Bb"], ["Ra"])
    assert (view["values"][0], view["hand_sizes"][0]) == ([3, 5, 7], 1)


@rule("adventure-tours 5.5", "adventure-tours 5.9")
def test_taking_ones_own_changes_nothing() -> None:
    match = match_with("Yi Ya", equipment={0: "Yb Bl Yb"})
    assert play(match, "Yi^ @0").view(None)["equipment"][0] == ["Yb", "Bl", "Yb"]
    match = match_with("Yk Ya", equipment={0: STRONG}, members={0: "Rl"})
    assert play(match, "Yk^ @0").view(None)["members"][0] == ["Rl", "Yk"]


@rule("adventure-tours 5.6")
def test_another_turn() -> None:
    match = match_with("Rj Bj Ya Ya", equipment={0: STRONG})
    play(match, "Rj^")
    assert match.legal() == [".", "&"]
    play(match, "&")
    assert match.view(None)["owed"] == 0
    assert question(match) == (0, "play")
    play(match, "Bj^ &")
    assert question(match) == (0, "play")
    play(match, "Ya")
    assert match.seat == 1


@rule("adventure-tours 5.6", "adventure-tours 6.3")
def test_another_turn_is_asked_of_an_empty_hand_too_and_does_not_save_the_round() -> None:
    match = play(match_with("Rj", equipment={0: STRONG}), "Rj^")
    assert question(match) == (0, "another_turn")
    assert play(match, "&").round == 2


@rule("adventure-tours 5.7")
def test_extra_member() -> None:
    match = match_with("Rd Re Rl Ba Ya", equipment={1: "Ya"})
    play(match, "Rd^")
    assert match.legal() == [".", "Re^"]
    for action, paragraph in (("Ba^", "5.7"), ("Rl^", "3.4"), ("Re", "7.5"), ("Rf^", "11.1")):
        with pytest.raises(IllegalAction, match=f"adventure-tours {paragraph}"):
            match.play(action)
    play(match, "Re^ @1")
    view = match.view(None)
    assert (view["members"][0], view["equipment"][1]) == (["Rd", "Re"], [])
    assert match.seat == 1


@rule("adventure-tours 5.7")
def test_extra_members_can_follow_each_other() -> None:
    match = match_with("Rd Rd Rd Ra Ya", pile="Bl")
    play(match, "Rd^ Rd^ Rd^ Ra^ @1")
    assert match.view(None)["members"][0] == ["Rd", "Rd", "Rd", "Ra"]


@rule("adventure-tours 5.8")
def test_discard_member_and_oneself() -> None:
    match = match_with("Rg Ya", equipment={0: "Rb"}, members={1: "Ra Bl"})
    view = play(match, "Rg^ @1").view(None)
    assert (view["members"][1], view["discards"], view["income"][1]) == (["Ra"], ["Bl"], 2)
    match = match_with("Rg Ya", equipment={0: "Rb"}, members={1: "Ra Bl"})
    assert play(match, "Rg^ @0").view(None)["discards"] == ["Rg"]


@rule("adventure-tours 5.9")
def test_take_member() -> None:
    match = match_with("Yk Ya", equipment={0: STRONG}, members={1: "Ra Bl"})
    view = play(match, "Yk^ @1").view(None)
    assert (view["members"][0], view["members"][1]) == (["Yk", "Bl"], ["Ra"])
    assert (view["income"][0], view["income"][1]) == (17, 2)


@rule("adventure-tours 5.10")
def test_move_equipment() -> None:
    match = match_with("Rl Ya", equipment={0: "Rb Bb Rc Rb Ya Rb"}, members={0: "Bl"})
    play(match, "Rl^")
    assert match.legal() == [".", "&"]
    view = play(match, "&").view(None)
    assert view["members"][0] == ["Bl", "Rl", "Rb", "Rc", "Rb", "Rb"]
    assert view["equipment"][0] == ["Bb", "Ya"]
    assert (view["values"][0], view["income"][0]) == ([3, 5, 4], 10 + 10 + 1 + 2 + 1 + 1)


@rule("adventure-tours 5.10")
def test_nothing_is_asked_if_nothing_could_move() -> None:
    match = match_with("Rl Ya", equipment={0: "Bh Bh Bh Yh Yh Yh"})
    assert play(match, "Rl^").seat == 1


@rule("adventure-tours 5.11")
def test_protection_by_the_colour_of_ones_choice() -> None:
    match = match_with("Rg Ya", equipment={0: "Rb"}, members={1: "Rc Ya Yc Rc Bl"})
    play(match, "Rg^ @1")
    assert match.legal() == [".", "!R", "!Y"]
    with pytest.raises(IllegalAction, match=r"adventure-tours 5\.11: no Pater Miller of the colour B"):
        match.play("!B")
    view = play(match, "!R").view(None)
    assert view["members"][1] == ["Ya", "Yc", "Rc", "Bl"]
    assert view["discards"] == ["Rc"]
    assert question(match) == (1, "play")


@rule("adventure-tours 5.11")
def test_pater_miller_cannot_protect_as_equipment_or_in_the_hand() -> None:
    match = match_with("Rg Ya", "Rc Rc", equipment={0: "Rb", 1: "Bc"}, members={1: "Bl"})
    view = play(match, "Rg^ @1").view(None)
    assert view["members"][1] == []
    assert view["protectors"] == [[], [], []]


@rule("adventure-tours 5.11")
def test_a_card_that_was_to_be_given_stays_on_the_pile() -> None:
    match = match_with("Ra Ya", members={1: "Rc"}, pile="Bl")
    play(match, "Ra^ @1 !R Rh")
    assert match.view(None)["hand_sizes"] == [1, 6, 6]
    assert "Bl" in match.view(1)["hand"]


@rule("adventure-tours 5.12")
def test_a_taken_or_moved_pater_miller_protects() -> None:
    match = match_with("Yk Ya", equipment={0: STRONG}, members={1: "Rc"})
    play(match, "Yk^ @1 .")
    assert match.view(None)["protectors"] == [["Rc"], [], []]
    match = match_with("Rl Ya", equipment={0: "Rb Rb Rc Rb"})
    play(match, "Rl^ &")
    assert match.view(None)["protectors"][0] == ["Rc"]


# --- the end of a round


@rule("adventure-tours 6.1", "adventure-tours 6.4")
def test_the_last_card_of_the_pile_ends_the_round_at_once() -> None:
    match = play(match_with("Rl Ya", left=1, starter=0), "Rl")
    assert match.round == 2
    assert match.sheets()[0]["hand_sizes"][0] == 2
    assert match.sheets()[0]["ended_by"] == 0


@rule("adventure-tours 6.1", "adventure-tours 6.2", "adventure-tours 6.4")
def test_a_round_can_end_in_the_middle_of_a_gift() -> None:
    match = match_with("Rf Ya", equipment={0: "Rb"}, left=1)
    play(match, "Rf^ @2 @1")
    sheet = match.sheets()[0]
    assert (match.round, sheet["hand_sizes"], sheet["ended_by"]) == (2, [1, 6, 7], 0)
    match = match_with("Rf Ya", equipment={0: "Rb"}, members={2: "Rc"}, left=1)
    play(match, "Rf^ @2 @2")
    assert match.view(None)["asked"]["cards"] == 1
    assert play(match, ".").sheets()[0]["hand_sizes"] == [1, 6, 7]


@rule("adventure-tours 6.3", "adventure-tours 6.4", "adventure-tours 9.2")
def test_an_empty_hand_at_the_end_of_a_turn_ends_the_round() -> None:
    match = match_with(*["Rh Rh", "Rc", "Yh"], equipment={1: "Rb"})
    play(match, "Rh Rc^")
    sheet = match.sheets()[0]
    assert (sheet["ended_by"], sheet["hand_sizes"]) == (1, [2, 0, 1])
    assert match.view(None)["starter"] == 2


@rule("adventure-tours 6.3")
def test_a_hand_that_is_empty_only_meanwhile_ends_nothing() -> None:
    match = play(match_with("Ra", pile="Bl"), "Ra^")
    assert match.view(None)["hand_sizes"][0] == 0
    assert play(match, "@0").round == 1
    assert match.view(0)["hand"] == ["Bl"]


# --- scoring and the match


@rule("adventure-tours 8.1", "adventure-tours 8.2")
def test_fourteen_coins_of_income_and_two_cards_in_hand_make_ten() -> None:
    """The printed example: 3 + 4 + 2 + 5 coins, two cards left, ten coins."""
    match = match_with("Yb Ya", members={0: "Re Bf Ya Yi"}, equipment={0: "Rl Rl Bl Yl"})
    assert match.view(None)["income"][0] == 14
    assert match.scores[0] == 10


@rule("adventure-tours 8.2")
def test_money_never_falls_below_zero() -> None:
    assert match_with("Ra Ra Ba").scores[0] == 0
    match = match_with("Ra Ra Ba")
    match._state["totals"][0, :3] = [5, 20, 0]
    assert match.scores == [0, 8, 0]


@rule("adventure-tours 9.1", "adventure-tours 9.3")
def test_three_rounds_and_the_richest_win() -> None:
    match = play_randomly(game_of().match(seed=2), 2)
    assert len(match.sheets()) == 3
    assert len({str(deal["deck"]) for deal in match.deals}) == 3
    assert match.winners == [seat for seat in range(3) if match.scores[seat] == max(match.scores)]
    match._state["totals"], match._state["income"], match._state["held"] = 7, 0, 0
    assert match.winners == [0, 1, 2]


@rule("adventure-tours 9.2")
def test_the_left_neighbour_of_who_ended_the_round_starts() -> None:
    match = play_randomly(game_of(players=4).match(seed=5), 5)
    before, after = match.sheets()[0], match.sheets()[1]
    assert after["starter"] == (before["ended_by"] + 1) % 4


# --- what the players know


@rule("adventure-tours 11.1", "adventure-tours 11.2", "adventure-tours 11.3")
def test_hands_are_hidden_all_else_is_open() -> None:
    match = match_with("Ra Ya", members={0: "Bl"}, equipment={1: "Yl"}, left=30)
    play(match, "Ra^ @1")
    own, other, spectator = match.view(0), match.view(1), match.view(None)
    assert own["hand"] == ["Ya"]
    assert spectator["hand"] == []
    for key in ("members", "equipment", "discards", "hand_sizes", "left", "totals", "scores", "income"):
        assert own[key] == other[key] == spectator[key]
    assert len(own["discards"]) > 30


@rule("adventure-tours 11.1")
def test_hands_have_no_limit() -> None:
    cards = " ".join(f"{colour}{code}" for colour in "RBY" for code in "abcdefghijkl") + " Ra Ra Rb Rb"
    match = match_with(cards, pile="Yl")
    view = play(match, "Ra").view(0)
    assert view["hand_sizes"][0] == 40
    assert len(view["hand"]) == 40
