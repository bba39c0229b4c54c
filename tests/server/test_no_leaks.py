"""No leaks: what a viewer receives does not depend, in any byte, on cards that they never come to see.

Two matches are played over HTTP that differ only in such cards. The clock, the tokens and the decks are the test's.
Everything the viewer, a spectator and the lobby receive, from the first answer to the last event, is compared.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import incognita
from incognita import Game
from incognita.server import entries, shown
from tests.server.browser import Browser, events_in, open_app
from tests.server.houses import World
from tests.server.twins import Script, differences, random_script, twin

Kind = tuple[str, dict[str, Any], int | None, int]
"""A game with options, rounds, and how many actions of it are played."""
TABLES: dict[str, Kind] = {
    "lost-cities": ("lost-cities", {}, 2, 50),
    "lost-cities to the end": ("lost-cities", {"colours": 2, "ranks": 5, "investments": 2, "hand": 3}, 2, 400),
    "partners": ("partners", {}, 2, 50),
    "board-game 2": ("board-game", {"players": 2, "short": True}, None, 40),
    "board-game 3": ("board-game", {"players": 3, "up_or_down": True}, None, 40),
    "board-game 4": ("board-game", {"players": 4}, None, 40),
    "adventure-tours 3": ("adventure-tours", {"players": 3, "expert": True, "boards": "chosen"}, None, 50),
    "adventure-tours 4": ("adventure-tours", {"players": 4}, None, 50),
    "adventure-tours 5": ("adventure-tours", {"players": 5, "expert": True}, None, 40),
    "adventure-tours 6": ("adventure-tours", {"players": 6, "expert": True, "boards": "dealt"}, None, 40),
}
ATTEMPTS = ("R9", "Y2-", "<G", "B7>", "@1", "!R", "&", ".", "*", "junk", "?>")
"""Tried by whoever is looked at, where they are not legal: refusals must not tell anything either."""


class Party:
    """A table with a browser for every seat, one for a spectator and one for the lobby.

    Everybody who is `tested` tries what is not allowed, and looks around: that is what will be compared.
    """

    def __init__(self, app: Any, game: Game, script: Script, tested: Sequence[int | None]) -> None:
        self.game, self.script, self.tested = game, script, tested
        self.seats = [Browser(app) for _ in range(game.players)]
        self.spectator, self.lobby = Browser(app), Browser(app)
        self.table = ""

    def browser(self, viewer: int | None) -> Browser:
        return self.spectator if viewer is None else self.seats[viewer]

    async def play(self, rounds: int | None) -> None:
        lobby = self.lobby.stream("/api/events?lobby=1")
        await lobby.until(lambda body: b'"lobby"' in body)
        await self.sit_down(rounds)
        streams = [browser.stream(f"/api/events?table={self.table}") for browser in [*self.seats, self.spectator]]
        for stream in streams:
            await stream.until(lambda body: b'"table"' in body)
        reply = await self.post(0, {"type": "start"})
        for seat, action in self.script.actions:
            position = reply["seq"]
            await self.attempt(seat, position)
            reply = await self.post(
                seat, {"type": "act", "position": position, "action": action, "key": f"k{position}"}
            )
            await self.hear(streams, reply["seq"])
        await self.look_around(lobby)

    async def sit_down(self, rounds: int | None) -> None:
        for i, browser in enumerate(self.seats):
            await browser.be(f"Guest {i}")
        wanted = {
            "game": self.game.name,
            "options": self.game.changed_options(),
            "rounds": rounds,
            "seats": [{"who": "me"}],
            "clock": {"seconds": 3600},
        }
        self.table = (await self.seats[0].post("/api/tables", wanted)).json()["table"]
        for seat in range(1, self.game.players):
            await self.post(seat, {"type": "join"})

    async def post(self, seat: int, body: Any) -> Any:
        reply = (await self.seats[seat].post(f"/api/tables/{self.table}", body)).json()
        assert reply["outcome"] == "accepted", reply
        return reply

    async def attempt(self, seat: int, position: int) -> None:
        """Whose turn it is tries something illegal, and somebody else anything; both look."""
        wrong = ATTEMPTS[position % len(ATTEMPTS)]
        body = {"type": "act", "position": position, "action": wrong}
        for trying in {seat, (seat + 1 + position) % len(self.seats)} & set(self.tested):
            seen = (await self.seats[trying].get(f"/api/tables/{self.table}")).json()
            if wrong not in seen["view"]["legal"]:
                await self.seats[trying].post(f"/api/tables/{self.table}", body)

    async def hear(self, streams: list[Any], seq: int) -> None:
        mark = f'"seq":{seq},'.encode()
        for stream in streams:
            await stream.until(lambda body: mark in body)

    async def look_around(self, lobby: Any) -> None:
        await lobby.until(lambda body: b'"running"' in body)
        for browser in map(self.browser, self.tested):
            for path in ("/api/tables", "/api/me"):
                await browser.get(path)
            seen = (await browser.get(f"/api/tables/{self.table}")).json()
            if seen["state"] != "over":  # then the record may tell everything
                await browser.get(f"/api/tables/{self.table}/record")
        await self.lobby.get("/health")

    async def close(self) -> None:
        for browser in [*self.seats, self.spectator, self.lobby]:
            await browser.close()


async def played(folder: Path, game: Game, script: Script, rounds: int | None, tested: Sequence[int | None]) -> Party:
    folder.mkdir()
    world = World(deal=lambda game, rounds: script.dealt())
    async with open_app(folder, world) as app:
        party = Party(app, game, script, tested)
        async with asyncio.timeout(60):
            await party.play(rounds)
        await party.close()
        return party


def compared(folder: Path, kind: Kind, viewers: list[int | None], seed: int = 5) -> list[int | None]:
    """The viewers to whom the difference was told."""
    name, options, rounds, most = kind
    game = incognita.load(name, **options)
    script = random_script(game, game.check_rounds(rounds), seed, most)
    original = asyncio.run(played(folder / "original", game, script, rounds, viewers))
    told = []
    for viewer in viewers:
        other = twin(game, script, viewer, seed)
        assert differences(script, other) >= 4, "too few cards could be exchanged to prove anything"
        again = asyncio.run(played(folder / f"twin {viewer}", game, other, rounds, [viewer]))
        pairs = [(original.browser(viewer), again.browser(viewer)), (original.lobby, again.lobby)]
        if any(one.bytes_received() != two.bytes_received() for one, two in pairs):
            told.append(viewer)
    return told


def viewers_of(kind: Kind) -> list[int | None]:
    name, options, _, _ = kind
    return [*range(incognita.load(name, **options).players), None]


@pytest.mark.parametrize("kind", TABLES.values(), ids=TABLES.keys())
def test_nothing_that_is_received_depends_on_what_is_hidden(tmp_path: Path, kind: Kind) -> None:
    assert compared(tmp_path, kind, viewers_of(kind)) == []


def test_the_comparison_is_about_whole_matches(tmp_path: Path) -> None:
    """What is compared is really there: a stream with all actions, refusals, the lobby."""
    name, options, rounds, most = TABLES["partners"]
    game = incognita.load(name, **options)
    script = random_script(game, 2, 5, most)
    party = asyncio.run(played(tmp_path / "party", game, script, rounds, viewers_of(TABLES["partners"])))
    events = next(filter(None, (events_in(one) for one in party.seats[1].received)))
    assert [event["happened"]["kind"] for event in events if event["type"] == "table"].count("acted") == most
    assert any(action.endswith(">") for _, action in script.actions), "cards were handed over"
    assert any(b'"refused"' in raw for raw in party.seats[1].bytes_received())
    assert b"Guest 2" in b"".join(party.lobby.bytes_received())
    other = twin(game, script, 1, 5)
    assert script.actions != other.actions, "other cards are handed over in secret"


# --- builds that leak are caught


def leak_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody gets the view of the seat that must decide."""
    honest = shown.view_of
    monkeypatch.setattr(shown, "view_of", lambda history, match, viewer: honest(history, match, match.seat or 0))


def leak_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """The action is told as it stands in the log of the table."""
    honest = shown.happened

    def leaky(history: Any, *rest: Any) -> Any:
        told = honest(history, *rest)
        return {**told, "action": history.last.action} if isinstance(history.last, entries.Acted) else told

    monkeypatch.setattr(shown, "happened", leaky)


def leak_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is that of another seat."""
    honest = shown.log_of
    monkeypatch.setattr(shown, "log_of", lambda match, viewer: honest(match, 0))


def leak_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a card, only how many actions somebody else could choose from."""
    honest = shown.event

    def leaky(history: Any, *rest: Any) -> Any:
        told = honest(history, *rest)
        return {**told, "host": len(history.match.legal()) if history.match else None}

    monkeypatch.setattr(shown, "event", leaky)


def leak_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby shows something of the deck."""
    honest = shown.summary

    def leaky(history: Any, names: Any) -> Any:
        deck = history.match.state["deck"][0].tolist() if history.match else []
        return {**honest(history, names), "made": sum(i * kind for i, kind in enumerate(deck)) % 1000}

    monkeypatch.setattr(shown, "summary", leaky)


def leak_presence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is here tells whether a hand has many high cards."""
    honest = shown.presence

    def leaky(history: Any, here: Any) -> Any:
        hand = history.match.state["hands"][0, 0].tolist() if history.match else []
        return {**honest(history, here), "spectators": sum(i * kinds for i, kinds in enumerate(hand))}

    monkeypatch.setattr(shown, "presence", leaky)


@pytest.mark.parametrize("leak", [leak_view, leak_action, leak_log, leak_length, leak_lobby, leak_presence])
def test_a_leaky_build_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Any) -> None:
    leak(monkeypatch)
    assert compared(tmp_path, ("partners", {}, 2, 16), [1, None]) != []
