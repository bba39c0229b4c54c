"""The scorer: reckons up a real table, and writes a scoring sheet the way a scorer would.

A `Round` takes lines as people write them, refuses what cannot lie on a table, and gives the same sheet that a played
round gives (`Match.sheets`). `sheet_lines` writes either.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from incognita.core.game import Game
from incognita.games.lost_cities import ExpeditionGame
from incognita.games.lost_cities.components import COLOURS, DESTINATIONS, RANKS
from incognita.games.lost_cities.kernel import expedition_value
from incognita.games.lost_cities.notation import RANK_TEXTS
from incognita.games.lost_cities.view import Reckoning, points_of, reckoning

FORMAT = """\
R: I I 4 7 8    one expedition: its colour, then its cards from the camp outwards;
                I is an investment. Colours are Y B W G R (P), or red, volcanoes
RI RI R4 R7 R8  the same
none            a player without any expedition"""
EXAMPLES = ("Y: I 4 7 8", "R: I I 5 6 10")

NAMES = {"Y": "yellow", "B": "blue", "W": "white", "G": "green", "R": "red", "P": "purple"}
PLACES = {
    "desert": "Y",
    "neptune": "B",
    "neptunes": "B",
    "himalayas": "W",
    "himalaya": "W",
    "rainforest": "G",
    "forest": "G",
    "volcanoes": "R",
    "volcanos": "R",
    "volcano": "R",
    "sixth": "P",
}
INVESTMENTS = {"I", "INV", "INVESTMENT", "INVESTMENTS"}
COLOUR_LINE = re.compile(r"\s*(?P<colour>[^\W\d_][^:]*?)\s*:\s*(?P<cards>.*)")
CARDS_LINE = re.compile(r"\s*(?P<colour>[a-z])(?=[\s,]|I\b|\d)[\s,]*(?P<cards>.*)", re.IGNORECASE)
CARD = re.compile(r"(?P<colour>[A-Z]?)(?P<rank>I|10|[2-9])")

# Called uncompiled: reckoning up one table must not wait for a compiler.
value_of: Callable[[Any, int], int] = getattr(expedition_value, "py_func", expedition_value)


def colour_meant(text: str) -> str | None:
    """The letter of a colour or a destination, as people write them."""
    words = text.lower().replace("'", "").replace("’", "").removeprefix("the ").split()
    letters = {name: letter for letter, name in NAMES.items()} | {c.lower(): c for c in COLOURS} | PLACES
    return letters.get("".join(words)) or letters.get(words[0])


def colour_list(colours: str) -> str:
    return ", ".join(f"{letter} ({NAMES[letter]})" for letter in colours)


class Round:
    """What lies before each player when a round of a real game is over."""

    DECK, RISING, INVESTING = "lost-cities 1.2", "lost-cities 3.3", "lost-cities 3.4"
    """The paragraphs that are broken by what cannot be."""
    HOW_TO_PLAY_IT = "it is with the option colours=6"

    def __init__(self, game: Game, players: Sequence[str]) -> None:
        assert isinstance(game, ExpeditionGame)
        self.names = players
        self.seats = game.players
        self.colours = COLOURS[: game.colours]
        self.cost = game.cost
        self.copies = dict(zip(RANK_TEXTS, game.copies, strict=True))
        self.laid: list[dict[str, list[str]]] = [{} for _ in players]
        """Of each player: the ranks of each expedition, in the order they were laid."""

    def enter(self, player: int, line: str) -> str:
        """Lay an expedition before a player, and reckon it; ValueError says why it cannot lie there."""
        if line.strip().lower() == "none":
            return "0"
        colour, ranks = self.read(line)
        self.check_new(player, colour)
        self.check_expedition(colour, ranks)
        self.check_table(player, colour, ranks)
        self.laid[player][colour] = ranks
        parts = self.reckon(ranks)
        return f"{sum_text(parts)} = {parts['points']}"

    def standing(self, player: int) -> str:
        """Where a player stands after what was entered."""
        points = sum(self.reckon(ranks)["points"] for ranks in self.laid[player].values())
        return f"{self.names[player]} has {points} in this round"

    def take_back(self, player: int) -> str:
        """Remove what was laid before a player last, and tell it; empty if there was nothing."""
        if not self.laid[player]:
            return ""
        colour, ranks = self.laid[player].popitem()
        return f"{colour}: {' '.join(ranks)}"

    # --- reading

    def read(self, line: str) -> tuple[str, list[str]]:
        found = COLOUR_LINE.fullmatch(line) or CARDS_LINE.fullmatch(line)
        if not found:
            raise ValueError(f"{line.strip()!r} is not an expedition; write its colour and its cards, {EXAMPLES[1]!r}")
        colour = self.read_colour(found["colour"])
        words = found["cards"] if ":" in line else line.strip()
        ranks = [rank for word in re.split(r"[\s,;]+", words) if word for rank in self.read_card(colour, word)]
        if not ranks:
            raise ValueError(f"{colour}: no cards; leave out an expedition that was never begun")
        return colour, ranks

    def read_colour(self, text: str) -> str:
        letter = colour_meant(text)
        if letter is None:
            raise ValueError(f"{text!r} is not a colour; the colours are {colour_list(self.colours)}")
        if letter not in self.colours:
            raise ValueError(f"{NAMES[letter]} is not in play; {self.HOW_TO_PLAY_IT}")
        return letter

    def read_card(self, colour: str, word: str) -> Iterator[str]:
        if word.upper() == colour:
            return  # the letter in front: R I I 4
        text = "I" if word.upper() in INVESTMENTS else word.upper()
        found = CARD.fullmatch(text)
        if not found or not self.copies[found["rank"]]:
            highest = max(int(rank) for rank in RANK_TEXTS[1:] if self.copies[rank])
            raise ValueError(f"{word!r} is not a card; cards are numbers from 2 to {highest}, or I for an investment")
        if found["colour"] not in ("", colour):
            raise ValueError(f"{text} cannot lie in the {NAMES[colour]} expedition")
        yield found["rank"]

    # --- what cannot be

    def check_new(self, player: int, colour: str) -> None:
        if colour in self.laid[player]:
            laid = " ".join(self.laid[player][colour])
            raise ValueError(f"the {NAMES[colour]} expedition of {self.names[player]} was already entered: {laid}")

    def check_expedition(self, colour: str, ranks: list[str]) -> None:
        for rank, n in Counter(ranks).items():
            if n > self.copies[rank]:
                raise ValueError(self.too_many(colour, rank, n))
        for last, rank in pairwise(ranks):
            if rank == "I" and last != "I":
                raise ValueError(
                    f"{colour}I after {colour}{last}: investments come before the first number ({self.INVESTING})"
                )
            if rank != "I" and last != "I" and int(rank) <= int(last):
                raise ValueError(f"{colour}{rank} after {colour}{last}: numbers must rise ({self.RISING})")

    def too_many(self, colour: str, rank: str, n: int) -> str:
        most = self.copies[rank]
        if rank == "I":
            return f"{n} {NAMES[colour]} investments, but there are only {most} of each colour ({self.DECK})"
        times = "twice" if n == 2 else f"{n} times"
        return f"{colour}{rank} {times}, but there {'is' if most == 1 else 'are'} only {most} in the deck ({self.DECK})"

    def check_table(self, player: int, colour: str, ranks: list[str]) -> None:
        """No card can lie before two players."""
        others = [(name, laid[colour]) for name, laid in self.others(player) if colour in laid]
        for rank, n in Counter(ranks).items():
            both = n + sum(laid.count(rank) for _, laid in others)
            if both > self.copies[rank]:
                owner = next(name for name, laid in others if rank in laid)
                has = "have" if "+" in owner else "has"
                raise ValueError(f"{self.too_many(colour, rank, both)}: {owner} {has} {self.counted(rank, others)}")

    def others(self, player: int) -> Iterator[tuple[str, dict[str, list[str]]]]:
        return ((name, laid) for i, (name, laid) in enumerate(zip(self.names, self.laid, strict=True)) if i != player)

    def counted(self, rank: str, others: list[tuple[str, list[str]]]) -> str:
        n = sum(laid.count(rank) for _, laid in others)
        return f"{n} already" if rank == "I" else "it already"

    # --- reckoning

    def sheet(self, before: dict[str, Any] | None) -> dict[str, Any]:
        """The scoring sheet as a played round gives it; `before` is that of the round before."""
        reckoned = [{letter: self.reckon(laid.get(letter, [])) for letter in self.colours} for laid in self.laid]
        values = [points_of(side) for side in reckoned]
        points = [sum(values[seat % 2].values()) for seat in range(self.seats)]
        earlier = before["totals"] if before else [0] * self.seats
        return {
            "round": before["round"] + 1 if before else 1,
            "expeditions": [self.cards(laid) for laid in self.laid],
            "values": values,
            "reckonings": reckoned,
            "points": points,
            "totals": [total + new for total, new in zip(earlier, points, strict=True)],
        }

    def cards(self, laid: dict[str, list[str]]) -> dict[str, list[str]]:
        return {letter: [letter + rank for rank in laid.get(letter, [])] for letter in self.colours}

    def reckon(self, ranks: list[str]) -> Reckoning:
        counts = np.zeros(int(RANKS), np.uint8)
        for rank in ranks:
            counts[RANK_TEXTS.index(rank)] += 1
        return reckoning(counts.tolist(), self.cost, int(value_of(counts, self.cost)))


# --- writing


def sum_text(parts: Reckoning) -> str:
    """The addition in front of the equals sign: `(35-20)x3+20`."""
    text = f"{parts['sum']}-{parts['cost']}"
    if parts["factor"] != 1:
        text = f"({text})x{parts['factor']}"
    return text + (f"+{parts['bonus']}" if parts["bonus"] else "")


def sheet_lines(sheet: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The scoring sheet of one round."""
    lines = [f"Round {sheet['round']}"]
    for side, name in enumerate(names):
        lines += [f"  {name}", *expedition_lines(sheet, side), *sum_lines(sheet, side)]
    return lines


def expedition_lines(sheet: dict[str, Any], side: int) -> Iterator[str]:
    for letter, cards in sheet["expeditions"][side].items():
        if cards:
            parts = sheet["reckonings"][side][letter]
            laid = " ".join(card[1:] for card in cards)
            destination = DESTINATIONS[letter].removeprefix("the ")
            yield f"    {letter}  {destination:16} {laid:25}{sum_text(parts):>12} = {parts['points']:4}"


def sum_lines(sheet: dict[str, Any], side: int) -> Iterator[str]:
    points, total = sheet["points"][side], sheet["totals"][side]
    yield f"{'this round':>61} = {points:4}"
    if sheet["round"] > 1:
        addition = f"in all  {total - points}{points:+}"
        yield f"{addition:>61} = {total:4}"
