"""The hand-written player of Lost Cities: the playout policy of search, and the first real opponent."""

from __future__ import annotations

from incognita.core import rules
from incognita.core.jit import Int, Random, Row, kernel
from incognita.core.rng import below
from incognita.games.lost_cities.components import STATE, VIEW


@rules.policy.implement(STATE, VIEW)
@kernel
def policy(view: Row, rng: Random) -> Int:
    return view.legal[below(rng, view.choices)]
