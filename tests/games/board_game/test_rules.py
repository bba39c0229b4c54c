"""The rule page, paragraph by paragraph."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

import incognita
from incognita import IllegalAction, Match
from incognita.core import rules
from incognita.games.board_game import BoardGame
from tests.games.board_game.table import finish, match_with, pass_time, place, play, until

rule = pytest.mark.rule

QUIET = {f"R{stone}": "A" for stone in (3, 4, 6, 7, 9)}
"""Nothing but artifacts on the red path."""


def board_game(**options: Any) -> BoardGame:
    game = incognita.load("board-game", **options)
    assert isinstance(game, BoardGame)
    return game


@rule("board-game 1.1", "board-game 1.7")
def test_five_paths_of_nine_stones_with_twenty_five_spaces() -> None:
    tiles = match_with().view(None)["tiles"]
    assert list(tiles) == list("YBWGR")
    assert all(len(stones) == 9 for stones in tiles.values())
    spaces = {colour: [stone + 1 for stone, tile in enumerate(stones) if tile] for colour, stones in tiles.items()}
    assert spaces == {
        "Y": [2, 3, 5, 7, 9],
        "B": [2, 4, 6, 8, 9],
        "W": [3, 5, 6, 8, 9],
        "G": [2, 4, 5, 7, 9],
        "R": [3, 4, 6, 7, 9],
    }


@rule("board-game 1.2")
def test_two_cards_of_every_value() -> None:
    deck = Counter(match_with().record().split("deck: ")[1].split("\n")[0].split())
    assert deck == {f"{colour}{value}": 2 for colour in "YBWGR" for value in range(11)}


@rule("board-game 1.3")
def test_four_adventurers_and_one_researcher() -> None:
    match = match_with("Y0 B0 W0 G0 R0")
    for card in ("Y0a", "B0a", "W0a", "G0a"):
        play(until(match, 0), card)
        while match.seat == 0:
            match.play("*" if "*" in match.legal() else ".")
    until(match, 0)
    with pytest.raises(IllegalAction, match=r"board-game 1\.3: no adventurer is left"):
        match.play("R0a")
    match.play("R0r")
    assert match.view(None)["explorers"][0]["R"] == {"stone": 1, "researcher": True}


@rule("board-game 1.4", "board-game 7.3")
@pytest.mark.parametrize(
    ("stone", "value"), list(zip(range(1, 10), [-20, -15, -10, 5, 10, 15, 30, 35, 50], strict=True))
)
def test_the_stones(stone: int, value: int) -> None:
    assert place(match_with(), 0, R=stone).view(None)["values"][0]["R"] == value


@rule("board-game 1.5")
def test_the_bridge_lies_between_the_sixth_and_the_seventh_stone() -> None:
    match = place(match_with("R5 R6", tiles=QUIET), 0, R=5)
    play(match, "R5 *")
    assert match.view(None)["crossed"] == 0
    play(until(match, 0), "R6")
    assert match.view(None)["crossed"] == 1


@rule("board-game 1.6")
def test_the_tiles() -> None:
    tiles = Counter(tile for stones in match_with().view(None)["tiles"].values() for tile in stones if tile)
    assert tiles == {"A": 9, ">": 9, "5": 2, "10": 3, "15": 2}


@rule("board-game 2.1")
def test_tiles_are_shuffled_for_every_round() -> None:
    match = board_game(players=3).match(seed=1)
    layouts = {str(deal["tiles"]) for deal in match.deals}
    assert len(layouts) == 3


@rule("board-game 2.2")
@pytest.mark.parametrize(("players", "left", "removed"), [(2, 64, 30), (3, 86, 0), (4, 78, 0)])
def test_eight_cards_each_and_two_players_do_without_thirty(players: int, left: int, removed: int) -> None:
    view = board_game(players=players).match(seed=1).view(None)
    assert view["hand_sizes"] == [8] * players
    assert (view["left"], view["removed"]) == (left, removed)


@rule("board-game 2.3")
def test_turns_go_clockwise_from_the_starter() -> None:
    match = match_with(players=3, starter=1)
    seats = []
    for _ in range(4):
        seats.append(match.seat)
        pass_time(match)
    assert seats == [1, 2, 0, 1]


@rule("board-game 3.1")
def test_a_turn_is_a_card_and_a_draw() -> None:
    match = match_with("R4 R5")
    with pytest.raises(IllegalAction, match=r"board-game 3\.1"):
        match.play("*")
    match.play("R4a")
    with pytest.raises(IllegalAction, match=r"board-game 3\.1"):
        match.play("R5")
    assert play(match, "*").seat == 1


@rule("board-game 3.2")
def test_beginning_a_path() -> None:
    match = match_with("R4 R5", "R6")
    assert {"R4a", "R4r", "R4-"} <= set(match.legal())
    assert "R4" not in match.legal()
    play(match, "R4r *", "R6a *")
    explorers = match.view(None)["explorers"]
    assert explorers[0]["R"] == {"stone": 1, "researcher": True}
    assert explorers[1]["R"] == {"stone": 1, "researcher": False}
    with pytest.raises(IllegalAction, match=r"board-game 3\.2: the path R is begun already"):
        match.play("R5a")
    assert not any(action.endswith("r") for action in match.legal())


@rule("board-game 3.3")
def test_any_card_may_begin_a_path() -> None:
    match = match_with("R4 R9 R2")
    assert {"R9a", "R4a", "R2a"} <= set(match.legal())


@rule("board-game 3.4")
def test_the_same_value_or_a_higher_one_continues() -> None:
    """The printed example: red 4, then 7; a 3 that is drawn later is of no use."""
    match = match_with("R4 R4 R7 R3", tiles=QUIET)
    with pytest.raises(IllegalAction, match=r"board-game 3\.4: the path R is not begun"):
        match.play("R4")
    play(match, "R4a *")
    play(until(match, 0), "R4 *")
    play(until(match, 0), "R7 *")
    assert match.view(None)["explorers"][0]["R"]["stone"] == 3
    assert match.view(None)["columns"][0]["R"] == ["R4", "R4", "R7"]
    with pytest.raises(
        IllegalAction, match=r"board-game 9\.1: R3 does not continue the column, which goes from 4 to 7"
    ):
        until(match, 0).play("R3")


@rule("board-game 3.4", "board-game 4.3", "board-game 4.4")
def test_the_printed_example() -> None:
    """The third card reaches an arrow, and the explorer goes one step further; the fourth card earns 15 points."""
    tiles = {"R3": ">", "R4": "A", "R6": "15"}
    match = match_with("R1 R2 R3 R4 R5", tiles=tiles)
    for card in ("R1a *", "R2 *"):
        play(until(match, 0), card)
    until(match, 0).play("R3")
    assert (match.seat, match.view(0)["phase"]) == (0, "step")
    assert match.legal() == [".", "+R"]
    play(match, "+R *")
    view = match.view(None)
    assert (view["explorers"][0]["R"]["stone"], view["artifacts"][0]["tiles"]) == (4, 1)
    place(match, 0, R=5)
    play(until(match, 0), "R4")
    assert match.view(None)["holdings"][0] == 15


@rule("board-game 3.5")
def test_a_card_on_a_reached_city_steps_elsewhere() -> None:
    match = place(match_with("R5 R6 R4", tiles=QUIET), 0, R=9, W=1)
    match.play("R5")
    assert match.legal() == [".", "+W"]
    play(match, "+W *")
    assert match.view(None)["explorers"][0]["W"]["stone"] == 2
    until(match, 0)
    with pytest.raises(IllegalAction, match=r"R4 does not continue"):
        match.play("R4")
    play(match, "R6 .")
    assert match.view(0)["phase"] == "draw"
    assert match.view(0)["explorers"][0]["W"]["stone"] == 2
    assert match.view(0)["columns"][0]["R"][-1] == "R6"


@rule("board-game 3.5")
def test_a_reached_city_asks_nothing_if_nobody_can_step() -> None:
    match = place(match_with("R5", tiles=QUIET), 0, R=9)
    match.play("R5")
    assert match.view(0)["phase"] == "draw"


@rule("board-game 3.6")
def test_discards_lie_open_by_colour() -> None:
    match = play(match_with("R4", "R5"), "R4- *", "R5- *")
    assert match.view(None)["piles"]["R"] == ["R4", "R5"]


@rule("board-game 4.1")
def test_a_tile_on_the_first_stone_of_a_replaced_layout_counts() -> None:
    from incognita.games.board_game.data import built_in

    data = {**built_in(), "tile_stones": {**built_in()["tile_stones"], "R": [1, 4, 6, 7, 9]}}
    match = match_with("R4", tiles={"R1": "10"}, data=data)
    match.play("R4a")
    assert match.view(None)["holdings"][0] == 10


@rule("board-game 4.2")
def test_an_artifact_goes_to_the_first_visitor() -> None:
    match = place(place(match_with("R5", "R5", tiles=QUIET), 0, R=2), 1, R=2)
    play(match, "R5 *", "R5 *")
    view = match.view(None)
    assert [artifacts["tiles"] for artifacts in view["artifacts"]] == [1, 0]
    assert view["tiles"]["R"][2] is None


@rule("board-game 4.3")
def test_victory_points_go_to_everyone_and_are_not_doubled() -> None:
    match = place(place(match_with("R5", "R5", tiles={"R3": "15"}), 0, R=2), 1, R=2)
    match._state["researcher"][0, 0] = 4
    play(match, "R5 *", "R5 *")
    assert match.view(None)["holdings"] == [15, 15]
    assert match.view(None)["tiles"]["R"][2] == "15"


@rule("board-game 4.4")
def test_arrows_chain() -> None:
    tiles = {"R3": ">", "W3": ">", "G4": "A"}
    match = place(match_with("R5", tiles=tiles), 0, R=2, W=2, G=3)
    play(match, "R5 +W +G")
    view = match.view(None)
    assert [view["explorers"][0][colour]["stone"] for colour in "RWG"] == [3, 3, 4]
    assert view["artifacts"][0]["tiles"] == 1
    assert view["phase"] == "draw"
    assert (view["tiles"]["R"][2], view["tiles"]["W"][2]) == (">", ">")


@rule("board-game 4.5")
def test_an_arrow_may_be_declined_and_cannot_begin_a_path() -> None:
    match = place(match_with("R5", tiles={"R3": ">"}), 0, R=2, W=9)
    match.play("R5")
    assert match.legal() == [".", "+R"]  # not W, which has arrived, and not the paths that are not begun
    with pytest.raises(IllegalAction, match=r"board-game 4\.5: no explorer can step on the path Y"):
        match.play("+Y")
    match.play(".")
    assert match.view(0)["phase"] == "draw"


@rule("board-game 4.5")
def test_an_arrow_on_the_last_stone_asks_nothing_if_nobody_can_step() -> None:
    match = place(match_with("R5", tiles={"R9": ">"}), 0, R=8)
    match.play("R5")
    assert match.view(0)["phase"] == "draw"


@rule("board-game 5.1")
def test_the_draw_is_the_pile_or_a_discard() -> None:
    match = play(match_with("R4", "R5 Y1"), "R4- *", "Y1a")
    assert match.legal() == ["*", "<R"]
    with pytest.raises(IllegalAction, match=r"board-game 5\.1: the B discard pile is empty"):
        match.play("<B")
    match.play("<R")
    assert "R4" in match.view(1)["hand"]


@rule("board-game 5.2")
def test_the_card_just_discarded_stays_for_this_turn() -> None:
    match = play(match_with("R4"), "R4-")
    assert match.legal() == ["*"]
    with pytest.raises(IllegalAction, match=r"board-game 5\.2: .*pile R is closed"):
        match.play("<R")


@rule("board-game 6.1")
def test_hands_are_hidden() -> None:
    match = match_with("R4 R5 R6 R7 R8 R9 R10 R0", "Y1")
    for viewer in (1, None):
        assert "R9" not in str({**match.view(viewer), "hand": [], "legal": []})
    assert match.view(None)["hand"] == []
    with pytest.raises(IllegalAction, match=r"board-game 6\.1: Y1 is not in the hand"):
        match.play("Y1a")


@rule("board-game 6.2")
def test_views_remember_taken_cards_and_show_points() -> None:
    match = play(match_with("R4", "R5 Y1"), "R4- *", "Y1a <R")
    assert match.view(0)["known"] == [[], ["R4"]]
    assert match.view(None)["holdings"] == [0, 0]


@rule("board-game 7.1")
def test_the_fifth_crossing_ends_the_round_at_once() -> None:
    match = place(place(match_with("R5", tiles={"R7": "15"}), 1, Y=7, B=7), 0, W=7, G=7, R=6)
    match.play("R5")
    assert match.over
    assert match.view(None)["crossed"] == 5
    assert match.view(None)["holdings"] == [0, 0]  # the tile it stepped onto is not performed
    assert match.view(None)["hand_sizes"] == [7, 8]  # nothing is drawn


@rule("board-game 7.1")
def test_a_chain_of_arrows_can_end_the_round() -> None:
    tiles = {"R3": ">", "W6": ">"}
    match = place(place(match_with("R5", tiles=tiles), 1, Y=7, B=7), 0, W=5, G=7, R=2, Y=7)
    play(match, "R5 +W +W")
    assert match.over


@rule("board-game 7.2")
def test_the_last_card_of_the_pile_ends_the_round() -> None:
    match = finish(match_with())
    assert match.over
    assert match.view(None)["left"] == 0


@rule("board-game 7.3")
def test_explorers_are_added_up_the_researcher_twice_and_never_below_zero() -> None:
    match = place(match_with(players=2), 0, R=1, W=4)
    match._state["researcher"][0, 0] = 4
    match._state["holdings"][0, 0] = 30
    sheet = {"values": match.view(None)["values"][0], "scores": match.scores}
    assert sheet["values"] == {"Y": 0, "B": 0, "W": 5, "G": 0, "R": -40}
    match._state["tokens"][0, 0] = 2  # 10 points on the short track
    assert match.scores[0] == 10  # max(0, 30 - 35) + 10


@rule("board-game 7.4", "board-game 8.1")
def test_artifact_tiles_become_tokens_and_count_after_the_third_round() -> None:
    match = place(match_with("R5", tiles=QUIET, short=False), 0, R=2)
    play(match, "R5 *")
    assert match.view(None)["artifacts"][0] == {"tiles": 1, "tokens": 0}
    finish(match)
    assert match.view(None)["artifacts"][0] == {"tiles": 0, "tokens": 1}
    assert match.sheets()[0]["artifact_points"] is None
    finish(match)
    finish(match)
    assert match.over
    assert match.sheets()[2]["artifact_points"] == [-60, -60]
    assert match.scores == [0, 0]


@rule("board-game 7.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_left_neighbour_of_the_last_player_begins(players: int) -> None:
    match = match_with(players=players, short=False)
    while match.round == 1:
        last = match.seat
        pass_time(match)
    assert last is not None
    assert match.view(None)["starter"] == (last + 1) % players
    match = place(match_with("R5", players=players, short=False), 0, W=7, G=7, R=6, Y=7, B=7)
    match._state["crossed"] = 4
    match.play("R5")
    assert match.round == 2
    assert match.view(None)["starter"] == 1


@rule("board-game 8.1")
@pytest.mark.parametrize(
    ("tokens", "points"),
    [
        (0, -60),
        (2, -60),
        (3, -45),
        (5, -45),
        (6, 30),
        (8, 30),
        (9, 45),
        (11, 45),
        (12, 90),
        (14, 90),
        (15, 150),
        (27, 150),
    ],
)
def test_the_long_track(tokens: int, points: int) -> None:
    assert final_points(tokens, short=False) == 100 + points


@rule("board-game 8.2")
@pytest.mark.parametrize(("tokens", "points"), [(0, -20), (1, -15), (2, 10), (3, 15), (4, 30), (5, 50), (9, 50)])
def test_the_short_track(tokens: int, points: int) -> None:
    assert final_points(tokens, short=True) == 100 + points
    assert board_game(short=True).match(seed=1).rounds == 1
    with pytest.raises(incognita.OptionError, match="always 1 rounds"):
        board_game(short=True).match(rounds=3)


def final_points(tokens: int, short: bool) -> int:
    game = board_game(short=short)
    states = game.blank()
    states["round_number"] = game.usual_rounds
    states["holdings"][0, 0], states["tokens"][0, 0] = 100, tokens
    return int(game.scores(states)[0, 0])


def final(points: list[int], tokens: list[int]) -> Match:
    match = finish(match_with(players=len(points)))
    match._state["holdings"][0, : len(points)] = points
    match._state["tokens"][0, : len(points)] = tokens
    return match


@rule("board-game 8.3")
def test_most_points_then_most_artifacts_then_all_of_them() -> None:
    assert final([50, 40, 30], [1, 1, 1]).winners == [0]
    # the short track: 5 tokens are worth as much as 6
    assert final([50, 50, 30], [5, 6, 1]).winners == [1]
    assert final([50, 50, 30], [5, 5, 1]).winners == [0, 1]


@rule("board-game 9.1")
def test_up_or_down() -> None:
    match = match_with("R5 R5 R7 R3 R2 W5 W5 W6 W4"[:23], tiles=QUIET, up_or_down=True)
    play(match, "R5a *")
    until(match, 0)
    assert {"R5", "R7", "R3"} <= set(match.legal())
    play(match, "R5 *")
    assert match.view(None)["directions"][0]["R"] == "open"
    until(match, 0)
    assert {"R7", "R3"} <= set(match.legal())
    play(match, "R3 *")
    assert match.view(None)["directions"][0]["R"] == "down"
    assert match.view(None)["columns"][0]["R"] == ["R5", "R5", "R3"]
    until(match, 0)
    assert "R7" not in match.legal()
    assert "R2" in match.legal()


@rule("board-game 9.1")
def test_without_the_option_columns_only_rise() -> None:
    match = play(match_with("R5 R3"), "R5a *")
    assert "R3" not in until(match, 0).legal()


@rule("board-game 10.1")
def test_tiny_variants_play_by_their_own_numbers() -> None:
    match = match_with("Y0 Y1", "B2 B2", tiles={"Y2": "A"}, colours=2, ranks=3, hand=2)
    seen = match.view(None)
    assert list(seen["tiles"]) == list(seen["piles"]) == ["Y", "B"]
    assert seen["hand_sizes"] == [2, 2]
    play(match, "Y0r *", "B2a *", "Y1 *")
    assert match.view(None)["artifacts"][0]["tiles"] == 1
    assert match.view(None)["explorers"][0] == {"Y": {"stone": 2, "researcher": True}, "B": None}


@rule("board-game 10.1")
@pytest.mark.parametrize(("colours", "ranks", "removed"), [(5, 11, 30), (4, 11, 24), (2, 3, 3), (1, 3, 1)])
def test_of_a_small_deck_the_same_share_is_removed(colours: int, ranks: int, removed: int) -> None:
    options = {"colours": colours, "ranks": ranks, "hand": 1}
    assert board_game(**options).match(seed=1).view(None)["removed"] == removed
    assert board_game(players=3, **options).match(seed=1).view(None)["removed"] == 0


@rule("board-game 10.1")
def test_a_smaller_board_has_its_share_of_the_tiles() -> None:
    def laid(**options: int) -> list[str]:
        view = board_game(**options).match(seed=1).view(None)
        return sorted(tile for tiles in view["tiles"].values() for tile in tiles if tile)

    assert Counter(laid()) == {">": 9, "A": 9, "10": 3, "5": 2, "15": 2}
    assert laid(colours=1, hand=1) == ["10", ">", ">", "A", "A"]
    assert laid(colours=2, tiles=1) == [">", "A"]
    assert laid(colours=2, tiles=0) == []


@rule("board-game 10.1")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colours": 6}, "colours must be a whole number from 1 to 5, not 6"),
        ({"ranks": 12}, "ranks must be a whole number from 1 to 11, not 12"),
        ({"copies": 23}, "copies must be a whole number from 1 to 22, not 23"),
        ({"copies": 3}, "33 cards of one colour; at most 22 are possible"),
        ({"hand": 9}, "hand must be a whole number from 1 to 8, not 9"),
        ({"tiles": 10}, "tiles must be a whole number from 0 to 9, not 10"),
        ({"colours": 1}, "16 cards are too few to deal 16 and leave a draw pile"),
        ({"colours": 1, "players": 3}, "22 cards are too few to deal 24 and leave a draw pile"),
    ],
)
def test_impossible_options_are_named(options: dict[str, int], message: str) -> None:
    with pytest.raises(incognita.OptionError, match=message):
        board_game(**options)


# --- what a round is worth to those who weigh it


def foreseen(tokens: int, round_number: int, *, players: int = 3) -> int:
    """What the first seat may count on with so many tokens; it has nothing else."""
    states = incognita.load("board-game", players=players).deal(1, seed=1)
    states["tokens"][0, 0], states["round_number"] = tokens, round_number
    points = np.zeros(players, np.int32)
    rules.foresee(states[0], points)
    return int(points[0])


def test_artifacts_are_foreseen_before_they_are_scored() -> None:
    """Each of the nine artifacts of a round to come is as likely everybody's."""
    track = {0: -60, 3: -45, 6: 30, 9: 45, 12: 90, 15: 150}
    for tokens, later in ((0, 1), (4, 1), (5, 2), (11, 2)):
        expected = 0.0
        for more in range(9 * later + 1):
            chance = math.comb(9 * later, more) * (1 / 3) ** more * (2 / 3) ** (9 * later - more)
            expected += chance * max(points for least, points in track.items() if tokens + more >= least)
        assert foreseen(tokens, 3 - later) == round(expected)


def test_nothing_is_foreseen_after_the_last_round() -> None:
    assert [foreseen(tokens, 3) for tokens in (0, 6, 15)] == [0, 30, 150]
