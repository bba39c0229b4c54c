"""What `incognita bench` measures of the environments; peers join from the bench/ folder of a checkout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from incognita.cli.measures import SEED, Group, Subject, cores_text, of_all, per_second
from incognita.core.batch import Wanted
from incognita.core.game import Game
from incognita.core.jit import CONFIG
from incognita.envs.extras import needed
from incognita.envs.vector import Vector
from incognita.games import GAMES, load

BATCH = 1024
LARGE_BATCH = 4096
"""Where cores are compared: waking a second one for fewer rows costs about what it gains."""
VECTOR_STEP = f"lost-cities vector step, {BATCH} at once"
PETTINGZOO_STEP = "lost-cities PettingZoo step"


def env_group(quick: bool) -> Group:
    """Steps with observation and mask, deals included; the actions are chosen beforehand."""
    steps = 2 if quick else 300
    subjects = of_all([load(name) for name in GAMES], lambda game: vector_subjects(game, steps))
    return Group([*subjects, *pettingzoo_subjects(steps)], repetitions=1 if quick else 9)


def vector_subjects(game: Game, steps: int) -> list[Subject]:
    subjects = [Subject(step_name(game, BATCH), "steps/s", stepping(game, BATCH, steps, cores=1))]
    return [*subjects, *core_subjects(game, steps)] if game.name == "lost-cities" else subjects


def core_subjects(game: Game, steps: int) -> list[Subject]:
    name, cores = step_name(game, LARGE_BATCH), CONFIG.NUMBA_NUM_THREADS
    one, all_cores = (stepping(game, LARGE_BATCH, steps, cores=n) for n in (1, cores))
    return [Subject(name, "steps/s", one), Subject(f"{name}, {cores_text()}", "steps/s", all_cores, name)]


def step_name(game: Game, batch: int) -> str:
    return f"{game.name} vector step, {batch} at once"


def stepping(game: Game, batch: int, steps: int, *, cores: int) -> Callable[[], float]:
    """A batch is made when it is first measured: not for rows that nobody asked for."""
    made: list[tuple[Vector, list[Wanted]]] = []

    def once() -> float:
        if not made:
            env = Vector(game, batch, seed=SEED, cores=cores)
            made.append((env, random_actions(env, steps)))
        env, actions = made[0]
        env.reset(seed=SEED)
        return per_second(lambda: play(env, actions))

    return once


def random_actions(env: Vector, steps: int) -> list[Wanted]:
    """Legal ones from the beginning on; the same seed deals the same cards, so they are legal again."""
    random, chosen = np.random.default_rng(SEED), []
    for _ in range(steps):
        luck = random.random(env.arrays.mask.shape, np.float32)
        chosen.append((luck * env.arrays.mask).argmax(1))
        env.step(chosen[-1])
    return chosen


def play(env: Vector, actions: list[Wanted]) -> int:
    for wanted in actions:
        env.step(wanted)
    return len(actions) * env.n


def pettingzoo_subjects(steps: int) -> list[Subject]:
    """Nothing if PettingZoo is not installed."""
    try:
        needed("pettingzoo")
    except ModuleNotFoundError:
        return []
    from incognita.envs import pettingzoo

    env = pettingzoo.env("lost-cities")
    return [Subject(PETTINGZOO_STEP, "steps/s", lambda: per_second(lambda: turns(env, 5 * steps)))]


def turns(env: Any, steps: int) -> int:
    """The loop that PettingZoo's documentation shows: last, choose by the mask, step."""
    random, taken = np.random.default_rng(SEED), 0
    while taken < steps:
        env.reset(seed=SEED + taken)
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            choices = np.flatnonzero(seen["action_mask"])
            env.step(None if over or cut else int(choices[int(random.random() * len(choices))]))
            taken += not (over or cut)
            if taken >= steps:
                break
    return taken
