"""The network in PyTorch: only training needs it.

Colours are alike, so every colour goes through the same weights: a layer sees a colour's own numbers and what all
colours have together, their mean and their maximum. Renaming the colours renames the outcome and changes nothing else.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from incognita.learn.weights import Shape

FAITH = 0.25
"""What a point that the hand-written player sees in an action counts at first, in points: it overrates differences."""


class Network(nn.Module):
    """From the features of a view to what each action will gain, in tens of points; what they all share is left out.

    It begins as the hand-written player, whose opinion of the actions comes first in the features, and learns what to
    add to that.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.own = nn.Linear(shape.colour_features, shape.width)
        self.whole = nn.Linear(shape.whole_features, shape.width, bias=False)
        self.owns = nn.ModuleList(nn.Linear(shape.width, shape.width) for _ in range(shape.layers - 1))
        self.pools = nn.ModuleList(nn.Linear(2 * shape.width, shape.width, bias=False) for _ in range(shape.layers - 1))
        self.of_colours = nn.Linear(shape.width, shape.colour_actions)
        self.of_whole = nn.Linear(2 * shape.width, shape.whole_actions)
        self.faith = nn.Parameter(torch.tensor(FAITH))
        for head in (self.of_colours, self.of_whole):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)

    def forward(self, colours: Tensor, whole: Tensor) -> Tensor:
        known = torch.relu(self.own(colours) + self.whole(whole)[:, None])
        for own, pool in zip(self.owns, self.pools, strict=True):
            known = torch.relu(own(known) + pool(pooled(known))[:, None])
        of_colours = self.of_colours(known) + self.faith * colours[:, :, : self.shape.colour_actions]
        of_whole = self.of_whole(pooled(known)) + self.faith * whole[:, : self.shape.whole_actions]
        return torch.cat([of_whole, of_colours.flatten(1)], 1)


def pooled(known: Tensor) -> Tensor:
    return torch.cat([known.mean(1), known.amax(1)], -1)
