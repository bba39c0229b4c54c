"""The first lesson of a game: prepared cards, moves and sentences, played out move by move for the pages.

A game contributes `lesson.toml`; the rules stay here, so the pages can show a lesson without a server.

    seat = 0                the learner's
    set_up = "…"            as a record begins: options, starter, decks

    [[steps]]               in this order:
    skip = "0: R6 * …"      moves that nobody watches, as a record writes them
    before = "1: Y2 *"      moves of the others, shown one by one
    en = "…"                what is said then, in every language: [R7] is a card, {1} the name of seat 1
    play = "R4"             what the learner is asked to do; a step without it is only read
    wrong.en = "…"          said kindly after another move, instead of the general words
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from incognita.core.errors import NotationError
from incognita.core.game import Game
from incognita.core.match import Match
from incognita.core.rules import MOST_ACTIONS
from incognita.games import GAMES, replay

LANGUAGES = ("en", "de", "fr", "it")
View = dict[str, Any]


def script(game: str) -> dict[str, Any]:
    """What a game says about its lesson."""
    package = GAMES[game].partition(":")[0]
    return tomllib.loads(files(package).joinpath("lesson.toml").read_text(encoding="utf-8"))


def text(game: str) -> str:
    """The lesson as the pages fetch it."""
    return json.dumps(Lesson(script(game)).told(), ensure_ascii=False, separators=(",", ":")) + "\n"


class Lesson:
    """A script on its way through a match."""

    def __init__(self, script: Mapping[str, Any]) -> None:
        self.steps = script["steps"]
        self.seat: int = script["seat"]
        self.match: Match = replay(script["set_up"].lstrip())
        # A record draws the rounds it does not tell afresh; a lesson is the same every time.
        self.match.deals = [self.match.deals[0]] * self.match.rounds
        self.shown: View = {}

    def told(self) -> dict[str, Any]:
        game = self.match.game
        about = {"game": game.name, "options": game.changed_options(), "sides": game.sides}
        return {**about, "view": self.changes(), "steps": list(self.told_steps())}

    def told_steps(self) -> Iterator[dict[str, Any]]:
        played: list[dict[str, Any]] = []
        for step in self.steps:
            frames = [*played, *self.frames(step)]
            yield {"frames": frames, **self.said(step), **self.asked(step)}
            played = [self.frame([(self.seat, step["play"])])] if "play" in step else []
        assert not played, "a lesson ends with a step to read"

    # --- moves

    def frames(self, step: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        if "skip" in step:
            yield self.frame(list(moves(step["skip"])))
        for move in moves(step.get("before", "")):
            yield self.frame([move])

    def frame(self, acts: list[tuple[int, str]]) -> dict[str, Any]:
        """What the learner sees of some moves, and what they change in the learner's view."""
        start = self.match.ply
        for seat, action in acts:
            assert self.match.seat == seat, f"{seat}: {action}, but it is the turn of {self.match.seat}"
            self.match.play(action)
        seen = self.match.log(self.seat)[start:]
        return {"acts": [[seat, action] for (seat, _), action in zip(acts, seen, strict=True)], "view": self.changes()}

    def changes(self) -> View:
        """The fields of the learner's view that differ from what was shown last."""
        view = self.match.view(self.seat)
        changed = {name: value for name, value in view.items() if name not in self.shown or self.shown[name] != value}
        self.shown = view
        return changed

    # --- words

    def said(self, step: Mapping[str, Any]) -> dict[str, Any]:
        wrong = {"wrong": in_every_language(step["wrong"])} if "wrong" in step else {}
        return {"say": in_every_language(step), **wrong}

    def asked(self, step: Mapping[str, Any]) -> dict[str, Any]:
        if "play" not in step:
            return {}
        assert step["play"] in self.match.legal(), f"{step['play']} is not legal: {self.match.legal()}"
        return {"play": step["play"], "refusals": dict(self.refusals())}

    def refusals(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Why what the learner could try with the cards in hand is not possible now."""
        game, row = self.match.game, self.match.view_row(self.seat)
        legal = set(self.match.legal())
        for action in actions(game):
            if action not in legal and could_try(action, self.shown["hand"]):
                refusal = game.refusal(row[0], game.action_number(action))
                yield action, {"rule": refusal.rule, "values": dict(refusal.values)}


def actions(game: Game) -> Iterator[str]:
    """All actions of a game, as text."""
    for number in range(MOST_ACTIONS):
        try:
            yield game.action_text(number)
        except NotationError:
            return


def could_try(action: str, hand: Sequence[str]) -> bool:
    """With the cards in hand and the piles on the table, legal or not."""
    return action[0] in "*<" or any(action.startswith(card) for card in hand)


def moves(text: str) -> Iterator[tuple[int, str]]:
    """`1: Y2 *` on lines of their own, as a record writes them."""
    for line in text.split("\n"):
        seat, _, actions = line.partition(":")
        yield from ((int(seat), action) for action in actions.split())


def in_every_language(texts: Mapping[str, Any]) -> list[str]:
    return [texts[language] for language in LANGUAGES]
