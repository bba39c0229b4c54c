"""A match with what each seat has seen of it: who did what, in words, and which cards came into which hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path

from incognita.cli.parts import View, board_of
from incognita.core.errors import RecordError
from incognita.core.match import Match
from incognita.games import replay

Viewer = int | None
"""A seat, or None for a spectator."""


@dataclass(frozen=True)
class Move:
    """One action as everybody saw it."""

    round: int
    ply: int
    """Before the action."""
    seat: int
    actions: Mapping[Viewer, str]
    words: Mapping[Viewer, str]
    came: Mapping[int, list[str]]
    """The cards that came into each hand."""


class Story:
    """A match that remembers its moves. Every action goes through `play`."""

    def __init__(self, match: Match) -> None:
        """Begin an equal match; nothing of what was played in the given one."""
        self.match = position(match, 0)
        self.moves: list[Move] = []
        self.board = board_of(match.game.name)
        self.views = self.look()
        """What everybody sees now."""

    def look(self) -> dict[Viewer, View]:
        return {viewer: self.match.view(viewer) for viewer in self.match.logs}

    @classmethod
    def retold(cls, match: Match, plies: int | None = None) -> Story:
        """The story of a match so far, or of its first plies."""
        story = cls(match)
        for action in all_actions(match)[:plies]:
            story.play(action)
        return story

    def play(self, action: str | int) -> None:
        """Perform an action; IllegalAction if the rules do not allow it."""
        match, seat, before = self.match, self.match.seat, self.views
        number, ply = match.round, match.ply
        match.play(action)
        assert seat is not None
        self.views = self.look()
        seen = {viewer: log[-1] for viewer, log in match.logs.items()}
        words = {viewer: self.board.words(before[viewer], seen[viewer]) for viewer in seen}
        same_deal = match.round == number
        came = {
            viewer: new_cards(before[viewer], self.views[viewer]) if same_deal else []
            for viewer in range(match.game.players)
        }
        self.moves.append(Move(number, ply, seat, seen, words, came))
        self.reveal()

    def reveal(self) -> None:
        """What was hidden from a viewer when a go began may be shown as it goes on: tell those moves anew."""
        for i in range(len(self.moves) - 2, -1, -1):
            if (self.moves[i].seat, self.moves[i].round) != (self.moves[-1].seat, self.moves[-1].round):
                return
            for viewer, log in self.match.logs.items():
                if log[i] != self.moves[i].actions[viewer]:
                    self.moves[i] = self.retold_move(i, viewer, log[i])

    def retold_move(self, i: int, viewer: Viewer, action: str) -> Move:
        move = self.moves[i]
        words = self.board.words(position(self.match, i).view(viewer), action)
        return replace(move, actions={**move.actions, viewer: action}, words={**move.words, viewer: words})

    def told(self, turn: list[Move], names: list[str], viewer: Viewer) -> str:
        """The moves of one go as a sentence."""
        words = self.board.joined([move.actions[viewer] for move in turn], [move.words[viewer] for move in turn])
        return f"{names[turn[0].seat]} {words}."

    def others_moves(self, viewer: int) -> list[Move]:
        """What the others did since the viewer's last turn, in this round."""
        own = list(takewhile(lambda move: move.seat == viewer, reversed(self.moves)))
        rest = self.moves[: len(self.moves) - len(own)]
        return list(takewhile(lambda move: move.seat != viewer and self.is_now(move), reversed(rest)))[::-1]

    def fresh_cards(self, viewer: int) -> list[str]:
        """The cards that came into the viewer's hand last, in this round."""
        came = (move.came[viewer] for move in reversed(self.moves) if self.is_now(move) and move.came[viewer])
        return next(came, [])

    def is_now(self, move: Move) -> bool:
        return move.round == self.match.round

    def may_undo(self) -> bool:
        """Whether nobody has learnt anything from the last action: no card left the pile, nobody else was asked."""
        if not self.moves or not self.is_now(self.moves[-1]) or self.match.over:
            return False
        before = position(self.match, len(self.moves) - 1)
        same_pile = before.view(None)["left"] == self.match.view(None)["left"]
        return same_pile and before.seat == self.match.seat

    def first(self, moves: int) -> Story:
        """The story up to its first so many moves."""
        if moves == len(self.moves):
            return self
        shorter = Story(self.match)
        shorter.match, shorter.moves = position(self.match, moves), self.moves[:moves]
        shorter.views = shorter.look()
        return shorter


def all_actions(match: Match) -> list[int]:
    return [action for played in match.actions for action in played]


def position(match: Match, plies: int) -> Match:
    """The match as it was after so many plies, the coming deals included."""
    earlier = Match(match.game, match.first_starter, match.deals)
    for action in all_actions(match)[:plies]:
        earlier.play(action)
    return earlier


def new_cards(before: View, after: View) -> list[str]:
    return list((Counter(after["hand"]) - Counter(before["hand"])).elements())


def turns(moves: list[Move]) -> Iterator[list[Move]]:
    """Moves, grouped by whose go they were."""
    turn: list[Move] = []
    for move in moves:
        if turn and (turn[-1].seat, turn[-1].round) != (move.seat, move.round):
            yield turn
            turn = []
        turn.append(move)
    if turn:
        yield turn


def read_match(path: Path) -> Match:
    """The match recorded in a file; ValueError names the file, the line and the reason if it is damaged."""
    try:
        return replay(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise ValueError(f"{path}: this is not a record, not even a text") from None
    except RecordError as error:
        raise ValueError(f"{path}, {error}") from error
