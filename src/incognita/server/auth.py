"""Who asks: the cookie of a guest, or the token of a seat."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response

from incognita.server.house import House
from incognita.server.requests import Asker
from incognita.server.rim import COOKIE
from incognita.store.store import Guest

YEAR = 365 * 24 * 3600


class Unknown(Exception):
    """Nobody we know; the sentence says what to do."""


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def set_cookie(request: Request, response: Response, guest: Guest) -> None:
    response.set_cookie(
        COOKIE,
        house_of(request).signer.signed("guest", guest.id),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


async def guest_or_nobody(request: Request) -> Guest | None:
    house = house_of(request)
    guest = house.signer.read("guest", request.cookies.get(COOKIE, ""))
    return await house.known(guest) if guest else None


async def guest(request: Request) -> Guest:
    found = await guest_or_nobody(request)
    if found is None:
        raise Unknown("nobody knows you here: POST a name to /api/guests first")
    return found


def seat_token(house: House, table: str, guest: str) -> str:
    """For one guest's seat at one table. It ends with the seat: whoever gets up takes it along."""
    return house.signer.signed("seat", f"{table}/{guest}")


async def bearer(request: Request, table: str) -> Guest | None:
    """The guest for whom a token speaks, at this table only."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer":
        return None
    house = house_of(request)
    place = house.signer.read("seat", token.strip())
    found = None
    if place and place.partition("/")[0] == table:
        found = await house.known(place.partition("/")[2])
    if found is None:
        raise Unknown("this token is not for this table")
    return found


async def asker(request: Request, table_id: str) -> Asker:
    by_token = await bearer(request, table_id)
    return Asker(by_token.id, by_token=True) if by_token else Asker((await guest(request)).id)


async def viewer(request: Request, table_id: str) -> Guest | None:
    """Everybody may look; a guest or a token looks from their seat."""
    return await bearer(request, table_id) or await guest_or_nobody(request)


async def the_house(request: Request) -> House:
    """Not `house_of` itself: the framework calls what is not async in a thread, for every request."""
    return house_of(request)


TheHouse = Annotated[House, Depends(the_house)]
TheGuest = Annotated[Guest, Depends(guest)]
SomeGuest = Annotated[Guest | None, Depends(guest_or_nobody)]
TheAsker = Annotated[Asker, Depends(asker)]
TheViewer = Annotated[Guest | None, Depends(viewer)]
