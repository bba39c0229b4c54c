"""Play some rounds of variants and print a digest of all that happened: `python -m tests.trace`, or with their names.

The same line must come out compiled, uncompiled and with bounds checks.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from typing import Any

import numpy as np

from incognita.core import rules
from incognita.core.perft import perft
from incognita.core.rng import generator
from incognita.core.rules import NONE
from incognita.envs.vector import observations
from tests.variants import VARIANTS, game_of

ROUNDS = 2
"""The first at random, the second by the policy."""


def trace(variants: Iterable[str] = VARIANTS) -> str:
    digest = hashlib.sha256()
    # Uncompiled, uint64 arithmetic that is meant to wrap around would warn.
    with np.errstate(over="ignore"):
        for variant in variants:
            trace_variant(variant, digest)
    return digest.hexdigest()


def trace_variant(variant: str, digest: Any) -> None:
    game, rng = game_of(variant), generator(1)
    states, world, views = game.blank(rounds=ROUNDS), game.blank(), np.zeros(1, game.view_dtype)
    for round_number in range(ROUNDS):
        if round_number:
            rules.carry_at(states, 0)  # a round broken off carries over as well as a finished one
        rules.deal_at(states, 0, rng)
        # Uncompiled, a whole round would take long; a finished one is still among them: the tiny ones.
        for _ in range(24):
            if states["seat"][0] == NONE:
                break
            viewer = int(states["seat"][0])
            rules.observe_at(states, 0, viewer, views, 0)
            rules.determinize_at(world, 0, views, 0, rng)
            note(digest, states, world, views, game.scores(states), observations(game, views))
            rules.apply_at(
                states, 0, rules.policy_at(views, 0, rng) if round_number else rules.sample_at(states, 0, rng)
            )
    digest.update(str(perft(game.deal(1, seed=2), 3)).encode())


def note(digest: Any, *arrays: Any) -> None:
    for array in arrays:
        for field in array.dtype.names or [...]:
            digest.update(np.ascontiguousarray(array[field]).tobytes())


if __name__ == "__main__":
    print(trace(sys.argv[1:] or VARIANTS))
