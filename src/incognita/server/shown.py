"""What a viewer is told: pure functions of a history and a viewer, so a resumed stream says what it said live.

Hidden cards have one door, `Match.view` and `Match.log`; nothing here looks at a state, a deck or an entry's action.
The dictionaries are those of `protocol`, which a test checks; building models would cost more than the views.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from incognita.core.match import Match
from incognita.server import entries
from incognita.server.history import Chair, History

Viewer = int | None
"""A seat, or None for a spectator."""
Names = Callable[[str], str | None]
"""The name of a guest, if they have not been deleted."""


def event(history: History, viewer: Viewer, names: Names, said: Mapping[int, str]) -> dict[str, Any]:
    match = history.match
    return {
        "type": "table",
        "table": history.table,
        "seq": history.seq,
        "position": history.position,
        "at": history.at,
        "happened": happened(history, viewer, names, said),
        "state": history.state,
        **about(history),
        "listed": history.setup.listed,
        "seats": [seat_shown(chair, names) for chair in history.chairs],
        "sides": [list(side) for side in history.game.sides],
        "you": viewer,
        "host": history.host,
        "clock": clock_shown(history),
        "view": view_of(history, match, viewer) if match else None,
        "log": log_of(match, viewer) if match else [],
        "may": may(history, viewer),
        "asked_back": asked_back(history),
        "marked": history.marked,
        "result": result(history),
        "next": history.next,
    }


def presence(history: History, here: Collection[str]) -> dict[str, Any]:
    """Who looks at a table: guests, and others by whatever tells them apart."""
    seats = [seat for seat, chair in enumerate(history.chairs) if chair.guest in here]
    return {"type": "presence", "table": history.table, "seats": seats, "spectators": len(here) - len(seats)}


def about(history: History) -> dict[str, Any]:
    return {"game": history.game.name, "options": dict(history.game.options), "rounds": history.setup.rounds}


def view_of(history: History, match: Match, viewer: Viewer) -> dict[str, Any]:
    """A match that was given up has nothing more to decide."""
    view = match.view(viewer)
    return view if history.running else {**view, "legal": []}


def log_of(match: Match, viewer: Viewer) -> list[list[tuple[int, str]]]:
    seen = iter(match.log(viewer))
    return [[(seat, next(seen)) for seat in seats] for seats in match.seats]


def happened(history: History, viewer: Viewer, names: Names, said: Mapping[int, str]) -> dict[str, Any]:
    fact = history.last
    assert fact
    told: dict[str, Any] = {"kind": fact.kind, "seat": getattr(fact, "seat", None)}
    if isinstance(fact, entries.Acted):
        assert history.match
        told["action"] = history.match.log(viewer)[-1]
    if isinstance(fact, entries.Spoke):
        told["text"], told["name"] = said.get(history.seq), names(fact.guest)
    if isinstance(fact, entries.Back | entries.AskedBack):
        told["ply"] = fact.ply
    if isinstance(fact, entries.Answered):
        told["agree"] = fact.agree
    return told


def seat_shown(chair: Chair, names: Names) -> dict[str, Any]:
    return {
        "who": "person" if chair.guest else "bot" if chair.level else "open",
        "name": names(chair.guest) if chair.guest else None,
        "level": chair.level,
        "stands_in": bool(chair.guest and chair.level),
        "fallen": chair.fallen,
    }


def clock_shown(history: History) -> dict[str, Any] | None:
    """As it stood when the last entry was written: the running one has gone on since it was pressed."""
    clock = history.clock
    if clock is None:
        return None
    left = list(clock.left)
    if clock.running is not None:
        left[clock.running] = max(0, left[clock.running] - clock.spent(history.at))
    return {"seconds": clock.seconds, "increment": clock.increment, "left": left, "running": clock.running}


def may(history: History, viewer: Viewer) -> list[str]:
    """What else this seat could ask for now."""
    if viewer is None or not history.running or viewer not in history.people:
        return []
    undo = ["undo"] if history.may_undo(viewer) else []
    return undo + (["take-back"] if history.last_decision(viewer) is not None else [])


def asked_back(history: History) -> dict[str, Any] | None:
    asked = history.asked
    return None if asked is None else {"seat": asked.seat, "ply": asked.ply, "agreed": sorted(asked.agreed)}


def result(history: History) -> dict[str, Any] | None:
    if history.match is None or history.state != "over":
        return None
    sides = [merit(history, side) for side in range(len(history.game.sides))]
    ranks = [1 + sum(other > sides[history.game.side_of(seat)] for other in sides) for seat in seats_of(history)]
    fallen = history.fallen()
    given_up = fallen and not history.match.over
    return {
        "reason": history.chairs[fallen[0]].fallen if given_up else "played",
        "winners": [seat for seat in seats_of(history) if ranks[seat] == 1],
        "ranks": ranks,
        "scores": history.match.scores,
    }


def merit(history: History, side: int) -> tuple[int, ...]:
    """By what sides are ranked: those that stayed first, then by the rules; a match given up has no more than that."""
    assert history.match
    seats = history.game.sides[side]
    stayed = int(not any(history.chairs[seat].fallen for seat in seats))
    if history.lost_sides():
        return (stayed,)
    return (stayed, *history.game.results(history.match.state)[seats[0]])


def seats_of(history: History) -> range:
    return range(history.game.players)


def summary(history: History, names: Names) -> dict[str, Any]:
    """The table as the lobby shows it."""
    return {
        "id": history.table,
        **about(history),
        "state": history.state,
        "seats": [seat_shown(chair, names) for chair in history.chairs],
        "clock": history.setup.clock,
        "made": history.made,
        "result": result(history),
    }


def with_names(stored: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """A stored summary has the numbers of guests where their names belong, so that a name can be forgotten."""
    seats = [{**seat, "name": names(seat["name"]) if seat["name"] else None} for seat in stored["seats"]]
    return {**stored, "seats": seats}
