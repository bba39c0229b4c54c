"""What is asked of a table, decided: a request against a history gives the entries to write, or the reason why not.

No I/O here. Whatever chance or the house has to say comes in as `Circumstances`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from incognita.core.errors import IllegalAction
from incognita.play.levels import USUAL as STAND_IN
from incognita.server import entries, protocol
from incognita.server.entries import Fact
from incognita.server.history import History

ENGLISH = {
    "seat": "you have no seat at this table",
    "no-seat": "this table has no seat {seat}",
    "taken": "seat {seat} is taken",
    "full": "no seat is open",
    "seated": "you sit on seat {seat} already",
    "host": "only the host, on seat {seat}, may do that",
    "person": "a person sits on seat {seat}",
    "no-person": "no person sits on seat {seat}",
    "begun": "the match has begun",
    "not-begun": "the match has not begun",
    "over": "the match is over",
    "not-over": "the match is not over",
    "open-seat": "seat {seat} is still open",
    "turn": "seat {seat} must decide now",
    "bot-plays": "a bot plays on your seat; return to it first",
    "you-play": "no bot plays on your seat",
    "fallen": "you have resigned, or your time has run out",
    "undo": "nothing can be taken back: only your own action can, before a card is drawn or anybody else is asked",
    "no-decision": "you have not decided anything yet",
    "not-asked": "nobody has asked you to go back",
    "answered": "you have agreed already",
    "chat": "in a partner game nothing is said from the deal to the end",
    "not-away": "seat {seat} is not away; a bot may stand in after {seconds} seconds",
    "token": "the token of a seat can only play on it",
    "people": "hints are given in matches against bots only",
    "hinted": "a hint is being thought about already",
    "followed": "the rematch is at the table {table}",
    "table": "{why}",
    "tables": "you sit at {most} tables that are not over; finish or leave some first",
    "ply": "this match has the plies 0 to {most}",
    "record": "{why}",
    "uploads": "you have uploaded {most} records; more are not kept",
}
"""The rules of the house."""
AWAY = 60
"""Seconds without a look at the table after which a bot may stand in."""


class NotDone(Exception):
    """Why a request is not granted."""

    def __init__(self, reply: protocol.Refused | protocol.Stale) -> None:
        super().__init__(reply)
        self.reply = reply


def refused(rule: str, **values: str | int) -> NotDone:
    return NotDone(protocol.Refused(rule=f"house {rule}", values=values, english=ENGLISH[rule].format(**values)))


@dataclass(frozen=True)
class Asker:
    """Who asks: a guest, or a bot with the token of one seat."""

    guest: str
    by_token: bool = False


@dataclass(frozen=True)
class Circumstances:
    """What a decision needs and a history does not know."""

    deal: Callable[[], entries.Dealt]
    new_table: Callable[[], str]
    away: Collection[str]
    """The guests who have not looked for a while."""


def decide(history: History, asker: Asker, request: Any, around: Circumstances) -> list[Fact]:
    """The entries that a request leads to; NotDone says why there are none."""
    if asker.by_token and not isinstance(request, protocol.Act | protocol.Undo | protocol.Resign | protocol.Return):
        raise refused("token")
    return DECISIONS[type(request)](history, asker, request, around)


# --- seats


def join(history: History, asker: Asker, request: protocol.Join, around: Circumstances) -> list[Fact]:
    check_open(history)
    seat = history.seat_of(asker.guest)
    if seat is not None:
        raise refused("seated", seat=seat)
    return [entries.Seated(free_seat(history, request.seat), asker.guest)]


def free_seat(history: History, wanted: int | None) -> int:
    free = [seat for seat, chair in enumerate(history.chairs) if chair.open]
    if wanted is None and not free:
        raise refused("full")
    if wanted is None:
        return free[0]
    check_seat(history, wanted)
    if wanted not in free:
        raise refused("taken", seat=wanted)
    return wanted


def leave(history: History, asker: Asker, request: protocol.Leave, around: Circumstances) -> list[Fact]:
    seat = own_seat(history, asker)
    if history.state == "open":
        return [entries.Freed(seat, None)]
    check_running(history)
    check_plays(history, seat)
    return [entries.StoodIn(seat, STAND_IN)]


def set_seat(history: History, asker: Asker, request: protocol.SetSeat, around: Circumstances) -> list[Fact]:
    check_open(history)
    check_host(history, asker)
    check_seat(history, request.seat)
    guest = history.chairs[request.seat].guest
    if guest and guest not in around.away:
        raise refused("person", seat=request.seat)
    return [entries.Freed(request.seat, request.level)]


def stand_in(history: History, asker: Asker, request: protocol.StandIn, around: Circumstances) -> list[Fact]:
    check_running(history)
    own_seat(history, asker)
    check_seat(history, request.seat)
    if request.seat not in history.people:
        raise refused("no-person", seat=request.seat)
    if history.chairs[request.seat].guest not in around.away:
        raise refused("not-away", seat=request.seat, seconds=AWAY)
    return [entries.StoodIn(request.seat, STAND_IN)]


def come_back(history: History, asker: Asker, request: protocol.Return, around: Circumstances) -> list[Fact]:
    check_running(history)
    seat = own_seat(history, asker)
    if history.chairs[seat].fallen:
        raise refused("fallen")
    if not history.chairs[seat].by_bot:
        raise refused("you-play")
    return [entries.Returned(seat)]


# --- the match


def start(history: History, asker: Asker, request: protocol.Start, around: Circumstances) -> list[Fact]:
    check_open(history)
    check_host(history, asker)
    for seat, chair in enumerate(history.chairs):
        if chair.open:
            raise refused("open-seat", seat=seat)
    return [around.deal()]


def act(history: History, asker: Asker, request: protocol.Act, around: Circumstances) -> list[Fact]:
    check_running(history)
    seat = own_seat(history, asker)
    check_plays(history, seat)
    check_position(history, request.position)
    if seat != history.seat:
        raise refused("turn", seat=-1 if history.seat is None else history.seat)
    return [entries.Acted(seat, checked_action(history, request.action))]


def checked_action(history: History, action: str) -> str:
    """The action, if the rules allow it; else the paragraph that does not, and its values."""
    assert history.match
    if action in history.match.legal():
        return action
    try:
        history.match.play(action)
    except IllegalAction as error:
        why = error.refusal
        raise NotDone(protocol.Refused(rule=why.rule, values=dict(why.values), english=why.english)) from None
    raise AssertionError("an action that is not listed was played")


def undo(history: History, asker: Asker, request: protocol.Undo, around: Circumstances) -> list[Fact]:
    check_running(history)
    seat = own_seat(history, asker)
    check_plays(history, seat)
    check_position(history, request.position)
    if not history.may_undo(seat):
        raise refused("undo")
    return [entries.Back(seat, len(history.decided) - 1, marked=False)]


def take_back(history: History, asker: Asker, request: protocol.TakeBack, around: Circumstances) -> list[Fact]:
    check_running(history)
    seat = own_seat(history, asker)
    check_plays(history, seat)
    check_position(history, request.position)
    ply = history.last_decision(seat)
    if ply is None:
        raise refused("no-decision")
    if history.people == [seat]:
        return [entries.Back(seat, ply, marked=True)]
    return [entries.AskedBack(seat, ply)]


def answer(history: History, asker: Asker, request: protocol.Answer, around: Circumstances) -> list[Fact]:
    check_running(history)
    seat = own_seat(history, asker)
    check_plays(history, seat)
    check_position(history, request.position)
    asked = history.asked
    if asked is None or asked.seat == seat:
        raise refused("not-asked")
    if seat in asked.agreed:
        raise refused("answered")
    facts: list[Fact] = [entries.Answered(seat, request.agree)]
    if request.agree and asked.agreed | {seat} >= set(history.people):
        facts.append(entries.Back(asked.seat, asked.ply, marked=True))
    return facts


def resign(history: History, asker: Asker, request: protocol.Resign, around: Circumstances) -> list[Fact]:
    check_running(history)
    seat = own_seat(history, asker)
    if history.chairs[seat].fallen:
        raise refused("fallen")
    return [fall(history, seat, "resigned")]


def fall(history: History, seat: int, how: protocol.Fall) -> entries.Fell:
    """With two sides the match is lost; with more a bot plays on and the seat ranks last."""
    return entries.Fell(seat, how, STAND_IN if len(history.game.sides) > 2 else None)


# --- around it


def rematch(history: History, asker: Asker, request: protocol.Rematch, around: Circumstances) -> list[Fact]:
    own_seat(history, asker)
    if history.state != "over":
        raise refused("not-over")
    if history.next:
        raise refused("followed", table=history.next)
    return [entries.Followed(around.new_table())]


def rematch_facts(history: History) -> list[Fact]:
    """The log with which the table of a rematch begins: everybody sits one seat further."""
    setup, n = history.setup, len(history.chairs)
    before = [history.chairs[(seat - 1) % n] for seat in range(n)]
    levels = [None if chair.guest else chair.level for chair in before]
    created = entries.Created(setup.game, setup.options, setup.rounds, levels, setup.clock, setup.listed)
    return [created, *(entries.Seated(seat, chair.guest) for seat, chair in enumerate(before) if chair.guest)]


def say(history: History, asker: Asker, request: protocol.Say, around: Circumstances) -> list[Fact]:
    """Nothing can reach a partner while a round runs, from a spectator neither."""
    if history.running and history.partners:
        raise refused("chat")
    return [entries.Spoke(asker.guest, history.seat_of(asker.guest))]


# --- checks


def check_open(history: History) -> None:
    if history.state != "open":
        raise refused("begun")


def check_running(history: History) -> None:
    if history.state != "running":
        raise refused("not-begun" if history.state == "open" else "over")


def check_seat(history: History, seat: int) -> None:
    if seat >= len(history.chairs):
        raise refused("no-seat", seat=seat)


def check_host(history: History, asker: Asker) -> None:
    own_seat(history, asker)
    if history.host is not None and history.chairs[history.host].guest != asker.guest:
        raise refused("host", seat=history.host)


def check_plays(history: History, seat: int) -> None:
    if history.chairs[seat].fallen:
        raise refused("fallen")
    if history.chairs[seat].by_bot:
        raise refused("bot-plays")


def check_position(history: History, position: int) -> None:
    if position != history.position:
        raise NotDone(protocol.Stale(position=history.position))


def own_seat(history: History, asker: Asker) -> int:
    seat = history.seat_of(asker.guest)
    if seat is None:
        raise refused("seat")
    return seat


Decision = Callable[[History, Asker, Any, Circumstances], list[Fact]]
DECISIONS: dict[type, Decision] = {
    protocol.Join: join,
    protocol.Leave: leave,
    protocol.SetSeat: set_seat,
    protocol.StandIn: stand_in,
    protocol.Return: come_back,
    protocol.Start: start,
    protocol.Act: act,
    protocol.Undo: undo,
    protocol.TakeBack: take_back,
    protocol.Answer: answer,
    protocol.Resign: resign,
    protocol.Rematch: rematch,
    protocol.Say: say,
}
