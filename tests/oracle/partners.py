"""Lost Cities for four players in two partnerships, written straight from the rulebook and the house rulings.

What the rulebook leaves as in the game for two (cards, adding to an expedition, the value of an expedition) is taken
from there; all else is told anew. It is meant to be checked by eye, not to be fast.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from .lost_cities import COLOURS as ALL_COLOURS
from .lost_cities import (
    DISCARD,
    DRAW_PILE,
    TAKE,
    Cards,
    Places,
    _colour,
    _empty_places,
    _expedition_value,
    _in_order,
    _kinds,
    _may_be_added,
    _reckoning,
)
from .lost_cities import deck as standard_deck

COLOURS = ALL_COLOURS[:5]
NUMBERS_ADDED = ("2", "3", "4")
SEATS = (0, 1, 2, 3)
SIDES = (0, 1)
HAND = 8
COST = 20

HANDOVER_CARDS = 2
HAND_OVER = ">"
HIDDEN = "?"


def deck(colours: int = 5, ranks: int = 9, investments: int = 3) -> list[str]:
    """Return the full deck, unshuffled: colour by colour, investments first, then the numbers from low to high."""
    cards = standard_deck(colours, ranks, investments)
    return _in_order(cards + [card for card in cards if card[1:] in NUMBERS_ADDED])


# Seats and sides


def _side(seat: int) -> int:
    return seat % 2


def _partner(seat: int) -> int:
    return (seat + 2) % 4


def _next_clockwise(seat: int) -> int:
    return (seat + 1) % 4


# The table during one round


@dataclass
class _Table:
    """Everything that lies on the table, is held in a hand or is remembered during one round."""

    starter: int
    turn: int
    hands: list[Cards]
    draw_pile: Cards
    expeditions: list[Places]
    discards: Places
    known: list[Cards]
    """For every seat, what its opponents are sure it holds; a handover under way is not yet taken off."""
    side_known: list[Cards]
    """For every side, what the opponents are sure its members hold between them."""
    trusted: list[Cards]
    """For every seat, what it is sure its partner holds; a handover under way is not yet taken off."""
    smallest_hand: int
    """What a handover must leave in the giver's hand."""
    card_is_played: bool = False
    closed: str | None = None
    handed: str | None = None


def _deal(shuffled: Cards, colours: str, hand: int, starter: int) -> _Table:
    return _Table(
        starter=starter,
        turn=starter,
        hands=[shuffled[hand * seat : hand * seat + hand] for seat in SEATS],
        draw_pile=shuffled[hand * len(SEATS) :],
        expeditions=[_empty_places(colours) for _ in SIDES],
        discards=_empty_places(colours),
        known=[[] for _ in SEATS],
        side_known=[[] for _ in SIDES],
        trusted=[[] for _ in SEATS],
        smallest_hand=_smallest_hand(hand),
    )


def _smallest_hand(dealt: int) -> int:
    """Return what a handover must leave: two fewer than were dealt, six, but with tiny hands a card to play."""
    return max(dealt - HANDOVER_CARDS, 1)


def _end_turn(table: _Table) -> None:
    table.card_is_played = False
    table.closed = None
    table.handed = None
    table.turn = _next_clockwise(table.turn)


def _values(table: _Table, cost: int) -> list[dict[str, int]]:
    return [
        {colour: _expedition_value(expedition, cost) for colour, expedition in table.expeditions[side].items()}
        for side in SIDES
    ]


def _reckonings(table: _Table, cost: int) -> list[dict[str, dict[str, int]]]:
    return [
        {colour: _reckoning(expedition, cost) for colour, expedition in table.expeditions[side].items()}
        for side in SIDES
    ]


# What is legal


def _legal_cards(table: _Table) -> list[str]:
    actions = []
    for colour, expedition in table.expeditions[_side(table.turn)].items():
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


def _legal_handovers(table: _Table) -> list[str]:
    hand = table.hands[table.turn]
    return [card + HAND_OVER for colour in COLOURS for card in _kinds(hand, colour)]


def _may_begin_handover(table: _Table) -> bool:
    return len(table.hands[table.turn]) - HANDOVER_CARDS >= table.smallest_hand


# A normal turn: play a card, draw a card


def _play_card(table: _Table, action: str) -> None:
    card = action.removesuffix(DISCARD)
    table.hands[table.turn].remove(card)
    _remember_played(table, card)
    if action.endswith(DISCARD):
        table.discards[_colour(card)].append(card)
        table.closed = _colour(card)
    else:
        table.expeditions[_side(table.turn)][_colour(card)].append(card)
    table.card_is_played = True


def _draw_card(table: _Table, action: str) -> None:
    if action == DRAW_PILE:
        table.hands[table.turn].append(table.draw_pile.pop(0))
    else:
        card = table.discards[action.removeprefix(TAKE)].pop()
        table.hands[table.turn].append(card)
        _remember_taken(table, card)
    _end_turn(table)


# A handover instead of a normal turn


def _hand_over(table: _Table, action: str) -> None:
    card = action.removesuffix(HAND_OVER)
    table.hands[table.turn].remove(card)
    if table.handed is None:
        table.handed = card
    else:
        _complete_handover(table, [table.handed, card])


def _complete_handover(table: _Table, cards: Cards) -> None:
    table.hands[_partner(table.turn)] += cards
    _remember_handover(table, cards)
    _end_turn(table)


# Memory


def _remember_played(table: _Table, card: str) -> None:
    _take_off(table.known[table.turn], card)
    _take_off(table.side_known[_side(table.turn)], card)
    _take_off(table.trusted[_partner(table.turn)], card)


def _remember_taken(table: _Table, card: str) -> None:
    table.known[table.turn].append(card)
    table.side_known[_side(table.turn)].append(card)
    table.trusted[_partner(table.turn)].append(card)


def _remember_handover(table: _Table, cards: Cards) -> None:
    giver, receiver = table.turn, _partner(table.turn)
    # Opponents saw only backs: both cards may have been of any one kind.
    table.known[giver] = _fewer_of_each_kind(table.known[giver], HANDOVER_CARDS)
    table.trusted[giver] += cards
    for card in cards:
        _take_off(table.trusted[receiver], card)


def _take_off(memory: Cards, card: str) -> None:
    if card in memory:
        memory.remove(card)


def _fewer_of_each_kind(memory: Cards, fewer: int) -> Cards:
    left: Cards = []
    for card in set(memory):
        left += [card] * max(0, memory.count(card) - fewer)
    return left


def _known_now(table: _Table, seat: int) -> Cards:
    seat_is_passing = table.handed is not None and table.turn == seat
    return _in_order(_fewer_of_each_kind(table.known[seat], 1 if seat_is_passing else 0))


def _trusted_now(table: _Table, seat: int) -> Cards:
    partner_is_passing = table.handed is not None and table.turn == _partner(seat)
    return _in_order(_fewer_of_each_kind(table.trusted[seat], 1 if partner_is_passing else 0))


def _handed_now(table: _Table, seat: int | None) -> str | None:
    if table.handed is None or table.turn == seat:
        return table.handed
    return HIDDEN


# The match


def _check_decks(decks: Sequence[Sequence[str]], full_deck: Cards) -> None:
    assert len(decks) >= 1, "there is at least one round"
    for shuffled in decks:
        assert sorted(shuffled) == sorted(full_deck), "a deck does not hold exactly the cards of the game"


def _check_viewer(seat: int | None) -> None:
    assert seat is None or seat in SEATS, "the viewer is one of seats 0 to 3 or a spectator"


def _may_see(viewer: int | None, actor: int, action: str) -> bool:
    if not action.endswith(HAND_OVER):
        return True
    return viewer is not None and _side(viewer) == _side(actor)


class Partners:
    """A match of as many rounds as there are decks, always waiting for one action of one seat until it is over."""

    def __init__(
        self,
        decks: Sequence[Sequence[str]],
        *,
        colours: int = 5,
        ranks: int = 9,
        investments: int = 3,
        hand: int = HAND,
        cost: int = COST,
        starter: int = 0,
    ) -> None:
        """Deal the first round: seat 0 gets the front of the deck, seats 1 to 3 the next cards, the rest is drawn."""
        assert starter in SEATS, "the starter is one of seats 0 to 3"
        _check_decks(decks, deck(colours, ranks, investments))
        self._decks: list[Cards] = [list(shuffled) for shuffled in decks]
        self._colours = COLOURS[:colours]
        self._hand = hand
        self._cost = cost
        self._first_starter = starter
        self._log: list[tuple[int, str]] = []
        self._over = False
        self._round = 1
        self._totals = [0 for _ in SEATS]
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
        if self._table.handed is not None:
            return _legal_handovers(self._table)
        if self._table.card_is_played:
            return _legal_draws(self._table)
        handovers = _legal_handovers(self._table) if _may_begin_handover(self._table) else []
        return _legal_cards(self._table) + handovers

    def play(self, action: str) -> None:
        """Carry out a legal action; if it ends the round, also score the round and deal the next one, if any."""
        assert action in self.legal(), f"{action} is not legal here"
        self._log.append((self._table.turn, action))
        if action.endswith(HAND_OVER):
            _hand_over(self._table, action)
        elif self._table.card_is_played:
            _draw_card(self._table, action)
        else:
            _play_card(self._table, action)
        if self._table.draw_pile == []:
            self._end_round()

    def scores(self) -> list[int]:
        """Return the points of each seat's side as if the current round ended now."""
        points = self._points()
        return [self._totals[seat] + points[seat] for seat in SEATS]

    def winners(self) -> list[int]:
        """Return both seats of the side with the most points, all four on a tie; none while the match is running."""
        if not self._over:
            return []
        scores = self.scores()
        return [seat for seat in SEATS if scores[seat] == max(scores)]

    def log(self, seat: int | None) -> list[str]:
        """Return all actions of the match so far as a seat may see them, or a spectator (None)."""
        _check_viewer(seat)
        hidden = HIDDEN + HAND_OVER
        seen = [action if _may_see(seat, actor, action) else hidden for actor, action in self._log]
        if self._table.handed is not None and seat != self._table.turn:
            seen[-1] = hidden
        return seen

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return everything that a seat may know, or a spectator (None)."""
        _check_viewer(seat)
        table = self._table
        seen: dict[str, Any] = {
            "game": "partners",
            "seat": seat,
            "turn": self.seat,
            "phase": self._phase(),
            "ply": len(self._log),
            "round": self._round,
            "rounds": len(self._decks),
            "starter": table.starter,
            "hand": [] if seat is None else _in_order(table.hands[seat]),
            "hand_sizes": [len(cards) for cards in table.hands],
            "handed": _handed_now(table, seat),
            "known": [_known_now(table, holder) for holder in SEATS],
            "side_known": [_in_order(cards) for cards in table.side_known],
            "trusted": [] if seat is None else _trusted_now(table, seat),
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

    def copy(self) -> "Partners":
        """Return an independent copy."""
        return deepcopy(self)

    def _phase(self) -> str:
        if self._over:
            return "over"
        if self._table.handed is not None:
            return "pass"
        return "draw" if self._table.card_is_played else "play"

    def _points(self) -> list[int]:
        values = _values(self._table, self._cost)
        return [sum(values[_side(seat)].values()) for seat in SEATS]

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
        if self._totals[0] == self._totals[1]:
            return self._first_starter
        ahead = 0 if self._totals[0] > self._totals[1] else 1
        starts: list[int] = [sheet["starter"] for sheet in self._sheets if _side(sheet["starter"]) == ahead]
        if starts == []:
            return _next_clockwise(self._first_starter)
        return _partner(starts[-1])


def perft(match: Partners, depth: int) -> int:
    """Return the number of action sequences of exactly this many actions; those that end earlier do not count."""
    if depth == 0:
        return 1
    count = 0
    for action in match.legal():
        after = match.copy()
        after.play(action)
        count += perft(after, depth - 1)
    return count
