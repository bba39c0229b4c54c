"""Pooling in one compiled pass is what PyTorch would have made of it, there and back."""

from __future__ import annotations

import torch
from torch import Tensor

from incognita.learn.judging import KINDS
from incognita.learn.network import Judge, Network, firsts_of, positions_of
from incognita.learn.pooling import pool_parts
from incognita.learn.weights import Shape

SHAPE = Shape(part_features=5, whole_features=3, part_actions=2, whole_actions=1, width=8, layers=3)


def some_parts() -> tuple[Tensor, Tensor]:
    """Seven positions of up to four parts; one has all, one has none."""
    torch.manual_seed(3)
    parts, there = torch.randn(7, 4, 5), torch.rand(7, 4) < 0.6
    there[0], there[1] = True, False
    return parts * there[:, :, None], there


def plainly(own: Tensor, shared: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
    """Over all parts, and those that are not there are wiped out."""
    mask = there[:, :, None].float()
    known = torch.relu(own + shared[:, None]) * mask
    return known, torch.cat([known.sum(1) / mask.sum(1).clamp(min=1), known.amax(1)], -1)


def test_what_parts_know_and_have_together() -> None:
    _, there = some_parts()
    own, shared = torch.randn(7, 4, 8, requires_grad=True), torch.randn(7, 8, requires_grad=True)
    known, pool = plainly(own, shared, there)
    found, found_pool = pool_parts(own[there] * 1.0, shared, firsts_of(there))
    assert torch.allclose(found, known[there]) and torch.allclose(found_pool, pool)


def test_corrections_flow_back() -> None:
    _, there = some_parts()
    own, shared = torch.randn(7, 4, 8, requires_grad=True), torch.randn(7, 8, requires_grad=True)
    of_known, of_pool = torch.randn(7, 4, 8), torch.randn(7, 16)
    known, pool = plainly(own, shared, there)
    expected = torch.autograd.grad((known * of_known).sum() + (pool * of_pool).sum(), (own, shared))
    found, found_pool = pool_parts(own[there] * 1.0, shared, firsts_of(there))
    got = torch.autograd.grad((found * of_known[there]).sum() + (found_pool * of_pool).sum(), (own, shared))
    for one, other in zip(got, expected, strict=True):
        assert torch.allclose(one, other, atol=1e-6)
    assert expected[0].abs().sum() > 0


def test_parts_that_are_not_there_change_nothing() -> None:
    parts, there = some_parts()
    whole, network = torch.randn(7, 3), Network(SHAPE)
    torch.nn.init.normal_(network.of_parts.weight)
    torch.nn.init.normal_(network.of_whole.weight)
    wider = torch.cat([parts, torch.zeros(7, 2, 5)], 1)
    assert torch.allclose(network(parts, whole), network(wider, whole)[:, : 1 + 4 * 2], atol=1e-6)
    assert (network(wider, whole)[:, 1 + 4 * 2 :] == 0).all()
    assert there[0].all() and not there[1].any()


def test_the_judge_looks_at_secrets_and_the_player_cannot() -> None:
    parts, there = some_parts()
    judge = Judge(SHAPE, part_secrets=2)
    torch.nn.init.normal_(judge.value.weight)
    positions, secrets = positions_of(parts, torch.randn(7, 3)), torch.randn(int(there.sum()), 2)
    others = torch.zeros(7, KINDS)
    assert not torch.allclose(judge(positions, secrets, others), judge(positions, 0 * secrets, others))
    assert SHAPE.part_features == Network(SHAPE).trunk.own.in_features, "no room for secrets"


def test_the_judge_knows_who_the_others_are_and_the_player_does_not() -> None:
    parts, there = some_parts()
    judge = Judge(SHAPE, part_secrets=2)
    torch.nn.init.normal_(judge.value.weight)
    positions, secrets = positions_of(parts, torch.randn(7, 3)), torch.zeros(int(there.sum()), 2)
    others = torch.eye(KINDS).repeat(4, 1)[:7]
    assert not torch.allclose(judge(positions, secrets, others), judge(positions, secrets, 0 * others))
    assert SHAPE.whole_features == Network(SHAPE).trunk.whole.in_features, "no room for that"
