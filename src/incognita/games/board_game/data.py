"""The numbers of the board and the tiles: the built-in ones, or those of the box on a player's shelf."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from incognita.core.data import listed, table, whole, wholes
from incognita.core.errors import OptionError
from incognita.games.board_game.components import (
    ARROW,
    ARTIFACT,
    COLOURS,
    MOST_TILE_POINTS,
    MOST_TILES,
    MOST_TRACK_STEPS,
    STONES,
)

FIELDS = {"stones": True, "tiles": True, "tile_stones": True, "artifact_track": True, "marks": False}
MOST_POINTS = 1000


@dataclass(frozen=True)
class Data:
    """Checked numbers."""

    stones: list[int]
    tiles: list[int]
    """The codes of all tiles, unshuffled."""
    tile_stones: dict[str, list[int]]
    short: list[tuple[int, int]]
    long: list[tuple[int, int]]
    marks: dict[str, str]

    def house(self, field: str) -> bool:
        """Whether people must be told that this number is a reconstruction of ours."""
        return self.marks.get(field) == "house"


@cache
def built_in() -> dict[str, Any]:
    """The built-in numbers, as a player's own file would hold them."""
    return tomllib.loads(files(__package__).joinpath("data.toml").read_text(encoding="utf-8"))


def checked(data: Mapping[str, Any]) -> Data:
    """Check a data file; OptionError names the path of the first field that is wrong."""
    fields = table(data, "data", FIELDS)
    tiles, tile_stones = tile_codes(fields["tiles"]), spaces(fields["tile_stones"])
    spaces_in_all = sum(len(stones) for stones in tile_stones.values())
    if len(tiles) != spaces_in_all:
        raise OptionError(
            f"data.tile_stones: {spaces_in_all} spaces for {len(tiles)} tiles; there must be one for each"
        )
    tracks = table(fields["artifact_track"], "data.artifact_track", {"short": True, "long": True})
    return Data(
        stones=wholes(fields["stones"], "data.stones", -MOST_POINTS, MOST_POINTS, STONES),
        tiles=tiles,
        tile_stones=tile_stones,
        short=track(tracks["short"], "data.artifact_track.short"),
        long=track(tracks["long"], "data.artifact_track.long"),
        marks={str(name): str(mark) for name, mark in fields.get("marks", {}).items() if is_ours(data, str(name))},
    )


def smaller(data: Data, *, colours: int, tiles: int) -> Data:
    """A board for exact methods: the first so many paths, at most so many tiles on each, the nearest stones first."""
    stones = {colour: spaces[:tiles] for colour, spaces in data.tile_stones.items() if colour in COLOURS[:colours]}
    return replace(data, tile_stones=stones, tiles=in_proportion(data.tiles, sum(map(len, stones.values()))))


def in_proportion(tiles: list[int], n: int) -> list[int]:
    """So many of the tiles, of each sort about as large a share as of all."""
    return [tiles[i * len(tiles) // n] for i in range(n)]


def is_ours(data: Mapping[str, Any], field: str) -> bool:
    """Whether a number was not replaced: a copied file may still have our marks at numbers that are the player's."""
    return bool(found(data, field) == found(built_in(), field))


def found(data: Any, field: str) -> Any:
    for name in field.split("."):
        data = data.get(name) if isinstance(data, Mapping) else None
    return data


def tile_codes(data: object) -> list[int]:
    fields = table(data, "data.tiles", {"artifacts": True, "arrows": True, "victory_points": True})
    artifacts = whole(fields["artifacts"], "data.tiles.artifacts", 0, MOST_TILES)
    arrows = whole(fields["arrows"], "data.tiles.arrows", 0, MOST_TILES)
    points = wholes(fields["victory_points"], "data.tiles.victory_points", 1, MOST_TILE_POINTS)
    return [int(ARTIFACT)] * artifacts + [int(ARROW)] * arrows + [int(ARROW) + value for value in points]


def spaces(data: object) -> dict[str, list[int]]:
    fields = table(data, "data.tile_stones", dict.fromkeys(COLOURS, True))
    return {
        colour: rising(wholes(fields[colour], f"data.tile_stones.{colour}", 1, STONES), colour) for colour in COLOURS
    }


def rising(stones: list[int], colour: str) -> list[int]:
    if stones != sorted(set(stones)):
        raise OptionError(f"data.tile_stones.{colour}: stones must ascend, each once, not {stones}")
    return stones


def track(data: object, path: str) -> list[tuple[int, int]]:
    pairs = [wholes(pair, f"{path}[{i}]", -MOST_POINTS, MOST_POINTS, 2) for i, pair in enumerate(listed(data, path))]
    counts = [count for count, _ in pairs]
    if counts != sorted(set(counts)) or counts[:1] != [0] or len(counts) > MOST_TRACK_STEPS:
        raise OptionError(
            f"{path}: numbers of tokens must ascend from 0 in at most {MOST_TRACK_STEPS} steps, not {counts}"
        )
    return [(count, points) for count, points in pairs]
