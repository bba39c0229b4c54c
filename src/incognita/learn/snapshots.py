"""Networks of a training run as files: what it leaves on the way and at the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from incognita.core.game import Game
from incognita.learn.judging import shape_of_judge
from incognita.learn.network import Judge, Network, Trunk
from incognita.learn.weights import Arrays, Header, Shape, read_weights, write_weights

CHECKPOINT, CURVE = "checkpoint.pt", "curve.json"


def write_safely(path: Path, write: Callable[[Path], None]) -> None:
    """An interrupted run must not leave half a file."""
    part = path.with_suffix(".part")
    write(part)
    part.replace(path)


def arrays_of(network: Network) -> Arrays:
    """The weights as `weights.expected_arrays` wants them."""

    return arrays_of_layers(network.trunk, network.of_parts, network.of_whole, array(network.faith).reshape(1))


def arrays_of_judge(judge: Judge) -> Arrays:
    """The same of a judge, as `judging` wants them."""
    return arrays_of_layers(judge.trunk, judge.value, judge.hidden, np.zeros(1, np.float32))


def arrays_of_layers(trunk: Trunk, of_parts: nn.Linear, of_whole: nn.Linear, faith: Any) -> Arrays:
    return {
        **arrays_of_trunk(trunk),
        "of_parts": array(of_parts.weight).T,
        "of_parts_bias": array(of_parts.bias),
        "of_whole": array(of_whole.weight).T,
        "of_whole_bias": array(of_whole.bias),
        "faith": faith,
    }


def arrays_of_trunk(trunk: Trunk) -> Arrays:
    return {
        "own": array(trunk.own.weight).T,
        "own_bias": array(trunk.own.bias),
        "whole": array(trunk.whole.weight).T,
        "owns": np.stack([array(layer.weight).T for layer in trunk.owns]),
        "own_biases": np.stack([array(layer.bias) for layer in trunk.owns]),
        "pools": np.stack([array(layer.weight).T for layer in trunk.pools]),
    }


def array(tensor: Any) -> Any:
    return tensor.detach().numpy()


def network_of(shape: Shape, arrays: Arrays, narrow: bool = False) -> Network:
    """The other way round."""

    def tensor(array: Any) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array))

    weights = {
        "trunk.own.weight": arrays["own"].T,
        "trunk.own.bias": arrays["own_bias"],
        "trunk.whole.weight": arrays["whole"].T,
        "of_parts.weight": arrays["of_parts"].T,
        "of_parts.bias": arrays["of_parts_bias"],
        "of_whole.weight": arrays["of_whole"].T,
        "of_whole.bias": arrays["of_whole_bias"],
        "faith": arrays["faith"].reshape(()),
        "narrow": np.array(narrow),
    }
    for i in range(shape.layers - 1):
        weights[f"trunk.owns.{i}.weight"] = arrays["owns"][i].T
        weights[f"trunk.owns.{i}.bias"] = arrays["own_biases"][i]
        weights[f"trunk.pools.{i}.weight"] = arrays["pools"][i].T
    network = Network(shape)
    network.load_state_dict({name: tensor(array) for name, array in weights.items()})
    return network


def header_of(game: Game, shape: Shape, command: str, row: dict[str, float], narrow: bool = False) -> Header:
    """What is known of a network from the row of its last test."""
    assert game.features is not None
    return Header(
        game=game.name,
        features=game.features.version,
        shape=shape,
        command=command,
        date=datetime.now(UTC).date().isoformat(),
        lessons=int(row.get("lessons", 0)),
        decisions=int(row.get("decisions", 0)),
        modesty=round(row.get("modesty", 1.0), 3),
        own_modesty=round(row.get("own_modesty", 0.0), 3),
        strength=strength_of(row),
        narrow=narrow,
    )


def strength_of(row: dict[str, float]) -> str:
    if "right" in row:
        return (
            f"{row['right']:.2f} cards of an imagined hand are right, {row['usual']:.2f} without it, against the policy"
        )
    if "margin" in row:
        return f"{row['margin']:+.1f} ± {row['error']:.1f} points a round against the policy"
    return "not measured"


def export(game: Game, folder: Path, target: Path, command: str) -> Header:
    """The trained network of a folder as a file of weights."""
    saved = torch.load(folder / CHECKPOINT)
    network = Network(Shape(*saved["shape"]))
    network.load_state_dict(saved["mean"])
    header = header_of(game, network.shape, command, saved["curve"][-1], bool(network.narrow))
    write_weights(target, header, arrays_of(network))
    return header


def export_judge(game: Game, folder: Path, target: Path, header: Header) -> None:
    """The judge that graded the practice of a network, for the worlds of a search; `header` is that of the network."""
    stage = torch.load(folder / CHECKPOINT)["stage"][1]
    if "judge" not in stage:
        return  # it had lessons only
    assert game.features is not None
    shape = header.shape._replace(width=len(stage["judge"]["hidden.bias"]))
    judge = Judge(shape, game.features.part_secrets)
    judge.load_state_dict(stage["judge"])
    prize = json.loads((folder / CURVE).read_text())["plan"]["prize"]
    shape = shape_of_judge(game.features, shape.width, shape.layers)
    write_weights(target, replace(header, shape=shape, prize=prize), arrays_of_judge(judge))


def keep_snapshot(folder: Path, game: Game, network: Network, row: dict[str, float]) -> None:
    """The network as it is now, a file like any other network's: `net:file=…` plays it."""
    header = header_of(game, network.shape, f"incognita train {game.name}, so far", row, bool(network.narrow))
    write_weights(folder / "snapshots" / f"{row['minutes']:.1f}.npz", header, arrays_of(network))


def earlier_snapshot(folder: Path, minutes: float) -> tuple[float, Network] | None:
    """The last one that is at least so old."""
    kept = {float(path.stem): path for path in (folder / "snapshots").glob("*.npz")}
    old = [age for age in kept if age <= minutes]
    if not old:
        return None
    age = max(old)
    header, arrays = read_weights(kept[age])
    return age, network_of(header.shape, arrays, header.narrow)
