"""The addresses of the server. Each says what it takes and gives; what happens is elsewhere."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from incognita.server import auth, protocol, replays, streams
from incognita.server.auth import SomeGuest, TheAsker, TheGuest, TheHouse, TheViewer
from incognita.server.house import House
from incognita.server.listeners import Listener
from incognita.server.requests import Asker, NotDone, own_seat
from incognita.server.rim import COOKIE, sender
from incognita.server.table import encoded
from incognita.store.store import Guest

REFUSALS: dict[int | str, dict[str, Any]] = {
    401: {"model": protocol.Refused, "description": "Nobody known asks."},
    403: {"model": protocol.Refused, "description": "A page of another site asks."},
    404: {"model": protocol.Refused, "description": "There is no such thing."},
    409: {"model": protocol.Stale, "description": "The match has moved on."},
    413: {"model": protocol.Refused, "description": "Too large."},
    422: {"model": protocol.Refused, "description": "Refused, with the rule and its values."},
    429: {"model": protocol.Refused, "description": "Too much at once."},
    503: {"model": protocol.Refused, "description": "Nothing was stored; try again."},
}
api = APIRouter(prefix="/api", responses=REFUSALS)

TableId = str


def told(model: type[protocol.Message]) -> dict[int | str, dict[str, Any]]:
    """Documents an answer that is made by `shown`, to the byte as in a stream."""
    return {200: {"model": model}}


def json_response(data: Any) -> Response:
    return Response(encoded(data), media_type="application/json")


# --- guests


@api.post("/guests")
async def new_guest(new: protocol.NewGuest, house: TheHouse, request: Request, response: Response) -> protocol.Me:
    guest, secret = await house.add_guest(new.name)
    auth.set_cookie(request, response, guest)
    return protocol.Me(guest=guest.id, name=new.name, link=secret)


@api.post("/guests/enter")
async def enter(wanted: protocol.Enter, house: TheHouse, request: Request, response: Response) -> protocol.Me:
    guest = await house.enter(wanted.key)
    if guest is None or guest.name is None:
        raise auth.Unknown("this link belongs to nobody")
    auth.set_cookie(request, response, guest)
    return protocol.Me(guest=guest.id, name=guest.name)


@api.get("/me")
async def me(guest: TheGuest) -> protocol.Me:
    return protocol.Me(guest=guest.id, name=str(guest.name))


@api.patch("/me")
async def rename(wanted: protocol.NewName, guest: TheGuest, house: TheHouse) -> protocol.Me:
    await house.rename(guest.id, wanted.name)
    return protocol.Me(guest=guest.id, name=wanted.name)


@api.post("/me/link")
async def new_link(guest: TheGuest, house: TheHouse) -> protocol.Me:
    return protocol.Me(guest=guest.id, name=str(guest.name), link=await house.new_link(guest.id))


@api.delete("/me", status_code=204)
async def delete_me(guest: TheGuest, house: TheHouse, response: Response) -> None:
    await house.delete(guest.id)
    response.delete_cookie(COOKIE)


@api.get("/house")
async def about_house(house: TheHouse) -> protocol.HouseShown:
    return protocol.HouseShown(addresses=list(house.addresses))


# --- tables


@api.get("/tables", responses=told(protocol.Lobby))
async def lobby(house: TheHouse) -> Response:
    return json_response(await house.lobby())


@api.post("/tables")
async def new_table(wanted: protocol.NewTable, guest: TheGuest, house: TheHouse) -> protocol.Made:
    return protocol.Made(table=await house.create(guest.id, wanted))


@api.get("/tables/{table_id}", responses=told(protocol.TableEvent))
async def look(table_id: TableId, viewer: TheViewer, house: TheHouse) -> Response:
    return json_response(await house.look(table_id, viewer.id if viewer else None))


@api.post("/tables/{table_id}")
async def ask(table_id: TableId, request: protocol.Asked, asker: TheAsker, house: TheHouse) -> protocol.Accepted:
    reply = await house.ask(table_id, asker, request)
    if isinstance(reply, protocol.Accepted):
        return reply
    raise NotDone(reply)


@api.post("/tables/{table_id}/token")
async def token(table_id: TableId, guest: TheGuest, house: TheHouse) -> protocol.Token:
    own_seat(await house.history(table_id), Asker(guest.id))
    return protocol.Token(token=auth.seat_token(house, table_id, guest.id))


# --- comforts


@api.get("/tables/{table_id}/hint")
async def hint(table_id: TableId, guest: TheGuest, house: TheHouse) -> protocol.Hint:
    return await house.hint(table_id, guest.id)


@api.get("/tables/{table_id}/record", response_class=PlainTextResponse)
async def record(table_id: TableId, house: TheHouse) -> PlainTextResponse:
    return PlainTextResponse(replays.finished(await house.history(table_id)).record())


@api.get("/replays/{replay_id}", responses=told(protocol.ReplayStep))
async def replay(
    replay_id: TableId,
    house: TheHouse,
    ply: Annotated[int, Query(ge=0, le=100_000)] = 0,
    seat: replays.Eyes = "open",
) -> Response:
    return json_response(await replays.step(house, replay_id, ply, seat))


@api.post("/replays")
async def upload(wanted: protocol.Upload, guest: TheGuest, house: TheHouse) -> protocol.Uploaded:
    return await replays.upload(house, guest, wanted.record)


@api.get("/me/tables", responses=told(protocol.Lobby))
async def my_tables(guest: TheGuest, house: TheHouse) -> Response:
    return json_response({"type": "lobby", "tables": await house.tables_of(guest.id)})


@api.get("/me/export", responses=told(protocol.Export))
async def export(guest: TheGuest, house: TheHouse) -> Response:
    return json_response(await replays.export(house, guest))


# --- events


@api.get("/events", response_class=StreamingResponse)
async def events(
    request: Request,
    house: TheHouse,
    guest: SomeGuest,
    table: Annotated[list[str] | None, Query(max_length=streams.MOST_TABLES)] = None,
    lobby: bool = False,
    accept: Annotated[str, Header()] = "",
    last_event_id: Annotated[str, Header()] = "",
) -> StreamingResponse:
    wanted = streams.Wanted(streams.read_positions(table or [], last_event_id), lobby)
    return open_stream(house, request, guest, wanted, streams.form_for(accept))


@api.get("/tables/{table_id}/events", response_class=StreamingResponse)
async def table_events(
    request: Request,
    table_id: TableId,
    viewer: TheViewer,
    house: TheHouse,
    accept: Annotated[str, Header()] = "",
    last_event_id: Annotated[str, Header()] = "",
) -> StreamingResponse:
    wanted = streams.Wanted(streams.read_positions([table_id], last_event_id), lobby=False)
    return open_stream(house, request, viewer, wanted, streams.form_for(accept))


def open_stream(
    house: House, request: Request, guest: Guest | None, wanted: streams.Wanted, form: streams.Form
) -> StreamingResponse:
    listener = Listener(guest.id if guest else None, sender(request.scope, house.signer))
    if house.limits.too_many_streams(listener.sender, house.streams):
        raise streams.TooMany
    house.streams.add(listener)
    return StreamingResponse(streams.stream(house, listener, wanted, form), media_type=form.media_type)
