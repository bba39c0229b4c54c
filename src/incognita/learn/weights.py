"""A trained network as a file: half-precision arrays and a header that says what it is."""

from __future__ import annotations

import json
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from incognita.core.errors import OptionError

FOLDER = Path(__file__).parent / "networks"
HEADER = "header"

Arrays = dict[str, NDArray[Any]]


class Shape(NamedTuple):
    """What goes into a network and what comes out."""

    part_features: int
    whole_features: int
    part_actions: int
    """Actions that belong to a part …"""
    whole_actions: int
    """… and those that do not."""
    width: int = 64
    layers: int = 3


@dataclass(frozen=True)
class Header:
    """What a network is, where it comes from, and what it was measured to be worth."""

    game: str
    features: int
    """The version of the features that it looks at."""
    shape: Shape
    command: str
    date: str
    lessons: int
    strength: str
    decisions: int = 0
    """That it learned from in practice, after the lessons."""
    modesty: float = 1.0
    """The part of what it expects that comes true if hand-written players play on: practice makes it surer of itself
    than it is right …"""
    own_modesty: float = 0.0
    """… and if it plays on itself; 0 if that was not measured."""
    narrow: bool = True
    """Whether it learned nothing about what the hand-written player thinks very little of."""
    prize: float | None = None
    """Of a judge: what winning a round counts besides the margin, in spreads, if that was told."""


class WeightsError(OptionError):
    """A file with weights cannot be used, and why."""


def expected_arrays(shape: Shape) -> dict[str, tuple[int, ...]]:
    """The names and sizes of the arrays; weights lie input by output, so that a layer can skip inputs that are 0."""
    sizes: dict[str, tuple[int, ...]] = {
        "own": (shape.part_features, shape.width),
        "own_bias": (shape.width,),
        "whole": (shape.whole_features, shape.width),
        "owns": (shape.layers - 1, shape.width, shape.width),
        "own_biases": (shape.layers - 1, shape.width),
        "pools": (shape.layers - 1, 2 * shape.width, shape.width),
        "of_parts": (shape.width, shape.part_actions),
        "of_parts_bias": (shape.part_actions,),
        "of_whole": (2 * shape.width, shape.whole_actions),
        "of_whole_bias": (shape.whole_actions,),
        "faith": (1,),
    }
    return sizes


def write_weights(path: Path, header: Header, arrays: Arrays) -> None:
    text = json.dumps(asdict(header), ensure_ascii=False)
    half: Arrays = {name: array.astype(np.float16) for name, array in arrays.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, allow_pickle=False, **{HEADER: np.array(text), **half})


def read_weights(path: Path) -> tuple[Header, Arrays]:
    """The header and the arrays, checked; WeightsError says what is wrong with them."""
    try:
        with path.open("rb") as handle, np.load(handle, allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
    except FileNotFoundError as error:
        raise WeightsError(f"there is no file {path} with a network") from error
    except (OSError, ValueError, zipfile.BadZipFile, KeyError) as error:
        raise WeightsError(f"{path} is not a file of weights, or it is damaged ({error})") from error
    header = read_header(path, found.pop(HEADER, None))
    check_arrays(path, header.shape, found)
    return header, {name: array.astype(np.float32) for name, array in found.items()}


def check_header(path: Path, header: Header, game: str, features: int) -> None:
    """That a network is one for this game and for what is told to it here."""
    if header.game != game:
        raise WeightsError(f"{path} is a network for {header.game}, not for {game}")
    if header.features != features:
        raise WeightsError(
            f"{path} looks at version {header.features} of the features of {game}, this program has version "
            f"{features}; train it again with: {header.command}"
        )


def check_shape(path: Path, shape: Shape, wanted: Shape) -> None:
    """That what goes into a network and comes out is what is asked of it: there are others for other things."""
    for name, number, right in zip(Shape._fields, shape, wanted, strict=True):
        if number != right:
            raise WeightsError(
                f"{path} is a network for something else: its {name.replace('_', ' ')} are {number}, not {right}"
            )


def read_header(path: Path, text: NDArray[Any] | None) -> Header:
    try:
        told = json.loads(str(text))
        return Header(**{**told, "shape": Shape(*told["shape"])})
    except (ValueError, TypeError, KeyError) as error:
        raise WeightsError(f"{path} has no header that says what it is, or a damaged one") from error


def check_arrays(path: Path, shape: Shape, arrays: Arrays) -> None:
    expected = expected_arrays(shape)
    for name in sorted(set(expected) | set(arrays)):
        if name not in arrays or arrays[name].shape != expected.get(name):
            size = arrays[name].shape if name in arrays else "nothing"
            raise WeightsError(f"{path} is damaged: {name} should be {expected.get(name, 'nothing')}, it is {size}")
        if not np.isfinite(arrays[name]).all():
            raise WeightsError(f"{path} is damaged: {name} has numbers that are none")
