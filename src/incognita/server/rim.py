"""What every request passes on its way in, and every answer on its way out: origin, size, headers of safety."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from incognita.server.keys import Signer
from incognita.server.protocol import Refused

LARGEST_BODY = 300_000
COOKIE = "incognita"
NEWCOMERS = ("/api/guests", "/api/guests/enter")
"""Where names are made and links are tried."""
WORK = ("/api/", "/health")
"""What is more than reading a file."""
SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; style-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def refusal(status: int, rule: str, english: str, **values: str | int) -> JSONResponse:
    body = Refused(rule=f"house {rule}", values=values, english=english)
    return JSONResponse(body.model_dump(), status)


def foreign(headers: Headers) -> bool:
    """Whether a page of another site sends this. Programs that are no browsers send no origin."""
    origin = headers.get("origin")
    if headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        return True
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


def flood(scope: Scope) -> JSONResponse | None:
    """Whether one guest, or one address without a guest, asks more than people and bots do.

    Files of the pages do not count: many people may open them at once behind one address, and each gets all of them.
    """
    if not scope["path"].startswith(WORK):
        return None
    house = scope["app"].state.house
    newcomer = scope["path"] in NEWCOMERS and scope["method"] == "POST"
    wait = house.limits.wait(sender(scope, house.signer), newcomer=newcomer)
    if not wait:
        return None
    answer = refusal(429, "rate", f"this is too much at once; try again in {wait} s", seconds=wait)
    answer.headers["retry-after"] = str(wait)
    return answer


def sender(scope: Scope, signer: Signer) -> str:
    """A guest by what was signed here, everybody else by address: what can be invented counts for nothing."""
    request = HTTPConnection(scope)
    token = request.headers.get("authorization", "").partition(" ")[2].strip()
    guest = signer.read("guest", request.cookies.get(COOKIE, "")) or signer.read("seat", token)
    return f"guest {guest}" if guest else f"address {request.client.host if request.client else ''}"


class TooLarge(Exception):
    pass


class Rim:
    """An ASGI middleware. Streams pass through it untouched."""

    def __init__(self, app: ASGIApp, largest: int = LARGEST_BODY) -> None:
        self.app, self.largest = app, largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        complaint = self.complaint(scope) or flood(scope)
        app: ASGIApp = complaint or self.app
        await app(scope, self.measured(receive), dressed(send))

    def complaint(self, scope: Scope) -> JSONResponse | None:
        headers = Headers(scope=scope)
        if scope["method"] not in SAFE and foreign(headers):
            return refusal(403, "origin", "this page belongs to another site, which may not play for you")
        if length(headers) > self.largest:
            return refusal(413, "size", f"a request may have {self.largest} bytes", most=self.largest)
        return None

    def measured(self, receive: Receive) -> Receive:
        """A body whose length was not told is measured as it comes."""
        got = 0

        async def counted() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > self.largest:
                raise TooLarge
            return message

        return counted


def length(headers: Headers) -> int:
    text = headers.get("content-length", "0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0


def dressed(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return with_headers
