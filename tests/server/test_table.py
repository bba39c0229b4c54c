"""What happens at a table, without HTTP."""

from __future__ import annotations

import asyncio
import gc
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from incognita.server import protocol
from incognita.server.house import NoSuchTable
from incognita.server.listeners import MOST_WAITING, Listener, Told
from incognita.server.requests import NotDone
from incognita.server.table import LINGER
from incognita.store.database import StoreError
from tests.server.houses import SMALL, World, guests, on_turn, open_house, run, seated, settled, sqlite_only
from tests.variants import VARIANTS

EVENT: TypeAdapter[Any] = TypeAdapter(protocol.Event)


def heard(listener: Listener) -> list[Any]:
    """What a listener was told, except who is here; each checked against the protocol."""
    events = [json.loads(told.data) for told in listener.waiting]
    for event in events:
        EVENT.validate_python(event)
    listener.waiting.clear()
    return [event for event in events if event["type"] != "presence"]


def told_here(listener: Listener) -> list[tuple[list[int], int]]:
    """What a listener was told about who is here: the seats and the number of others."""
    events = [json.loads(told.data) for told in listener.waiting]
    listener.waiting.clear()
    return [(event["seats"], event["spectators"]) for event in events if event["type"] == "presence"]


def test_two_people_play_a_match_to_its_end(tmp_path: Path) -> None:
    async def match() -> None:
        async with open_house(tmp_path) as house:
            ann, bob = await seated(house, "lost-cities", "Ann", "Bob", options=SMALL, rounds=2)
            stream = await bob.listen()
            while (await ann.look())["state"] == "running":
                assert (await (await on_turn([ann, bob])).act()).outcome == "accepted"
            events = heard(stream)
            last = events[-1]
            assert last["state"] == "over" and last["result"]["reason"] == "played"
            assert last["result"]["scores"] == last["view"]["scores"]
            assert len(last["view"]["sheets"]) == 2 and len(last["log"]) == 2
            assert [event["seq"] for event in events] == list(range(events[0]["seq"], last["seq"] + 1))
            assert await ann.refused("act", position=last["position"], action="*") == "house over"

    run(match())


def test_a_table_that_is_listed_while_the_lobby_is_read_is_told(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            (ann,) = await guests(house, "Ann")
            listener, read = Listener(None), house.lobby
            readings: list[str] = []

            async def slow() -> dict[str, Any]:
                found = await read()
                if not readings:
                    wanted = {"game": "lost-cities", "seats": [{"who": "me"}], "listed": True}
                    readings.append(await house.create(ann.guest, protocol.NewTable.model_validate(wanted)))
                return found

            house.lobby = slow  # type: ignore[method-assign]
            await house.listen_to_lobby(listener)
            told = [line["id"] for event in heard(listener) for line in event["tables"]]
            assert told == readings

    run(flow())


def test_whoever_leaves_before_a_missing_table_is_looked_up_leaves_no_error_behind(tmp_path: Path) -> None:
    async def leave() -> None:
        complaints: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
        async with open_house(tmp_path) as house:
            asking = asyncio.create_task(house.table("nowhere"))
            await asyncio.sleep(0)
            asking.cancel()
            arriving = house.arriving["nowhere"]
            await asyncio.wait([arriving])
            del arriving
            gc.collect()  # who looks at an error no later than this does not complain
            await asyncio.sleep(0)
            with pytest.raises(NoSuchTable):
                await house.table("nowhere")
        assert not complaints

    run(leave())


@pytest.mark.parametrize("variant", VARIANTS)
def test_bots_play_every_game_and_events_keep_to_the_protocol(tmp_path: Path, variant: str) -> None:
    name, options = VARIANTS[variant]

    async def match() -> None:
        async with open_house(tmp_path) as house:
            (ann,) = await guests(house, "Ann")
            chairs = [{"who": "me"}, *[{"who": "bot", "level": "scout"}] * 5]
            for players in range(6, 1, -1):
                wanted = protocol.NewTable.model_validate({"game": name, "options": options, "seats": chairs[:players]})
                try:
                    ann.table = await house.create(ann.guest, wanted)
                    break
                except NotDone:
                    continue
            await ann.do("start")
            stream = await ann.listen()
            for _ in range(6):
                await settled(house, ann.table)
                await ann.act()
            await settled(house, ann.table)
            await ann.do("leave")
            while (await settled(house, ann.table))["state"] != "over":
                pass
            assert heard(stream)[-1]["state"] == "over"
            asked = house.bots.asked  # type: ignore[attr-defined]
            assert asked and all(len(question.views) == 1 for question in asked)
            view_dtype = (await house.history(ann.table)).game.view_dtype
            assert {question.views.dtype for question in asked} == {view_dtype}, "bots think from views"

    run(match())


def test_seats_before_the_deal(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            ann, bob, eve = await guests(house, "Ann", "Bob", "Eve")
            table = await house.create(ann.guest, protocol.NewTable(game="adventure-tours", options={"players": 3}))
            for player in (ann, bob, eve):
                player.table = table
            assert (await eve.look())["seats"][0]["who"] == "open"
            assert await eve.refused("start") == "house seat"
            await bob.do("join", seat=1)
            await ann.do("join")
            assert (await ann.look())["host"] == 1, "who has been here longest"
            assert await ann.refused("join") == "house seated"
            assert await eve.refused("join", seat=1) == "house taken"
            assert await eve.refused("join", seat=5) == "house no-seat"
            assert await ann.refused("start") == "house host"
            assert await bob.refused("start") == "house open-seat"
            assert await bob.refused("seat", seat=0, level="scout") == "house person"
            await bob.do("seat", seat=2, level="scout")
            assert await eve.refused("join") == "house full"
            assert await eve.refused("leave") == "house seat"
            await bob.do("leave")
            assert (await ann.look())["host"] == 0
            await eve.do("join")
            assert await ann.refused("resign") == "house not-begun"
            await ann.do("start")
            assert await bob.refused("join") == "house begun"
            assert (await bob.look())["you"] is None and (await eve.look())["you"] == 1

    run(flow())


def test_tables_that_cannot_be(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            (ann,) = await guests(house, "Ann")
            for wrong in (
                {"game": "chess"},
                {"game": "lost-cities", "options": {"colours": 99}},
                {"game": "lost-cities", "options": {"name": "x"}},
                {"game": "lost-cities", "seats": [{"who": "me"}, {"who": "me"}]},
                {"game": "lost-cities", "seats": [{"who": "open"}] * 3},
                {"game": "adventure-tours", "rounds": 2},
                {"game": "board-game", "options": {"data": {"stones": []}}},
            ):
                with pytest.raises(NotDone) as caught:
                    await house.create(ann.guest, protocol.NewTable.model_validate(wrong))
                assert caught.value.reply.rule == "house table"  # type: ignore[union-attr]
            with pytest.raises(NoSuchTable):
                await house.look("nowhere", None)

    run(flow())


def test_the_game_that_somebody_waits_for_is_prepared_first(tmp_path: Path) -> None:
    prepared: list[str] = []

    async def prepare(game: str) -> None:
        await asyncio.sleep(0.05)
        prepared.append(game)

    async def flow() -> None:
        async with open_house(tmp_path, prepare=prepare) as house:
            await asyncio.sleep(0)  # it has begun with the first one
            await seated(house, "adventure-tours", "Ann", start=False)
            assert prepared[:2] == ["lost-cities", "adventure-tours"]

    run(flow())


def test_the_same_key_gets_the_first_answer_and_an_old_position_is_stale(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            ann, _ = await seated(house, "lost-cities", "Ann", "Bob")
            seen = await ann.look()
            first, second = seen["view"]["legal"][:2]
            once = await ann.do("act", position=seen["position"], action=first, key="k1")
            assert await ann.do("act", position=seen["position"], action=first, key="k1") == once
            assert await ann.do("act", position=999, action="nonsense", key="k1") == once
            stale = await ann.ask("act", position=seen["position"], action=second, key="k2")
            assert stale == protocol.Stale(position=once.seq)
            assert (await ann.look())["seq"] == once.seq
            illegal = await ann.ask("act", position=once.seq, action="Y9Y", key="k3")
            assert illegal.rule == "lost-cities notation"
            await ann.act("*")
            assert await ann.ask("act", position=once.seq, action="Y9Y", key="k3") == illegal, "the first answer again"

    run(flow())


def test_keys_are_remembered_over_a_restart(tmp_path: Path) -> None:
    async def flow() -> None:
        world = World()
        async with open_house(tmp_path, world) as house:
            ann, _ = await seated(house, "lost-cities", "Ann", "Bob")
            position = (await ann.look())["position"]
            once = await ann.act(key="k1")
            before = await ann.look()
        async with open_house(tmp_path, world) as house:
            ann.house = house
            assert await ann.look() == before
            assert await ann.do("act", position=position, action="*", key="k1") == once

    run(flow())


def test_refusals_cite_the_rules(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            ann, bob = await seated(house, "lost-cities", "Ann", "Bob")
            reply = await ann.act("<R")
            assert (reply.rule, reply.values) == ("lost-cities 3.1", {})
            assert (await bob.here("act", action="*")).rule == "house turn"

    run(flow())


# --- taking back


def test_undo_until_the_draw(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            ann, bob = await seated(house, "lost-cities", "Ann", "Bob")
            assert (await ann.here("undo")).rule == "house undo"
            before = await ann.look()
            await ann.act()
            assert (await ann.look())["may"] == ["undo", "take-back"]
            assert (await bob.here("undo")).rule == "house undo"
            undone = await ann.here("undo")
            after = await ann.look()
            assert after["view"] == before["view"] and after["log"] == [[]]
            assert after["position"] == undone.seq > before["position"], "numbers are never used again"
            assert not after["marked"]
            await ann.act()
            await ann.act("*")
            assert (await ann.here("undo")).rule == "house undo"

    run(flow())


def test_taking_back_needs_the_consent_of_people(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            ann, bob, eve = await seated(house, "board-game", "Ann", "Bob", "Eve", options={"players": 3})
            assert (await bob.here("take-back")).rule == "house no-decision"
            first = (await ann.look())["view"]
            await ann.act()
            while (await ann.look())["view"]["turn"] == 0:
                await ann.act()
            last = max(i for i, (seat, _) in enumerate((await ann.look())["log"][0]) if seat == 0)
            await ann.here("take-back")
            assert (await bob.look())["asked_back"] == {"seat": 0, "ply": last, "agreed": [0]}
            assert (await ann.here("answer", agree=True)).rule == "house not-asked"
            await bob.here("answer", agree=False)
            assert (await bob.look())["asked_back"] is None
            await ann.here("take-back")
            await bob.here("answer", agree=True)
            assert (await bob.here("answer", agree=True)).rule == "house answered"
            await eve.here("answer", agree=True)
            seen = await ann.look()
            assert seen["marked"] and seen["view"]["turn"] == 0 and seen["asked_back"] is None
            assert len(seen["log"][0]) == last and first["hand"] != []

    run(flow())


def test_taking_back_is_free_against_bots(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            chairs = [{"who": "me"}, {"who": "bot", "level": "stroller"}]
            (ann,) = await seated(house, "lost-cities", "Ann", seats=chairs)
            before = await ann.look()
            await ann.act()
            await ann.act("*")
            await settled(house, ann.table)
            await ann.here("take-back")
            await ann.here("take-back")
            after = await ann.look()
            assert after["view"] == before["view"] and after["marked"]

    run(flow())


# --- giving up, running out of time, being away


def test_with_two_sides_whoever_resigns_has_lost(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            people = await seated(house, "partners", "Ann", "Bob", "Cy", "Dee")
            await people[2].do("resign")
            seen = await people[0].look()
            assert seen["result"]["reason"] == "resigned" and seen["result"]["winners"] == [1, 3]
            assert seen["result"]["ranks"] == [2, 1, 2, 1] and seen["view"]["legal"] == []
            assert await people[1].refused("resign") == "house over"

    run(flow())


def test_with_more_sides_a_bot_plays_on_and_the_seat_ranks_last(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            people = await seated(house, "adventure-tours", "Ann", "Bob", "Cy", options={"players": 3})
            await people[1].do("resign")
            assert await people[1].refused("resign") == "house fallen"
            assert await people[1].refused("return") == "house fallen"
            for player in (people[0], people[2]):
                await player.do("leave")
            while (seen := await settled(house, people[0].table))["state"] != "over":
                pass
            assert seen["result"]["reason"] == "played"
            assert seen["result"]["ranks"][1] == 3 and 1 not in seen["result"]["winners"]

    run(flow())


CLOCK = {"seconds": 60, "increment": 5}


def test_the_clock_of_whoever_is_asked_runs(tmp_path: Path) -> None:
    async def flow() -> None:
        world = World()
        async with open_house(tmp_path, world) as house:
            ann, bob = await seated(house, "lost-cities", "Ann", "Bob", clock=CLOCK)
            world.time += 10_000
            await ann.act()
            assert (await ann.look())["clock"] == {**CLOCK, "left": [50_000, 60_000], "running": 0}
            world.time += 1_000
            await ann.act("*")
            assert (await bob.look())["clock"] == {**CLOCK, "left": [54_000, 60_000], "running": 1}
            world.time += 59_999
            assert (await bob.act()).outcome == "accepted"
            world.time += 1
            assert (await bob.act("*")).rule == "house over", "the flag falls before the action"
            seen = await ann.look()
            assert seen["result"]["reason"] == "flag" and seen["result"]["winners"] == [0]

    run(flow())


def test_an_attacked_player_has_a_clock_of_their_own(tmp_path: Path) -> None:
    """Somebody is asked in another player's turn: their time runs, and the other's stands still."""

    async def flow() -> None:
        world = World()
        async with open_house(tmp_path, world) as house:
            people = await seated(house, "adventure-tours", "Ann", "Bob", "Cy", options={"players": 3}, clock=CLOCK)
            for _ in range(600):
                seen = await people[0].look()
                if seen["view"]["turn"] != seen["view"]["active"]:
                    break
                legal = (await people[seen["view"]["turn"]].look())["view"]["legal"]
                hostile = [action for action in legal if action[0] == "@"] or [a for a in legal if a != "."] or legal
                await people[seen["view"]["turn"]].act(hostile[-1])
            attacked, active = seen["view"]["turn"], seen["view"]["active"]
            assert seen["clock"]["running"] == attacked != active
            left = seen["clock"]["left"]
            world.time += 7_000
            await people[attacked].act(".")
            after = (await people[0].look())["clock"]["left"]
            assert after[attacked] == left[attacked] - 7_000 + 5_000 and after[active] == left[active]

    run(flow())


def test_a_clock_runs_out_by_itself(tmp_path: Path) -> None:
    async def flow() -> None:
        world = World()
        async with open_house(tmp_path, world) as house:
            ann, bob = await seated(house, "lost-cities", "Ann", "Bob", clock=CLOCK)
            stream = await bob.listen()
            world.time += 60_000
            house.tables[ann.table].tick()
            event = await stream.next(5)
            while event and json.loads(event.data).get("state") != "over":
                event = await stream.next(5)
            assert event

    run(flow())


def test_clocks_survive_a_restart_and_nobody_pays_for_it(tmp_path: Path) -> None:
    async def flow() -> None:
        world = World()
        async with open_house(tmp_path, world) as house:
            ann, bob = await seated(house, "lost-cities", "Ann", "Bob", clock=CLOCK)
            world.time += 10_000
            house.store.set("beat", str(world.time))  # the last sign of life
        world.time += 3_600_000
        async with open_house(tmp_path, world) as house:
            ann.house = bob.house = house
            world.time += 5_000
            await ann.act()
            assert (await ann.look())["clock"]["left"] == [45_000, 60_000]
        world.time += 3_600_000
        async with open_house(tmp_path, world) as house:
            ann.house = house
            assert (await ann.look())["state"] == "running"
            world.time += 45_000
            assert (await ann.look())["state"] == "over"

    run(flow())


def test_a_bot_stands_in_for_somebody_who_is_away_and_gives_the_seat_back(tmp_path: Path) -> None:
    async def flow() -> None:
        world = World()
        async with open_house(tmp_path, world) as house:
            ann, bob = await seated(house, "lost-cities", "Ann", "Bob")
            stream = await ann.listen()
            world.time += 3_600_000
            assert await bob.refused("stand-in", seat=0) == "house not-away"
            house.forget(stream)
            world.time += 59_999
            assert await bob.refused("stand-in", seat=0) == "house not-away"
            world.time += 1
            await bob.do("stand-in", seat=0)
            assert (await settled(house, ann.table))["view"]["turn"] == 1
            assert (await bob.look())["seats"][0]["stands_in"]
            assert await ann.refused("leave") == "house bot-plays"
            await ann.do("return")
            assert await ann.refused("return") == "house you-play"
            await bob.act()
            await bob.act("*")
            assert (await ann.act()).outcome == "accepted"

    run(flow())


def test_a_rematch_moves_everybody_one_seat_further(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            chairs = [{"who": "me"}, {"who": "open"}, {"who": "bot", "level": "stroller"}]
            ann, bob = await seated(
                house, "board-game", "Ann", "Bob", options={"players": 3}, seats=chairs, clock=CLOCK
            )
            assert await ann.refused("rematch") == "house not-over"
            for player in (ann, bob):
                await player.do("leave")
            while (await settled(house, ann.table))["state"] != "over":
                pass
            reply = await ann.do("rematch", key="r")
            assert await bob.refused("rematch") == "house followed"
            assert (await bob.look())["next"] == reply.table
            ann.table = reply.table
            seen = await ann.look()
            assert [seat["name"] or seat["level"] for seat in seen["seats"]] == ["stroller", "Ann", "Bob"]
            assert seen["you"] == 1 and seen["state"] == "open" and seen["clock"]["left"] == [60_000] * 3

    run(flow())


# --- talking and watching


def test_talk_and_silence_among_partners(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            ann, bob = await seated(house, "lost-cities", "Ann", "Bob")
            stream = await bob.listen()
            position = (await ann.look())["position"]
            await ann.do("say", text="hello")
            event = heard(stream)[-1]
            assert event["happened"] == {"kind": "spoke", "seat": 0, "text": "hello", "name": "Ann"}
            assert event["position"] == position, "talk does not make an action stale"
            four = await seated(house, "partners", "Ann", "Bob", "Cy", "Dee", start=False)
            await four[0].do("say", text="shall we?")
            await four[0].do("start")
            assert await four[0].refused("say", text="I have the red ten") == "house chat"
            (eve,) = await guests(house, "Eve")
            eve.table = four[0].table
            assert await eve.refused("say", text="Ann has the red ten") == "house chat"
            await four[0].act()
            assert (await four[0].here("undo")).rule == "house undo", "a card laid and taken back is a message"
            await four[0].do("resign")
            await four[0].do("say", text="well played")

    run(flow())


def test_spectators_see_what_is_public(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            ann, _ = await seated(house, "lost-cities", "Ann", "Bob")
            public = await house.look(ann.table, None)
            assert public["you"] is None and public["view"]["hand"] == [] and public["view"]["legal"] == []
            assert (await ann.look())["view"]["hand"]

    run(flow())


def of_table(listener: Listener) -> list[Told]:
    """What waits that has a number: the events of tables."""
    return [told for told in listener.waiting if told.seq is not None]


def test_who_is_here(tmp_path: Path) -> None:
    async def flow() -> None:
        world = World()
        async with open_house(tmp_path, world) as house:
            ann, bob = await seated(house, "lost-cities", "Ann", "Bob", start=False)
            (eve,) = await guests(house, "Eve")
            eve.table = ann.table
            first = await ann.listen()
            assert told_here(first) == [([0], 0)]
            await bob.listen()
            watching = await eve.listen()
            assert told_here(first) == [([0, 1], 0), ([0, 1], 1)]
            assert told_here(watching) == [([0, 1], 1)], "how it is when they come"
            await ann.listen()
            await ann.do("start")
            assert not told_here(first), "the same person twice, and nobody else, is nothing new"
            stranger = Listener(None, "address 127.0.0.1")
            await house.listen(ann.table, stranger, None)
            assert told_here(first) == [([0, 1], 2)]

    run(flow())


def test_whoever_comes_back_at_once_was_never_away(tmp_path: Path) -> None:
    async def flow() -> None:
        world = World()
        async with open_house(tmp_path, world) as house:
            ann, bob = await seated(house, "lost-cities", "Ann", "Bob")
            first, second = await ann.listen(), await bob.listen()
            told_here(first)
            for seconds, told in ((4.9, []), (5.1, [([0], 0), ([0, 1], 0)])):
                house.forget(second)
                world.time += int(1000 * seconds)
                await ann.do("say", text="hello")
                second = await bob.listen()
                assert told_here(first) == told

    run(flow())


def test_somebody_who_has_gone_is_missed_by_themselves(tmp_path: Path) -> None:
    """Nothing else has to happen at the table."""

    async def flow() -> None:
        world = World()
        async with open_house(tmp_path, world) as house:
            ann, bob = await seated(house, "lost-cities", "Ann", "Bob")
            first, second = await ann.listen(), await bob.listen()
            told_here(first)
            house.forget(second)
            world.time += LINGER - 5
            house.tables[ann.table].tick()
            await asyncio.sleep(0.001)
            world.time += 5
            while not first.waiting:
                await asyncio.sleep(0.005)
            assert told_here(first) == [([0], 0)]

    run(flow())


def test_whoever_comes_back_hears_what_was_said_meanwhile_to_the_byte(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            ann, bob = await seated(house, "lost-cities", "Ann", "Bob")
            live = await bob.listen()
            start = live.waiting[0].seq
            for action in (None, "*"):
                await ann.act(action)
            await ann.do("say", text="your turn")
            again, lines = await bob.listen(after=start), of_table(live)
            assert of_table(again) == lines[1:]
            assert not of_table(await bob.listen(after=lines[-1].seq))
            assert len(of_table(await bob.listen(after=10**6))) == 1

    run(flow())


def test_a_slow_listener_gets_the_last_event_of_every_table() -> None:
    listener = Listener(None)
    for seq in range(3 * MOST_WAITING):
        listener.tell(Told("a", seq, b""))
        listener.tell(Told("b", seq, b""))
    assert len(listener.waiting) <= MOST_WAITING + 1
    assert {told.table: told.seq for told in listener.waiting} == {"a": 191, "b": 191}


def test_the_lobby_is_told_of_changes_that_it_shows(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as house:
            listener = Listener(None)
            await house.listen_to_lobby(listener)
            ann, _ = await seated(house, "lost-cities", "Ann", "Bob")
            await ann.act()
            states = [[table["state"] for table in event["tables"]] for event in heard(listener)]
            assert states == [[], ["open"], ["open"], ["running"]]
            await seated(house, "lost-cities", "Ann", "Bob", listed=False)
            assert not heard(listener)
            assert len((await house.lobby())["tables"]) == 1

    run(flow())


# --- nothing is lost


@sqlite_only
def test_a_locked_database_costs_the_sender_an_error_and_nobody_anything(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path, patience=0.05) as house:
            ann, bob = await seated(house, "lost-cities", "Ann", "Bob")
            stream = await bob.listen()
            heard(stream)
            before = await ann.look()
            other = sqlite3.connect(tmp_path / "tables.sqlite")
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="locked"):
                await ann.act(key="k")
            assert await ann.look() == before and not heard(stream), "not stored, so not told"
            other.rollback()
            other.close()
            assert (await ann.act(key="k")).outcome == "accepted"
            assert len(heard(stream)) == 1

    run(flow())


@sqlite_only
def test_a_bot_goes_on_when_the_database_is_free_again(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path, patience=0.05) as house:
            (ann,) = await seated(house, "lost-cities", "Ann", seats=[{"who": "me"}, {"who": "bot"}])
            await ann.act()
            other = sqlite3.connect(tmp_path / "tables.sqlite")
            table = house.tables[ann.table]
            await ann.act("*")
            other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(0.3)
            other.rollback()
            other.close()
            while (await ann.look())["view"]["turn"] != 0:
                await asyncio.sleep(0.05)
            assert table.history is not None

    run(flow())


def test_a_second_server_on_the_same_database_cannot_fork_a_match(tmp_path: Path) -> None:
    async def flow() -> None:
        async with open_house(tmp_path) as one, open_house(tmp_path) as two:
            ann, _ = await seated(one, "lost-cities", "Ann", "Bob")
            await two.look(ann.table, None)
            await ann.act()
            ann.house = two
            with pytest.raises(StoreError, match="gone on"):
                await ann.act()
            assert len((await ann.look())["log"][0]) == 1, "it has read the log anew"

    run(flow())


def test_tables_leave_the_memory_when_nobody_is_there(tmp_path: Path) -> None:
    async def flow() -> None:
        world = World()
        async with open_house(tmp_path, world) as house:
            ann, _ = await seated(house, "lost-cities", "Ann", "Bob")
            before = await ann.look()
            world.time += 300_000
            house.tables[ann.table].tick()
            while house.tables:
                await asyncio.sleep(0.01)
            assert await ann.look() == before

    run(flow())
