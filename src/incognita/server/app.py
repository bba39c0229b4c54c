"""The application: routes, the rim around them, and how errors become answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

import incognita
from incognita.server import protocol
from incognita.server.auth import TheHouse, Unknown
from incognita.server.bots import BotFailed
from incognita.server.house import House, NoSuchTable
from incognita.server.pages import add_pages
from incognita.server.requests import NotDone
from incognita.server.rim import LARGEST_BODY, Rim, TooLarge, refusal
from incognita.server.routes import api
from incognita.server.streams import TooMany
from incognita.server.table import Busy
from incognita.store.database import StoreError


def make_app(house: Callable[[], House]) -> FastAPI:
    """The application around a house, which is made when the server starts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.house = house()
        await app.state.house.open()
        yield
        await app.state.house.close()

    app = FastAPI(title="Incognita", version=incognita.__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.include_router(api)
    app.add_api_route("/health", health, responses={503: {"model": protocol.Health}})
    add_pages(app)
    app.add_middleware(Rim)
    for kind, handle in HANDLERS.items():
        app.add_exception_handler(kind, handle)
    return app


async def health(house: TheHouse) -> Any:
    database = await house.database_state()
    state = protocol.Health(
        status="well" if database == "well" else "ill",
        version=incognita.__version__,
        tables=len(house.tables),
        streams=len(house.streams),
        database=database,
    )
    return JSONResponse(state.model_dump(), 200 if state.status == "well" else 503)


# --- errors


async def not_done(request: Request, error: Any) -> JSONResponse:
    reply: protocol.Refused | protocol.Stale = error.reply
    return JSONResponse(reply.model_dump(), 409 if isinstance(reply, protocol.Stale) else 422)


async def unknown(request: Request, error: Any) -> JSONResponse:
    return refusal(401, "unknown", str(error))


async def no_such_table(request: Request, error: Any) -> JSONResponse:
    return refusal(404, "no-table", "there is no such table")


async def busy(request: Request, error: Any) -> JSONResponse:
    return refusal(429, "busy", "this table is asked too much at once; try again")


async def too_many_streams(request: Request, error: Any) -> JSONResponse:
    return refusal(429, "streams", "you have too many streams open; one serves any number of tables")


async def no_thought(request: Request, error: Any) -> JSONResponse:
    return refusal(503, "no-thought", "nothing could be thought of now; try again")


async def not_stored(request: Request, error: Any) -> JSONResponse:
    return refusal(503, "not-stored", f"{error}; nothing has changed, try again")


async def too_large(request: Request, error: Any) -> JSONResponse:
    return refusal(413, "size", f"a request may have {LARGEST_BODY} bytes", most=LARGEST_BODY)


async def malformed(request: Request, error: Any) -> JSONResponse:
    """What is wrong first, in one sentence."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:]) or "the body"
    return refusal(422, "request", f"{place}: {first['msg']}", field=place)


async def http_error(request: Request, error: Any) -> JSONResponse:
    answer = refusal(error.status_code, "http", str(error.detail))
    answer.headers.update(error.headers or {})
    return answer


HANDLERS: dict[Any, Any] = {
    NotDone: not_done,
    Unknown: unknown,
    NoSuchTable: no_such_table,
    Busy: busy,
    TooMany: too_many_streams,
    BotFailed: no_thought,
    StoreError: not_stored,
    TooLarge: too_large,
    RequestValidationError: malformed,
    HTTPException: http_error,
}
