"""Lost Cities for two players, written straight from the rulebook and the house rulings.

Every card is a text ("R7", "R10", "RI"), every place on the table is a list of such texts, and nothing is remembered
that could be read off the table instead. It is meant to be checked by eye, not to be fast.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

COLOURS = "YBWGRP"
INVESTMENT = "I"
LOWEST_NUMBER = 2
BONUS = 20
BONUS_CARDS = 8
SEATS = (0, 1)

DRAW_PILE = "*"
TAKE = "<"
DISCARD = "-"

Cards = list[str]
Places = dict[str, Cards]
"""One list of cards for every colour in play."""


def deck(colours: int = 5, ranks: int = 9, investments: int = 3, copies: int = 1) -> list[str]:
    """Return the full deck, unshuffled: colour by colour, investments first, then the numbers from low to high."""
    cards: Cards = []
    for colour in COLOURS[:colours]:
        cards += [colour + INVESTMENT] * investments
        for number in range(LOWEST_NUMBER, LOWEST_NUMBER + ranks):
            cards += [f"{colour}{number}"] * copies
    return cards


# Cards


def _colour(card: str) -> str:
    return card[0]


def _is_investment(card: str) -> bool:
    return card[1:] == INVESTMENT


def _numbers(cards: Cards) -> list[int]:
    return [int(card[1:]) for card in cards if not _is_investment(card)]


def _place_in_order(card: str) -> tuple[int, int]:
    colour = COLOURS.index(_colour(card))
    if _is_investment(card):
        return colour, 0
    return colour, int(card[1:])


def _in_order(cards: Cards) -> Cards:
    return sorted(cards, key=_place_in_order)


def _kinds(cards: Cards, colour: str) -> Cards:
    return _in_order(list({card for card in cards if _colour(card) == colour}))


# Expeditions


def _may_be_added(card: str, expedition: Cards) -> bool:
    numbers_laid = _numbers(expedition)
    if _is_investment(card):
        return numbers_laid == []
    number = int(card[1:])
    return all(number > laid for laid in numbers_laid)


def _expedition_value(expedition: Cards, cost: int) -> int:
    if expedition == []:
        return 0
    investments = len([card for card in expedition if _is_investment(card)])
    value = (sum(_numbers(expedition)) - cost) * (1 + investments)
    if len(expedition) >= BONUS_CARDS:
        value += BONUS
    return value


# The table during one round


@dataclass
class _Table:
    """Everything that lies on the table or is held in a hand during one round."""

    starter: int
    turn: int
    hands: list[Cards]
    draw_pile: Cards
    expeditions: list[Places]
    discards: Places
    known: list[Cards]
    card_is_played: bool = False
    closed: str | None = None


def _deal(shuffled: Cards, colours: str, hand: int, starter: int) -> _Table:
    return _Table(
        starter=starter,
        turn=starter,
        hands=[shuffled[:hand], shuffled[hand : 2 * hand]],
        draw_pile=shuffled[2 * hand :],
        expeditions=[_empty_places(colours) for _ in SEATS],
        discards=_empty_places(colours),
        known=[[] for _ in SEATS],
    )


def _empty_places(colours: str) -> Places:
    return {colour: [] for colour in colours}


def _legal_cards(table: _Table) -> list[str]:
    actions = []
    for colour, expedition in table.expeditions[table.turn].items():
        for card in _kinds(table.hands[table.turn], colour):
            if _may_be_added(card, expedition):
                actions.append(card)
            actions.append(card + DISCARD)
    return actions


def _legal_draws(table: _Table) -> list[str]:
    actions = [DRAW_PILE]
    for colour, pile in table.discards.items():
        if pile != [] and colour != table.closed:
            actions.append(TAKE + colour)
    return actions


def _play_card(table: _Table, action: str) -> None:
    card = action.removesuffix(DISCARD)
    _give_up(table, card)
    if action.endswith(DISCARD):
        table.discards[_colour(card)].append(card)
        table.closed = _colour(card)
    else:
        table.expeditions[table.turn][_colour(card)].append(card)
    table.card_is_played = True


def _give_up(table: _Table, card: str) -> None:
    table.hands[table.turn].remove(card)
    if card in table.known[table.turn]:
        table.known[table.turn].remove(card)


def _draw_card(table: _Table, action: str) -> None:
    if action == DRAW_PILE:
        table.hands[table.turn].append(table.draw_pile.pop(0))
    else:
        card = table.discards[action.removeprefix(TAKE)].pop()
        table.hands[table.turn].append(card)
        table.known[table.turn].append(card)
    _end_turn(table)


def _end_turn(table: _Table) -> None:
    table.closed = None
    table.card_is_played = False
    table.turn = 1 - table.turn


def _values(table: _Table, cost: int) -> list[dict[str, int]]:
    return [
        {colour: _expedition_value(expedition, cost) for colour, expedition in table.expeditions[seat].items()}
        for seat in SEATS
    ]


def _reckonings(table: _Table, cost: int) -> list[dict[str, dict[str, int]]]:
    return [
        {colour: _reckoning(expedition, cost) for colour, expedition in table.expeditions[seat].items()}
        for seat in SEATS
    ]


def _reckoning(expedition: Cards, cost: int) -> dict[str, int]:
    """How a scorer writes it down: (sum - cost) x factor + bonus = points."""
    numbers = [int(card[1:]) for card in expedition if card[1:] != INVESTMENT]
    begun = len(expedition) > 0
    return {
        "sum": sum(numbers),
        "cost": cost if begun else 0,
        "factor": 1 + len(expedition) - len(numbers),
        "bonus": BONUS if len(expedition) >= BONUS_CARDS else 0,
        "points": _expedition_value(expedition, cost),
    }


# The match


def _check_decks(decks: Sequence[Sequence[str]], full_deck: Cards, hand: int) -> None:
    assert len(decks) >= 1, "there is at least one round"
    assert hand >= 1, "every seat holds a card"
    # An empty draw pile has no last card to take, so such a round could never end.
    assert len(full_deck) > 2 * hand, "the deal leaves at least one card to draw"
    for shuffled in decks:
        assert sorted(shuffled) == sorted(full_deck), "a deck does not hold exactly the cards of the game"


class LostCities:
    """A match of as many rounds as there are decks, always waiting for one action of one seat until it is over."""

    def __init__(
        self,
        decks: Sequence[Sequence[str]],
        *,
        colours: int = 5,
        ranks: int = 9,
        investments: int = 3,
        copies: int = 1,
        hand: int = 8,
        cost: int = 20,
        starter: int = 0,
    ) -> None:
        """Deal the first round: seat 0 gets the front of the deck, seat 1 the next cards, the rest is drawn."""
        assert starter in SEATS, "the starter is seat 0 or seat 1"
        assert 1 <= colours <= len(COLOURS), "there are one to six colours"
        _check_decks(decks, deck(colours, ranks, investments, copies), hand)
        self._decks: list[Cards] = [list(shuffled) for shuffled in decks]
        self._colours = COLOURS[:colours]
        self._hand = hand
        self._cost = cost
        self._first_starter = starter
        self._ply = 0
        self._over = False
        self._round = 1
        self._totals = [0, 0]
        self._sheets: list[dict[str, Any]] = []
        self._table = _deal(self._decks[0], self._colours, hand, starter)

    @property
    def seat(self) -> int | None:
        """The seat that must decide now; None when the match is over."""
        return None if self._over else self._table.turn

    def legal(self) -> list[str]:
        """Return the distinct legal actions of the seat to decide, in the pinned order; none when it is over."""
        if self._over:
            return []
        if self._table.card_is_played:
            return _legal_draws(self._table)
        return _legal_cards(self._table)

    def play(self, action: str) -> None:
        """Carry out a legal action; if it ends the round, also score the round and deal the next one, if any."""
        assert action in self.legal(), f"{action} is not legal here"
        self._ply += 1
        if self._table.card_is_played:
            _draw_card(self._table, action)
        else:
            _play_card(self._table, action)
        if self._table.draw_pile == []:
            self._end_round()

    def scores(self) -> list[int]:
        """Return the points of each seat as if the current round ended now."""
        points = self._points()
        return [self._totals[seat] + points[seat] for seat in SEATS]

    def winners(self) -> list[int]:
        """Return the seats with the most points, both on a tie; none while the match is running."""
        if not self._over:
            return []
        scores = self.scores()
        return [seat for seat in SEATS if scores[seat] == max(scores)]

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return everything that a seat may know, or a spectator (None)."""
        assert seat is None or seat in SEATS, "the viewer is seat 0, seat 1 or a spectator"
        table = self._table
        seen: dict[str, Any] = {
            "game": "lost-cities",
            "seat": seat,
            "turn": self.seat,
            "phase": self._phase(),
            "ply": self._ply,
            "round": self._round,
            "rounds": len(self._decks),
            "starter": table.starter,
            "hand": [] if seat is None else _in_order(table.hands[seat]),
            "hand_sizes": [len(cards) for cards in table.hands],
            "known": [_in_order(cards) for cards in table.known],
            "expeditions": table.expeditions,
            "piles": table.discards,
            "closed": table.closed,
            "left": len(table.draw_pile),
            "totals": self._totals,
            "scores": self.scores(),
            "values": _values(table, self._cost),
            "reckonings": _reckonings(table, self._cost),
            "legal": self.legal() if seat is not None and seat == self.seat else [],
            "sheets": self._sheets,
        }
        return deepcopy(seen)

    def copy(self) -> "LostCities":
        """Return an independent copy."""
        return deepcopy(self)

    def _phase(self) -> str:
        if self._over:
            return "over"
        return "draw" if self._table.card_is_played else "play"

    def _points(self) -> list[int]:
        return [sum(values.values()) for values in _values(self._table, self._cost)]

    def _end_round(self) -> None:
        self._sheets.append(self._sheet())
        if self._round == len(self._decks):
            self._over = True
        else:
            self._begin_next_round()

    def _sheet(self) -> dict[str, Any]:
        return {
            "round": self._round,
            "starter": self._table.starter,
            "expeditions": deepcopy(self._table.expeditions),
            "values": _values(self._table, self._cost),
            "reckonings": _reckonings(self._table, self._cost),
            "points": self._points(),
            "totals": self.scores(),
        }

    def _begin_next_round(self) -> None:
        self._totals = self.scores()
        self._round += 1
        self._table = _deal(self._decks[self._round - 1], self._colours, self._hand, self._next_starter())

    def _next_starter(self) -> int:
        if self._totals[0] > self._totals[1]:
            return 0
        if self._totals[1] > self._totals[0]:
            return 1
        return self._first_starter


def perft(match: LostCities, depth: int) -> int:
    """Return the number of action sequences of exactly this many actions; those that end earlier do not count."""
    if depth == 0:
        return 1
    count = 0
    for action in match.legal():
        after = match.copy()
        after.play(action)
        count += perft(after, depth - 1)
    return count
