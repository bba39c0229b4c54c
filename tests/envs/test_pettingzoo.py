"""All seats as agents, by PettingZoo's own tests, for every game, number of players and option."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

import incognita
from incognita.envs import pettingzoo

FIRST: list[tuple[str, dict[str, Any]]] = [
    ("lost-cities", {}),
    ("partners", {}),
    ("board-game", {"players": 3}),
    ("adventure-tours", {"players": 3}),
]
OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("lost-cities", {"colours": 6}),
    ("lost-cities", {"reward": "win", "episode": "match"}),
    ("board-game", {}),
    ("board-game", {"players": 4, "up_or_down": True}),
    ("board-game", {"short": True, "episode": "match"}),
    *(("adventure-tours", {"players": players}) for players in (4, 5, 6)),
    ("adventure-tours", {"players": 3, "expert": True, "boards": "chosen", "episode": "match"}),
    ("adventure-tours", {"players": 6, "expert": True, "boards": "dealt", "episode": "match"}),
]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the suites advise about names and styles
        yield


def variants() -> list[Any]:
    slow = [pytest.param(*variant, marks=pytest.mark.slow) for variant in OTHERS]
    return [*(pytest.param(*variant) for variant in FIRST), *slow]


@pytest.mark.parametrize(("game", "options"), variants())
def test_the_suite_for_agents_in_turn(game: str, options: dict[str, Any]) -> None:
    api_test(pettingzoo.env(game, **options), num_cycles=150)
    seed_test(partial(pettingzoo.env, game, **options), num_cycles=60)


@pytest.mark.parametrize(("game", "options"), variants())
def test_the_suite_for_agents_at_once(game: str, options: dict[str, Any]) -> None:
    parallel_api_test(pettingzoo.parallel_env(game, **options), num_cycles=150)
    parallel_seed_test(partial(pettingzoo.parallel_env, game, **options), num_cycles=60)


@pytest.mark.parametrize(("game", "options"), variants())
def test_the_suite_for_pictures(game: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(pettingzoo.env, game, **options))
    assert "player 1" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "options"), FIRST)
def test_rewards_are_those_of_the_game(game: str, options: dict[str, Any]) -> None:
    env = pettingzoo.env(game, **options)
    env.reset(seed=3)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for name in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        paid[name] += reward
        choices = np.flatnonzero(seen["action_mask"])
        env.step(None if over or cut else int(choices[len(choices) // 2]))
    points = env.unwrapped.table.game.scores(env.unwrapped.table.vector.states)[0]
    assert np.isclose(sum(paid.values()), 0, atol=1e-3)
    assert (np.argsort(list(paid.values()), kind="stable") == np.argsort(points, kind="stable")).all()


def test_who_waits_can_only_wait() -> None:
    env = pettingzoo.parallel_env("lost-cities", colours=2, ranks=3, investments=1, hand=3)
    seen, _ = env.reset(seed=1)
    while env.agents:
        legal = {name: np.flatnonzero(seen[name]["action_mask"]).tolist() for name in env.agents}
        waiting = [name for name in env.agents if legal[name] == [env.noop]]
        assert len(waiting) == 1
        seen, rewards, over, cut, _ = env.step({name: legal[name][0] for name in env.agents})
    assert sum(rewards.values()) == 0
    assert all(over.values()) and not any(cut.values())


def test_an_illegal_action_may_be_an_error() -> None:
    env = pettingzoo.env("lost-cities", illegal="error")
    env.reset(seed=1)
    with pytest.raises(incognita.IllegalAction):
        env.step(0)


def test_an_illegal_action_ends_the_episode_at_the_cost_of_its_seat() -> None:
    in_turn, at_once = pettingzoo.env("lost-cities"), pettingzoo.parallel_env("lost-cities")
    in_turn.reset(seed=1)
    at_once.reset(seed=1)
    guilty = in_turn.agent_selection
    in_turn.step(0)
    _, rewards, over, _, _ = at_once.step(dict.fromkeys(at_once.agents, at_once.noop))
    assert rewards == in_turn.rewards == {name: -100.0 * (name == guilty) for name in in_turn.possible_agents}
    assert over == in_turn.terminations == dict.fromkeys(in_turn.possible_agents, True)
    assert not at_once.agents


def test_a_waiting_seat_harms_nobody_whatever_it_says() -> None:
    env = pettingzoo.parallel_env("lost-cities")
    seen, _ = env.reset(seed=1)
    legal = {name: int(seen[name]["action_mask"].argmax()) for name in env.agents}
    actions = {name: 0 if action == env.noop else action for name, action in legal.items()}
    assert not any(env.step(actions)[2].values())
