"""The networks in PyTorch: only training needs them.

Parts are alike, colours for example, so every part goes through the same weights: a layer sees a part's own numbers and
what all parts have together, their mean and their maximum. Renaming the parts renames the outcome and changes nothing
else. Parts that are not there, cards that nobody holds for example, are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from incognita.learn.judging import KINDS
from incognita.learn.pooling import pool_parts
from incognita.learn.weights import Shape

FAITH = 0.25
"""What a point that the hand-written player sees in an action counts at first, in points: it overrates differences."""


class Positions(NamedTuple):
    """Some positions, of whose parts those that are there lie one below the other."""

    rows: Tensor
    """Numbers of the parts."""
    whole: Tensor
    firsts: Tensor
    """Where the rows of each position begin, and behind the last where they end."""
    slots: Tensor
    """Which of all parts, of all positions, the rows are."""


def positions_of(parts: Tensor, whole: Tensor, there: Tensor | None = None) -> Positions:
    """`there` says which parts are, if that is known; the others have nothing but zeros."""
    there = (parts != 0).any(-1) if there is None else there
    slots = there.flatten().nonzero()[:, 0]
    return Positions(parts.flatten(0, 1)[slots], whole, firsts_of(there), slots)


def firsts_of(there: Tensor) -> Tensor:
    return torch.cat([torch.zeros(1, dtype=torch.int64), there.sum(1).cumsum(0)])


class Trunk(nn.Module):
    """What the networks have in common: from numbers to what each part knows, and what all of them have together."""

    quick = False
    """Whether products are reckoned in half the precision, which some processors do in half the time; for training."""

    def __init__(self, part_features: int, whole_features: int, width: int, layers: int) -> None:
        super().__init__()
        self.own = nn.Linear(part_features, width)
        self.whole = nn.Linear(whole_features, width, bias=False)
        self.owns = nn.ModuleList(nn.Linear(width, width) for _ in range(layers - 1))
        self.pools = nn.ModuleList(nn.Linear(2 * width, width, bias=False) for _ in range(layers - 1))

    def forward(self, rows: Tensor, whole: Tensor, firsts: Tensor) -> tuple[Tensor, list[Tensor]]:
        """What each part knows in the end, and what all have together, layer by layer."""
        known, pool = pool_parts(self.product(self.own, rows), self.product(self.whole, whole), firsts)
        together = [pool]
        for own, of_pool in zip(self.owns, self.pools, strict=True):
            known, pool = pool_parts(self.product(own, known), self.product(of_pool, pool), firsts)
            together.append(pool)
        return known, together

    def product(self, layer: Any, numbers: Tensor) -> Tensor:
        bias: Tensor | None = layer.bias
        if not self.quick:
            return linear(numbers, layer.weight, bias)
        return linear(numbers.bfloat16(), layer.weight.bfloat16(), bias if bias is None else bias.bfloat16()).float()


class Head(nn.Linear):
    """What comes out of a network; nothing at first."""

    def reset_parameters(self) -> None:
        nn.init.zeros_(self.weight)
        nn.init.zeros_(self.bias)


class Network(nn.Module):
    """From the features of a view to what each action will gain, in tens of points; what they all share is left out.

    It begins as the hand-written player, whose opinion of the actions comes first in the features, and learns what to
    add to that.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.trunk = Trunk(shape.part_features, shape.whole_features, shape.width, shape.layers)
        self.of_parts = Head(shape.width, shape.part_actions)
        self.of_whole = Head(2 * shape.width, shape.whole_actions)
        self.faith = nn.Parameter(torch.tensor(FAITH))
        self.narrow: Tensor
        """Whether it learned nothing about what the hand-written player thinks very little of."""
        self.register_buffer("narrow", torch.tensor(False))

    def forward(self, parts: Tensor, whole: Tensor) -> Tensor:
        return self.of(positions_of(parts, whole), parts.shape[1])

    def of(self, positions: Positions, parts: int) -> Tensor:
        """By place: the actions of the whole, then part by part, with room for so many."""
        return self.and_before(positions, parts)[0]

    def and_before(self, positions: Positions, parts: int) -> tuple[Tensor, Tensor]:
        """The same, and what all parts had together before the last layer."""
        of_whole, of_parts, before = self.of_rows(positions)
        n = len(of_whole)
        everywhere = of_parts.new_zeros(n * parts, self.shape.part_actions).index_copy(0, positions.slots, of_parts)
        return torch.cat([of_whole, everywhere.view(n, -1)], 1), before

    def of_rows(self, positions: Positions) -> tuple[Tensor, Tensor, Tensor]:
        """For the whole of every position, for every row, and what all parts had together before the last layer."""
        rows, whole, firsts, _ = positions
        known, together = self.trunk(rows, whole, firsts)
        of_parts = self.of_parts(known) + self.faith * rows[:, : self.shape.part_actions]
        of_whole = self.of_whole(together[-1]) + self.faith * whole[:, : self.shape.whole_actions]
        return of_whole, of_parts, together[-2]


def side_by_side(networks: Sequence[Network], width: int, layers: int = 0) -> Network:
    """One network that thinks what these do on average.

    At first nothing looks at units beyond theirs, and layers beyond theirs hand on what they are given.
    """
    widths = [network.shape.width for network in networks]
    layers = max(layers, *(network.shape.layers for network in networks))
    one = Network(networks[0].shape._replace(width=max(width, sum(widths)), layers=layers))
    one.narrow.fill_(any(network.narrow for network in networks))
    with torch.no_grad():
        for name, weights in one.named_parameters():
            by_unit(weights)[: sum(widths) if name.startswith("trunk.") else None] = 0.0
        for i, network in enumerate(networks):
            put_into(one, network, sum(widths[:i]), 1 / len(networks))
    return one


def put_into(one: Network, network: Network, first: int, part: float) -> None:
    """A network as the units of a wider one from `first` on; its opinion counts as this part."""
    width, wider = network.shape.width, one.shape.width
    weights = dict(one.named_parameters())
    for name, known in network.named_parameters():
        own, units, told = by_unit(weights[name]), slice(first, first + width), by_unit(known)
        if not name.startswith("trunk."):
            told, units = part * told, slice(None)
        inputs = torch.arange(told.shape[1])
        if len(inputs) > 1 and name not in ("trunk.own.weight", "trunk.whole.weight"):
            inputs = inputs % width + inputs // width * wider + first  # a pool is two layers side by side
        own[units, inputs] += told
    units = slice(first, first + width)
    for layer in range(network.shape.layers - 1, one.shape.layers - 1):
        weights[f"trunk.owns.{layer}.weight"][units, units] = torch.eye(width)


def by_unit(weights: Tensor) -> Tensor:
    """Whatever they are, as a matrix."""
    return weights.view(len(weights) if weights.dim() else 1, -1)


class Judge(nn.Module):
    """What a round will come to for who must decide, in spreads of a round.

    It sees what is hidden, too, and who the others are: the same position is worth more against some than others.
    """

    def __init__(self, shape: Shape, part_secrets: int) -> None:
        super().__init__()
        width = shape.width
        self.trunk = Trunk(shape.part_features + part_secrets, shape.whole_features + KINDS, width, shape.layers)
        self.hidden = nn.Linear(2 * width, width)
        self.value = Head(width, 1)

    def forward(self, positions: Positions, secrets: Tensor, others: Tensor) -> Tensor:
        """`secrets` are those of the rows, `others` is whom each position is against, a number for each kind."""
        rows, whole = torch.cat([positions.rows, secrets], 1), torch.cat([positions.whole, others], 1)
        _, together = self.trunk(rows, whole, positions.firsts)
        values: Tensor = self.value(torch.relu(self.hidden(together[-1])))[:, 0]
        return values
