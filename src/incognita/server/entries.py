"""What can stand in the log of a table. Guests stand in it by number only, so that a name can be forgotten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar


@dataclass(frozen=True)
class Fact:
    kind: ClassVar[str]

    def body(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Created(Fact):
    kind = "created"
    game: str
    options: Mapping[str, Any]
    rounds: int
    seats: Sequence[str | None]
    """The level of a bot, or None."""
    clock: Mapping[str, int] | None
    listed: bool


@dataclass(frozen=True)
class Seated(Fact):
    kind = "seated"
    seat: int
    guest: str


@dataclass(frozen=True)
class Freed(Fact):
    """A seat before the deal: for a bot of this level, or for anybody."""

    kind = "freed"
    seat: int
    level: str | None


@dataclass(frozen=True)
class Dealt(Fact):
    """The match has begun, with these decks, written as in a record."""

    kind = "dealt"
    starter: int
    deals: Sequence[Mapping[str, str]]


@dataclass(frozen=True)
class Acted(Fact):
    kind = "acted"
    seat: int
    action: str


@dataclass(frozen=True)
class Back(Fact):
    """Back to a ply. It is marked if somebody may have learnt something."""

    kind = "back"
    seat: int
    ply: int
    marked: bool


@dataclass(frozen=True)
class AskedBack(Fact):
    kind = "asked-back"
    seat: int
    ply: int


@dataclass(frozen=True)
class Answered(Fact):
    kind = "answered"
    seat: int
    agree: bool


@dataclass(frozen=True)
class Fell(Fact):
    """Somebody resigned or ran out of time; with more than two sides a bot of this level plays on."""

    kind = "fell"
    seat: int
    how: str
    level: str | None


@dataclass(frozen=True)
class StoodIn(Fact):
    kind = "stood-in"
    seat: int
    level: str


@dataclass(frozen=True)
class Returned(Fact):
    kind = "returned"
    seat: int


@dataclass(frozen=True)
class Spoke(Fact):
    """Somebody said something; the words lie elsewhere."""

    kind = "spoke"
    guest: str
    seat: int | None


@dataclass(frozen=True)
class Followed(Fact):
    """The rematch is at this table."""

    kind = "followed"
    table: str


KINDS: dict[str, type[Fact]] = {kind.kind: kind for kind in Fact.__subclasses__()}


def read(kind: str, body: Mapping[str, Any]) -> Fact:
    return KINDS[kind](**body)
