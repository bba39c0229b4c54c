"""Muon in single precision does what PyTorch's does in half of it."""

from __future__ import annotations

import copy

import pytest
import torch
from torch import nn

from incognita.learn.muon import Muon, levelled


@pytest.mark.parametrize("shape", [(8, 20), (20, 8), (8, 8), (1, 12)])
def test_all_directions_count_alike(shape: tuple[int, int]) -> None:
    torch.manual_seed(1)
    matrix = torch.randn(shape)
    found = torch.linalg.svdvals(levelled(matrix))
    assert (found > 0.5).all() and (found < 1.5).all()
    assert (levelled(matrix) * matrix).sum() > 0


def test_what_it_corrects_is_what_pytorch_would() -> None:
    torch.manual_seed(2)
    one = nn.Parameter(torch.randn(16, 24))
    other = nn.Parameter(one.detach().clone())
    ours, theirs = Muon([one], 0.01), torch.optim.Muon([other], 0.01, weight_decay=0.0, adjust_lr_fn="match_rms_adamw")
    start = one.detach().clone()
    for _ in range(3):
        one.grad = torch.randn(16, 24)
        other.grad = one.grad.clone()
        ours.step()
        theirs.step()  # type: ignore[no-untyped-call]
    moved, expected = one.detach() - start, other.detach() - start
    assert (moved - expected).norm() < 0.05 * expected.norm()


def test_it_goes_on_with_what_it_remembers() -> None:
    torch.manual_seed(3)
    matrix, gradient = nn.Parameter(torch.randn(4, 6)), torch.randn(4, 6)
    muon = Muon([matrix], 0.01)
    matrix.grad = gradient
    muon.step()
    again = nn.Parameter(matrix.detach().clone())
    resumed = Muon([again], 0.5)
    resumed.load_state_dict(copy.deepcopy(muon.state_dict()))
    for one, optimiser in ((matrix, muon), (again, resumed)):
        one.grad = gradient.flip(0)
        optimiser.step()
    assert torch.equal(matrix, again)
