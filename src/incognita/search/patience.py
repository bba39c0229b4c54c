"""When to stop thinking for oneself: two players who think alike might never end a round."""

from __future__ import annotations

import numpy as np

from incognita.core.jit import Row, kernel

PATIENCE = 250
"""Actions of a round, twice as many as usual, after which the policy decides: it does not draw discards for ever."""


@kernel
def has_lasted(view: Row) -> bool:
    """Whether a round goes on for so long; plies count over the match."""
    return bool(np.int64(view.ply) > PATIENCE * np.int64(view.round_number))
