"""The rule page, paragraph by paragraph."""

from __future__ import annotations

from collections import Counter

import pytest

import incognita
from incognita import IllegalAction
from incognita.games.lost_cities.notation import card_text
from incognita.games.partners import Partners
from tests.games.partners.table import finish, match_with, pass_time, play, until

rule = pytest.mark.rule


@rule("partners 1.1")
def test_seventy_five_cards() -> None:
    game = incognita.load("partners")
    assert isinstance(game, Partners)
    deck = Counter(card_text(kind) for kind in game.full_deck())
    assert deck.total() == 75
    for colour in "YBWGR":
        assert [deck[f"{colour}{rank}"] for rank in ("I", *range(2, 11))] == [3, 2, 2, 2, 1, 1, 1, 1, 1, 1]
    with pytest.raises(incognita.OptionError, match="colours must be a whole number from 1 to 5, not 6"):
        incognita.load("partners", colours=6)


@rule("partners 2.1")
def test_partners_share_expeditions_and_score() -> None:
    match = play(match_with("R5", "B2", "R7"), "R5 *", "B2 *", "R7 *")
    assert match.view(None)["expeditions"][0]["R"] == ["R5", "R7"]
    assert match.scores == [-8, -18, -8, -18]
    assert match.game.sides == ((0, 2), (1, 3))


@rule("partners 2.2")
def test_eight_cards_each_and_forty_three_left() -> None:
    view = incognita.load("partners").match(seed=1).view(None)
    assert (view["hand_sizes"], view["left"]) == ([8, 8, 8, 8], 43)


@rule("partners 2.3")
def test_turns_go_clockwise_from_the_starter() -> None:
    match = match_with(starter=2)
    seats = []
    for _ in range(5):
        seats.append(match.seat)
        pass_time(match)
    assert seats == [2, 3, 0, 1, 2]


@rule("partners 3.1")
def test_a_normal_turn_is_that_of_lost_cities() -> None:
    match = match_with("R5 R7")
    match.play("R5-")
    assert match.legal() == ["*"]
    with pytest.raises(IllegalAction, match=r"lost-cities 3\.7"):
        match.play("<R")
    with pytest.raises(IllegalAction, match=r"partners 3\.1"):
        match.play("R7>")


@rule("partners 3.2")
def test_the_second_card_of_a_number_never_follows_the_first() -> None:
    match = play(match_with("R3 R5", "B5", "R3 R4"), "R3 *", "B5 *")
    assert "R4" in match.legal()
    with pytest.raises(IllegalAction, match=r"lost-cities 3\.3: .*R3 cannot follow R3"):
        match.play("R3")


@rule("partners 3.3")
def test_two_cards_go_to_the_partner_and_nobody_draws() -> None:
    match = play(match_with("R5 R7", "B2", "G9"), "R5> R7>")
    assert match.seat == 1
    assert match.view(None)["hand_sizes"] == [6, 8, 10, 8]
    assert match.view(None)["left"] == 43
    assert {"R5", "R7", "G9"} <= set(match.view(2)["hand"])
    assert not {"R5", "R7"} & set(match.view(0)["hand"])


@rule("partners 3.4")
def test_a_handover_needs_eight_cards() -> None:
    match = play(match_with("R5 R7"), "R5> R7>")
    until(match, 0)
    with pytest.raises(IllegalAction, match=r"partners 3\.4: a handover needs 8 cards in the hand, and there are 6"):
        match.play(match.view(0)["hand"][0] + ">")
    assert not any(action.endswith(">") for action in match.legal())
    play(match, next(action for action in match.legal() if action.endswith("-")), "*")
    assert match.view(None)["hand_sizes"][0] == 6
    play(until(match, 2), *(card + ">" for card in match.view(2)["hand"][:2]))
    assert match.view(None)["hand_sizes"] == [8, 8, 8, 8]


@rule("partners 3.5")
def test_once_the_first_card_is_named_the_second_must_follow() -> None:
    match = play(match_with("R5 R7 RI RI"), "R7>")
    assert match.seat == 0
    assert all(action.endswith(">") for action in match.legal())
    assert len(match.legal()) == len(set(match.view(0)["hand"]))
    with pytest.raises(IllegalAction, match=r"partners 3\.5"):
        match.play("R5")
    with pytest.raises(IllegalAction, match=r"partners 3\.3: R7 is not in the hand"):
        match.play("R7>")
    assert match.view(None)["hand_sizes"] == [7, 8, 8, 8]
    assert play(match, "RI>").seat == 1


@rule("partners 4.1")
def test_only_giver_and_partner_see_the_cards() -> None:
    match = play(match_with("R5 R7", "B2", "G9"), "R5>")
    assert [match.log(viewer) for viewer in (0, 1, 2, 3, None)] == [["R5>"], ["?>"], ["?>"], ["?>"], ["?>"]]
    assert [match.view(viewer)["handed"] for viewer in (0, 1, 2, 3, None)] == ["R5", "?", "?", "?", "?"]
    play(match, "R7>")
    assert [match.log(viewer) for viewer in (0, 2)] == [["R5>", "R7>"]] * 2
    assert [match.log(viewer) for viewer in (1, 3, None)] == [["?>", "?>"]] * 3
    for viewer in (1, 3, None):
        assert "R5" not in str(match.view(viewer))
        assert "R7" not in str(match.view(viewer))
    with pytest.raises(IllegalAction, match=r"partners 4\.1: say which card"):
        until(match, 1).play("?>")


@rule("partners 4.2")
def test_a_view_says_nothing_that_a_partner_could_only_have_been_told() -> None:
    """The partner's cards are known from what was seen and handed over, and from nothing else."""
    match = match_with("R5 R7", "B2", "G9")
    assert match.view(0)["trusted"] == match.view(2)["trusted"] == []
    assert match.view(0)["hand"] != match.view(2)["hand"]
    assert "G9" not in str(match.view(0))


@rule("partners 4.3")
def test_taken_cards_are_known_until_one_of_their_kind_is_played() -> None:
    match = play(match_with("R5 Y2", "B2 B5", "", "R9"), "R5- *", "B2 <R")
    for viewer in (0, 2, 3, None):
        assert match.view(viewer)["known"][1] == ["R5"]
        assert match.view(viewer)["side_known"] == [[], ["R5"]]
    assert match.view(3)["trusted"] == ["R5"]
    play(until(match, 1), "R5- *")
    assert match.view(0)["known"][1] == []
    assert match.view(0)["side_known"] == [[], []]
    assert match.view(3)["trusted"] == []


@rule("partners 4.4")
def test_what_opponents_are_sure_of_after_a_handover() -> None:
    match = play(match_with("R5 Y2", "B2 B5 B6"), "R5- *", "B2 <R")
    play(until(match, 1), "B5>")
    assert match.view(0)["known"][1] == []  # one fewer of every kind, while the handover is under way
    play(match, "B6>")
    assert match.view(0)["known"][1] == []
    assert match.view(0)["side_known"][1] == ["R5"]  # it is still with one of the two


@rule("partners 4.5")
def test_what_partners_are_sure_of_after_a_handover() -> None:
    match = play(match_with("R5 Y2", "B2 B5 B6"), "R5- *", "B2 <R")
    assert match.view(3)["trusted"] == ["R5"]
    play(until(match, 1), "R5>")
    assert match.view(3)["trusted"] == []  # it might be the card that lies aside
    play(match, "B6>")
    assert match.view(3)["trusted"] == []
    assert match.view(1)["trusted"] == ["B6", "R5"]
    play(until(match, 3), "B6- *")
    assert match.view(1)["trusted"] == ["R5"]


@rule("partners 5.1")
def test_the_round_ends_with_the_last_card_and_each_side_is_scored_once() -> None:
    match = play(match_with("R2", "B2", "R3"), "R2 *", "B2 *", "R3 *")
    finish(match)
    assert match.over
    assert match.view(None)["left"] == 0
    assert match.scores == [-15, -18, -15, -18]


@rule("partners 6.1")
def test_points_are_added_for_each_side() -> None:
    match = play(match_with("R2", "B2", "R3", rounds=2), "R2 *")
    finish(match)
    assert match.round == 2
    assert match.view(None)["totals"] == [-18, 0, -18, 0]
    assert incognita.load("partners").match(seed=1).rounds == 3


def lose(match: incognita.Match, side: int) -> incognita.Match:
    """Let a side fall behind in this round and finish it."""
    card = "R2" if side == 0 else "B2"
    while card not in match.legal():
        pass_time(match)
    play(match, card, "*")
    return finish(match)


def table(starter: int, rounds: int) -> incognita.Match:
    """Every member of side 0 can lay R2, every member of side 1 B2."""
    return match_with("R2", "B2", "R2", "B2", starter=starter, rounds=rounds)


@rule("partners 6.2")
@pytest.mark.parametrize("first", range(4))
def test_the_leading_side_begins_its_members_in_turn(first: int) -> None:
    match = table(first, 6)
    own, other = first % 2, 1 - first % 2
    starters = []
    for loser in (other, other, own, own, other):
        starters.append(lose(match, loser).view(None)["starter"])
    # the first starter's side leads, twice more, is caught up with (the tie counts as its start), and leads again
    assert starters == [(first + 2) % 4, first, (first + 2) % 4, first, (first + 2) % 4]


@rule("partners 6.2")
@pytest.mark.parametrize("first", range(4))
def test_the_other_side_begins_by_the_first_seat_clockwise(first: int) -> None:
    match = table(first, 4)
    own = first % 2
    starters = [lose(match, own).view(None)["starter"] for _ in range(3)]
    assert starters == [(first + 1) % 4, (first + 3) % 4, (first + 1) % 4]


@rule("partners 6.3")
@pytest.mark.parametrize("first", range(4))
def test_on_a_tie_the_first_starter_begins_again_and_it_counts(first: int) -> None:
    match = table(first, 5)
    own, other = first % 2, 1 - first % 2
    assert finish(match).view(None)["starter"] == first
    assert lose(match, other).view(None)["starter"] == (first + 2) % 4
    assert lose(match, own).view(None)["starter"] == first
    assert lose(match, other).view(None)["starter"] == (first + 2) % 4


@rule("partners 6.4")
def test_a_side_wins_together_and_a_tie_is_everybodys() -> None:
    assert lose(table(0, 1), 0).winners == [1, 3]
    assert finish(table(0, 1)).winners == [0, 1, 2, 3]


@rule("partners 6.5")
def test_cards_may_be_handed_to_and_fro_for_ever() -> None:
    match = match_with("R5 R7", "B5 B7")
    for _ in range(50):
        play(match, "R5> R7>", "B5> B7>", "R5> R7>", "B5> B7>")
    assert match.view(None)["left"] == 43
    assert match.ply == 400


@rule("partners 7.1")
def test_tiny_variants_play_by_their_own_numbers() -> None:
    match = match_with("Y2 Y2 Y3", "B2", colours=2, ranks=3, investments=1, hand=3, cost=1)
    assert match.view(None)["hand_sizes"] == [3, 3, 3, 3]
    assert match.view(None)["left"] == 2 * (1 + 2 * 3) - 12
    play(match, "Y2 *", "B2 *")
    assert match.scores == [1, 1, 1, 1]
    assert list(match.view(None)["piles"]) == ["Y", "B"]


@rule("partners 7.1")
def test_a_handover_of_tiny_hands_leaves_a_card_to_play() -> None:
    match = play(match_with("Y2 Y3 Y4", colours=2, ranks=3, investments=1, hand=3), "Y2> Y4>")
    assert match.view(None)["hand_sizes"] == [1, 3, 5, 3]
    assert match.view(0)["hand"] == ["Y3"]
    small = match_with("Y2 Y3", colours=2, ranks=3, investments=1, hand=2)
    assert not any(action.endswith(">") for action in small.legal())
    with pytest.raises(IllegalAction, match=r"partners 3\.4: a handover needs 3 cards in the hand, and there are 2"):
        small.play("Y2>")


@rule("partners 7.1")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colours": 6}, "colours must be a whole number from 1 to 5, not 6"),
        ({"ranks": 10}, "ranks must be a whole number from 1 to 9, not 10"),
        ({"hand": 0}, "hand must be a whole number from 1 to 8, not 0"),
        ({"investments": 4}, "16 cards of one colour; at most 15 are possible"),
        ({"colours": 2}, "30 cards are too few to deal 32 and leave a draw pile"),
        ({"copies": 1}, "has no option 'copies'; its options are colours, ranks, investments, hand, cost"),
    ],
)
def test_impossible_options_are_named(options: dict[str, int], message: str) -> None:
    with pytest.raises(incognita.OptionError, match=message):
        incognita.load("partners", **options)
