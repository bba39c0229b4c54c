"""The network in PyTorch: only training needs it.

Parts are alike, colours for example, so every part goes through the same weights: a layer sees a part's own numbers and
what all parts have together, their mean and their maximum. Renaming the parts renames the outcome and changes nothing
else. Parts that are not there, cards that nobody holds for example, are left out.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from incognita.learn.weights import Shape

FAITH = 0.25
"""What a point that the hand-written player sees in an action counts at first, in points: it overrates differences."""

FEW = 0.6
"""Where no more of the parts are there than this, it is quicker to pick them out."""


class Network(nn.Module):
    """From the features of a view to what each action will gain, in tens of points; what they all share is left out.

    It begins as the hand-written player, whose opinion of the actions comes first in the features, and learns what to
    add to that.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.own = nn.Linear(shape.part_features, shape.width)
        self.whole = nn.Linear(shape.whole_features, shape.width, bias=False)
        self.owns = nn.ModuleList(nn.Linear(shape.width, shape.width) for _ in range(shape.layers - 1))
        self.pools = nn.ModuleList(nn.Linear(2 * shape.width, shape.width, bias=False) for _ in range(shape.layers - 1))
        self.of_parts = nn.Linear(shape.width, shape.part_actions)
        self.of_whole = nn.Linear(2 * shape.width, shape.whole_actions)
        self.faith = nn.Parameter(torch.tensor(FAITH))
        for head in (self.of_parts, self.of_whole):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def forward(self, parts: Tensor, whole: Tensor) -> Tensor:
        there = (parts != 0).any(-1)
        few = there.float().mean() < FEW
        of_parts, of_whole = self.of_few(parts, whole, there) if few else self.of_many(parts, whole, there)
        of_parts = of_parts + self.faith * parts[:, :, : self.shape.part_actions]
        of_whole = of_whole + self.faith * whole[:, : self.shape.whole_actions]
        return torch.cat([of_whole, of_parts.flatten(1)], 1)

    def of_many(self, parts: Tensor, whole: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """All parts, and what is made of those that are not there is wiped out."""
        mask = there[:, :, None].float()
        known = torch.relu(self.own(parts) + self.whole(whole)[:, None]) * mask
        for own, pool in zip(self.owns, self.pools, strict=True):
            known = torch.relu(own(known) + pool(pooled(known, mask))[:, None]) * mask
        return self.of_parts(known) * mask, self.of_whole(pooled(known, mask))

    def of_few(self, parts: Tensor, whole: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
        """The same over nothing but the parts that are there, which lie one below the other."""
        owner, n = there.nonzero()[:, 0], len(parts)
        known = torch.relu(self.own(parts[there]) + self.whole(whole)[owner])
        for own, pool in zip(self.owns, self.pools, strict=True):
            known = torch.relu(own(known) + pool(pooled_by_owner(known, owner, n))[owner])
        of_parts = parts.new_zeros(*parts.shape[:2], self.shape.part_actions)
        of_parts = of_parts.index_put(tuple(there.nonzero().T), self.of_parts(known))
        return of_parts, self.of_whole(pooled_by_owner(known, owner, n))


def pooled(known: Tensor, mask: Tensor) -> Tensor:
    """The mean and the maximum over the parts that are there; nothing is below 0."""
    return torch.cat([known.sum(1) / mask.sum(1).clamp(min=1), known.amax(1)], -1)


def pooled_by_owner(known: Tensor, owner: Tensor, n: int) -> Tensor:
    """The same over the parts of each of n positions."""
    counts = torch.bincount(owner, minlength=n).clamp(min=1)[:, None]
    total = known.new_zeros(n, known.shape[1]).index_add(0, owner, known)
    most = known.new_zeros(n, known.shape[1]).scatter_reduce(0, owner[:, None].expand_as(known), known, "amax")
    return torch.cat([total / counts, most], -1)
