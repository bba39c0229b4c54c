"""Adventure Tours for three to six players, written straight from the rulebook and the house rulings.

Every card is a text: the letter of its colour and the code of its adventurer, so "Rf" is the red Betty McKlug. Every
part of a turn is a generator that yields a question and is sent the answer, so that it reads like the rulebook. It is
meant to be checked by eye, not to be fast.
"""

from collections.abc import Generator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

COLOURS = "RBY"
"""Technology, provisions, clothing."""
HAND = 6
ROUNDS = 3
COST_OF_A_HAND_CARD = 2
VARIANTS = ("kept", "dealt", "chosen")

DESERT = 0
EXTRA_EQUIPMENT_BOARD = 1
DRAW_AND_GIFT_BOARD = 2
EQUIPMENT_ACTION_BOARD = 3
EXTRA_MEMBER_BOARD = 4
ACTION_TWICE_BOARD = 5
ANOTHER_TURN_BOARD = 6
EXPERT_BOARDS = [1, 2, 3, 4, 5, 6]
START_VALUES = {
    DESERT: {"R": 3, "B": 3, "Y": 3},
    EXTRA_EQUIPMENT_BOARD: {"R": 2, "B": 2, "Y": 2},
    DRAW_AND_GIFT_BOARD: {"R": 1, "B": 3, "Y": 5},
    EQUIPMENT_ACTION_BOARD: {"R": 3, "B": 3, "Y": 3},
    EXTRA_MEMBER_BOARD: {"R": 3, "B": 5, "Y": 1},
    ACTION_TWICE_BOARD: {"R": 5, "B": 1, "Y": 3},
    ANOTHER_TURN_BOARD: {"R": 1, "B": 1, "Y": 1},
}

DECLINE = "."
ACCEPT = "&"
DRAW = "*"
NAME = "@"
PROTECT = "!"
BOARD = "#"
HIRE = "^"

Cards = list[str]
Boards = list[int | None]


@dataclass(frozen=True)
class _Adventurer:
    """What is printed on a card; the action is None if there is nothing to do directly after laying it."""

    name: str
    demand: int
    money: int
    equipment: int
    action: str | None
    copies: int = 3


ADVENTURERS = {
    "a": _Adventurer("Scout", 1, 2, 1, "give_one"),
    "b": _Adventurer("Earl of Bucket", 2, 1, 2, "extra_equipment"),
    "c": _Adventurer("Pater Miller", 2, 2, 1, None),
    "d": _Adventurer("Rufus Rigs", 3, 0, 1, "extra_member"),
    "e": _Adventurer("Saboteur", 3, 3, 1, "discard_equipment"),
    "f": _Adventurer("Betty McKlug", 4, 4, 1, "give_two"),
    "g": _Adventurer("Miss Anthrop", 4, 4, 1, "discard_member"),
    "h": _Adventurer("Roy Nobleman", 5, 5, 1, None),
    "i": _Adventurer("Slowhand Bill", 6, 5, 1, "take_equipment"),
    "j": _Adventurer("Colonel Farsight", 7, 6, 1, "another_turn"),
    "k": _Adventurer("Amelia Airhead", 8, 7, 1, "take_member", copies=2),
    "l": _Adventurer("Magnate", 9, 10, 1, "move_equipment", copies=2),
}
PATER_MILLER = "c"
ROY_NOBLEMAN = "h"


def deck(colours: int = 3, adventurers: int = 12, copies: int = 3) -> Cards:
    """Return the 102 cards, unshuffled: colour by colour, adventurer by adventurer; or fewer of each."""
    cards: Cards = []
    for colour in COLOURS[:colours]:
        for code in list(ADVENTURERS)[:adventurers]:
            cards += [colour + code] * min(ADVENTURERS[code].copies, copies)
    return cards


# Cards


def _colour(card: str) -> str:
    return card[0]


def _code(card: str) -> str:
    return card[1]


def _adventurer(card: str) -> _Adventurer:
    return ADVENTURERS[_code(card)]


def _place_in_order(card: str) -> tuple[int, str]:
    return COLOURS.index(_colour(card)), _code(card)


def _in_order(cards: Cards) -> Cards:
    return sorted(cards, key=_place_in_order)


def _kinds(cards: Cards) -> Cards:
    return _in_order(list(set(cards)))


def _millers(cards: Cards) -> Cards:
    return [card for card in cards if _code(card) == PATER_MILLER]


def _improvement(card: str, colour: str) -> int:
    """Return by how much this card improves the equipment of this colour; Roy Nobleman improves all three."""
    improves = _colour(card) == colour or _code(card) == ROY_NOBLEMAN
    return _adventurer(card).equipment if improves else 0


def _named(answer: str) -> int:
    return int(answer.removeprefix(NAME))


def _left_neighbour(seat: int, players: int) -> int:
    return (seat + 1) % players


# Actions and questions


@dataclass(frozen=True)
class _Action:
    """An action or a special ability that the active player may use.

    The card is the one that the action is printed on, or None if a board itself offers this. It is done by ability if
    the player may do it only because of the special ability of the board.
    """

    what: str
    card: str | None
    by_ability: bool


def _action_of(card: str, *, by_ability: bool) -> _Action | None:
    """Return the action printed on a card; boards 3 and 5 make it possible by ability."""
    what = _adventurer(card).action
    return None if what is None else _Action(what, card, by_ability)


@dataclass(frozen=True)
class _Question:
    """What a seat must decide now, and all its possible answers in the pinned order."""

    seat: int
    what: str
    answers: list[str]
    card: str | None = None
    by_ability: bool = False
    against: str | None = None
    cards: int = 0
    named: int | None = None

    def seen(self) -> dict[str, Any]:
        """Return what everybody sees of the question; the possible answers may depend on a hand."""
        return {name: value for name, value in asdict(self).items() if name not in ("seat", "answers")}


Result = TypeVar("Result")
Steps = Generator[_Question, str, Result]
"""A part of the game: it yields questions, is sent their answers and finally returns its result."""


class _RoundOver(Exception):
    """Nothing more is done in this round."""


# One round


class _Round:
    """One expedition: everything on the table and in the hands, and the steps that the players take."""

    def __init__(self, cards: Cards, boards: Boards, starter: int, hand: int) -> None:
        """Lay everything out; nothing is dealt yet and nobody is active."""
        self.dealt = hand
        self.seats = range(len(boards))
        self.starter = starter
        self.boards: Boards = list(boards)
        self.draw_pile: Cards = list(cards)
        self.discards: Cards = []
        self.hands: list[Cards] = [[] for _ in self.seats]
        self.equipment: list[Cards] = [[] for _ in self.seats]
        self.members: list[Cards] = [[] for _ in self.seats]
        self.active: int | None = None
        self.ability_used = False
        self.owed = 0

    # What can be read off the table

    def value(self, seat: int, colour: str) -> int:
        board = self.boards[seat]
        if board is None:
            return 0
        return START_VALUES[board][colour] + sum(_improvement(card, colour) for card in self.equipment[seat])

    def values(self, seat: int) -> list[int]:
        return [self.value(seat, colour) for colour in COLOURS]

    def income(self, seat: int) -> int:
        return sum(_adventurer(card).money for card in self.members[seat])

    def protectors(self, seat: int) -> Cards:
        cards = _millers(self.members[seat])
        if self.boards[seat] == EQUIPMENT_ACTION_BOARD:
            # His demand of 2 is always met when he is laid there: that board has 3 of everything from the start. One
            # that was taken protects in any case.
            cards += _millers(self.equipment[seat])
        return cards

    def _demand_is_met(self, seat: int, card: str) -> bool:
        return _adventurer(card).demand <= self.value(seat, _colour(card))

    # The active player

    def _player(self) -> int:
        assert self.active is not None, "somebody is active while the round is played"
        return self.active

    def _hand(self) -> Cards:
        return self.hands[self._player()]

    def _has(self, board: int) -> bool:
        return self.boards[self._player()] == board

    # The course of a round

    def play(self) -> Steps[int]:
        """Deal and play the round; return who ended it."""
        self._deal()
        with suppress(_RoundOver):
            yield from self._all_turns()
        ended_by = self._player()
        self.active, self.owed, self.ability_used = None, 0, False
        return ended_by

    def _deal(self) -> None:
        for seat in self.seats:
            self.hands[seat] = self.draw_pile[: self.dealt]
            self.draw_pile = self.draw_pile[self.dealt :]

    def _all_turns(self) -> Steps[None]:
        self.active = self.starter
        while True:
            yield from self._complete_turn()
            while self.owed > 0:
                self.owed -= 1
                yield from self._complete_turn()
            self.active = _left_neighbour(self.active, len(self.seats))

    def _complete_turn(self) -> Steps[None]:
        """Carry out one turn and what boards 1 and 6 add to it; in all this the ability is used once at most."""
        self.ability_used = False
        yield from self._turn()
        if self._has(EXTRA_EQUIPMENT_BOARD):
            yield from self._offer(_Action("extra_equipment", None, by_ability=True))
        if self._has(ANOTHER_TURN_BOARD):
            answer = yield from self._ask(_Action("another_turn", None, by_ability=True))
            if answer == ACCEPT:
                yield from self._turn()

    def _turn(self) -> Steps[None]:
        answer = yield _Question(self._player(), "play", self._plays())
        card = answer.removesuffix(HIRE)
        if answer.endswith(HIRE):
            yield from self._take_part(card)
        else:
            yield from self._improve_equipment(card)
        if self._hand() == []:
            raise _RoundOver

    def _plays(self) -> list[str]:
        plays = []
        for card in _kinds(self._hand()):
            plays.append(card)
            if self._demand_is_met(self._player(), card):
                plays.append(card + HIRE)
        return plays

    # The two ways to lay a card

    def _take_part(self, card: str) -> Steps[None]:
        """Lay the card of this turn as an expedition member, with everything that boards 4 and 5 add."""
        used = yield from self._lay_member(card)
        if used and self._has(ACTION_TWICE_BOARD):
            yield from self._offer(_action_of(card, by_ability=True))
        if self._has(EXTRA_MEMBER_BOARD):
            yield from self._offer(_Action("extra_member", None, by_ability=True))

    def _lay_member(self, card: str) -> Steps[bool]:
        """Lay any expedition member and offer its action; return whether the action was used."""
        self._hand().remove(card)
        self.members[self._player()].append(card)
        return (yield from self._offer(_action_of(card, by_ability=False)))

    def _improve_equipment(self, card: str) -> Steps[None]:
        """Lay any equipment card and draw, with everything that boards 2 and 3 add."""
        self._hand().remove(card)
        self.equipment[self._player()].append(card)
        if self._has(EQUIPMENT_ACTION_BOARD) and not self.ability_used and self._demand_is_met(self._player(), card):
            yield from self._offer(_action_of(card, by_ability=True))
        if self._has(DRAW_AND_GIFT_BOARD) and not self.ability_used:
            yield from self._draw_or_not()
        else:
            self._draw(self._player())

    def _draw_or_not(self) -> Steps[None]:
        answer = yield _Question(self._player(), "draw", [DECLINE, DRAW], by_ability=True)
        if answer == DRAW:
            self._draw(self._player())
        else:
            self.ability_used = True
        # Independently of that, one card may be given away.
        yield from self._offer(_Action("give_one", None, by_ability=True))

    def _draw(self, seat: int) -> None:
        self.hands[seat].append(self.draw_pile.pop(0))
        if self.draw_pile == []:
            raise _RoundOver

    # Offering an action

    def _offer(self, action: _Action | None) -> Steps[bool]:
        """Let the active player use the action, if there is any; return whether it was used."""
        if action is None or not self._something_to_decide(action):
            return False
        answer = yield from self._ask(action)
        if answer == DECLINE:
            return False
        yield from self._perform(action, answer)
        return True

    def _ask(self, action: _Action) -> Steps[str]:
        """Ask whether and how the action is used; whoever uses it by ability has used the ability."""
        answers = [DECLINE, *self._ways(action)]
        answer = yield _Question(self._player(), action.what, answers, action.card, action.by_ability)
        if action.by_ability and answer != DECLINE:
            self.ability_used = True
        return answer

    def _something_to_decide(self, action: _Action) -> bool:
        """Leave a question out only if everybody can see that there is nothing to decide; hands are hidden."""
        if action.what in ("extra_equipment", "extra_member"):
            return self._hand() != []
        return self._ways(action) != []

    def _ways(self, action: _Action) -> list[str]:
        """Return all ways to use the action."""
        if action.what == "extra_equipment":
            return _kinds(self._hand())
        if action.what == "extra_member":
            return self._possible_members(action)
        if action.what == "another_turn":
            return [ACCEPT]
        if action.what == "move_equipment":
            return [ACCEPT] if self._movable(action) != [] else []
        return [f"{NAME}{seat}" for seat in self.seats if self._is_possible_target(seat, action)]

    def _possible_members(self, action: _Action) -> list[str]:
        """Return who could join: of the colour of the card whose action this is, or of any colour (board 4)."""
        cards = [card for card in _kinds(self._hand()) if self._demand_is_met(self._player(), card)]
        if action.card is not None:
            cards = [card for card in cards if _colour(card) == _colour(action.card)]
        return [card + HIRE for card in cards]

    def _movable(self, action: _Action) -> Cards:
        assert action.card is not None, "only a card moves equipment"
        return [card for card in self.equipment[self._player()] if _colour(card) == _colour(action.card)]

    def _is_possible_target(self, seat: int, action: _Action) -> bool:
        if action.what in ("discard_equipment", "take_equipment"):
            return self.equipment[seat] != []
        if action.what in ("discard_member", "take_member"):
            return self.members[seat] != []
        return True  # Anybody may be given cards.

    # Performing an action

    def _perform(self, action: _Action, answer: str) -> Steps[None]:
        if action.what == "extra_equipment":
            yield from self._improve_equipment(answer)
        elif action.what == "extra_member":
            yield from self._lay_member(answer.removesuffix(HIRE))
        elif action.what == "another_turn":
            self.owed += 1
        elif action.what == "move_equipment":
            self._move_equipment(action)
        elif action.what == "give_one":
            yield from self._give(action, _named(answer), 1)
        elif action.what == "give_two":
            yield from self._give_two(action, _named(answer))
        else:
            yield from self._rob(action, _named(answer))

    def _move_equipment(self, action: _Action) -> None:
        for card in self._movable(action):
            self.equipment[self._player()].remove(card)
            self.members[self._player()].append(card)

    def _give_two(self, action: _Action, first: int) -> Steps[None]:
        everybody = [f"{NAME}{seat}" for seat in self.seats]
        answer = yield _Question(
            self._player(), "second_recipient", everybody, action.card, action.by_ability, named=first
        )
        second = _named(answer)
        if first == second:
            yield from self._give(action, first, 2)
        else:
            yield from self._give(action, first, 1)
            yield from self._give(action, second, 1)

    def _give(self, action: _Action, target: int, due: int) -> Steps[None]:
        cards = min(due, len(self.draw_pile))
        blocked = yield from self._is_blocked(action, target, cards)
        if not blocked:
            for _ in range(cards):
                self._draw(target)

    def _rob(self, action: _Action, target: int) -> Steps[None]:
        """Take or discard the last equipment card or the last member of a player."""
        blocked = yield from self._is_blocked(action, target, 0)
        if blocked:
            return
        places = self.equipment if action.what in ("discard_equipment", "take_equipment") else self.members
        card = places[target].pop()
        if action.what in ("discard_equipment", "discard_member"):
            self.discards.append(card)
        else:
            places[self._player()].append(card)

    # Pater Miller

    def _is_blocked(self, action: _Action, target: int, cards: int) -> Steps[bool]:
        """Ask an attacked player who could protect himself whether he does."""
        protectors = self.protectors(target)
        if target == self._player() or protectors == []:
            return False
        colours = [colour for colour in COLOURS if colour + PATER_MILLER in protectors]
        answers = [DECLINE] + [PROTECT + colour for colour in colours]
        answer = yield _Question(target, "protect", answers, action.card, action.by_ability, action.what, cards)
        if answer == DECLINE:
            return False
        self._discard_miller(target, answer.removeprefix(PROTECT) + PATER_MILLER)
        return True

    def _discard_miller(self, seat: int, miller: str) -> None:
        """Discard the oldest one, a member rather than an equipment card."""
        if miller in self.members[seat]:
            self.members[seat].remove(miller)
        else:
            self.equipment[seat].remove(miller)
        self.discards.append(miller)


# The match


def _check_match(players: int, expert: bool, variant: str, starter: int) -> None:
    assert players in (3, 4, 5, 6), "there are three to six players"
    assert starter in range(players), "the starter is one of the seats"
    assert variant in VARIANTS, "there is no such variant"
    assert expert or variant != "chosen", "in the basic game there is nothing to choose"


def _check_decks(decks: Sequence[Sequence[str]], full_deck: Cards) -> None:
    assert len(decks) == ROUNDS, "every round has its deck"
    for shuffled in decks:
        assert sorted(shuffled) == sorted(full_deck), "a deck does not hold exactly the cards of the game"


class AdventureTours:
    """A match of three rounds, always waiting for one action of one seat until it is over."""

    def __init__(
        self,
        decks: Sequence[Sequence[str]],
        boards: Sequence[Sequence[int] | None] | None,
        *,
        players: int,
        expert: bool,
        variant: str,
        starter: int,
        hand: int = HAND,
        colours: int = 3,
        adventurers: int = 12,
        copies: int = 3,
    ) -> None:
        """Deal the first round: seat 0 gets the first six cards, then seat 1 and so on; the rest is drawn."""
        _check_match(players, expert, variant, starter)
        _check_decks(decks, deck(colours, adventurers, copies))
        self._sizes = {"hand": hand, "colours": colours, "adventurers": adventurers, "copies": copies}
        self._decks: list[Cards] = [list(shuffled) for shuffled in decks]
        self._given_boards = deepcopy(boards)
        self._seats = range(players)
        self._expert = expert
        self._variant = variant
        self._first_starter = starter
        self._actions: list[str] = []
        self._number = 1
        self._free_boards: list[int] = []
        self._totals = [0] * players
        self._sheets: list[dict[str, Any]] = []
        self._round = _Round(self._decks[0], self._boards_handed_out(), starter, hand)
        self._steps = self._play_match()
        self._question: _Question | None = next(self._steps)

    @property
    def seat(self) -> int | None:
        """The seat that must decide now; None when the match is over."""
        return None if self._question is None else self._question.seat

    @property
    def finished_rounds(self) -> int:
        """The number of rounds that have been scored."""
        return len(self._sheets)

    def legal(self) -> list[str]:
        """Return the distinct legal actions of the seat to decide, in the pinned order; none when it is over."""
        return [] if self._question is None else list(self._question.answers)

    def play(self, action: str) -> None:
        """Carry out a legal action and everything that follows from it without a further decision."""
        assert action in self.legal(), f"{action} is not legal here"
        self._actions.append(action)
        try:
            self._question = self._steps.send(action)
        except StopIteration:
            self._question = None

    def scores(self) -> list[int]:
        """Return the money of each seat as if the current round ended now."""
        return [max(0, self._totals[seat] + self._gain(seat)) for seat in self._seats]

    def winners(self) -> list[int]:
        """Return the seats with the most money; none while the match is running."""
        if self._question is not None:
            return []
        money = self.scores()
        return [seat for seat in self._seats if money[seat] == max(money)]

    def copy(self) -> "AdventureTours":
        """Return an independent copy: the same match, played up to here again."""
        match = AdventureTours(
            self._decks,
            self._given_boards,
            players=len(self._seats),
            expert=self._expert,
            variant=self._variant,
            starter=self._first_starter,
            **self._sizes,
        )
        for action in self._actions:
            match.play(action)
        return match

    def _gain(self, seat: int) -> int:
        return self._round.income(seat) - COST_OF_A_HAND_CARD * len(self._round.hands[seat])

    # The course of the match

    def _play_match(self) -> Steps[None]:
        yield from self._play_round()
        for number in (2, 3):
            self._prepare_round(number)
            if self._variant == "chosen":
                yield from self._choose_boards()
            yield from self._play_round()

    def _play_round(self) -> Steps[None]:
        ended_by = yield from self._round.play()
        self._sheets.append(self._sheet(ended_by))

    def _prepare_round(self, number: int) -> None:
        finished = self._sheets[-1]
        self._number = number
        self._totals = list(finished["totals"])
        boards: Boards = list(finished["boards"])
        if self._variant == "dealt":
            boards = self._boards_handed_out()
        starter = _left_neighbour(finished["ended_by"], len(self._seats))
        self._round = _Round(self._decks[number - 1], boards, starter, self._sizes["hand"])

    def _boards_handed_out(self) -> Boards:
        """Return the boards that this round's list hands out, the desert to everybody in the basic game."""
        if not self._expert:
            return [DESERT for _ in self._seats]
        assert self._given_boards is not None, "the expert game needs its boards"
        boards = self._given_boards[self._number - 1]
        assert boards is not None and sorted(boards) == EXPERT_BOARDS, "the six expert boards are shuffled"
        return [boards[seat] for seat in self._seats]

    # Variant 2

    def _choose_boards(self) -> Steps[None]:
        """Let everybody choose among the boards in use; the last one takes what is left."""
        self._free_boards = sorted(self._sheets[-1]["boards"])
        self._round.boards = [None for _ in self._seats]
        for seat in self._choosers():
            if len(self._free_boards) == 1:
                board = self._free_boards[0]
            else:
                answer = yield _Question(seat, "choose_board", [f"{BOARD}{board}" for board in self._free_boards])
                board = int(answer.removeprefix(BOARD))
            self._free_boards.remove(board)
            self._round.boards[seat] = board

    def _choosers(self) -> list[int]:
        """Return all seats, the least gain of the last round first; ties go clockwise from the starter."""
        gained = self._sheets[-1]["gained"]
        clockwise = [(self._round.starter + step) % len(self._seats) for step in self._seats]
        return sorted(clockwise, key=lambda seat: gained[seat])  # Sorting keeps the order of those that are equal.

    # What is seen

    def _sheet(self, ended_by: int) -> dict[str, Any]:
        after = self.scores()
        return {
            "round": self._number,
            "starter": self._round.starter,
            "ended_by": ended_by,
            "boards": list(self._round.boards),
            "members": deepcopy(self._round.members),
            "income": [self._round.income(seat) for seat in self._seats],
            "hand_sizes": [len(hand) for hand in self._round.hands],
            "before": list(self._totals),
            "gained": [after[seat] - self._totals[seat] for seat in self._seats],
            "totals": after,
        }

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return everything that a seat may know, or a spectator (None)."""
        assert seat is None or seat in self._seats, "the viewer is one of the seats or a spectator"
        return deepcopy(self._seen_match(seat) | self._seen_turn(seat) | self._seen_table(seat) | self._seen_money())

    def _seen_match(self, seat: int | None) -> dict[str, Any]:
        return {
            "game": "adventure-tours",
            "seat": seat,
            "ply": len(self._actions),
            "round": self._number,
            "rounds": ROUNDS,
            "starter": self._round.starter,
            "players": len(self._seats),
            "expert": self._expert,
            "variant": self._variant,
        }

    def _seen_turn(self, seat: int | None) -> dict[str, Any]:
        return {
            "turn": self.seat,
            "active": self._round.active,
            "asked": None if self._question is None else self._question.seen(),
            "ability_used": self._round.ability_used,
            "owed": self._round.owed,
            "legal": self.legal() if seat is not None and seat == self.seat else [],
        }

    def _seen_table(self, seat: int | None) -> dict[str, Any]:
        now = self._round
        return {
            "hand": [] if seat is None else _in_order(now.hands[seat]),
            "hand_sizes": [len(hand) for hand in now.hands],
            "left": len(now.draw_pile),
            "boards": now.boards,
            "free_boards": self._free_boards,
            "equipment": now.equipment,
            "members": now.members,
            "protectors": [now.protectors(each) for each in self._seats],
            "discards": now.discards,
            "values": [now.values(each) for each in self._seats],
            "income": [now.income(each) for each in self._seats],
        }

    def _seen_money(self) -> dict[str, Any]:
        return {
            "totals": self._totals,
            "scores": self.scores(),
            "sheets": self._sheets,
        }


def perft(match: AdventureTours, depth: int) -> int:
    """Return the number of sequences of exactly this many actions within the current round."""
    if depth == 0:
        return 1
    count = 0
    for action in match.legal():
        after = match.copy()
        after.play(action)
        if after.finished_rounds == match.finished_rounds:
            count += perft(after, depth - 1)
        elif depth == 1:
            count += 1  # The round has ended: a position without further actions.
    return count
