"""The server as browsers and bots meet it: addresses, cookies, tokens, streams, errors."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

import incognita
from incognita.core.rng import generator
from incognita.search.search import Search
from incognita.server.house import MOST_UNFINISHED
from incognita.server.limits import MOST_STREAMS, Limits, Rate
from incognita.store.schema import metadata
from tests.server.browser import Browser, Received, open_app
from tests.server.houses import SMALL, World, run, sqlite_only

BOT_TABLE = {"game": "lost-cities", "options": SMALL, "rounds": 1, "seats": [{"who": "me"}, {"who": "bot"}]}


async def sat_down(browser: Browser, **wanted: Any) -> str:
    """A new table with a bot, dealt."""
    await browser.be("Ann")
    table: str = (await browser.post("/api/tables", {**BOT_TABLE, **wanted})).json()["table"]
    assert (await browser.post(f"/api/tables/{table}", {"type": "start"})).status == 200
    return table


async def played_out(browser: Browser, table: str) -> Any:
    """First legal actions to the end."""
    while (seen := (await browser.get(f"/api/tables/{table}")).json())["state"] == "running":
        if seen["view"]["legal"]:
            body = {"type": "act", "position": seen["position"], "action": seen["view"]["legal"][0]}
            await browser.post(f"/api/tables/{table}", body)
        else:
            await asyncio.sleep(0.002)
    return seen


def test_guests_cookies_and_links(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_app(tmp_path, World()) as app:
            ann, other, stranger = Browser(app), Browser(app), Browser(app)
            assert (await ann.get("/api/me")).status == 401
            made = await ann.post("/api/guests", {"name": "Ann"})
            cookie = made.header("set-cookie")
            assert "HttpOnly" in cookie and "SameSite=lax" in cookie
            assert (await ann.get("/api/me")).json() == {"guest": made.json()["guest"], "name": "Ann", "link": None}
            assert (await other.post("/api/guests/enter", {"key": "guessed"})).status == 401
            assert (await other.post("/api/guests/enter", {"key": made.json()["link"]})).json()["name"] == "Ann"
            assert (await other.get("/api/me")).json()["guest"] == made.json()["guest"]
            again = (await other.post("/api/me/link")).json()["link"]
            assert (await stranger.post("/api/guests/enter", {"key": made.json()["link"]})).status == 401, "replaced"
            assert (await stranger.post("/api/guests/enter", {"key": again})).status == 200
            text, _, signature = ann.cookies["incognita"].rpartition(".")
            for forged in (f"{text}.{'0' * len(signature)}", f"x{text}.{signature}", "", "."):
                stranger.cookies["incognita"] = forged
                assert (await stranger.get("/api/me")).status == 401

    run(flow())


def test_another_name_is_told_everywhere(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_app(tmp_path, World()) as app:
            ann, eve = Browser(app), Browser(app)
            table = await sat_down(ann)
            assert (await ann.ask("PATCH", "/api/me", {"name": "Anna"})).json()["name"] == "Anna"
            assert (await ann.get("/api/me")).json()["name"] == "Anna"
            assert (await eve.get(f"/api/tables/{table}")).json()["seats"][0]["name"] == "Anna"
            assert (await ann.ask("PATCH", "/api/me", {"name": ""})).status == 422
            assert (await eve.ask("PATCH", "/api/me", {"name": "Ann"})).status == 401

    run(flow())


def test_deleting_oneself_leaves_the_match(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_app(tmp_path, World()) as app:
            ann, eve = Browser(app), Browser(app)
            table = await sat_down(ann)
            await ann.post(f"/api/tables/{table}", {"type": "say", "text": "hello"})
            assert "Ann" in (await eve.get("/api/tables")).body.decode()
            cookie = dict(ann.cookies)
            assert (await ann.ask("DELETE", "/api/me")).status == 204
            ann.cookies = cookie
            assert (await ann.get("/api/me")).status == 401
            seen = (await eve.get(f"/api/tables/{table}")).json()
            assert seen["seats"][0] == {
                "who": "person", "name": None, "level": None, "stands_in": False, "fallen": None
            }  # fmt: skip
            assert "Ann" not in (await eve.get("/api/tables")).body.decode()
            store = app.state.house.store
            kept = repr([store.rows(table.select()) for table in metadata.sorted_tables])
            assert "Ann" not in kept and "hello" not in kept

    run(flow())


def test_tokens_play_one_seat_and_nothing_else(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_app(tmp_path, World()) as app:
            ann, eve, bot = Browser(app), Browser(app), Browser(app)
            table = await sat_down(ann)
            await eve.be("Eve")
            assert (await eve.post(f"/api/tables/{table}/token")).status == 422
            token = (await ann.post(f"/api/tables/{table}/token")).json()["token"]
            bearer = {"authorization": f"Bearer {token}"}
            while not (seen := (await bot.get(f"/api/tables/{table}", **bearer)).json())["view"]["legal"]:
                await asyncio.sleep(0.002)
            assert seen["you"] == 0
            body = {"type": "act", "position": seen["position"], "action": seen["view"]["legal"][0]}
            assert (await bot.post(f"/api/tables/{table}", body)).status == 401
            assert (await bot.post(f"/api/tables/{table}", body, **bearer)).status == 200
            assert (await bot.post(f"/api/tables/{table}", {"type": "say", "text": "x"}, **bearer)).status == 422
            other = (await ann.post("/api/tables", BOT_TABLE)).json()["table"]
            assert (await bot.get(f"/api/tables/{other}", **bearer)).status == 401
            assert (await bot.get("/api/me", **bearer)).status == 401

    run(flow())


def numbered(stream: Received) -> list[tuple[str, str]]:
    """The messages of a stream that have an event id: this and what they say."""
    return re.findall(r"^id: (.*)\ndata: (.*)$", stream.body.decode(), re.MULTILINE)


def test_streams_are_resumed_by_event_id(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_app(tmp_path, World()) as app:
            ann = Browser(app)
            one, two = await sat_down(ann), (await ann.post("/api/tables", BOT_TABLE)).json()["table"]
            whole = ann.stream(f"/api/events?table={one}&table={two}&table=nowhere")
            await whole.until(lambda body: body.count(b'"type":"table"') == 2)
            assert whole.header("content-type").startswith("text/event-stream")
            assert b'{"type":"gone","table":"nowhere"}' in whole.body
            first_id = numbered(whole)[-1][0]
            await ann.post(f"/api/tables/{two}", {"type": "say", "text": "one"})
            await ann.post(f"/api/tables/{two}", {"type": "say", "text": "two"})
            await whole.until(lambda body: b'"two"' in body)
            again = ann.stream(f"/api/events?table={one}&table={two}", last_event_id=first_id)
            await again.until(lambda body: b'"two"' in body)
            assert numbered(again) == numbered(whole)[2:], "to the byte"
            assert [json.loads(data)["happened"]["text"] for _, data in numbered(again)] == ["one", "two"]
            await ann.close()

    run(flow())


def test_bots_read_lines(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_app(tmp_path, World()) as app:
            ann = Browser(app)
            table = await sat_down(ann)
            lines = ann.stream(f"/api/tables/{table}/events", accept="application/x-ndjson")
            await lines.until(lambda body: body.count(b"\n") >= 2)
            hello, seen = (json.loads(line) for line in lines.body.splitlines()[:2])
            assert hello == {"type": "hello", "now": 1_000_000_000} and seen["you"] == 0
            await ann.close()

    run(flow())


def test_replays_records_and_exports(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_app(tmp_path, World()) as app:
            ann, eve = Browser(app), Browser(app)
            table = await sat_down(ann)
            assert (await eve.get(f"/api/tables/{table}/record")).json()["rule"] == "house not-over"
            assert (await eve.get(f"/api/replays/{table}")).json()["rule"] == "house not-over"
            assert (await ann.get("/api/me/export")).json()["tables"][0]["record"] is None
            last = await played_out(ann, table)
            record = (await eve.get(f"/api/tables/{table}/record")).body.decode()
            step = (await eve.get(f"/api/replays/{table}?ply=3")).json()
            assert len(step["views"]) == 2 and all(view["hand"] for view in step["views"])
            end = (await eve.get(f"/api/replays/{table}?ply={step['plies']}&seat=0")).json()
            assert end["action"] is None and end["views"][0]["scores"] == last["result"]["scores"]
            assert (await eve.get(f"/api/replays/{table}?seat=none")).json()["views"][0]["hand"] == []
            assert (await eve.get(f"/api/replays/{table}?ply=999")).json()["rule"] == "house ply"
            assert (await eve.get(f"/api/replays/{table}?seat=5")).json()["rule"] == "house no-seat"
            uploaded = (await ann.post("/api/replays", {"record": record})).json()
            assert (await eve.get(f"/api/replays/{uploaded['replay']}?ply=3")).json() == step
            assert (await ann.post("/api/replays", {"record": "nonsense"})).json()["rule"] == "house record"
            export = (await ann.get("/api/me/export")).json()
            assert export["tables"][0]["record"] == record and export["uploads"] == [record]
            assert [one["id"] for one in (await ann.get("/api/me/tables")).json()["tables"]] == [table]

    run(flow())


def test_hints_against_bots_only(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_app(tmp_path, World()) as app:
            ann, bob = Browser(app), Browser(app)
            table = await sat_down(ann)
            while not (seen := (await ann.get(f"/api/tables/{table}")).json())["view"]["legal"]:
                await asyncio.sleep(0.002)
            hint = (await ann.get(f"/api/tables/{table}/hint")).json()
            assert hint["position"] == seen["position"]
            assert {one["action"] for one in hint["candidates"]} == set(seen["view"]["legal"])
            await bob.be("Bob")
            assert (await bob.get(f"/api/tables/{table}/hint")).json()["rule"] == "house seat"
            shared = (await ann.post("/api/tables", {**BOT_TABLE, "seats": [{"who": "me"}]})).json()["table"]
            await bob.post(f"/api/tables/{shared}", {"type": "join"})
            await ann.post(f"/api/tables/{shared}", {"type": "start"})
            assert (await ann.get(f"/api/tables/{shared}/hint")).json()["rule"] == "house people"

    match = incognita.load("lost-cities").match(seed=1)
    Search(match.game).think(match.view_row(match.seat), generator(1), simulations=8)  # compiles, which may take long
    run(flow())


@pytest.mark.parametrize(
    ("status", "method", "path", "body", "headers"),
    [
        (404, "GET", "/api/tables/nowhere", None, {}),
        (404, "GET", "/api/nothing", None, {}),
        (405, "PUT", "/api/tables", None, {}),
        (401, "POST", "/api/tables", BOT_TABLE, {}),
        (422, "POST", "/api/guests", {"name": ""}, {}),
        (422, "POST", "/api/guests", {"name": "x" * 41}, {}),
        (422, "POST", "/api/guests", {"name": "x", "rights": "all"}, {}),
        (422, "POST", "/api/guests", b"{", {}),
        (422, "POST", "/api/guests", b"name=x", {"content-type": "application/x-www-form-urlencoded"}),
        (413, "POST", "/api/guests", b"x" * 300_001, {}),
        (403, "POST", "/api/guests", {"name": "x"}, {"origin": "http://elsewhere.example"}),
        (403, "POST", "/api/guests", {"name": "x"}, {"origin": "null"}),
        (403, "POST", "/api/guests", {"name": "x"}, {"sec-fetch-site": "cross-site"}),
        (200, "POST", "/api/guests", {"name": "x"}, {"origin": "http://127.0.0.1:8000"}),
        (200, "GET", "/health", None, {"origin": "http://elsewhere.example"}),
    ],
)
def test_answers_to_what_cannot_be(
    tmp_path: Path, status: int, method: str, path: str, body: Any, headers: dict[str, str]
) -> None:
    async def flow() -> None:
        async with open_app(tmp_path, World()) as app:
            answer = await Browser(app).ask(method, path, body, **headers)
            assert answer.status == status, answer.body
            assert answer.header("content-security-policy").startswith("default-src 'self'")
            assert answer.header("x-content-type-options") == "nosniff"
            if status >= 400:
                refusal = answer.json()
                assert refusal["outcome"] == "refused" and refusal["rule"].startswith("house ") and refusal["english"]

    run(flow())


@sqlite_only
def test_a_full_disk_is_told_to_the_sender(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_app(tmp_path, World()) as app:
            ann = Browser(app)
            table = await sat_down(ann)
            engine = app.state.house.store.engine
            with engine.connect() as connection:
                pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            engine.dispose()
            from sqlalchemy import event

            limit = f"PRAGMA max_page_count={pages}"
            event.listen(engine, "connect", lambda connection, _: connection.execute(limit))
            said, answer = 0, None
            while answer is None or answer.status == 200:
                answer = await ann.post(f"/api/tables/{table}", {"type": "say", "text": "x" * 400})
                said += answer.status == 200
            assert answer.status == 503 and "the disk is full" in answer.json()["english"]
            assert (await ann.get(f"/api/tables/{table}")).status == 200, "reading goes on"
            log = app.state.house.store.log(table)
            assert sum(entry.kind == "spoke" for entry in log) == said

    run(flow())


def test_floods_are_held_back_and_others_are_not(tmp_path: Path) -> None:
    async def flow() -> None:
        world, seconds = World(), [0.0]
        world.limits = Limits(Rate(10, 20), Rate(0.5, 3), clock=lambda: seconds[0])
        async with open_app(tmp_path, world) as app:
            ann, bob = Browser(app), Browser(app)
            await ann.be("Ann")
            await bob.be("Bob")
            answers = [await ann.get("/api/me") for _ in range(30)]
            assert [answer.status for answer in answers].count(200) == 20
            assert answers[-1].json()["rule"] == "house rate" and answers[-1].header("retry-after") == "1"
            assert (await bob.get("/api/me")).status == 200
            assert (await ann.get("/")).status != 429, "the files of the pages are for everybody behind an address"
            seconds[0] += 1
            assert (await ann.get("/api/me")).status == 200
            strangers = [(await Browser(app).post("/api/guests/enter", {"key": "guess"})).status for _ in range(5)]
            assert strangers == [401, 429, 429, 429, 429], "links are not to be guessed"
            forger = Browser(app)
            forger.cookies["incognita"] = "somebody.else"
            assert (await forger.post("/api/guests", {"name": "x"})).status == 429, "a forged name is an address"

    run(flow())


def test_streams_and_tables_have_a_limit(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_app(tmp_path, World()) as app:
            ann = Browser(app)
            await ann.be("Ann")
            streams = [ann.stream("/api/events?lobby=1") for _ in range(MOST_STREAMS)]
            for stream in streams:
                await stream.until(lambda body: b"lobby" in body)
            refused = await ann.get("/api/events?lobby=1")
            assert refused.status == 429 and refused.json()["rule"] == "house streams"
            await ann.close()
            statuses = [(await ann.post("/api/tables", BOT_TABLE)).status for _ in range(MOST_UNFINISHED + 1)]
            assert statuses.count(200) == MOST_UNFINISHED and statuses[-1] == 422

    run(flow())
