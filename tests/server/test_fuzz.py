"""Requests that nobody would think of, made from the OpenAPI description: never an error of the server."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
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


@pytest.fixture(scope="module")
def guest(base: str) -> dict[str, str]:
    """The cookie of somebody who has a table of that name."""
    with httpx.Client(base_url=base) as ann:
        ann.post("/api/guests", json={"name": "Ann"}).raise_for_status()
        ann.post("/api/tables", json={"game": "lost-cities", "seats": [{"who": "me"}]}).raise_for_status()
        return dict(ann.cookies)


schema = schemathesis.openapi.from_dict(make_app(lambda: None).openapi())  # type: ignore[arg-type, return-value]
ENDLESS = ("/api/events", "/api/tables/{table_id}/events")
numbers = itertools.count()


@schema.exclude(path=list(ENDLESS)).exclude(method="DELETE").parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_is_an_error_of_the_server(case: Any, base: str, guest: dict[str, str]) -> None:
    """Every other one by a known guest at a real table."""
    if next(numbers) % 2:
        case.path_parameters = dict.fromkeys(case.path_parameters or {}, "token0005")
        response = case.call(base_url=base, cookies=guest)
    else:
        response = case.call(base_url=base)
    assert response.status_code < 500, response.text
    if response.status_code >= 400:
        assert response.json()["outcome"] in ("refused", "stale")


@pytest.mark.parametrize("path", ENDLESS)
@pytest.mark.parametrize(
    "query", ["table=", "table=%00", "lobby=maybe", "table=a&" * 40, "table=x:99999999999999999999"]
)
def test_streams_answer_anything(base: str, path: str, query: str) -> None:
    address = f"{base}{path.format(table_id='x')}?{query}"
    with httpx.stream("GET", address, headers={"last-event-id": "a:b:c ::: \x7f"}) as response:
        assert response.status_code < 500
