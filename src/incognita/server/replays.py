"""Matches to look at again: finished ones of this house, and records that somebody uploaded."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from incognita.core.errors import RecordError
from incognita.core.match import Match
from incognita.games import GAMES, replay
from incognita.server import protocol
from incognita.server.history import History
from incognita.server.house import House, NoSuchTable, checked_id
from incognita.server.requests import refused
from incognita.store.store import Guest

Eyes = int | Literal["open", "none"]
"""Whose views a replay shows: a seat's, those of all, or a spectator's."""
MOST_UPLOADS = 100


def finished(history: History) -> Match:
    """The match of a table, all hands open: only once it is over."""
    if history.state != "over" or history.match is None:
        raise refused("not-over")
    return history.match


async def match_of(house: House, replay_id: str) -> Match:
    """A finished table or an upload."""
    record = await asyncio.to_thread(house.store.upload, checked_id(replay_id))
    if record is None:
        return finished(await house.history(replay_id))
    return await asyncio.to_thread(replay, record)


async def step(house: House, replay_id: str, ply: int, eyes: Eyes) -> dict[str, Any]:
    match = await match_of(house, replay_id)
    return await asyncio.to_thread(step_of, match, ply, eyes)


def step_of(match: Match, ply: int, eyes: Eyes) -> dict[str, Any]:
    """The position after so many plies, and what is done in it."""
    played = [pair for pairs in zip(match.seats, match.actions, strict=True) for pair in zip(*pairs, strict=True)]
    if not 0 <= ply <= len(played):
        raise refused("ply", most=len(played))
    then = Match(match.game, match.first_starter, match.deals)
    for _, action in played[:ply]:
        then.play(action)
    following = played[ply : ply + 1]
    return {
        "ply": ply,
        "plies": len(played),
        "seat": following[0][0] if following else None,
        "action": match.game.action_text(following[0][1]) if following else None,
        "views": [then.view(viewer) for viewer in viewers(match, eyes)],
    }


def viewers(match: Match, eyes: Eyes) -> list[int | None]:
    if eyes == "open":
        return list(range(match.game.players))
    if eyes == "none":
        return [None]
    if not isinstance(eyes, int) or not 0 <= eyes < match.game.players:
        raise refused("no-seat", seat=eyes)
    return [eyes]


async def upload(house: House, guest: Guest, record: str) -> protocol.Uploaded:
    """Check a record by playing it, and keep it."""
    if len(await asyncio.to_thread(house.store.uploads_of, guest.id)) >= MOST_UPLOADS:
        raise refused("uploads", most=MOST_UPLOADS)
    for game in GAMES:
        await house.ready(game)
    try:
        match = await asyncio.to_thread(replay, record)
    except RecordError as error:
        raise refused("record", why=str(error), line=error.line) from None
    name = house.token()
    await asyncio.to_thread(house.store.add_upload, name, guest.id, house.now(), record)
    return protocol.Uploaded(replay=name, plies=match.ply)


async def export(house: House, guest: Guest) -> dict[str, Any]:
    """Everything that is kept of what a guest has played."""
    tables = await house.tables_of(guest.id)
    uploads = await asyncio.to_thread(house.store.uploads_of, guest.id)
    return {
        "guest": guest.id,
        "name": guest.name,
        "tables": [{"table": table, "record": await record_or_none(house, table)} for table in tables],
        "uploads": [await asyncio.to_thread(house.store.upload, one) or "" for one in uploads],
    }


async def record_or_none(house: House, table: dict[str, Any]) -> str | None:
    if table["state"] != "over":
        return None
    try:
        return finished(await house.history(table["id"])).record()
    except NoSuchTable:
        return None
