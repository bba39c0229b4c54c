"""Randomness: SplitMix64, whose stream is fixed for ever. The generator is an array of one uint64, changed in place."""

from __future__ import annotations

import numpy as np

from incognita.core.jit import Cards, Int, Random, kernel

# All operands are uint64: Numba turns uint64 + int into int64 without a word.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S11, S27, S30, S31, S32 = np.uint64(11), np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
SEEDS = 2**64


def generator(seed: int) -> Random:
    """A generator that starts at `seed`, a whole number from 0 to 2**64 - 1."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < SEEDS:
        raise ValueError(f"seed must be a whole number from 0 to 2**64 - 1, not {seed!r}")
    return np.array([seed], np.uint64)


def streams(seed: int, n: int) -> Random:
    """One generator for each of `n` rows, independent of how the rows are shared out among cores."""
    generators = np.empty(n, np.uint64)
    fill(generator(seed), generators)
    return generators


@kernel
def fill(rng: Random, numbers: Random) -> None:
    for i in range(len(numbers)):
        numbers[i] = following(rng)


@kernel
def following(rng: Random) -> Int:
    """The next 64 random bits."""
    rng[0] += GOLDEN
    return scrambled(rng[0])


@kernel
def scrambled(z: Int) -> Int:
    """A bijection of 64 bits that leaves no pattern: the output function of SplitMix64."""
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@kernel
def derived(seed: Int, number: Int) -> Int:
    """The seed of branch `number` of a seed, both `uint64`; branches of branches are as good as drawn at random."""
    return scrambled(scrambled(seed + GOLDEN) + number + GOLDEN)


def derived_seed(seed: int, *numbers: int) -> int:
    """The seed of a branch of a branch …: of a deal, of a seating of it, of a seat in that."""
    branch = int(generator(seed)[0])
    for number in numbers:
        branch = int(derived(np.uint64(branch), np.uint64(number)))
    return branch


@kernel
def below(rng: Random, n: Int) -> Int:
    """A random number from 0 to n - 1, for n far below 2**32 (the bias is under n / 2**32)."""
    return ((following(rng) >> S32) * np.uint64(n)) >> S32


@kernel
def fraction(rng: Random) -> float:
    """A random number from 0 to 1, 1 excluded."""
    return np.float64(following(rng) >> S11) * 2.0**-53


@kernel
def shuffle(rng: Random, cards: Cards, start: Int, stop: Int) -> None:
    """Shuffle cards[start:stop] in place."""
    for i in range(stop - 1, start, -1):
        j = start + np.int64(below(rng, i - start + 1))
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
