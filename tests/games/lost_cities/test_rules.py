"""The rule page, paragraph by paragraph."""

from __future__ import annotations

from collections import Counter

import pytest

import incognita
from incognita import IllegalAction
from incognita.games.lost_cities import LostCities
from incognita.games.lost_cities.notation import card_text
from tests.games.lost_cities.table import finish, lay_out, match_with, play, points_of

rule = pytest.mark.rule


def deck_of(**options: int) -> Counter[str]:
    game = incognita.load("lost-cities", **options)
    assert isinstance(game, LostCities)
    return Counter(card_text(kind) for kind in game.full_deck())


@rule("lost-cities 1.1")
def test_five_expeditions() -> None:
    assert {card[0] for card in deck_of()} == set("YBWGR")


@rule("lost-cities 1.2")
def test_sixty_cards() -> None:
    deck = deck_of()
    assert deck.total() == 60
    assert all(deck[f"{colour}I"] == 3 for colour in "YBWGR")
    assert all(deck[f"{colour}{number}"] == 1 for colour in "YBWGR" for number in range(2, 11))


@rule("lost-cities 1.3")
def test_purple_adds_twelve_cards_and_changes_no_hand() -> None:
    deck = deck_of(colours=6)
    assert deck.total() == 72
    assert deck["PI"] == 3
    assert incognita.load("lost-cities", colours=6).match(seed=1).view(0)["hand_sizes"] == [8, 8]


@rule("lost-cities 2.1")
def test_three_rounds_are_usual_one_to_nine_possible() -> None:
    game = incognita.load("lost-cities")
    assert game.match(seed=1).rounds == 3
    assert game.match(seed=1, rounds=9).rounds == 9
    for rounds in (0, 10):
        with pytest.raises(incognita.OptionError, match="from 1 to 9"):
            game.match(rounds=rounds)


@rule("lost-cities 2.2")
def test_eight_cards_each_and_the_rest_is_the_draw_pile() -> None:
    match = incognita.load("lost-cities").match(seed=3)
    assert [len(match.view(seat)["hand"]) for seat in (0, 1)] == [8, 8]
    assert match.view(None)["left"] == 44


@rule("lost-cities 2.3")
def test_the_first_starter_is_named_or_drawn() -> None:
    game = incognita.load("lost-cities")
    assert {game.match(seed=1, starter=starter).seat for starter in (0, 1)} == {0, 1}
    assert {game.match(seed=seed).seat for seed in range(20)} == {0, 1}
    with pytest.raises(incognita.OptionError, match="starter must be a seat from 0 to 1, not 2"):
        game.match(starter=2)


@rule("lost-cities 3.1")
def test_a_card_is_played_then_one_is_drawn_and_turns_alternate() -> None:
    match = match_with("R7 Y2", "B3 B4")
    with pytest.raises(IllegalAction, match=r"ply 0: \* is refused by lost-cities 3\.1"):
        match.play("*")
    match.play("R7")
    assert match.seat == 0
    with pytest.raises(IllegalAction, match=r"ply 1: Y2 is refused by lost-cities 3\.1"):
        match.play("Y2")
    match.play("*")
    assert match.seat == 1
    play(match, "B3 *")
    assert match.seat == 0


@rule("lost-cities 3.2")
def test_a_card_is_added_to_the_own_expedition_or_discarded() -> None:
    match = match_with("R7 R8", "R3")
    assert {"R7", "R7-"} <= set(match.legal())
    play(match, "R7 *", "R3 *")
    view = match.view(None)
    assert [view["expeditions"][seat]["R"] for seat in (0, 1)] == [["R7"], ["R3"]]


@rule("lost-cities 3.2")
def test_only_cards_in_the_hand_are_played() -> None:
    match = match_with("R7", "B3")
    with pytest.raises(IllegalAction, match=r"lost-cities 3\.2: B3 is not in the hand"):
        match.play("B3")


@rule("lost-cities 3.3")
def test_numbers_rise_with_gaps() -> None:
    match = match_with("R4 R3 R9 R5", "B2 B3 B4 B5")
    play(match, "R4 *", "B2 *")
    assert "R5" in match.legal()
    play(match, "R9 *", "B3 *")
    for card in ("R3", "R5"):
        assert card not in match.legal()
        with pytest.raises(IllegalAction, match=rf"lost-cities 3\.3: .*{card} cannot follow R9"):
            match.play(card)


@rule("lost-cities 3.4")
def test_investments_only_before_the_first_number() -> None:
    match = match_with("RI RI R2", "BI BI BI B2 B3")
    play(match, "RI *", "BI *", "R2 *", "BI *")
    with pytest.raises(IllegalAction, match=r"lost-cities 3\.4: .*RI cannot follow R2"):
        match.play("RI")
    play(match, "RI- *", "BI *")
    assert match.view(None)["expeditions"][1]["B"] == ["BI", "BI", "BI"]


@rule("lost-cities 3.5")
def test_discards_pile_up_by_colour_and_any_card_may_go() -> None:
    match = match_with("R7 RI Y2", "R8")
    assert sum(action.endswith("-") for action in match.legal()) == len(set(match.view(0)["hand"]))
    play(match, "R7- *", "R8- *", "Y2- *")
    assert match.view(None)["piles"] == {"Y": ["Y2"], "B": [], "W": [], "G": [], "R": ["R7", "R8"]}


@rule("lost-cities 3.6")
def test_the_draw_is_the_pile_or_the_top_of_a_discard_pile() -> None:
    match = match_with("R7 Y2", "R8 B3")
    play(match, "R7- *", "R8- *", "Y2")
    assert match.legal() == ["*", "<R"]
    with pytest.raises(IllegalAction, match=r"lost-cities 3\.6: the B discard pile is empty"):
        match.play("<B")
    match.play("<R")
    assert "R8" in match.view(0)["hand"]
    assert match.view(0)["piles"]["R"] == ["R7"]


@rule("lost-cities 3.7")
def test_the_card_just_discarded_stays_for_this_turn() -> None:
    match = match_with("R7 Y2", "B3")
    match.play("R7-")
    assert match.legal() == ["*"]
    assert match.view(1)["closed"] == "R"
    with pytest.raises(IllegalAction, match=r"lost-cities 3\.7: .*pile R is closed"):
        match.play("<R")
    play(match, "*", "B3")
    assert "<R" in match.legal()


@rule("lost-cities 4.1")
def test_expeditions_discards_and_the_count_of_the_pile_are_open() -> None:
    match = play(match_with("R7", "B3"), "R7 *", "B3- *")
    for viewer in (0, 1, None):
        view = match.view(viewer)
        assert view["expeditions"][0]["R"] == ["R7"]
        assert view["piles"]["B"] == ["B3"]
        assert view["left"] == 42
        assert match.log(viewer) == ["R7", "*", "B3-", "*"]


@rule("lost-cities 4.2")
def test_a_hand_is_seen_by_its_owner_only() -> None:
    match = match_with("R7 R8 R9 R10 Y2 Y3 Y4 Y5", "B3")
    assert match.view(0)["hand"] == ["Y2", "Y3", "Y4", "Y5", "R7", "R8", "R9", "R10"]
    for viewer in (1, None):
        assert "R7" not in str(match.view(viewer))
    assert match.view(None)["hand"] == []


@rule("lost-cities 4.2")
def test_unplayed_hands_are_not_on_the_sheet_of_a_round() -> None:
    match = finish(match_with("R7", "RI", rounds=2))
    assert match.round == 2
    assert match.sheets()[0]["points"] == [0, 0]
    public = {"round", "starter", "expeditions", "values", "reckonings", "points", "totals"}
    assert set(match.sheets()[0]) == public


@rule("lost-cities 4.3")
def test_a_card_taken_openly_is_known_until_one_of_its_kind_is_played() -> None:
    match = match_with("RI RI Y2", "RI B3 B4")
    play(match, "RI- *", "B3 <R")
    assert match.view(None)["known"] == [[], ["RI"]]
    play(match, "Y2 *", "RI- *")  # which of the two it laid down, nobody can tell
    assert match.view(0)["known"] == [[], []]
    assert match.view(1)["hand"].count("RI") == 1


@rule("lost-cities 4.4")
def test_views_hold_whole_discard_piles() -> None:
    match = play(match_with("R7 R8", "R9"), "R7- *", "R9- *", "R8- *")
    assert match.view(None)["piles"]["R"] == ["R7", "R9", "R8"]


@rule("lost-cities 5.1")
def test_the_round_ends_with_the_last_card_of_the_pile() -> None:
    match = match_with("R2 R3 R4", "B2 B3 B4", "G2 G3", colours=5, ranks=3, investments=1, hand=3, rounds=1)
    cards = match.view(None)["left"]
    for _ in range(cards - 1):
        match.play(match.legal()[0])
        match.play("*")
    assert match.seat is not None
    play(match, match.legal()[0], "*")
    assert match.over
    assert match.legal() == []
    assert match.view(None)["hand_sizes"] == [3, 3]
    with pytest.raises(IllegalAction, match="play is over"):
        match.play("*")


@rule("lost-cities 5.1")
def test_the_card_that_ends_the_round_does_not_count() -> None:
    match = match_with("YI Y2", "BI B2", "Y3", colours=2, ranks=2, investments=1, hand=2, rounds=1)
    play(match, "Y2 *", "B2 *")
    assert match.over
    assert match.scores == [-18, -18]


@rule("lost-cities 5.2")
def test_no_card_costs_nothing() -> None:
    assert points_of("") == 0


@rule("lost-cities 5.3")
@pytest.mark.parametrize(("cards", "points"), [("R2", -18), ("R10 R9", -1), ("R5 R7 R8", 0), ("Y3 Y4 Y6 Y10", 3)])
def test_the_sum_less_twenty(cards: str, points: int) -> None:
    assert points_of(cards) == points


@rule("lost-cities 5.4")
@pytest.mark.parametrize(
    ("cards", "points"),
    [("RI", -40), ("RI RI", -60), ("RI RI RI", -80), ("RI R2", -36), ("RI RI R10 R9 R8", 21), ("RI R10 R9 R8 R7", 28)],
)
def test_investments_multiply_gain_and_loss(cards: str, points: int) -> None:
    assert points_of(cards) == points


@rule("lost-cities 5.5")
@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("R2 R3 R4 R5 R6 R7 R8", 15),
        ("R2 R3 R4 R5 R6 R7 R8 R9", 44),
        ("RI RI R2 R3 R4 R5 R6 R7", 41),
        ("RI RI R2 R3 R4 R5 R6", 0),
    ],
)
def test_eight_cards_earn_twenty_after_the_multiplication(cards: str, points: int) -> None:
    assert points_of(cards) == points


@rule("lost-cities 5.6")
def test_the_extremes() -> None:
    assert points_of("RI RI RI") == -80
    assert points_of("RI RI RI R2 R3 R4 R5 R6 R7 R8 R9 R10") == 156


@rule("lost-cities 5.7")
def test_the_example_of_the_rule_page() -> None:
    states = lay_out("Y3 Y5 Y8 Y10 BI BI B4 B6 GI G2 G3 G4 G5 G6 G7 G9 RI")
    sheet = incognita.load("lost-cities").sheet(states)
    assert sheet["values"][0] == {"Y": 6, "B": -30, "W": 0, "G": 52, "R": -40}
    assert sheet["points"][0] == -12


@rule("lost-cities 5.3", "lost-cities 5.4", "lost-cities 5.5")
def test_the_printed_example_of_eighteen_points() -> None:
    """3 + 0 - 40 - 10 + 45 + 20: sums of 23, nothing, one investment alone, 15 doubled, 35 tripled with the bonus."""
    assert points_of("Y3 Y4 Y6 Y10 WI GI G2 G3 G4 G6 RI RI R2 R4 R5 R7 R8 R9") == 18


@rule("lost-cities 6.1")
def test_points_add_up_over_rounds_and_each_round_has_its_own_deal() -> None:
    match = incognita.load("lost-cities").match(seed=5, rounds=2)
    first = match.view(0)["hand"], match.view(1)["hand"]
    match.play(next(action for action in match.legal() if not action.endswith("-")))
    points = list(match.scores)
    finish(match)
    assert match.round == 2
    assert match.scores == points
    assert match.view(0)["totals"] == points
    assert (match.view(0)["hand"], match.view(1)["hand"]) != first
    assert match.view(None)["left"] == 44


@rule("lost-cities 6.2")
@pytest.mark.parametrize("first", [0, 1])
def test_the_leader_begins_the_next_round(first: int) -> None:
    for loser in (0, 1):
        match = match_with("R2", "B2", starter=first, rounds=2)
        while match.seat != loser:
            play(match, next(action for action in match.legal() if action.endswith("-")), "*")
        play(match, "R2" if loser == 0 else "B2", "*")
        assert finish(match).seat == 1 - loser


@rule("lost-cities 6.2")
@pytest.mark.parametrize("first", [0, 1])
def test_on_a_tie_the_first_starter_begins_again(first: int) -> None:
    match = match_with("R2", "B2", starter=first, rounds=4)
    finish(match)
    assert match.seat == first
    while match.seat != 0:  # seat 0 falls behind, so seat 1 begins; then they are level again
        play(match, next(action for action in match.legal() if action.endswith("-")), "*")
    play(match, "R2 *")
    assert finish(match).seat == 1
    play(match, "B2 *")
    assert finish(match).seat == first


@rule("lost-cities 6.3")
def test_more_points_win_and_a_tie_is_shared() -> None:
    match = play(match_with("R2", "B2"), "R2 *")
    assert match.winners == []
    assert finish(match).winners == [1]
    assert finish(match_with("R2", "B2")).winners == [0, 1]


@rule("lost-cities 6.4")
def test_cards_may_go_round_for_ever() -> None:
    match = play(match_with("R7 Y2", "B3 G4"), "R7- *", "B3- *")
    before = match.view(None)
    for _ in range(100):  # each seat puts one card down for its other one, and back again
        play(match, "Y2- <R", "G4- <B", "R7- <Y", "B3- <G")
    after = match.view(None)
    assert after["left"] == before["left"] == 42
    assert after["ply"] == before["ply"] + 800
    assert after["piles"] == before["piles"]


@rule("lost-cities 7.1")
def test_tiny_variants_play_by_their_own_numbers() -> None:
    match = match_with("Y2 Y2", "B3 B3", colours=2, ranks=2, investments=1, copies=2, hand=2, cost=3, rounds=1)
    assert match.view(None)["left"] == 6
    play(match, "Y2 *", "B3 *")
    assert match.scores == [-1, 0]
    assert "Y2" not in match.legal()
    with pytest.raises(IllegalAction, match=r"3\.3"):
        match.play("Y2")


@rule("lost-cities 7.1")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colours": 7}, "colours must be a whole number from 1 to 6, not 7"),
        ({"colours": True}, "colours must be a whole number"),
        ({"ranks": 0}, "ranks must be a whole number from 1 to 9"),
        ({"hand": 9}, "hand must be a whole number from 1 to 8"),
        ({"copies": 2}, "21 cards of one colour"),
        ({"colours": 2, "ranks": 2, "investments": 0}, "4 cards are too few to deal 16"),
        ({"colors": 5}, "has no option 'colors'; its options are colours, ranks"),
    ],
)
def test_impossible_options_are_named(options: dict[str, int], message: str) -> None:
    with pytest.raises(incognita.OptionError, match=message):
        incognita.load("lost-cities", **options)
