"""`incognita play` with more than two seats: whole games by typing, one keyboard for four, several opponents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path

import pytest

import incognita
from incognita import Match
from incognita.cli.play import seat_names, who_plays
from incognita.cli.story import all_actions, position
from incognita.games import board_game
from tests.cli.conftest import Command
from tests.games.partners.table import match_with, play

CARD = re.compile(r"\b[YBWGR](?:10|[0-9]|I{1,3}|[a-l])(?=[ar]?\b)")
FOUR = {
    "partners": ["--rounds", "1"],
    "board-game": ["-o", "players=4", "-o", "short=true"],
    "adventure-tours": ["-o", "expert=true"],
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.record"


def positions(match: Match) -> Iterator[Match]:
    """A match, ply by ply."""
    now = position(match, 0)
    yield now
    for action in all_actions(match):
        now.play(action)
        yield now


def goes(match: Match) -> list[tuple[int, int]]:
    """Whose go it was, from which ply on; each round for itself."""
    seats = [(ply, now.seat, now.round) for ply, now in enumerate(positions(match))]
    groups = (list(group) for _, group in groupby(seats, key=lambda place: place[1:]))
    return [(group[0][0], group[0][1]) for group in groups if group[0][1] is not None]


@pytest.mark.parametrize("game", FOUR)
def test_a_whole_match_against_three(command: Command, path: Path, game: str) -> None:
    outcome = command("play", game, *FOUR[game], "--against", "random", "--seed", 5, "--save", path, typed="1\n" * 400)
    assert outcome.code == 0
    assert incognita.replay(path.read_text()).over
    assert "random 3" in outcome.out
    assert re.search(r"won, -?\d+( to -?\d+)+\.|share the win", outcome.out)
    assert f"incognita replay {path}" in outcome.out
    told = command("replay", path)
    assert told.code == 0
    assert "Round 1" in told.out


@pytest.mark.rule("partners 4.1", "board-game 6.1", "adventure-tours 11.1")
@pytest.mark.parametrize("game", FOUR)
def test_four_on_one_keyboard_never_see_another_hand(command: Command, path: Path, game: str) -> None:
    typed = "1\n" * 3000  # to look, to play, to hide: whatever is asked
    outcome = command("play", game, *FOUR[game], "--against", "nobody", "--seed", 8, "--save", path, typed=typed)
    match = incognita.replay(path.read_text())
    assert match.over
    looks = re.split(r"Seat (\d): press Enter when the others have looked away\. ", outcome.out)
    turns = goes(match)
    assert [int(seat) for seat in looks[1::2]] == [seat for _, seat in turns]
    seen = [[set(cards_seen(now, seat)) for seat in range(4)] for now in positions(match)]
    for i, ((start, seat), shown) in enumerate(zip(turns, looks[2::2], strict=True)):
        end = turns[i + 1][0] if i + 1 < len(turns) else match.ply
        may_see = set().union(*(seen[ply][seat] for ply in range(start, end + 1)))
        assert not cards_in(re.split(r"Round \d\n", shown)[0]) - may_see, f"look {i}"


def cards_in(text: str) -> set[str]:
    return {card[0] + "I" if card.endswith("I") else card for card in CARD.findall(text)}


def cards_seen(match: Match, seat: int) -> list[str]:
    view = match.view(seat)
    if match.game.name == "adventure-tours":
        rows = [*view["equipment"], *view["members"], view["discards"]]
    else:
        columns = view["expeditions" if "expeditions" in view else "columns"]
        rows = [cards for side in columns for cards in side.values()] + list(view["piles"].values())
    return [*view["hand"], *(card for cards in rows for card in cards)]


def test_who_begins_a_round_after_ending_one_is_asked_to_look(command: Command, path: Path) -> None:
    """The scoring sheet is for all eyes, the new hand is not."""
    tiny = ("-o", "colours=2", "-o", "ranks=2", "-o", "investments=1", "-o", "hand=1", "--rounds", 9)
    outcome = command("play", *tiny, "--against", "nobody", "--seed", 1, "--save", path, typed="1\n" * 900)
    match = incognita.replay(path.read_text())
    turns = goes(match)
    assert any(first[1] == second[1] for first, second in pairwise(turns)), "somebody ended a round and began the next"
    assert outcome.out.count("has looked away.") == len(turns)


# --- handing over


def test_a_handover_in_one_line(command: Command, path: Path) -> None:
    path.write_text(match_with("R7 Y2", "B3", "G4", "W5").record())
    outcome = command("play", "--continue", path, "--against", "nobody", typed="\nr7> y2>\n\n\n")
    assert incognita.replay(path.read_text()).log(0) == ["R7>", "Y2>"]
    assert incognita.replay(path.read_text()).log(1) == ["?>", "?>"]
    assert "Press Enter to hide your hand." in outcome.out
    assert "Seat 0 hands two cards to the partner." in outcome.out


def test_a_handover_in_two_lines_with_a_second_thought(command: Command, path: Path) -> None:
    path.write_text(match_with("R7 Y2 G3", "B3", "G4", "W5").record())
    outcome = command("play", "--continue", path, "--against", "nobody", typed="\nG3>\nundo\nR7>\n*\nY2>\n\n")
    assert "name the second card for Seat 2" in outcome.out
    assert "one card is handed over, now a second must follow (partners 3.5)" in " ".join(outcome.out.split())
    assert incognita.replay(path.read_text()).log(2) == ["R7>", "Y2>"]


@pytest.mark.rule("partners 4.1")
def test_a_replay_tells_a_handover_to_those_who_may_know(command: Command, path: Path) -> None:
    path.write_text(play(match_with("R7 Y2", "B3", "G4", "W5"), "R7> Y2>", "B3- *").record())
    for eyes in ("0", "2", "all"):
        assert "Seat 0 hands R7 and Y2 to the partner." in command("replay", path, "--seat", eyes).out
    for eyes in ("1", "3", "none"):
        assert "Seat 0 hands two cards to the partner." in command("replay", path, "--seat", eyes).out


# --- seats and opponents


def test_your_seat_and_several_opponents(command: Command) -> None:
    against = ("--seat", 2, "--starter", 2, "--against", "random", "policy", "random")
    out = command("play", "partners", *against, "--seed", 3, typed="").out
    assert "Your turn: play a card" in out
    for text in ("random 1", "random 3", "your partner policy"):
        assert text in out


def test_who_plays_where() -> None:
    game = incognita.load("partners")
    assert who_plays(game, ["policy"], 1) == ["policy", "nobody", "policy", "policy"]
    chosen = who_plays(game, ["policy", "nobody", "random"], 0)
    assert chosen == ["nobody", "policy", "nobody", "random"]
    assert seat_names(chosen) == ["Seat 0", "policy", "Seat 2", "random"]
    assert seat_names(["policy", "nobody"]) == ["policy", "You"]


# --- replaced numbers


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """The numbers of somebody's own box."""
    text = Path(board_game.__file__).with_name("data.toml").read_text()
    path = tmp_path / "shelf.toml"
    path.write_text(
        text.replace("stones = [-20, -15", "stones = [-33, -15").replace("[2, 3, 5, 7, 9]", "[1, 2, 3, 4, 9]")
    )
    return path


def test_numbers_from_the_shelf(command: Command, shelf: Path, path: Path) -> None:
    out = command("play", "board-game", "--data", shelf, "--seed", 3, "--save", path, typed="1\n").out
    assert "-33" in out
    assert "House values: the artifact track." in out
    assert "--data cannot be changed" in command("play", "--continue", path, "--data", shelf).err
    assert "-33" in command("play", "--continue", path, typed="").out, "the record holds them"


def test_numbers_from_the_shelf_for_every_command(command: Command, shelf: Path) -> None:
    assert command("perft", "board-game", "--data", shelf, "--depth", 1).code == 0
    assert (
        "stone 1                               =  -33"
        in command("score", "board-game", "--data", shelf, typed="Y 1\n").out
    )
    assert "lost-cities has no option 'data'" in command("play", "--data", shelf).err
    shelf.write_text("stones = [1, 2")
    assert "is not TOML" in command("play", "board-game", "--data", shelf).err
