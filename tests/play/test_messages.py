"""The messages of the bot protocol, whatever carries them."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import incognita
from incognita import Game
from incognita.play import messages
from incognita.play.agent import Agent, Forfeit
from incognita.play.bot import Bot
from tests.hidden import redeal_of
from tests.variants import VARIANTS, game_of, play_randomly

ROOT = Path(__file__).parents[2]
SMALL: dict[str, Any] = {"colours": 2, "ranks": 3, "investments": 1, "hand": 2, "cost": 5}


@pytest.fixture(params=VARIANTS)
def game(request: pytest.FixtureRequest) -> Game:
    return game_of(request.param)


def views_in(game: Game, plies: int) -> Any:
    return game.observe(play_randomly(game.match(seed=plies), plies, most=plies).state)


def test_messages_are_lines_of_json(game: Game) -> None:
    for plies in (0, 7, 40):
        views = views_in(game, plies)
        if views["choices"][0]:
            message = messages.decide(game, views, 5)
            line = messages.line(message)
            assert line.count(b"\n") == 1 and line.endswith(b"\n")
            assert json.loads(line) == message
            assert message["ply"] == message["view"]["ply"]
    beginning = messages.begin(game, 1)
    assert json.loads(messages.line(beginning)) == beginning
    assert incognita.load(beginning["game"], **beginning["options"]).options == game.options


def test_no_message_depends_on_what_is_hidden(game: Game) -> None:
    states = play_randomly(game.match(seed=1), 1, most=5).state
    seat = int(states["seat"][0])
    changed = redeal_of(game.name)(states, seat, 2)
    told = [messages.decide(game, game.observe(some), 5) for some in (states, changed)]
    assert told[0] == told[1]


def test_every_legal_action_is_understood(game: Game) -> None:
    views = views_in(game, 4)
    for action in messages.legal_actions(views):
        answer = json.dumps({"action": game.action_text(action), "ply": 4, "mood": "good"})
        assert messages.read_action(game, views, answer) == action
        assert messages.read_action(game, views, answer.encode()) == action


def test_every_other_action_is_refused(game: Game) -> None:
    views, legal = views_in(game, 4), messages.legal_actions(views_in(game, 4))
    for number in range(300):
        try:
            text = game.action_text(number)
        except incognita.NotationError:
            break
        if number not in legal:
            with pytest.raises(messages.WrongAnswer, match="ply 4: "):
                messages.read_action(game, views, json.dumps({"action": text}))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
OBJECTS = st.fixed_dictionaries({}, optional={"action": VALUES, "ply": VALUES})


@given(answer=st.binary() | st.text() | VALUES.map(json.dumps) | OBJECTS.map(json.dumps))
def test_any_answer_is_an_action_or_refused(answer: bytes | str) -> None:
    game = game_of("lost-cities-tiny")
    views = views_in(game, 2)
    try:
        action = messages.read_action(game, views, answer)
    except messages.WrongAnswer as error:
        assert len(str(error)) < 500
    else:
        assert action in messages.legal_actions(views)


@pytest.mark.parametrize("answer", ["[" * 100_000, '{"action": "' + "R" * 900_000 + '"}', "1" * 10_000])
def test_a_monstrous_answer_is_refused_in_a_short_sentence(answer: str) -> None:
    game = game_of("lost-cities-tiny")
    with pytest.raises(messages.WrongAnswer) as caught:
        messages.read_action(game, views_in(game, 0), answer)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(("ply", "refused"), [(0, False), (None, False), (1, True), (False, True), ("0", True)])
def test_a_ply_that_is_echoed_must_be_the_right_one(ply: object, refused: bool) -> None:
    game = game_of("lost-cities-tiny")
    views = views_in(game, 0)
    text = game.action_text(messages.legal_actions(views)[0])
    answer = json.dumps({"action": text, "ply": ply})
    if not refused:
        assert messages.read_action(game, views, answer) >= 0
        return
    with pytest.raises(messages.WrongAnswer, match="ply 0 was asked about, the answer is for ply "):
        messages.read_action(game, views, answer)


# --- the page


def test_the_agent_of_the_page_plays() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "bots.md").read_text(), re.DOTALL)
    names: dict[str, Any] = {}
    exec("\n".join(blocks), names)
    game = game_of("lost-cities-tiny")
    agent: Agent = names["Bold"](game, "")
    agent.begin(0, 1)
    match = game.match(rounds=1, seed=1)
    while match.seat is not None and match.ply < 100:
        match.play(agent.decide(match.view_row(match.seat)))
    agent.close()
    assert match.over


def shown_on_the_page() -> dict[str, dict[str, Any]]:
    """The example of every message; the answer is the one without a type."""
    blocks = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "bots.md").read_text(), re.DOTALL)
    examples = [json.loads(block) for block in blocks]
    return {example.get("type", "answer"): example for example in examples}


def really_sent(folder: Path, example: Path) -> list[dict[str, Any]]:
    """All that a bot hears on seat 0 in a whole match, and in one where it is refused."""
    game = incognita.load("lost-cities", **SMALL)
    path = folder / "heard"
    bot = Bot(game, f"sh -c 'tee -a {path} | {shlex.quote(sys.executable)} -S {example}'")
    match = game.match(rounds=1, seed=1, starter=0)
    bot.begin(0, 1)
    while match.seat is not None:
        match.play(bot.decide(match.view_row(0)) if match.seat == 0 else match.legal()[-1])
    bot.end(match.scores, match.winners)
    bot.close()
    careless = Bot(game, f"""sh -c 'read begin; read decide; echo "{{\\"action\\": \\"Y9\\"}}"; cat >> {path}'""")
    with pytest.raises(Forfeit):
        careless.decide(game.match(rounds=1, seed=1, starter=0).view_row(0))
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_the_examples_of_the_page_are_what_is_really_sent(tmp_path: Path) -> None:
    examples = shown_on_the_page()
    sent = really_sent(tmp_path, ROOT / "examples" / "bots" / "careful.py")
    for kind in ("begin", "decide", "end", "refused"):
        assert examples[kind] in sent
    assert examples["answer"]["action"] in examples["decide"]["legal"]
    assert examples["answer"]["ply"] == examples["decide"]["ply"]
