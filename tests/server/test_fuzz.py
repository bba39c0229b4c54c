"""Requests that nobody would think of, made from the OpenAPI description: never an error of the server."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings

from incognita.server.app import make_app
from tests.server.houses import World
from tests.server.threads import serving

WORLD = World()


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), WORLD) as address:
        yield address


def newcomer(base: str) -> dict[str, str]:
    """The cookie of somebody new."""
    return dict(httpx.post(f"{base}/api/guests", json={"name": "Ann"}).raise_for_status().cookies)


@pytest.fixture(scope="module")
def table(base: str) -> tuple[str, dict[str, str]]:
    """A table, and the cookie of somebody who sits there."""
    cookies = newcomer(base)
    wanted = {"game": "lost-cities", "seats": [{"who": "me"}]}
    made = httpx.post(f"{base}/api/tables", json=wanted, cookies=cookies).raise_for_status().json()
    return made["table"], cookies


schema = schemathesis.openapi.from_dict(make_app(lambda: None).openapi())  # type: ignore[arg-type, return-value]
ENDLESS = ["/api/events", "/api/tables/{table_id}/events"]
numbers = itertools.count()
few = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


def asked(case: Any, base: str, table: tuple[str, dict[str, str]]) -> dict[str, Any]:
    """What to send: every other time by a known guest at a real table. Only a newcomer is deleted."""
    if next(numbers) % 2:
        name, cookies = table
        case.path_parameters = dict.fromkeys(case.path_parameters or {}, name)
        case.cookies = newcomer(base) if case.method == "DELETE" else cookies
    return dict(case.as_transport_kwargs(base_url=base))


def check(response: requests.Response) -> None:
    assert response.status_code < 500, response.text
    if response.status_code >= 400:
        assert response.json()["outcome"] in ("refused", "stale")


@schema.exclude(path=ENDLESS).parametrize()
@few
def test_no_request_is_an_error_of_the_server(case: Any, base: str, table: tuple[str, dict[str, str]]) -> None:
    check(requests.request(**asked(case, base, table), timeout=20))


@schema.include(path=ENDLESS).parametrize()
@few
def test_no_stream_breaks_off(case: Any, base: str, table: tuple[str, dict[str, str]]) -> None:
    """It is closed after its first messages: the time of the server and, at a table, how things stand there."""
    with closing(requests.request(**asked(case, base, table), stream=True, timeout=20)) as response:
        if response.status_code != 200:
            check(response)
            return
        messages = (line for line in response.iter_lines(chunk_size=1) if b'"type":' in line)
        assert b'"hello"' in next(messages)
        if case.path_parameters:
            assert next(messages)


@pytest.mark.parametrize("path", ENDLESS)
@pytest.mark.parametrize(
    "query", ["table=", "table=%00", "lobby=maybe", "table=a&" * 40, "table=x:99999999999999999999"]
)
def test_streams_answer_anything(base: str, path: str, query: str) -> None:
    address = f"{base}{path.format(table_id='x')}?{query}"
    with httpx.stream("GET", address, headers={"last-event-id": "a:b:c ::: \x7f"}) as response:
        assert response.status_code < 500
