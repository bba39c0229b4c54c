"""Compilation: what a kernel is, where compiled code is kept, and how a game is picked by its dtype.

Compiled code is cached on disk. Numba's cache notices a change only in the file of the function itself, so the cache
folder is named by a digest of every source file of the package: an edit anywhere starts a fresh cache.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, NamedTuple, ParamSpec, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba.core import cgutils, event, types
from numba.extending import intrinsic, overload
from numba.np.numpy_support import as_dtype, from_dtype
from numpy.typing import NDArray

Row: TypeAlias = Any
"""One state or one view: a row of a structured array, written in place. Its fields are data; no checker knows them."""
Rows: TypeAlias = NDArray[Any]
"""Many of them: a structured array."""
Int: TypeAlias = Any
"""A whole number inside a kernel. Numba decides which kind; the checker has no word for it."""
Actions: TypeAlias = NDArray[np.uint16]
Cards: TypeAlias = NDArray[np.uint8]
Random: TypeAlias = NDArray[np.uint64]

Field: TypeAlias = tuple[str, str] | tuple[str, str, tuple[int, ...]]
"""A field of a row: name, type, and the shape of a table."""

CONFIG: Any = numba.config
llvm: Any = cgutils

P = ParamSpec("P")
R = TypeVar("R")


def cache_home() -> Path:
    """The user's folder for data that can be made again."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


WITHOUT = ("cli", "server", "store", "envs")
"""Parts of the package without kernels: an edit there costs no compilation."""


def digest() -> str:
    """Names everything compiled code depends on and Numba does not look at."""
    package = Path(__file__).parents[1]
    text = hashlib.sha256(f"{numba.__version__} {np.__version__} {CONFIG.BOUNDSCHECK}".encode())
    for source in sorted(path for path in package.rglob("*.py") if path.relative_to(package).parts[0] not in WITHOUT):
        text.update(str(source.relative_to(package)).encode() + b"\0" + source.read_bytes())
    return text.hexdigest()[:16]


CONFIG.CACHE_DIR = str(cache_home() / "incognita" / digest())


class Notice(event.Listener):
    """Tells a waiting person, once, that code is being compiled; a warm cache never triggers it."""

    told = False

    def on_start(self, event: object) -> None:
        if not Notice.told:
            Notice.told = True
            print("incognita: compiling the rules for this machine, once; some seconds …", file=sys.stderr, flush=True)

    def on_end(self, event: object) -> None:
        pass


event.register("numba:compile", Notice())  # type: ignore[no-untyped-call]


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that trusts its caller: no checks, no allocation, no Python objects."""
    # A call that is not inlined counts references to its arrays, atomically: a quarter of the speed of random play.
    return cast(Callable[P, R], numba.njit(cache=True, nogil=True, forceinline=True)(function))


def parallel_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel whose `numba.prange` loops run on all cores."""
    return cast(Callable[P, R], numba.njit(cache=True, nogil=True, parallel=True)(function))


def row_dtype(fields: Sequence[Field]) -> np.dtype[Any]:
    """The dtype of a state or view row. Records, so that the same source also runs uncompiled."""
    taken = [name for name, *_ in fields if hasattr(np.record, name)]
    if taken:
        raise ValueError(
            f"uncompiled code could not read the field {taken[0]!r}: every NumPy scalar has an attribute of that name"
        )
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


class GenericKernel(Generic[P, R]):
    """A kernel that every game implements under one name; the dtype of the first argument picks the body.

    A state handed over where a view belongs would compile silently if the field names agree, so the dtype of every
    argument called `state` or `view` is checked against the pair the game registered.
    """

    def __init__(self, stub: Callable[P, R]) -> None:
        functools.update_wrapper(self, stub)
        self.name = stub.__name__
        self.parameters = list(inspect.signature(stub).parameters)
        self.bodies: dict[Any, tuple[Callable[..., Any], dict[str, Any]]] = {}

    def implement(self, state: np.dtype[Any], view: np.dtype[Any]) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Register the decorated kernel as the body for a game with these two dtypes."""
        return self.implement_for({"state": state, "view": view})

    def implement_for(self, rows: Mapping[str, np.dtype[Any]]) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Register the decorated kernel as the body for rows of these dtypes, by the names of the arguments."""
        expected = {name: from_dtype(row) for name, row in rows.items()}

        def register(body: Callable[P, R]) -> Callable[P, R]:
            self.bodies[expected[self.parameters[0]]] = (body, expected)
            return body

        return register

    def pick(self, kinds: Sequence[Any]) -> Callable[..., Any]:
        """The body for arguments of these Numba types; refuses a row of the wrong kind."""
        if kinds[0] not in self.bodies:
            raise TypeError(f"{self.name}: no game has rows of this dtype as its {self.parameters[0]}")
        body, expected = self.bodies[kinds[0]]
        for name, kind in zip(self.parameters, kinds, strict=True):
            if name in expected and kind != expected[name]:
                raise TypeError(f"{self.name}: the argument '{name}' is not a {name} row of the same game")
        return body

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> R:
        if named:
            raise TypeError(f"{self.name} takes its arguments by position")
        return cast(R, self.pick([row_type(argument) for argument in arguments])(*arguments))


def row_type(argument: Any) -> Any:
    return from_dtype(argument.dtype) if isinstance(argument, np.void) else None


def generic(stub: Callable[P, R]) -> GenericKernel[P, R]:
    """Declare a generic kernel. Compiled code calls it through Numba's `overload`, which hits the disk cache."""
    dispatcher = GenericKernel(stub)

    @functools.wraps(stub)
    def call(*arguments: P.args, **named: P.kwargs) -> R:
        return dispatcher(*arguments, **named)

    def choose(*kinds: Any) -> Any:
        body = dispatcher.pick(kinds)
        return getattr(body, "py_func", body)

    choose.__signature__ = inspect.signature(stub)  # type: ignore[attr-defined]
    overload(call)(choose)
    call.implement = dispatcher.implement  # type: ignore[attr-defined]
    call.implement_for = dispatcher.implement_for  # type: ignore[attr-defined]
    return cast(GenericKernel[P, R], call)


class Block(NamedTuple):
    """Neighbouring bytes of a row that are copied in one go."""

    source: int
    target: int
    size: int


def shared_blocks(source: np.dtype[Any], target: np.dtype[Any], names: Sequence[str]) -> list[Block]:
    """Where these fields lie in both kinds of rows; neighbours in both are one block.

    Never with the bytes that pad them: nobody writes those, so they hold whatever lay there before.
    """
    found: list[Block] = []
    for start, to, name in sorted((field_at(source, name), field_at(target, name), name) for name in names):
        size = size_of(source, name)
        before = found[-1] if found else Block(0, 0, -1)
        if (start, to) == (before.source + before.size, before.target + before.size):
            found[-1] = before._replace(size=before.size + size)
        else:
            found.append(Block(start, to, size))
    return found


def fields_of(row: np.dtype[Any]) -> Mapping[str, Any]:
    assert row.fields is not None
    return row.fields


def field_at(row: np.dtype[Any], name: str) -> int:
    return int(fields_of(row)[name][1])


def size_of(row: np.dtype[Any], name: str) -> int:
    return int(fields_of(row)[name][0].itemsize)


def block_copier(found: Sequence[Block]) -> Any:
    """Compiled code for these copies: a loop over the entries of every field takes twice as long."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, target = (builder.bitcast(row, llvm.voidptr_t) for row in arguments)
        for block in found:
            start, to = (
                llvm.gep_inbounds(builder, row, at) for row, at in zip((source, target), block[:2], strict=True)
            )
            llvm.raw_memcpy(builder, to, start, context.get_constant(types.intp, block.size), 1)
        return context.get_dummy_value()

    def copy_blocks(context: Any, source: Any, target: Any) -> Any:
        return types.void(source, target), write

    copy_blocks.__annotations__ = {}
    return intrinsic(copy_blocks)


def copier(fields: Sequence[Field]) -> Callable[[Row, Row], None]:
    """A function for kernels, `copy(source, target)`, that copies these fields of one row to another kind of row."""
    names = [name for name, *_ in fields]

    def copy(source: Row, target: Row) -> None:
        for name in names:
            target[name] = source[name]

    def choose(source: Any, target: Any) -> Any:
        copy_blocks = block_copier(shared_blocks(as_dtype(source), as_dtype(target), names))
        return lambda source, target: copy_blocks(source, target)

    choose.__annotations__ = {}  # Numba wants the two signatures to be the same to the letter
    overload(copy)(choose)
    return copy
