"""The rules every game implements, as generic kernels, and the thin compiled layer through which Python calls them.

A state is one round and what was carried into it; it always has the fields `seat` (who must decide, NONE when the round
is over), `ply`, `round_number`, `rounds` and `players`. A view always has `legal` and `choices`, how many those are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from incognita.core.jit import Actions, Int, Random, Row, Rows, generic, kernel

NONE = np.uint8(255)
"""No seat, no card, no colour; as the viewer of a view: a spectator."""
MOST_ACTIONS = 256
"""No position of any game offers more actions than this."""
MOST_KINDS = 64
"""No game has more kinds of cards than this."""
FAR = -3.0
"""Where the hand-written player's opinion of an action ends in what is described: worse than this is all the same."""
RULED_OUT = 1e5
"""Points below the best action from which nobody thinks of one, the hand-written player or a learned one."""

Points = NDArray[np.int32]
Worths = NDArray[np.float64]
Numbers = NDArray[np.float32]
Odds = NDArray[np.float64]
"""Of every seat, by kind of card."""


@generic
def deal(state: Row, rng: Random) -> None:
    """Shuffle what this round is played with and begin it. All chance of a round happens here."""


@generic
def begin(state: Row) -> None:
    """Begin the round with the shuffled deck that lies in the state."""


@generic
def carry(state: Row) -> None:
    """Turn a finished round into the next one, still without its deal: totals, starter, round number."""


@generic
def legal(state: Row, actions: Actions) -> Int:
    """Write the legal actions in ascending order, return how many; 0 when the round is over."""


@generic
def sample(state: Row, rng: Random) -> Int:
    """One legal action, all equally likely, without listing them. Not for finished rounds."""


@generic
def apply(state: Row, action: Int) -> None:
    """Perform a legal action."""


@generic
def score(state: Row, points: Points) -> None:
    """Each seat's points, earlier rounds included, as if the round ended now."""


@generic
def foresee(state: Row, points: Points) -> None:
    """As `score`, and in a match that goes on also what it will be worth to begin the next round like this.

    An estimate, for those who weigh what a round came to.
    """


@generic
def observe(state: Row, seat: Int, view: Row) -> None:
    """All that `seat` may know, into `view`: the only door out of a state."""


@generic
def determinize(state: Row, view: Row, rng: Random) -> None:
    """Overwrite `state` with one full state that the view cannot tell from the real one."""


@generic
def expect(view: Row, odds: Odds) -> None:
    """How many times as likely as an average one each hidden card is in a hand: others are players, and keep some."""


@generic
def imagine(state: Row, view: Row, odds: Odds, rng: Random) -> None:
    """As `determinize`, but hidden cards come into hands with these odds, in games in which that is known."""


@generic
def conceal(state: Row, action: Int, seat: Int) -> Int:
    """The action as `seat` sees it, asked before it is performed."""


@generic
def weigh(view: Row, rng: Random, worths: Worths) -> None:
    """What the hand-written player thinks of every legal action, in points: `worths[i]` of `view.legal[i]`."""


@generic
def describe(view: Row, parts: Numbers, whole: Numbers) -> None:
    """What a learned player looks at: a row of numbers for each part, and some for the whole.

    Both begin with what the hand-written player thinks of their actions, against the best, in units of the game, down
    to FAR; then comes which actions are legal and not ruled out. A row of zeros is a part that is not there.
    """


@generic
def reveal(state: Row, apart: Int, secrets: Numbers) -> None:
    """What the seat that must decide does not know, a row for each part: hands of others, the order of the draw pile.

    Seats whose bit is set in `apart` draw from the other end of it. For the judge that grades decisions in training;
    players never see it.
    """


@kernel
def policy(view: Row, rng: Random) -> Int:
    """What the hand-written player does here: what it thinks is worth most, the first of equals."""
    if view.choices == 1:
        return np.int64(view.legal[0])
    worths = np.empty(MOST_ACTIONS)
    weigh(view, rng, worths)
    best = 0
    for i in range(1, np.int64(view.choices)):
        if worths[i] > worths[best]:
            best = i
    return np.int64(view.legal[best])


# What Python calls: rows are named by array and index, because handing over a row costs ten times as much.


@kernel
def deal_at(states: Rows, i: Int, rng: Random) -> None:
    deal(states[i], rng)


@kernel
def begin_at(states: Rows, i: Int) -> None:
    begin(states[i])


@kernel
def carry_at(states: Rows, i: Int) -> None:
    carry(states[i])


@kernel
def legal_at(states: Rows, i: Int, actions: Actions) -> Int:
    return legal(states[i], actions)


@kernel
def sample_at(states: Rows, i: Int, rng: Random) -> Int:
    return sample(states[i], rng)


@kernel
def apply_at(states: Rows, i: Int, action: Int) -> None:
    apply(states[i], action)


@kernel
def step_at(states: Rows, i: Int, action: Int, actions: Actions) -> Int:
    """Perform an action and list the next legal ones: one crossing of the border instead of two."""
    apply(states[i], action)
    return legal(states[i], actions)


@kernel
def score_at(states: Rows, i: Int, points: Points) -> None:
    score(states[i], points)


@kernel
def observe_at(states: Rows, i: Int, seat: Int, views: Rows, j: Int) -> None:
    observe(states[i], seat, views[j])


@kernel
def determinize_at(states: Rows, i: Int, views: Rows, j: Int, rng: Random) -> None:
    determinize(states[i], views[j], rng)


@kernel
def expect_at(views: Rows, i: Int, odds: Odds) -> None:
    expect(views[i], odds)


@kernel
def imagine_at(states: Rows, i: Int, views: Rows, j: Int, odds: Odds, rng: Random) -> None:
    imagine(states[i], views[j], odds, rng)


@kernel
def conceal_at(states: Rows, i: Int, action: Int, seat: Int) -> Int:
    return conceal(states[i], action, seat)


@kernel
def conceal_go(states: Rows, i: Int, go: Actions, seen: NDArray[np.uint16]) -> None:
    """A whole go as every seat sees it, a row for each; the last row is a spectator's."""
    for viewer in range(len(seen)):
        seat = NONE if viewer + 1 == len(seen) else np.uint8(viewer)
        for j in range(len(go)):
            seen[viewer, j] = conceal(states[i], go[j], seat)


@kernel
def weigh_at(views: Rows, i: Int, rng: Random, worths: Worths) -> None:
    weigh(views[i], rng, worths)


@kernel
def policy_at(views: Rows, i: Int, rng: Random) -> Int:
    return policy(views[i], rng)
