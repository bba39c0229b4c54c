"""Every game has a first lesson whose moves are legal and whose sentences are complete."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from incognita.games import GAMES, lesson

CARD = re.compile(r"\[[YBWGR](?:I|10|\d)\]")
SEAT = re.compile(r"\{\d\}")


@pytest.fixture(scope="module", params=GAMES)
def told(request: pytest.FixtureRequest) -> Any:
    """A lesson as the pages fetch it; writing it plays every move through the rules."""
    return json.loads(lesson.text(request.param))


def test_it_is_the_same_every_time(told: Any) -> None:
    assert json.loads(lesson.text(told["game"])) == told


def test_a_lesson_is_done_in_a_few_minutes(told: Any) -> None:
    assert 8 <= len(told["steps"]) <= 16
    assert sum("play" in step for step in told["steps"]) >= 6


def test_every_sentence_is_there_in_every_language_with_the_same_cards_and_names(told: Any) -> None:
    for step in told["steps"]:
        for texts in (step["say"], step.get("wrong", step["say"])):
            assert len(texts) == len(lesson.LANGUAGES) and all(text.strip() == text != "" for text in texts)
            assert len({tuple(sorted(set(CARD.findall(text)))) for text in texts}) == 1, texts
            assert len({tuple(sorted(set(SEAT.findall(text)))) for text in texts}) == 1, texts


def test_the_learner_is_asked_only_on_turn_and_nothing_hidden_is_told(told: Any) -> None:
    view = dict(told["view"])
    for step in told["steps"]:
        for frame in step["frames"]:
            view |= frame["view"]
        if "play" in step:
            assert view["turn"] == view["seat"]
            assert step["play"] in view["legal"]
            assert not set(step["refusals"]) & set(view["legal"])
    assert view["seat"] == told["view"]["seat"]


def test_it_begins_and_ends_with_something_to_read(told: Any) -> None:
    assert "play" not in told["steps"][0]
    assert "play" not in told["steps"][-1]


def test_a_handover_of_others_stays_concealed() -> None:
    script = lesson.script("partners")
    script["seat"], script["steps"] = 1, [{"before": "0: G3> G5>", **dict.fromkeys(lesson.LANGUAGES, "…")}]
    (step,) = lesson.Lesson(script).told()["steps"]
    assert [frame["acts"] for frame in step["frames"]] == [[[0, "?>"]], [[0, "?>"]]]
