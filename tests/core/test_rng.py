"""Streams never change, and choices are fair."""

from __future__ import annotations

import numpy as np
import pytest

from incognita.core.rng import below, following, generator, shuffle, streams


def test_the_stream_is_splitmix64() -> None:
    """The first values for the seed 1234567, as published with the algorithm."""
    rng = generator(1234567)
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [int(following(rng)) for _ in published] == published


def test_choices_are_uniform() -> None:
    rng = generator(1)
    counts = np.bincount([int(below(rng, 7)) for _ in range(70_000)], minlength=7)
    assert len(counts) == 7
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 40


def test_shuffles_are_uniform_and_keep_to_their_range() -> None:
    rng = generator(2)
    seen: dict[bytes, int] = {}
    for _ in range(24_000):
        cards = np.arange(6, dtype=np.uint8)
        shuffle(rng, cards, 1, 5)
        assert (cards[0], cards[5]) == (0, 5)
        seen[cards.tobytes()] = seen.get(cards.tobytes(), 0) + 1
    assert len(seen) == 24
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 80


def test_streams_differ_and_do_not_depend_on_their_number() -> None:
    assert len(set(streams(3, 1000))) == 1000
    assert (streams(3, 10) == streams(3, 1000)[:10]).all()


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", None, True])
def test_bad_seeds_are_named(seed: object) -> None:
    with pytest.raises(ValueError, match="seed must be a whole number from 0"):
        generator(seed)  # type: ignore[arg-type]
