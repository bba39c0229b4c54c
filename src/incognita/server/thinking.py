"""What a child process does: it is asked about views, and answers with numbers of actions.

It never sees a state, a deck or the database; all it knows of a match is one view.
"""

from __future__ import annotations

import json
import signal
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing.connection import Connection
from typing import Any

from numpy.typing import NDArray

HINT_SECONDS = 1.0


@dataclass(frozen=True)
class Question:
    """What to do on a seat. `spec` is the agent's, or HINT."""

    game: str
    options: str
    """As JSON."""
    spec: str
    seat: int
    seed: int
    views: NDArray[Any]
    """One row: the view of the seat."""


HINT = "hint"


def answer_questions(pipe: Connection) -> None:
    """Until the one who asks has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            question = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(answer(question))


def answer(question: Question) -> Any:
    try:
        return hint(question) if question.spec == HINT else decision(question)
    except Exception as error:
        return error


def decision(question: Question) -> int:
    agent = agent_of(question.game, question.options, question.spec)
    agent.begin(question.seat, question.seed)
    return int(agent.decide(question.views))


@lru_cache(maxsize=16)
def agent_of(game: str, options: str, spec: str) -> Any:
    from incognita.games import load
    from incognita.play.agent import make_agent

    return make_agent(spec, load(game, **json.loads(options)))


def hint(question: Question) -> list[dict[str, Any]]:
    """What search thinks of the actions it tried, the best first."""
    from incognita.core.rng import generator

    search = search_of(question.game, question.options)
    thought = search.think(question.views, generator(question.seed), seconds=HINT_SECONDS)
    return [
        {
            "action": search.game.action_text(one.action),
            "value": round(one.margin, 2),
            "error": round(one.error, 2),
            "tried": one.visits,
        }
        for one in thought.candidates
    ]


@lru_cache(maxsize=8)
def search_of(game: str, options: str) -> Any:
    from incognita.games import load
    from incognita.search.search import Search

    return Search(load(game, **json.loads(options)))
