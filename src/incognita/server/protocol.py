"""Every message of the server: docs/protocol.md shows one of each, and the web client's types are made from here.

What is asked of a table, what it answers, and what everybody who looks at it is told. Times are milliseconds.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, Union

from pydantic import BaseModel, ConfigDict, Field

Level: TypeAlias = Literal["stroller", "traveller", "scout", "explorer", "legend"]
"""The bots that can be named from the network, the weakest first: nothing else can be."""
State: TypeAlias = Literal["open", "running", "over"]
Fall: TypeAlias = Literal["resigned", "flag"]
Key: TypeAlias = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.-]+$")]
"""Chosen by the sender, another one for every request: the same key gets the first answer again."""
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=5)]
Position: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1)]
"""The number of the entry that last moved the match, as the last event told it."""
PRINTABLE = r"^[^\x00-\x1f\x7f]+$"
"""Not every database keeps control characters, and nobody should see them."""
Text: TypeAlias = Annotated[str, Field(min_length=1, max_length=500, pattern=PRINTABLE)]
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=40, pattern=PRINTABLE)]
ActionText: TypeAlias = Annotated[str, Field(min_length=1, max_length=16)]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# --- guests


class NewGuest(Message):
    """Be somebody: no account is needed."""

    name: Name


class NewName(Message):
    """Be called something else from now on, at all tables."""

    name: Name


class Enter(Message):
    """Be the guest of a private link, on another device."""

    key: Annotated[str, Field(min_length=1, max_length=64)]


class Me(Message):
    """Who you are. `link` is told once, when it is made: whoever has it is you."""

    guest: str
    name: str
    link: str | None = None


class Token(Message):
    """For a bot that plays on your seat: `Authorization: Bearer …`."""

    token: str


class HouseShown(Message):
    """Under which addresses others in the house find this server: none if it listens to its own machine only."""

    addresses: list[str]


# --- new tables


class Chair(Message):
    """A seat as it is wanted: for you, for a bot of a level, or open."""

    who: Literal["me", "bot", "open"]
    level: Level | None = None


class Control(Message):
    """Time for each player: so many seconds, and so many more after every turn."""

    seconds: Annotated[int, Field(ge=5, le=24 * 3600)]
    increment: Annotated[int, Field(ge=0, le=600)] = 0


class NewTable(Message):
    """A table to play at. Chairs that are not named are open."""

    game: Annotated[str, Field(max_length=40)]
    options: dict[str, Any] = {}
    rounds: Annotated[int, Field(ge=1, le=9)] | None = None
    seats: Annotated[list[Chair], Field(max_length=6)] = []
    clock: Control | None = None
    listed: bool = True


class Made(Message):
    table: str


# --- what is asked of a table


class Request(Message):
    key: Key | None = None


class Join(Request):
    """Take an open seat: this one, or the first."""

    type: Literal["join"]
    seat: SeatNumber | None = None


class Leave(Request):
    """Get up. Before the deal the seat is open again; later a bot takes it until you return."""

    type: Literal["leave"]


class SetSeat(Request):
    """Before the deal, by the host: a bot of this level on a seat, or nobody. Only a person who is away can lose it."""

    type: Literal["seat"]
    seat: SeatNumber
    level: Level | None = None


class Start(Request):
    """Deal, by the host, once all seats are taken."""

    type: Literal["start"]


class Act(Request):
    """An action of the seat that must decide, in the notation of the game."""

    type: Literal["act"]
    position: Position
    action: ActionText


class Undo(Request):
    """Take back your last action, while nobody could learn anything from it."""

    type: Literal["undo"]
    position: Position


class TakeBack(Request):
    """Go back to your last decision: at once against bots, else when all people agree. It marks the match."""

    type: Literal["take-back"]
    position: Position


class Answer(Request):
    """To the take-back that was asked for at this position."""

    type: Literal["answer"]
    position: Position
    agree: bool


class Resign(Request):
    type: Literal["resign"]


class StandIn(Request):
    """Let a bot play for somebody who has been away for a while."""

    type: Literal["stand-in"]
    seat: SeatNumber


class Return(Request):
    """Take your seat back from the bot."""

    type: Literal["return"]


class Rematch(Request):
    """Once it is over: the same again, everybody one seat further."""

    type: Literal["rematch"]


class Say(Request):
    type: Literal["say"]
    text: Text


Asked: TypeAlias = Annotated[
    Union[  # noqa: UP007 - pydantic reads the discriminator of a Union
        Join, Leave, SetSeat, Start, Act, Undo, TakeBack, Answer, Resign, StandIn, Return, Rematch, Say
    ],
    Field(discriminator="type"),
]


class Accepted(Message):
    """Stored as entry `seq`, then told."""

    outcome: Literal["accepted"] = "accepted"
    seq: int
    table: str | None = None
    """The new table, after a rematch."""


class Stale(Message):
    """The match has moved on to this position; nothing was done."""

    outcome: Literal["stale"] = "stale"
    position: int


class Refused(Message):
    """Not done. `rule` is a paragraph of a rule page, such as `lost-cities 3.2`, or one of the house, such as
    `house taken`; the words are made where they are shown, `english` is for everybody else."""

    outcome: Literal["refused"] = "refused"
    rule: str
    values: dict[str, str | int] = {}
    english: str


Reply: TypeAlias = Accepted | Stale | Refused


# --- what is told


class SeatShown(Message):
    """Who sits on a seat. `level` is that of a bot, or of the one who stands in for a person."""

    who: Literal["open", "person", "bot"]
    name: str | None
    level: Level | None
    stands_in: bool
    fallen: Fall | None


class Happened(Message):
    """The entry that an event tells, as you may see it."""

    kind: str
    seat: int | None
    action: str | None = None
    text: str | None = None
    name: str | None = None
    ply: int | None = None
    agree: bool | None = None


class ClockShown(Message):
    """Milliseconds left when the event happened, and whose run since."""

    seconds: int
    increment: int
    left: list[int]
    running: int | None


class AskedBack(Message):
    """Somebody wants to go back to a ply; these have agreed."""

    seat: int
    ply: int
    agreed: list[int]


class Result(Message):
    """How it ended. The best rank is 1; whoever resigned or ran out of time ranks last."""

    reason: Literal["played", "resigned", "flag"]
    winners: list[int]
    ranks: list[int]
    scores: list[int]


class TableEvent(Message):
    """All that you may know of a table after entry `seq`."""

    type: Literal["table"] = "table"
    table: str
    seq: int
    position: int
    at: int
    happened: Happened
    state: State
    game: str
    options: dict[str, Any]
    rounds: int
    listed: bool
    seats: list[SeatShown]
    sides: list[list[int]]
    you: int | None
    host: int | None
    clock: ClockShown | None
    view: dict[str, Any] | None
    """The view of your seat, or of a spectator; none before the deal. Its `legal` are your actions."""
    log: list[list[tuple[int, str]]]
    """For every round the seats and their actions, as you saw them."""
    may: list[Literal["undo", "take-back"]]
    asked_back: AskedBack | None
    marked: bool
    result: Result | None
    next: str | None
    """The table of the rematch."""


class TableSummary(Message):
    """A table as the lobby shows it."""

    id: str
    game: str
    options: dict[str, Any]
    rounds: int
    state: State
    seats: list[SeatShown]
    clock: Control | None
    made: int
    result: Result | None


class Presence(Message):
    """Who looks at a table: these seats, and so many others. Bots are always there and not counted."""

    type: Literal["presence"] = "presence"
    table: str
    seats: list[int]
    spectators: int


class Lobby(Message):
    """The tables to join and to watch; in a stream, all of them first and then those that change."""

    type: Literal["lobby"] = "lobby"
    tables: list[TableSummary]


class Hello(Message):
    """The first event of a stream: what time the server has."""

    type: Literal["hello"] = "hello"
    now: int


class Gone(Message):
    """There is no such table."""

    type: Literal["gone"] = "gone"
    table: str


Event: TypeAlias = Annotated[Union[Hello, TableEvent, Presence, Lobby, Gone], Field(discriminator="type")]  # noqa: UP007


# --- comforts


class Candidate(Message):
    """What search thinks of an action: the mean margin in points after it, and one standard error."""

    action: str
    value: float
    error: float
    tried: int


class Hint(Message):
    """What a search would do on your seat, the best first."""

    position: int
    candidates: list[Candidate]


class ReplayStep(Message):
    """A match after so many plies: `views` has the one view that was asked for, or those of all seats."""

    ply: int
    plies: int
    action: str | None
    seat: int | None
    views: list[dict[str, Any]]


class Upload(Message):
    """A record to look at: `incognita play --save` writes one."""

    record: Annotated[str, Field(min_length=1, max_length=200_000, pattern=r"^[^\x00]+$")]


class Uploaded(Message):
    replay: str
    plies: int


class Played(Message):
    """One of your tables. The record, which tells all hands, is there once the match is over."""

    table: TableSummary
    record: str | None


class Export(Message):
    """Everything that is kept of what you have played."""

    guest: str
    name: str
    tables: list[Played]
    uploads: list[str]


class Health(Message):
    status: Literal["well", "ill"]
    version: str
    tables: int
    """In memory."""
    streams: int
    database: str
