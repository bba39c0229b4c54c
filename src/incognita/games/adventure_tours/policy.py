"""The hand-written player."""

from __future__ import annotations

from incognita.core import rules
from incognita.core.jit import Int, Random, Row, kernel
from incognita.core.rng import below
from incognita.games.adventure_tours.components import STATE, VIEW


@rules.policy.implement(STATE, VIEW)
@kernel
def policy(view: Row, rng: Random) -> Int:
    return view.legal[below(rng, view.choices)]
