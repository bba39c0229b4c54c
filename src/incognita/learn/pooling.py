"""What all parts of a position have together, and how corrections flow back from it: compiled, one pass each way.

PyTorch would go through memory a dozen times for the same; learning is two thirds of the time of a training run.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from incognita.core.jit import kernel
from incognita.core.rules import Numbers

Firsts = NDArray[np.int64]
"""Where the rows of each position begin, and behind the last where they end."""


def pool_parts(own: Tensor, shared: Tensor, firsts: Tensor) -> tuple[Tensor, Tensor]:
    """What the parts know, written over `own`, and what the parts of each position have together."""
    known, pool = Pool.apply(own, shared, firsts)  # type: ignore[no-untyped-call]
    return known, pool


class Pool(torch.autograd.Function):
    """From what each part knows by itself, and what it is told of the others, to what it knows, and all of them."""

    @staticmethod
    def forward(context: Any, own: Tensor, shared: Tensor, firsts: Tensor) -> tuple[Tensor, Tensor]:
        """Returns the rectified sums, written over `own`, and for each position their mean and their maximum."""
        pool = own.new_empty(len(shared), 2 * shared.shape[1])
        best = torch.empty(shared.shape, dtype=torch.int64)
        join(numbers(own), numbers(shared), firsts.numpy(), pool.numpy(), best.numpy())
        context.mark_dirty(own)
        context.save_for_backward(own, firsts, best)
        return own, pool

    @staticmethod
    def backward(context: Any, *wanted: Tensor) -> tuple[Tensor, Tensor, None]:
        of_known, of_pool = wanted
        known, firsts, best = context.saved_tensors
        of_own, of_shared = torch.empty_like(known), known.new_empty(best.shape)
        arrays = (known, firsts, best, of_known.contiguous(), of_pool.contiguous(), of_own, of_shared)
        pass_back(*(numbers(array) for array in arrays))
        return of_own, of_shared, None


def numbers(tensor: Tensor) -> Any:
    return tensor.detach().numpy()


@kernel
def join(known: Numbers, shared: Numbers, firsts: Firsts, pool: Numbers, best: NDArray[np.int64]) -> None:
    width = known.shape[1]
    for n in range(len(shared)):
        pool[n] = np.float32(0.0)
        best[n] = -1
        mean, most = pool[n, :width], pool[n, width:]
        for row in range(firsts[n], firsts[n + 1]):
            for i in range(width):
                x = known[row, i] + shared[n, i]
                x = x if x > np.float32(0.0) else np.float32(0.0)
                known[row, i] = x
                mean[i] += x
            for i in range(width):
                better = known[row, i] > most[i]
                most[i] = known[row, i] if better else most[i]
                best[n, i] = row if better else best[n, i]
        share = np.float32(1.0) / np.float32(max(1, firsts[n + 1] - firsts[n]))
        for i in range(width):
            mean[i] *= share


@kernel
def pass_back(
    known: Numbers,
    firsts: Firsts,
    best: NDArray[np.int64],
    of_known: Numbers,
    of_pool: Numbers,
    of_own: Numbers,
    of_shared: Numbers,
) -> None:
    width = known.shape[1]
    for n in range(len(of_shared)):
        share = np.float32(1.0) / np.float32(max(1, firsts[n + 1] - firsts[n]))
        of_mean, of_most = of_pool[n, :width], of_pool[n, width:]
        of_shared[n] = np.float32(0.0)
        for row in range(firsts[n], firsts[n + 1]):
            for i in range(width):
                x = of_known[row, i] + share * of_mean[i]
                x += of_most[i] if best[n, i] == row else np.float32(0.0)
                x = x if known[row, i] > np.float32(0.0) else np.float32(0.0)
                of_own[row, i] = x
                of_shared[n, i] += x
