"""`incognita replay`: step through a recorded match, or tell it in sentences."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.text import Text

from incognita.cli.parts import board_of, scorer_of, side_names
from incognita.cli.screen import clear, fitting, indented, open_console, result_text, sheet_text, winner
from incognita.cli.story import Move, Story, Viewer, position, read_match, turns
from incognita.core.match import Match

EXAMPLE = "incognita replay evening.record --seat 0"
ALL, NONE = "all", "none"
KEYS = "Enter next, b back, a ply, s seat, q quit"
"""What may be typed: a number goes to that ply, s looks through other eyes."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, as 'incognita play --save' writes it")
    parser.add_argument(
        "--seat",
        default=ALL,
        metavar="SEAT",
        help="whose eyes to look through: a seat's number, all hands open, or none, as a spectator (default all)",
    )
    parser.add_argument("--plain", action="store_true", help="tell the whole match in sentences, without asking")


def run(arguments: argparse.Namespace) -> None:
    match = read_match(arguments.file)
    eyes = read_eyes(match, arguments.seat)
    if arguments.plain or not sys.stdout.isatty():
        for line in told_lines(match, eyes):
            print(line)
    else:
        Stepper(match, eyes).run()


def all_eyes(match: Match) -> list[str]:
    return [*(str(seat) for seat in range(match.game.players)), ALL, NONE]


def read_eyes(match: Match, text: str) -> str:
    known = all_eyes(match)
    if text.lower() not in known:
        raise ValueError(f"there is no seat {text!r} to look from; choose one of {', '.join(known)}")
    return text.lower()


def open_seats(match: Match, eyes: str) -> list[int]:
    """The seats whose hands are seen."""
    if eyes == NONE:
        return []
    return list(range(match.game.players)) if eyes == ALL else [int(eyes)]


def viewer_of(eyes: str) -> Viewer:
    return int(eyes) if eyes.isdecimal() else None


def seat_names(match: Match) -> list[str]:
    return [f"Seat {seat}" for seat in range(match.game.players)]


# --- in sentences


def told_lines(match: Match, eyes: str) -> Iterator[str]:
    story, names = Story.retold(match), seat_names(match)
    yield f"{match.game.title}, {match.rounds} rounds." if match.rounds > 1 else f"{match.game.title}, 1 round."
    number = 0
    for turn in turns(story.moves):
        if turn[0].round > number:
            yield from sheet_lines(match, number)
            number = turn[0].round
            yield from ["", f"Round {number}", *dealt_lines(match, turn[0].ply, eyes)]
        yield f"{turn[0].ply + 1:4}  {told_turn(turn, names, match, eyes)}"
    yield from sheet_lines(match, number)
    yield from ["", ending(match)]


def sheet_lines(match: Match, number: int) -> list[str]:
    if not 0 < number <= len(match.finished):
        return []
    names = side_names(match.game, seat_names(match))
    return ["", *scorer_of(match.game.name).sheet_lines(match.sheets()[number - 1], names)]


def dealt_lines(match: Match, ply: int, eyes: str) -> Iterator[str]:
    start = position(match, ply)
    for seat in open_seats(match, eyes):
        yield f"      {seat_names(match)[seat]} holds {' '.join(start.view(seat)['hand'])}."


def told_turn(turn: list[Move], names: list[str], match: Match, eyes: str) -> str:
    actions = [move.actions[viewer_of_move(move, match, eyes)] for move in turn]
    parts = [told_move(move, match, eyes) for move in turn]
    return f"{names[turn[0].seat]} {board_of(match.game.name).joined(actions, parts)}."


def viewer_of_move(move: Move, match: Match, eyes: str) -> Viewer:
    """Through whose eyes a move is told: who made it, if that hand is open."""
    return move.seat if move.seat in open_seats(match, eyes) else viewer_of(eyes)


def told_move(move: Move, match: Match, eyes: str) -> str:
    """A move in words; with the card that came, if that hand is open and the words do not tell it anyway."""
    seats = open_seats(match, eyes)
    words = move.words[viewer_of_move(move, match, eyes)]
    came = [card for seat in seats for card in move.came[seat] if card not in words]
    return f"{words} ({' '.join(came)})" if came else words


def ending(match: Match) -> str:
    if match.over:
        return winner(match, seat_names(match))
    return (
        f"The record ends here, unfinished, in round {match.round}; {seat_names(match)[match.seat or 0]} is to decide."
    )


# --- step by step


class Stepper:
    """A place in a recorded match, and the eyes that look at it."""

    def __init__(self, match: Match, eyes: str) -> None:
        self.match = match
        self.moves = Story.retold(match).moves
        self.names = seat_names(match)
        self.eyes = eyes
        self.ply = 0
        self.console: Console = open_console()

    def run(self) -> None:
        """Show a position, do what is typed, until quit or the end of the input."""
        while True:
            self.show()
            try:
                words = input("> ").lower().split()
            except EOFError:
                print()
                return
            if words and words[0] in ("q", "quit"):
                return
            self.obey(words)

    def obey(self, words: list[str]) -> None:
        first = words[0] if words else "n"
        if first.isdecimal():
            self.go(int(first))
        elif first in KEY_ACTIONS:
            KEY_ACTIONS[first](self, words[1:])

    def go(self, ply: int) -> None:
        self.ply = max(0, min(ply, len(self.moves)))

    def next(self, words: list[str]) -> None:
        self.go(self.ply + 1)

    def back(self, words: list[str]) -> None:
        self.go(self.ply - 1)

    def change_eyes(self, words: list[str]) -> None:
        """The named eyes, or the next ones in the row."""
        known = all_eyes(self.match)
        following = known[(known.index(self.eyes) + 1) % len(known)]
        self.eyes = words[0] if words and words[0] in known else following

    def show(self) -> None:
        clear(self.console)
        self.console.print(fitting(self.console, lambda compact: self.scene(compact=compact)))

    def scene(self, *, compact: bool) -> RenderableType:
        now = position(self.match, self.ply)
        board = board_of(self.match.game.name)
        view = now.view(viewer_of(self.eyes))
        hands = {seat: now.view(seat)["hand"] for seat in open_seats(self.match, self.eyes)}
        last = self.moves[self.ply - 1 : self.ply] if self.ply else []
        marks = [(move.seat, move.actions[None]) for move in last if move.round == now.round]
        return Group(
            board.table(view, self.names, hands, marks, compact=compact),
            Text(),
            *self.sheet_after(last, now),
            indented(Text(self.last_sentence(last))),
            indented(Text(board.question(view, self.names), "bold")),
            Text(f" Ply {self.ply} of {len(self.moves)}, {self.eyes_words()}. {KEYS}", "dim"),
        )

    def last_sentence(self, last: list[Move]) -> str:
        return told_turn(last, self.names, self.match, self.eyes) if last else "Nothing has been played yet."

    def eyes_words(self) -> str:
        return {ALL: "all hands open", NONE: "as a spectator"}.get(self.eyes, f"as seat {self.eyes}")

    def sheet_after(self, last: list[Move], now: Match) -> Iterator[RenderableType]:
        """The scoring sheet, if the last move ended a round; the result, if it ended the match."""
        if last and len(now.finished) == last[0].round:
            yield sheet_text(now, self.names, last[0].round)
            yield Text()
        if now.over:
            yield result_text(now, self.names)
            yield Text()


KEY_ACTIONS: dict[str, Callable[[Stepper, list[str]], None]] = {
    "n": Stepper.next,
    "b": Stepper.back,
    "s": Stepper.change_eyes,
}
