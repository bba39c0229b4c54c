"""One seat against agents, by Gymnasium's own checks and by ours."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import incognita
from incognita.envs.gymnasium import SingleAgent, SingleAgentVector
from incognita.envs.registration import IDS

TINY: dict[str, Any] = {"colours": 2, "ranks": 3, "investments": 1, "hand": 3}


def legal(info: dict[str, Any], seed: int) -> Any:
    mask = np.atleast_2d(info["action_mask"])
    return (np.random.default_rng(seed).random(mask.shape) * mask).argmax(1)


@pytest.mark.parametrize(
    ("name", "opponent"),
    [
        ("incognita/LostCities-v1", "policy"),
        *((name, "random") for name in IDS),
        *(pytest.param(name, "policy", marks=pytest.mark.slow) for name in IDS if name != "incognita/LostCities-v1"),
    ],
)
def test_gymnasium_finds_nothing_wrong(name: str, opponent: str) -> None:
    env = gymnasium.make(name, opponent=opponent)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it advises against unwrapped environments
        check_env(env.unwrapped, skip_render_check=True)
    env.close()


@pytest.mark.parametrize("name", IDS)
def test_episodes_end_with_what_the_game_says(name: str) -> None:
    env = SingleAgent(game=IDS[name], opponent="random", reward="win")
    for seed in range(3):
        seen, info = env.reset(seed=seed)
        over = cut = False
        while not (over or cut):
            assert env.observation_space.contains(seen)
            assert (env.action_masks() == info["action_mask"]).all()
            seen, reward, over, cut, info = env.step(int(legal(info, seed)[0]))
            assert over or cut or reward == 0
        winners = env.seats.game.winners(env.seats.vector.states)
        assert (reward > 0) == (info["seat"] in winners and len(winners) < env.seats.game.players)


def test_an_illegal_action_ends_the_episode() -> None:
    env = SingleAgent(opponent="random", **TINY)
    _, info = env.reset(seed=1)
    _, reward, over, cut, _ = env.step(int(np.argmin(info["action_mask"])))
    assert (reward, over, cut) == (-100.0, True, False)
    _, info = env.reset(seed=2)
    assert info["action_mask"].any()


def test_an_action_that_no_game_has_is_illegal_too() -> None:
    env = SingleAgent(opponent="random", **TINY)
    for action in (env.action_space.n, -7):
        env.reset(seed=1)
        assert env.step(int(action))[1:4] == (-100.0, True, False)


def test_an_illegal_action_may_be_an_error() -> None:
    env = SingleAgent(opponent="random", illegal="error", **TINY)
    _, info = env.reset(seed=1)
    with pytest.raises(incognita.IllegalAction):
        env.step(int(np.argmin(info["action_mask"])))


def test_a_seed_repeats_an_episode() -> None:
    def played() -> list[Any]:
        env = SingleAgent(opponent="policy", **TINY)
        _, info = env.reset(seed=5)
        told, over = [], False
        while not over:
            seen, reward, over, _, info = env.step(int(legal(info, 5)[0]))
            told.append((seen.tolist(), reward, over))
        return told

    assert played() == played()


def test_many_at_once() -> None:
    env = gymnasium.make_vec(
        "incognita/LostCities-v1", num_envs=5, opponent="random", vectorization_mode="vector_entry_point", **TINY
    )
    assert isinstance(env, SingleAgentVector)
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    ended = np.zeros(5, bool)
    episodes = 0
    for step in range(200):
        seen, reward, over, cut, info = env.step(legal(info, step))
        assert env.observation_space.contains(seen)
        assert not reward[ended].any() and not over[ended].any(), "the step after the end begins anew"
        ended = over | cut
        assert not reward[~ended].any()
        assert info["action_mask"][~ended].any(1).all() and not info["action_mask"][ended].any()
        episodes += int(ended.sum())
    assert episodes > 10


def test_many_are_as_good_as_one() -> None:
    """With one row and the same seed, a batch plays the very same episode."""
    one, many = SingleAgent(opponent="policy", **TINY), SingleAgentVector(1, opponent="policy", **TINY)
    seen, info = one.reset(seed=4)
    rows, _ = many.reset(seed=4)
    over = False
    while not over:
        assert (rows[0] == seen).all()
        action = legal(info, 1)
        seen, reward, over, _, info = one.step(int(action[0]))
        rows, paid, ended, _, _ = many.step(action)
        assert (paid[0], ended[0]) == (reward, over)


def test_a_position_is_shown_as_text() -> None:
    env = SingleAgent(opponent="random", render_mode="ansi")
    env.reset(seed=1)
    assert "player 0" in str(env.render())


def test_a_seat_can_be_fixed() -> None:
    env = SingleAgent(opponent="random", seat=1, **TINY)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(5)} == {1}
    assert {SingleAgent(opponent="random", **TINY).reset(seed=seed)[1]["seat"] for seed in range(9)} == {0, 1}
