"""How much of what a network expects comes true: twice the confidence with the same choices is half the modesty."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import incognita
from incognita.learn.modesty import differences
from incognita.learn.net import Net, NetSearch, shipped_network
from incognita.learn.snapshots import network_of
from incognita.learn.weights import read_weights

GAME = incognita.load("adventure-tours")


def test_who_is_twice_as_sure_finds_the_same() -> None:
    header, arrays = read_weights(shipped_network(GAME))
    network, surer = network_of(header.shape, arrays), network_of(header.shape, arrays)
    with torch.no_grad():
        for head in (surer.of_parts, surer.of_whole):
            head.weight.mul_(2)
            head.bias.mul_(2)
        surer.faith.mul_(2)
    (thought, came), (louder, again) = (differences(GAME, one, 3, 4) for one in (network, surer))
    assert (thought <= 0).all() and np.abs(came).max() > 0
    assert np.allclose(louder, 2 * thought, atol=1e-4) and np.allclose(came, again)


@pytest.mark.parametrize(("playouts", "expected"), [("network", 0.4), ("policy", 0.3)])
def test_search_believes_as_much_as_comes_true_when_it_plays_on_like_that(
    monkeypatch: pytest.MonkeyPatch, playouts: str, expected: float
) -> None:
    header, arrays = read_weights(shipped_network(GAME))
    changed = type(header)(**{**vars(header), "modesty": 0.3, "own_modesty": 0.4})
    monkeypatch.setattr("incognita.learn.net.chosen_network", lambda game, file: Net(game, (changed, arrays)))
    assert NetSearch(GAME, f"playouts={playouts}").net.modesty == expected
