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
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba.core import event
from numba.extending import overload
from numba.np.numpy_support import from_dtype
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
        expected = {"state": from_dtype(state), "view": from_dtype(view)}

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
    return cast(GenericKernel[P, R], call)


def assignment(name: str, dimensions: int) -> Iterator[str]:
    """The lines that copy a field. Loops, because `a[:] = b` takes seconds to compile for the errors it could raise.

    How long a field is, its row says: games that share a copier may have fields of different lengths.
    """
    for depth in range(dimensions):
        yield f"{'    ' * (depth + 1)}for i{depth} in range(source.{name}.shape[{depth}]):"
    index = f"[{', '.join(f'i{depth}' for depth in range(dimensions))}]" if dimensions else ""
    yield f"{'    ' * (dimensions + 1)}target.{name}{index} = source.{name}{index}"


def copier(fields: Sequence[Field]) -> Callable[[Row, Row], None]:
    """A function for kernels, `copy(source, target)`, that copies these fields of one row to another kind of row."""

    def copy(source: Row, target: Row) -> None:
        for name, *_ in fields:
            target[name] = source[name]

    def choose(source: Any, target: Any) -> Any:
        # Compiled code cannot look a field up by a name it is given, so the assignments are written out here.
        lines = [line for name, _, *shape in fields for line in assignment(name, len(shape[0]) if shape else 0)]
        scope: dict[str, Any] = {}
        exec("\n".join(["def body(source, target):", *lines]), scope)
        return scope["body"]

    choose.__annotations__ = {}  # Numba wants the two signatures to be the same to the letter
    overload(copy)(choose)
    return copy
