"""The scorer: reckons up a real board, and writes a scoring sheet the way a scorer would.

A `Round` takes lines as people write them, refuses what cannot be on a board, and gives the same sheet that a played
round gives (`Match.sheets`). `sheet_lines` writes either.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from incognita.core.game import Game
from incognita.games.board_game import BoardGame, kernel
from incognita.games.board_game.components import (
    ADVENTURERS,
    ARROW,
    ARTIFACT,
    BEYOND_THE_BRIDGE,
    COLOURS,
    CROSSINGS_THAT_END,
    STONES,
)
from incognita.games.entry import EnteredTable
from incognita.games.lost_cities.components import DESTINATIONS
from incognita.games.lost_cities.scorer import NAMES, colour_list, colour_meant

FORMAT = """\
R 7             an explorer on stone 7 of the red path; Y B W G R, or volcanoes
W 4 r           the researcher on stone 4 of the white path
points 25       victory points from tiles in this round
artifacts 3     artifact tiles of this round
none            a player with nothing. Commas may join lines: R 7, W 4 r, points 25"""
EXAMPLES = ("R 7", "W 4 r", "points 25", "artifacts 3")

AMOUNT = re.compile(r"(?P<what>points|point|vp|victory points|artifacts?|artefacts?)\s*:?\s*(?P<n>\d+)", re.IGNORECASE)
EXPLORER = re.compile(r"(?P<path>[^\W\d_][^\d:]*?)\s*:?\s*(?P<stone>\d+)\s*(?P<piece>[a-z]*)", re.IGNORECASE)
PIECES = {"": False, "a": False, "adventurer": False, "r": True, "researcher": True}


@dataclass
class Place:
    """What one player has at the end of a round."""

    explorers: dict[str, dict[str, Any]] = field(default_factory=dict)
    points: int | None = None
    artifacts: int | None = None


class Round(EnteredTable[Place]):
    """What each player has when a round of a real game is over."""

    def __init__(self, game: Game, players: Sequence[str]) -> None:
        assert isinstance(game, BoardGame)
        self.game = game
        self.paths = COLOURS[: game.colours]
        super().__init__(players)
        self.tiles = Counter(game.data.tiles)

    def standing(self, player: int) -> str:
        """Where a player stands after what was entered."""
        place = self.place(player)
        net = sum(self.value(**explorer) for explorer in place.explorers.values())
        return f"{self.names[player]}: stones {net}, points {place.points or 0}, artifacts {place.artifacts or 0}"

    def brought(self, before: Place, after: Place) -> Iterator[str]:
        for letter, explorer in after.explorers.items():
            if letter not in before.explorers:
                yield f"{letter} {value_text(explorer, self.value(**explorer))}"
        for what in ("points", "artifacts"):
            if getattr(before, what) is None and getattr(after, what) is not None:
                yield f"{what} {getattr(after, what)}"

    # --- reading

    def empty_place(self) -> Place:
        return Place()

    def read(self, place: Place, text: str, name: str) -> None:
        if text.lower() in ("none", ""):
            return
        amount, explorer = AMOUNT.fullmatch(text), EXPLORER.fullmatch(text)
        if amount:
            self.read_amount(place, amount, name)
        elif explorer:
            self.read_explorer(place, explorer, name)
        else:
            raise ValueError(f"{text!r} is not understood; write an explorer's path and stone, {EXAMPLES[1]!r}")

    def read_amount(self, place: Place, found: re.Match[str], name: str) -> None:
        what = "artifacts" if found["what"].lower().startswith("art") else "points"
        if getattr(place, what) is not None:
            raise ValueError(f"the {what} of {name} were already entered: {getattr(place, what)}")
        if what == "points":
            self.check_points(int(found["n"]))
        setattr(place, what, int(found["n"]))

    def read_explorer(self, place: Place, found: re.Match[str], name: str) -> None:
        letter, stone, piece = colour_meant(found["path"]), int(found["stone"]), found["piece"].lower()
        if letter is None or letter not in self.paths:
            raise ValueError(f"{found['path']!r} is not a path; the paths are {colour_list(self.paths)}")
        if piece not in PIECES:
            raise ValueError(f"{found['piece']!r} is not an explorer; r is the researcher, nothing an adventurer")
        if not 1 <= stone <= STONES:
            raise ValueError(f"stone {stone}: a path has the stones 1 to {STONES} (board-game 1.1)")
        self.check_explorer(place, letter, PIECES[piece], name)
        place.explorers[letter] = {"stone": stone, "researcher": PIECES[piece]}

    # --- what cannot be

    def check_explorer(self, place: Place, letter: str, researcher: bool, name: str) -> None:
        if letter in place.explorers:
            stone = place.explorers[letter]["stone"]
            raise ValueError(
                f"two explorers of {name} on the {NAMES[letter]} path: one is on stone {stone} already (board-game 3.2)"
            )
        alike = [path for path, other in place.explorers.items() if other["researcher"] == researcher]
        if researcher and alike:
            raise ValueError(
                f"two researchers: that of {name} is on the {NAMES[alike[0]]} path already (board-game 1.3)"
            )
        if not researcher and len(alike) == ADVENTURERS:
            raise ValueError(
                f"a fifth adventurer: {name} has four, the fifth explorer is the researcher, "
                f"{letter} … r (board-game 1.3)"
            )

    def check_points(self, points: int) -> None:
        """Every tile can bring its points once: an explorer does not pass a stone twice."""
        tiles = sorted(code - int(ARROW) for code in self.tiles.elements() if code > ARROW)
        sums = {0}
        for value in tiles:
            sums |= {total + value for total in sums}
        if points > sum(tiles):
            raise ValueError(f"{points} victory points, but all tiles together have {sum(tiles)} (board-game 4.3)")
        if points not in sums:
            listed = " ".join(str(value) for value in tiles)
            raise ValueError(f"{points} victory points cannot come from tiles of {listed} (board-game 4.3)")

    def check_table(self) -> None:
        places = self.places()
        artifacts = sum(place.artifacts or 0 for place in places)
        most = self.tiles[int(ARTIFACT)]
        if artifacts > most:
            raise ValueError(f"{artifacts} artifacts in all, but a round has {most} (board-game 1.6)")
        explorers = chain.from_iterable(place.explorers.values() for place in places)
        crossed = sum(explorer["stone"] >= BEYOND_THE_BRIDGE for explorer in explorers)
        if crossed > CROSSINGS_THAT_END:
            raise ValueError(
                f"{crossed} explorers beyond the bridges, but the round ends with the fifth (board-game 7.1)"
            )

    # --- reckoning

    def value(self, stone: int, researcher: bool) -> int:
        """Asked of the kernel, uncompiled: reckoning up one board must not wait for a compiler."""
        states = self.game.blank()
        states["standing"][0, 0, 0], states["researcher"][0, 0] = stone, 0 if researcher else 1
        compute = getattr(kernel.explorer_value, "py_func", kernel.explorer_value)
        return int(compute(states[0], 0, 0))

    def artifact_points(self, tokens: int) -> int:
        compute = getattr(kernel.artifact_points, "py_func", kernel.artifact_points)
        return int(compute(self.game.blank()[0], tokens))

    def sheet(self, before: dict[str, Any] | None) -> dict[str, Any]:
        """The scoring sheet as a played round gives it; `before` is that of the round before."""
        places = self.places()
        number = before["round"] + 1 if before else 1
        earlier = before["totals"] if before else [0] * len(places)
        tokens = before["artifacts"] if before else [0] * len(places)
        values = [self.values(place) for place in places]
        sheet = {
            "round": number,
            "explorers": [{letter: place.explorers.get(letter) for letter in self.paths} for place in places],
            "values": values,
            "before": list(earlier),
            "holdings": [total + (place.points or 0) for total, place in zip(earlier, places, strict=True)],
            "net": [sum(worth.values()) for worth in values],
            "artifacts": [n + (place.artifacts or 0) for n, place in zip(tokens, places, strict=True)],
            "house": self.game.house_fields(),
        }
        return {**sheet, **self.results(sheet, last=number == self.game.usual_rounds)}

    def values(self, place: Place) -> dict[str, int]:
        found = place.explorers
        return {letter: self.value(**found[letter]) if letter in found else 0 for letter in self.paths}

    def results(self, sheet: dict[str, Any], *, last: bool) -> dict[str, Any]:
        totals = [max(0, held + net) for held, net in zip(sheet["holdings"], sheet["net"], strict=True)]
        if not last:
            return {"artifact_points": None, "totals": totals}
        points = [self.artifact_points(n) for n in sheet["artifacts"]]
        return {
            "artifact_points": points,
            "totals": [max(0, total + more) for total, more in zip(totals, points, strict=True)],
        }


# --- writing


def value_text(explorer: dict[str, Any], value: int) -> str:
    """`5`, or `5x2 = 10` for the researcher."""
    return f"{value // 2}x2 = {value}" if explorer["researcher"] else str(value)


def sheet_lines(sheet: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The scoring sheet of one round."""
    lines = [f"Round {sheet['round']}"]
    for seat, name in enumerate(names):
        lines += [f"  {name}", *explorer_lines(sheet, seat), *sum_lines(sheet, seat)]
    return [*lines, *tie_lines(sheet, names)]


def explorer_lines(sheet: dict[str, Any], seat: int) -> Iterator[str]:
    for letter, explorer in sheet["explorers"][seat].items():
        if explorer:
            value = sheet["values"][seat][letter]
            where = f"stone {explorer['stone']}" + (", researcher" if explorer["researcher"] else "")
            reckoned = value_text(explorer, value).partition(" = ")[0] if explorer["researcher"] else ""
            destination = DESTINATIONS[letter].removeprefix("the ")
            yield f"    {letter}  {destination:16} {where:25}{reckoned:>12} = {value:4}"


def sum_lines(sheet: dict[str, Any], seat: int) -> Iterator[str]:
    before, held, net = sheet["before"][seat], sheet["holdings"][seat], sheet["net"][seat]
    if held > before:
        yield summed("with the points of tiles", f"{before}+{held - before}", held)
    after = max(0, held + net)
    yield summed("with the explorers", addition(held, net), after)
    if sheet["artifact_points"] is None:
        yield f"{'artifacts kept':>61} = {sheet['artifacts'][seat]:4}"
    else:
        yield artifact_line(sheet, seat, after)


def artifact_line(sheet: dict[str, Any], seat: int, after: int) -> str:
    n, points = sheet["artifacts"][seat], sheet["artifact_points"][seat]
    ours = any(field.startswith("artifact_track") for field in sheet["house"])
    words = f"with {n} artifact{'' if n == 1 else 's'}{' (house value)' if ours else ''}"
    return summed(words, addition(after, points), max(0, after + points))


def addition(held: int, more: int) -> str:
    """`15-40, not below 0`."""
    return f"{held}{more:+}{', not below 0' if held + more < 0 else ''}"


def summed(words: str, addition: str, total: int) -> str:
    return f"{f'{words}  {addition}':>61} = {total:4}"


def tie_lines(sheet: dict[str, Any], names: Sequence[str]) -> Iterator[str]:
    """8.3: after the last round more artifacts decide between players who are level."""
    best = max(sheet["totals"])
    level = [seat for seat in range(len(names)) if sheet["totals"][seat] == best]
    if sheet["artifact_points"] is None or len(level) == 1:
        return
    most = max(sheet["artifacts"][seat] for seat in level)
    ahead = [names[seat] for seat in level if sheet["artifacts"][seat] == most]
    who = " and ".join(names[seat] for seat in level)
    if len(ahead) == 1:
        yield f"  {who} are level; {ahead[0]} {'have' if ahead[0] == 'You' else 'has'} more artifacts."
    else:
        yield f"  {who} are level; {' and '.join(ahead)} also in artifacts."
