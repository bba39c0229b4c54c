"""Environments of other projects as peers of `incognita bench`: what a researcher would use today.

Pgx's leduc_holdem, compiled by JAX for one core, in the batch that is best for it; OpenSpiel's hearts from Python with
the tensor of what the player knows; PettingZoo's own hanabi. They are other games than ours, with other amounts of work
in a step: the comparison gives an order of magnitude. Ratios are theirs to ours.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from incognita.cli.bench import checkout_module
from incognita.cli.env_measures import PETTINGZOO_STEP, VECTOR_STEP, turns
from incognita.cli.measures import SEED, Subject, per_second

BATCHES = (256, 1024, 4096, 16384, 65536)


class Missing(Exception):
    """None of the peers is installed."""


def subjects(quick: bool) -> dict[str, list[Subject]]:
    """The rows of the peers that are at hand."""
    rows = [row for make in (pgx_row, hearts_row, hanabi_row) for row in found(make, quick)]
    if not rows:
        raise Missing("Pgx, OpenSpiel and PettingZoo's hanabi; install them with: pip install 'incognita[bench]'")
    return {"environments": rows}


def found(make: Callable[[bool], Subject], quick: bool) -> list[Subject]:
    try:
        return [make(quick)]
    except ImportError:
        return []


@contextmanager
def one_core() -> Iterator[None]:
    """Threads that are started here stay on this core, those of JAX among them."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def pgx_row(quick: bool) -> Subject:
    """The fastest batch is found first, for its sake."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    with one_core():
        import jax
        import pgx

        env, batches = pgx.make("leduc_holdem"), BATCHES[:1] if quick else BATCHES
        speeds = {batch: pgx_speed(jax, env, batch, 2 if quick else 50) for batch in batches}
        best = max(speeds, key=lambda batch: speeds[batch]())
    return Subject(f"Pgx leduc_holdem step, {best} at once", "steps/s", speeds[best], VECTOR_STEP)


def pgx_speed(jax: Any, env: Any, batch: int, steps: int) -> Callable[[], float]:
    """Steps with auto-reset, all in one compiled loop. The actions are chosen beforehand, as ours are."""
    from pgx.experimental import auto_reset

    step = jax.vmap(auto_reset(env.step, env.init))
    keys = jax.random.split(jax.random.PRNGKey(SEED), batch)
    states = jax.jit(jax.vmap(env.init))(keys)
    luck = jax.random.uniform(keys[0], (steps, *states.legal_action_mask.shape))
    dealing = jax.random.split(keys[0], steps)

    def choose(states: Any, given: tuple[Any, Any]) -> tuple[Any, Any]:
        key, fortune = given
        actions = (fortune * states.legal_action_mask).argmax(1)
        return step(states, actions, jax.random.split(key, batch)), actions

    def move(states: Any, given: tuple[Any, Any]) -> tuple[Any, Any]:
        key, actions = given
        states = step(states, actions, jax.random.split(key, batch))
        return states, (states.observation.sum(), states.rewards.sum())  # so that nothing is left out

    _, actions = jax.lax.scan(choose, states, (dealing, luck))
    run = jax.jit(lambda states, actions: jax.lax.scan(move, states, (dealing, actions)))
    jax.block_until_ready(run(states, actions))

    def work() -> int:
        jax.block_until_ready(run(states, actions))
        return batch * steps

    def once() -> float:
        with one_core():
            return per_second(work)

    return once


def hearts_row(quick: bool) -> Subject:
    import pyspiel

    openspiel = checkout_module("openspiel")
    assert openspiel is not None
    game = pyspiel.load_game("hearts")
    deals = [openspiel.deal(game, random.Random(seed)) for seed in range(1 if quick else 20)]
    speed = openspiel.timed(deals, openspiel.observer(game))
    return Subject("OpenSpiel hearts, Python loop with observation", "steps/s", speed, VECTOR_STEP)


def hanabi_row(quick: bool) -> Subject:
    from pettingzoo.classic.hanabi import hanabi

    env = hanabi.env()
    steps = 10 if quick else 1000
    return Subject("PettingZoo hanabi step", "steps/s", lambda: per_second(lambda: turns(env, steps)), PETTINGZOO_STEP)
