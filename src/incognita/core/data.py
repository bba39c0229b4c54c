"""Numbers that a player can replace: read from TOML and checked; errors name the path of the field."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from incognita.core.errors import OptionError


def read_data(path: Path) -> dict[str, Any]:
    """A data file; if it is not TOML at all, the error says where."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{path} is not TOML: {error}") from error


def table(data: object, path: str, fields: Mapping[str, bool]) -> Mapping[str, Any]:
    """A table with these fields; those marked True must be there, no others may be."""
    if not isinstance(data, Mapping):
        raise OptionError(f"{path}: expected a table, not {data!r}")
    for name in data:
        if name not in fields:
            raise OptionError(f"{join(path, name)}: there is no such field; {path} has {', '.join(fields)}")
    for name, needed in fields.items():
        if needed and name not in data:
            raise OptionError(f"{join(path, name)}: the field is missing")
    return data


def whole(value: object, path: str, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise OptionError(f"{path}: expected a whole number from {least} to {most}, not {value!r}")
    return value


def wholes(values: object, path: str, least: int, most: int, length: int | None = None) -> list[int]:
    """A list of whole numbers, of a certain length if one is given."""
    items = listed(values, path, length)
    return [whole(value, f"{path}[{i}]", least, most) for i, value in enumerate(items)]


def listed(values: object, path: str, length: int | None = None) -> list[Any]:
    if not isinstance(values, list | tuple):
        raise OptionError(f"{path}: expected a list, not {values!r}")
    if length is not None and len(values) != length:
        raise OptionError(f"{path}: expected {length} entries, not {len(values)}")
    return list(values)


def check_complete(what: str, found: Sequence[int], expected: Sequence[int], text: Callable[[int], str]) -> None:
    """What was dealt must be exactly what there is."""
    extra, missing = Counter(found) - Counter(expected), Counter(expected) - Counter(found)
    problems = [f"{text(item)} is too many" for item in extra.elements()]
    problems += [f"{text(item)} is missing" for item in missing.elements()]
    if problems:
        raise ValueError(f"the {what} is not complete: {', '.join(problems[:5])}{' …' * (len(problems) > 5)}")


def join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
