"""What docs/protocol.md shows is what the server says, and every message is shown."""

from __future__ import annotations

import asyncio
import json
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter, ValidationError

from incognita.server import protocol
from tests.server.examples import PAGE, answers, examples

ASKED: TypeAdapter[Any] = TypeAdapter(protocol.Asked)
NOT_SHOWN = {"Hint", "Candidate", "Message", "Request"}
"""A hint depends on how fast the machine is; a test of HTTP has one."""


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_the_examples_are_what_the_server_answers(page: str) -> None:
    asked = examples(page)
    for example, answer in zip(asked, asyncio.run(answers(asked)), strict=True):
        assert json.loads(example.answer) == answer, f"{example.method} {example.path}: run {__package__}.examples"


def test_every_request_is_shown(page: str) -> None:
    shown = {example.body["type"] for example in examples(page) if example.body and "type" in example.body}
    union = get_args(get_args(protocol.Asked)[0])
    assert shown == {model.model_fields["type"].annotation.__args__[0] for model in union}


def models() -> list[type[protocol.Message]]:
    found = [value for value in vars(protocol).values() if isinstance(value, type)]
    return [model for model in found if issubclass(model, protocol.Message) and model.__name__ not in NOT_SHOWN]


@pytest.mark.parametrize("model", models())
def test_every_message_is_shown(page: str, model: type[protocol.Message]) -> None:
    """Somewhere on the page there is an object that is such a message."""
    assert any(is_one(model, value) for example in examples(page) for value in values_of(example))


def is_one(model: type[protocol.Message], value: Any) -> bool:
    try:
        model.model_validate(value)
    except ValidationError:
        return False
    return True


def values_of(example: Any) -> list[Any]:
    """All objects in a request and its answer."""
    found: list[Any] = []
    waiting = [example.body, json.loads(example.answer)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            found.append(value)
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return found
