"""Processes that learn together: after each correction all of them have the same network."""

from __future__ import annotations

from collections.abc import Sequence

import torch
import torch.distributed as dist
from torch import Tensor, nn

from incognita.learn.muon import Muon


class Together:
    """So many processes; with one of them nothing has to be agreed on."""

    def __init__(self, processes: int) -> None:
        self.processes = processes

    def first(self, number: float) -> float:
        """The first process's number, for all of them."""
        shared = torch.tensor([number], dtype=torch.float64)
        if self.processes > 1:
            dist.broadcast(shared, 0)
        return float(shared[0])

    def mean(self, number: float) -> float:
        shared = torch.tensor([number], dtype=torch.float64)
        if self.processes > 1:
            dist.all_reduce(shared)
        return float(shared[0]) / self.processes

    def least(self, number: int) -> int:
        shared = torch.tensor([number])
        if self.processes > 1:
            dist.all_reduce(shared, dist.ReduceOp.MIN)
        return int(shared[0])

    def correct(
        self,
        mistake: Tensor,
        parameters: Sequence[nn.Parameter],
        optimisers: Sequence[torch.optim.Optimizer],
        most: float,
    ) -> None:
        """One step, by what all processes found, and no longer than `most`."""
        for parameter in parameters:
            parameter.grad = None
        mistake.backward()  # type: ignore[no-untyped-call]
        self.share_gradients(parameters)
        torch.nn.utils.clip_grad_norm_(parameters, most)
        for optimiser in optimisers:
            optimiser.step()

    def share_gradients(self, parameters: Sequence[nn.Parameter]) -> None:
        if self.processes == 1:
            return
        gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
        flat = torch.cat([gradient.flatten() for gradient in gradients])
        dist.all_reduce(flat)
        flat /= self.processes
        parts = torch.split(flat, [gradient.numel() for gradient in gradients])
        for gradient, part in zip(gradients, parts, strict=True):
            gradient.copy_(part.view_as(gradient))


def optimisers_of(network: nn.Module, rate: float) -> list[torch.optim.Optimizer]:
    """Muon for the matrices, which learns as much from a third of the lessons; Adam for what is no matrix."""
    matrices = [parameter for parameter in network.parameters() if parameter.ndim == 2]
    others = [parameter for parameter in network.parameters() if parameter.ndim != 2]
    return [Muon(matrices, rate), torch.optim.Adam(others, rate)]


def set_rate(optimiser: torch.optim.Optimizer, rate: float) -> None:
    for group in optimiser.param_groups:
        group["lr"] = rate
