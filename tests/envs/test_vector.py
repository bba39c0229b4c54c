"""Batches of environments: what they tell is what the game says, and nothing that is hidden."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import incognita
from incognita import Game
from incognita.core import rules
from incognita.core.rng import generator
from incognita.core.rules import NONE
from incognita.envs.vector import Arrays, Vector, new_arrays, observations, rewards
from tests.test_contract import assert_same_rows
from tests.variants import VARIANTS, game_of

N = 8


@pytest.fixture(params=VARIANTS)
def game(request: pytest.FixtureRequest) -> Game:
    return game_of(request.param)


def choose(mask: Any, seed: int) -> Any:
    """One legal action for every row."""
    return (np.random.default_rng(seed).random(mask.shape) * mask).argmax(1)


def told(arrays: Arrays) -> list[bytes]:
    return [array.tobytes() for array in arrays]


def test_a_step_tells_what_the_game_says(game: Game) -> None:
    env = Vector(game, N, seed=3)
    for step in range(150):
        states, actions = env.states.copy(), choose(env.arrays.mask, step)
        game.step(states, actions)
        arrays = env.step(actions)
        ended = states["seat"] == NONE
        assert (arrays.terminated == ended).all()
        assert (env.states["seat"] == arrays.seats).all()
        assert not arrays.rewards[~ended].any()
        if ended.any():
            assert_same_rows(env.finals[ended], states[ended])
            assert (arrays.rewards[ended] == rewards(game, states[ended], "margin")).all()
        assert_same_rows(env.states[~ended], states[~ended])
        for row in range(N):
            assert np.flatnonzero(arrays.mask[row]).tolist() == game.legal(env.states, row)
    assert_same_rows(arrays.views, game.observe(env.states))
    assert (arrays.observations == observations(game, arrays.views)).all()


def test_nothing_hidden_reaches_an_observation(game: Game) -> None:
    env, rng, worlds = Vector(game, N, seed=4), generator(5), game.blank(N)
    changed = False
    for step in range(60):
        arrays = env.step(choose(env.arrays.mask, step))
        for viewer in (*range(game.players), int(NONE)):
            views = game.observe(env.states, viewer)
            for row in range(N):
                rules.determinize_at(worlds, row, views, row, rng)
            changed |= worlds.tobytes() != env.states.tobytes()
            seen = observations(game, game.observe(worlds, viewer))
            assert (seen == observations(game, views)).all()
        assert np.isfinite(arrays.observations).all()
    assert changed


def test_observations_stay_in_their_bounds_and_every_piece_says_something(game: Game) -> None:
    env = Vector(game, 64, seed=4, episode="match")
    low, high = env.layout.bounds()
    least, most = np.full_like(low, np.inf), np.full_like(low, -np.inf)
    for step in range(350):
        seen = env.step(choose(env.arrays.mask, step)).observations
        assert (seen >= low).all() and (seen <= high).all()
        least, most = np.minimum(least, seen.min(0)), np.maximum(most, seen.max(0))
    constant = {place.piece.name for place in env.layout.places if (least == most)[place.start : place.stop].all()}
    unused = {
        "to act",
        "free boards",
        "ability used",
        "by ability",
        "owed",
        "twice",
        "gained",
        "board",
        "crossed",
        "tokens",
        "round",
    }
    assert constant <= unused


def test_the_viewer_comes_first(game: Game) -> None:
    """Seats turned in the state are seats turned in the numbers: `held` counts from the viewer."""
    env = Vector(game, 4, seed=1)
    for step in range(11):
        env.step(choose(env.arrays.mask, step))
    for viewer in range(game.players):
        seen = observations(game, game.observe(env.states, viewer))[:, env.layout["to act"]]
        assert (seen.argmax(1) == (env.states["seat"].astype(int) - viewer) % game.players).all()
        held = observations(game, game.observe(env.states, viewer))[:, env.layout["held"]]
        counts = env.states["held"].astype(np.float32)[:, : game.players]
        assert np.allclose(held / held.max(), np.roll(counts, -viewer, axis=1) / counts.max())


def test_a_seed_repeats_everything(game: Game) -> None:
    first, again, other = Vector(game, N, seed=9), Vector(game, N, seed=9), Vector(game, N, seed=10)
    assert told(first.arrays) == told(again.arrays) != told(other.arrays)
    for step in range(120):
        actions = choose(first.arrays.mask, step)
        assert told(first.step(actions)) == told(again.step(actions))
    first.reset(seed=9)
    assert told(first.arrays) == told(Vector(game, N, seed=9).arrays)


def test_a_row_does_not_depend_on_its_neighbours() -> None:
    game = game_of("lost-cities-tiny")
    few, many = Vector(game, 4, seed=2), Vector(game, 20, seed=2)
    for step in range(100):
        actions = choose(many.arrays.mask, step)
        many.step(actions)
        few.step(actions[:4])
        assert (few.arrays.observations == many.arrays.observations[:4]).all()


@pytest.mark.parametrize("variant", ["lost-cities", pytest.param("adventure-tours", marks=pytest.mark.slow)])
def test_cores_change_nothing(variant: str) -> None:
    game = game_of(variant)
    one, two = Vector(game, 100, seed=6), Vector(game, 100, seed=6, cores=2)
    for step in range(150):
        actions = choose(one.arrays.mask, step)
        assert told(one.step(actions)) == told(two.step(actions))
    actions = choose(one.arrays.mask, 0)
    actions[[30, 70]] = game.actions  # in the shares of both cores
    before = two.states.copy()
    for env in (one, two):
        with pytest.raises(incognita.IllegalAction):
            env.step(actions)
    assert (two.states == before).all() and told(one.arrays) == told(two.arrays)


def test_an_episode_may_be_a_match() -> None:
    game = game_of("lost-cities-tiny")
    env = Vector(game, 16, seed=1, episode="match")
    rounds = set()
    for step in range(300):
        arrays = env.step(choose(env.arrays.mask, step))
        rounds |= set(env.states["round_number"].tolist())
        ended = arrays.terminated
        assert (env.finals["round_number"][ended] == 3).all()
        if ended.any():
            margin = np.diff(game.scores(env.finals[ended]), axis=1)[:, 0]
            assert (arrays.rewards[ended] == np.stack([-margin, margin], 1)).all()
    assert rounds == {1, 2, 3}


def test_win_as_reward_adds_up_to_nothing(game: Game) -> None:
    env = Vector(game, 64, seed=2, reward="win")
    paid: list[list[float]] = []
    for step in range(1000):
        arrays = env.step(choose(env.arrays.mask, step))
        paid += arrays.rewards[arrays.terminated].tolist()
        for row in np.flatnonzero(arrays.terminated):
            winners = game.winners(env.finals[row : row + 1])
            assert (arrays.rewards[row] == arrays.rewards[row].max()).nonzero()[0].tolist() == winners
        if len(paid) > 20:
            break
    assert paid
    assert np.allclose(np.sum(paid, 1), 0, atol=1e-6)
    assert np.max(paid) == 1


def test_a_truncated_episode_is_paid_as_if_it_ended() -> None:
    game = game_of("lost-cities")
    env = Vector(game, 4, seed=2, most_plies=10)
    for step in range(10):
        arrays = env.step(choose(env.arrays.mask, step))
    assert arrays.truncated.all() and not arrays.terminated.any()
    assert (arrays.rewards == rewards(game, env.finals, "margin")).all()
    assert (env.states["ply"] == 0).all()


def test_without_auto_reset_finished_rows_rest() -> None:
    game = game_of("lost-cities-tiny")
    env = Vector(game, 8, seed=2, auto_reset=False)
    for step in range(300):
        env.step(choose(env.arrays.mask, step))
    arrays = env.arrays
    assert arrays.terminated.all() and not arrays.mask.any() and not arrays.rewards.any()
    env.reset(rows=np.arange(8) < 2)
    assert arrays.terminated.tolist() == [False] * 2 + [True] * 6
    assert arrays.mask[:2].any(1).all()


def test_the_caller_may_own_the_arrays() -> None:
    game = game_of("lost-cities-tiny")
    mine = new_arrays(game, 4)
    env = Vector(game, 4, seed=1, arrays=mine)
    assert told(mine) == told(Vector(game, 4, seed=1).arrays)
    assert env.step(choose(mine.mask, 1)).mask is mine.mask
    with pytest.raises(ValueError, match="mask must have shape"):
        Vector(game, 4, arrays=mine._replace(mask=mine.mask[:2]))
    with pytest.raises(ValueError, match="contiguous"):
        Vector(game, 4, arrays=mine._replace(rewards=np.zeros((2, 4), np.float32).T))


def test_what_is_wrong_is_named() -> None:
    game = game_of("lost-cities-tiny")
    env = Vector(game, 4, seed=1)
    before = told(env.arrays)
    actions = choose(env.arrays.mask, 1)
    with pytest.raises(incognita.IllegalAction):
        env.step([*actions[:3], 0])
    with pytest.raises(incognita.IllegalAction):
        env.step([*actions[:3], 10**6])
    with pytest.raises(ValueError, match="4 environments need 4 actions"):
        env.step(actions[:3])
    assert told(env.arrays) == before
    with pytest.raises(incognita.OptionError, match="episode must be round or match"):
        Vector(game, 4, episode="week")
    with pytest.raises(incognita.OptionError, match="reward must be margin or win"):
        Vector(game, 4, reward="fun")
    with pytest.raises(KeyError, match="there is no piece 'hat'; the pieces are hand"):
        env.layout["hat"]
