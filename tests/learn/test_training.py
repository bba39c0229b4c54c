"""Training goes on where it stopped, says how it does, and keeps what it was."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch

import incognita
from incognita.core.errors import OptionError
from incognita.learn.evaluation import RANDOM, measure
from incognita.learn.judging import NETWORKS, judge_beside, read_judge
from incognita.learn.net import shipped_network
from incognita.learn.network import FAITH, Judge, Network, side_by_side
from incognita.learn.practice import Practice
from incognita.learn.snapshots import (
    CHECKPOINT,
    CURVE,
    arrays_of,
    earlier_snapshot,
    export_judge,
    header_of,
    keep_snapshot,
)
from incognita.learn.training import Plan, Trainer, first_network, read_network, rivals, shape_of
from incognita.learn.weights import Shape, WeightsError, write_weights

ROW = {"minutes": 1.0, "lessons": 1, "decisions": 2, "margin": 2.0, "error": 0.5, "modesty": 0.5}
"""Of a test."""


@pytest.mark.slow
def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """In school, and then in practice."""
    game = incognita.load("lost-cities")
    told: list[str] = []
    Trainer(game, Plan(minutes=0.01, processes=1, test_deals=20, practice=0), 0, tmp_path, told.append).run()
    first = json.loads((tmp_path / "curve.json").read_text())["curve"]
    assert first[-1]["lessons"] > 0 and first[-1]["decisions"] == 0
    longer = Plan(minutes=0.02, processes=1, test_deals=20, practice=0.5)
    trainer = Trainer(game, longer, 0, tmp_path, told.append)
    assert trainer.lessons == first[-1]["lessons"]
    trainer.run()
    curve = json.loads((tmp_path / "curve.json").read_text())["curve"]
    assert curve[: len(first)] == first and curve[-1]["decisions"] > 0
    again = Trainer(game, replace(longer, minutes=0.03), 0, tmp_path, told.append)
    assert again.decisions == curve[-1]["decisions"]
    assert isinstance(again.stage, Practice) and again.stage.times > 0, "the judge goes on, too"
    assert "points a round against the policy" in told[-1] and "against random play" in told[-1]
    assert curve[-1]["random"] > 100, "it begins as the policy"
    assert len(list((tmp_path / "snapshots").glob("*.npz"))) == len({f"{row['minutes']:.1f}" for row in curve})


@pytest.mark.slow
def test_a_wider_network_begins_with_the_same_opinion() -> None:
    game = incognita.load("lost-cities")
    plan = Plan(begin_with=(str(shipped_network(game)),), width=8)
    shipped = first_network(game, plan)
    width = shipped.shape.width + 32
    wider = first_network(game, replace(plan, width=width))
    assert wider.shape.width == width > shipped.shape.width > 8
    assert game.features is not None
    parts = torch.randn(50, game.features.parts, game.features.part_features)
    whole = torch.randn(50, game.features.whole_features)
    assert torch.allclose(shipped(parts, whole), wider(parts, whole), atol=1e-4)
    wider(parts, whole).square().sum().backward()
    news = [p.grad for name, p in wider.named_parameters() if name in ("of_parts.weight", "trunk.pools.0.weight")]
    assert all(new is not None and new[:, width - 32 : width].abs().max() > 0 for new in news), (
        "and learns to look at the new ones"
    )


@pytest.mark.parametrize("layers", [(3, 3), (2, 3), (4, 2)])
def test_networks_side_by_side_think_what_they_do_on_average(layers: tuple[int, int]) -> None:
    networks = [Network(Shape(7, 5, 3, 2, *of)) for of in zip((4, 6), layers, strict=True)]
    with torch.no_grad():
        for parameter in (p for network in networks for p in network.parameters()):
            parameter.copy_(torch.randn_like(parameter))
    parts, whole = torch.randn(20, 3, 7), torch.randn(20, 5)
    for one in (side_by_side(networks, 16), side_by_side(networks, 16, layers=5)):
        assert one.shape.width == 16 and one.shape.layers in (max(layers), 5)
        assert torch.allclose(one(parts, whole), sum(network(parts, whole) for network in networks) / 2, atol=1e-4)


def test_a_network_meets_random_play_and_its_former_self() -> None:
    game = incognita.load("lost-cities")
    network = first_network(game, Plan())
    itself = measure(network, game, deals=20, seed=1, rival=network)
    assert itself.margin == 0 and itself.share == pytest.approx(1), "mirrored deals of the same player"
    assert measure(network, game, deals=20, seed=1, rival=RANDOM).margin > 100


def test_the_judge_of_practice_is_left_beside_the_network(tmp_path: Path) -> None:
    game = incognita.load("lost-cities")
    assert game.features is not None
    header = header_of(game, shape_of(game.features, Plan()), "incognita train", ROW)
    judge, path = Judge(header.shape._replace(width=16), game.features.part_secrets), tmp_path / "lost-cities.npz"
    tmp_path.joinpath(CURVE).write_text(json.dumps({"plan": {"prize": 2.0}}))
    for stage, there in ({"optimisers": []}, False), ({"judge": judge.state_dict()}, True):
        torch.save({"stage": ("Practice", stage)}, tmp_path / CHECKPOINT)
        export_judge(game, tmp_path, judge_beside(path, game), header)
        assert judge_beside(path, game).exists() == there
    bench = read_judge(game, judge_beside(path, game), NETWORKS)
    assert bench.prize == 2 * game.spread and bench.others.tolist() == list(NETWORKS)
    assert bench.weights.of_whole.shape == (32, 16)


def test_the_last_snapshot_that_is_old_enough_is_found(tmp_path: Path) -> None:
    game = incognita.load("lost-cities")
    assert game.features is not None
    assert earlier_snapshot(tmp_path, 9.0) is None
    for minutes, faith in ((0.0, 0.1), (3.0, 0.2), (6.1, 0.3)):
        network = Network(shape_of(game.features, Plan()))
        torch.nn.init.constant_(network.faith, faith)
        keep_snapshot(tmp_path, game, network, {**ROW, "minutes": minutes})
    for wanted, found in ((2.9, 0.0), (3.0, 3.0), (6.0, 3.0), (60.0, 6.1)):
        earlier = earlier_snapshot(tmp_path, wanted)
        assert earlier is not None and earlier[0] == found
        assert earlier[1].faith.item() == pytest.approx({0.0: 0.1, 3.0: 0.2, 6.1: 0.3}[found], abs=1e-3)


def test_a_network_of_earlier_features_goes_on_with_what_it_knows(tmp_path: Path) -> None:
    game = incognita.load("board-game")
    assert game.features is not None and game.features.grown_from == 1
    torch.manual_seed(4)
    shape = Shape(210, 43, game.features.part_actions, game.features.whole_actions)
    network, path = Network(shape), tmp_path / "snapshots" / "1.0.npz"
    torch.nn.init.normal_(network.of_parts.weight)
    write_weights(path, replace(header_of(game, shape, "", ROW), features=1), arrays_of(network))
    begun = read_network(game, path)
    parts, whole = torch.rand(3, 5, game.features.part_features), torch.rand(3, game.features.whole_features)
    known = network(parts[:, :, : shape.part_features], whole[:, : shape.whole_features])
    assert torch.allclose(begun(parts, whole), known, atol=0.05) and known.abs().max() > 1
    write_weights(path, replace(header_of(game, shape, "", ROW), features=0), arrays_of(network))
    with pytest.raises(WeightsError, match="version 0 of the features"):
        read_network(game, path)


def test_training_can_begin_with_a_network(tmp_path: Path) -> None:
    game = incognita.load("lost-cities")
    network = first_network(game, Plan())
    torch.nn.init.constant_(network.faith, 0.5)
    keep_snapshot(tmp_path, game, network, ROW)
    path = tmp_path / "snapshots" / "1.0.npz"
    begun = first_network(game, Plan(begin_with=(str(path),)))
    assert begun.faith.item() == 0.5 and set(arrays_of(begun)) == set(arrays_of(network))
    with pytest.raises(WeightsError, match="a network for lost-cities, not for partners"):
        first_network(incognita.load("partners"), Plan(begin_with=(str(path),)))
    with pytest.raises(WeightsError, match="there is no file"):
        first_network(game, Plan(begin_with=(str(tmp_path / "nothing.npz"),)))


def test_practice_meets_the_networks_that_it_is_told_to(tmp_path: Path) -> None:
    game = incognita.load("lost-cities")
    rival = first_network(game, Plan(width=16))
    torch.nn.init.constant_(rival.faith, 0.5)
    rival.narrow.fill_(True)
    keep_snapshot(tmp_path, game, rival, ROW)
    path = str(tmp_path / "snapshots" / "1.0.npz")
    plan = Plan(processes=1, practice=1.0, width=24, meet=(path,))
    stage = Trainer(game, plan, 0, tmp_path / "run", print).enter()
    assert isinstance(stage, Practice)
    assert [float(known["faith"]) for known in stage.former.kept] == [FAITH, 0.5], "what it begins as, then that one"
    assert [bool(known["narrow"]) for known in stage.former.kept] == [False, True]
    assert first_network(game, replace(plan, begin_with=(path,))).narrow, "whoever begins with it learned as little"
    with pytest.raises(OptionError, match=r"1.0.npz is larger than .* --width 16 --layers 3"):
        rivals(game, plan, first_network(game, replace(plan, width=8)).shape)
