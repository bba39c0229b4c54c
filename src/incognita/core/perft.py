"""Counting every sequence of actions to a depth: the classical proof that a move generator is complete and exact."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incognita.core.jit import Int, Rows, kernel
from incognita.core.rules import MOST_ACTIONS, apply, legal


@kernel
def count(stack: Rows, actions: NDArray[np.uint16], n: NDArray[np.int64], depth: Int) -> Int:
    """Sequences of exactly `depth` actions from stack[0]. Row d of the arguments belongs to depth d."""
    if depth == 0:
        return 1
    sequences = 0
    d = 0
    n[0] = legal(stack[0], actions[0])
    while d >= 0:
        if d == depth - 1 or n[d] == 0:  # at the last level the number of actions is the number of sequences
            sequences += n[d] if d == depth - 1 else 0
            d -= 1
            continue
        n[d] -= 1
        stack[d + 1] = stack[d]
        apply(stack[d + 1], actions[d, n[d]])
        d += 1
        n[d] = legal(stack[d], actions[d])
    return sequences


def perft(states: Rows, depth: int) -> int:
    """Number of sequences of `depth` actions from the first row of `states`, within its round."""
    stack = np.repeat(states[:1], depth + 1)
    return int(count(stack, np.empty((depth + 1, MOST_ACTIONS), np.uint16), np.zeros(depth + 1, np.int64), depth))
