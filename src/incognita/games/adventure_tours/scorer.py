"""The scorer: reckons up a real table, and writes a scoring sheet the way a scorer would.

A `Round` takes members as cards or just as money, refuses what cannot be on a table, and gives a sheet with the keys
of that of a played round (`Match.sheets`), the boards apart. `sheet_lines` writes either. A member of whom only the
money is known stands on the sheet as that amount.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any

from incognita.core.game import Game
from incognita.games.adventure_tours import AdventureTours
from incognita.games.adventure_tours.cards import COLOUR_NAMES, HOUSE, money_of
from incognita.games.adventure_tours.components import COLOURS, COST_OF_A_CARD
from incognita.games.entry import EnteredTable

FORMAT = """\
Rf Bg Ya        members, as cards: R red, B blue, Y yellow, and the letter
14              members, as the money they pay; 3+4+2+5 and 3 4 2 5 will do too
hand 2          cards left in hand
ended           this player ended the round; enter the players clockwise
none            a player with nothing. Commas may join lines: Rf Bg, 7, hand 2"""
EXAMPLES = ("Rf Bg Ya", "14", "hand 2", "ended")

CARD = re.compile(r"[a-z]{2}", re.IGNORECASE)
AMOUNT = re.compile(r"\d{1,4}")
HAND = re.compile(r"(?:cards in )?(?:hand|cards)\s*:?\s*(?P<n>-?\d{1,4})", re.IGNORECASE)
ENDED = ("ended", "ends", "ended the round")
ROUNDS = AdventureTours.most_rounds
SUMS = 61
"""Columns in front of the sums."""


@dataclass
class Place:
    """What one player has at the end of a round."""

    members: list[str] = field(default_factory=list)
    """Cards, or amounts of money."""
    hand: int | None = None
    ended: bool = False

    def cards(self) -> list[str]:
        return [member for member in self.members if not member.isdecimal()]


class Round(EnteredTable[Place]):
    """What each player has when a round of a real game is over."""

    def __init__(self, game: Game, players: Sequence[str]) -> None:
        assert isinstance(game, AdventureTours)
        self.game = game
        super().__init__(players)
        self.copies = {
            colour + one.code: one.copies[i] for one in game.data.adventurers for i, colour in enumerate(COLOURS)
        }

    def standing(self, player: int) -> str:
        """Where a player stands after what was entered."""
        place = self.place(player)
        income, cost = sum(self.money(place)), COST_OF_A_CARD * (place.hand or 0)
        return f"{self.names[player]}: income {income}, cards in hand {-cost}, this round {income - cost}"

    def brought(self, before: Place, after: Place) -> Iterator[str]:
        for member in after.members[len(before.members) :]:
            yield member if member.isdecimal() else f"{member} pays {money_of(self.game.data, member)}"
        if before.hand is None and after.hand is not None:
            yield f"hand {-COST_OF_A_CARD * after.hand}"
        if after.ended and not before.ended:
            yield "ended the round"

    # --- reading

    def empty_place(self) -> Place:
        return Place()

    def read(self, place: Place, text: str, name: str) -> None:
        hand = HAND.fullmatch(text)
        if hand:
            self.read_hand(place, int(hand["n"]), name)
        elif text.lower() in ENDED:
            place.ended = True
        elif text.lower() not in ("none", ""):
            place.members += [self.member(word) for word in text.replace("+", " ").split()]

    def read_hand(self, place: Place, n: int, name: str) -> None:
        if n < 0:
            raise ValueError(f"{n} cards in hand: there cannot be fewer than none")
        if place.hand is not None:
            raise ValueError(f"the hand of {name} was already entered: {place.hand}")
        place.hand = n

    def member(self, word: str) -> str:
        """A card or an amount."""
        if AMOUNT.fullmatch(word):
            return str(int(word))
        if AMOUNT.fullmatch(word.removeprefix("-")):
            raise ValueError(f"{word}: a member cannot pay less than nothing; write cards left in hand as 'hand 2'")
        if not CARD.fullmatch(word):
            raise ValueError(f"{word!r} is not understood; write members such as {EXAMPLES[0]!r}, or {EXAMPLES[2]!r}")
        return self.card(word[0].upper() + word[1].lower())

    def card(self, card: str) -> str:
        if card[0] not in COLOURS:
            colours = ", ".join(f"{letter} ({name})" for letter, name in COLOUR_NAMES.items())
            raise ValueError(f"{card[0]!r} is not a colour; the colours are {colours} (adventure-tours 1.1)")
        if not self.copies.get(card):
            codes = " ".join(one.code for one in self.game.data.adventurers)
            raise ValueError(f"there is no card {card}; the letters are {codes} (adventure-tours 1.2)")
        return card

    # --- what cannot be

    def check_table(self) -> None:
        places = self.places()
        for card, n in Counter(card for place in places for card in place.cards()).items():
            if n > self.copies[card]:
                raise ValueError(f"{card} {n} times, but the deck has {self.copies[card]} (adventure-tours 1.2)")
        seen = sum(len(place.members) + (place.hand or 0) for place in places)
        if seen > self.game.data.cards:
            raise ValueError(
                f"{seen} members and cards in hand, but the deck has {self.game.data.cards} cards (adventure-tours 1.2)"
            )
        self.check_end(places)

    def check_end(self, places: Sequence[Place]) -> None:
        """A hand becomes empty in the turn of its owner, and that turn is the last one."""
        empty = self.named(place.hand == 0 for place in places)
        ended = self.named(place.ended for place in places)
        if len(empty) > 1:
            raise ValueError(f"{' and '.join(empty)} without cards, but the first one ended it (adventure-tours 6.3)")
        if len(ended) > 1:
            raise ValueError(f"{' and '.join(ended)} cannot both have ended the round (adventure-tours 6.4)")
        if empty and ended and empty != ended:
            raise ValueError(f"{empty[0]} has no cards and so ended the round, not {ended[0]} (adventure-tours 6.3)")

    def named(self, flags: Iterator[bool]) -> list[str]:
        return [name for name, flag in zip(self.names, flags, strict=True) if flag]

    # --- reckoning

    def money(self, place: Place) -> list[int]:
        return [int(one) if one.isdecimal() else money_of(self.game.data, one) for one in place.members]

    def sheet(self, before: dict[str, Any] | None) -> dict[str, Any]:
        """The scoring sheet as a played round gives it; `before` is that of the round before."""
        places = self.places()
        earlier = list(before["totals"]) if before else [0] * len(places)
        money = [self.money(place) for place in places]
        hands = [place.hand or 0 for place in places]
        totals = [
            max(0, had + sum(paid) - COST_OF_A_CARD * hand)
            for had, paid, hand in zip(earlier, money, hands, strict=True)
        ]
        return {
            "round": before["round"] + 1 if before else 1,
            "starter": self.after(before["ended_by"]) if before else None,
            "ended_by": self.ended_by(places),
            "members": [place.members for place in places],
            "income": [sum(paid) for paid in money],
            "hand_sizes": hands,
            "before": earlier,
            "gained": [total - had for total, had in zip(totals, earlier, strict=True)],
            "totals": totals,
            **self.game.told_of_cards(),
            "money": money,
        }

    def ended_by(self, places: Sequence[Place]) -> int | None:
        """As entered, or whose hand is empty."""
        return next((i for i, place in enumerate(places) if place.ended or place.hand == 0), None)

    def after(self, player: int | None) -> int | None:
        """9.2: the left neighbour."""
        return None if player is None else (player + 1) % len(self.names)


# --- writing


def sheet_lines(sheet: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The scoring sheet of one round."""
    lines = [f"Round {sheet['round']}"]
    for seat, name in enumerate(names):
        lines += [f"  {name}", *member_lines(sheet, seat), *sum_lines(sheet, seat)]
    return [*lines, *house_lines(sheet, len(names)), *end_lines(sheet, names)]


def member_lines(sheet: dict[str, Any], seat: int) -> Iterator[str]:
    """Every member and what it pays, as an addition."""
    paid = zip(sheet["members"][seat], sheet["money"][seat], strict=True)
    terms = " + ".join(term(sheet, member, money).replace(" ", "_") for member, money in paid)
    *first, last = wrap(terms, SUMS - 6) or ["no members"]
    yield from (f"    {line}".replace("_", " ") for line in first)
    yield summed(f"    {last.replace('_', ' ')}", "", sheet["income"][seat])


def term(sheet: dict[str, Any], member: str, money: int) -> str:
    """`Rf 4`, `Ra 2*` for a house value, or the bare amount if the card is not known."""
    return member if member.isdecimal() else f"{member} {money}{house_mark(sheet, member)}"


def house_mark(sheet: dict[str, Any], member: str) -> str:
    return HOUSE if not member.isdecimal() and member[1] in sheet["house_money"] else ""


def sum_lines(sheet: dict[str, Any], seat: int) -> Iterator[str]:
    income, hand, before = sheet["income"][seat], sheet["hand_sizes"][seat], sheet["before"][seat]
    brings = income - COST_OF_A_CARD * hand
    if hand:
        cards = "1 card" if hand == 1 else f"{hand} cards"
        yield summed("", f"{cards} in hand  {income}-{COST_OF_A_CARD}x{hand}", brings)
    if before or brings < 0:
        floor = ", not below 0" if before + brings < 0 else ""
        yield summed("", f"money  {before}{brings:+}{floor}", sheet["totals"][seat])


def summed(left: str, right: str, total: int) -> str:
    return f"{left}{right:>{SUMS - len(left)}} = {total:4}"


def house_lines(sheet: dict[str, Any], players: int) -> Iterator[str]:
    shown = [member for row in sheet["members"][:players] for member in row]
    if any(house_mark(sheet, member) for member in shown):
        yield f"  {HOUSE} a house value"


def end_lines(sheet: dict[str, Any], names: Sequence[str]) -> Iterator[str]:
    """6.4 and 9.2: who ended the round, and who starts the next one."""
    ended, players = sheet["ended_by"], len(sheet["totals"])
    if ended is None or len(names) < players:
        return
    following = names[(ended + 1) % players]
    more = (
        f"; {following} {'start' if following == 'You' else 'starts'} the next one" if sheet["round"] < ROUNDS else ""
    )
    yield f"  {names[ended]} {'have' if names[ended] == 'You' else 'has'} ended the round{more}."
