"""What others probably hold, by a network: from what a seat may know, with the right odds, taught by watching."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

import incognita
from incognita.core import rules
from incognita.core.errors import OptionError
from incognita.core.rng import generator
from incognita.core.rules import MOST_KINDS
from incognita.learn.hands import Hands, groups_of, shape_of_hands
from incognita.learn.net import NetSearch, shipped_network
from incognita.learn.network import Network, positions_of
from incognita.learn.readers import ReaderTrainer
from incognita.learn.snapshots import arrays_of
from incognita.learn.training import Plan
from incognita.learn.watching import hidden_cards, surprise_of
from tests.learn.test_net import views_of_play

LOST_CITIES = incognita.load("lost-cities")
FEATURES = LOST_CITIES.features
assert FEATURES is not None


@pytest.fixture(scope="module")
def network() -> Network:
    """One that has learned nothing, but whose every weight counts."""
    assert FEATURES is not None
    torch.manual_seed(4)
    network = Network(shape_of_hands(FEATURES, 64, 3))
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.copy_((0.1 * torch.randn_like(parameter)).half().float())
    return network


def test_odds_are_what_the_network_says_and_what_is_hidden_changes_nothing(network: Network) -> None:
    hands, other = Hands(LOST_CITIES, network.shape, arrays_of(network)), LOST_CITIES.blank()
    odds, again = np.zeros((2, 2, MOST_KINDS))
    another_view = np.zeros(1, LOST_CITIES.view_dtype)
    for i, (_, views) in enumerate(views_of_play(LOST_CITIES, 1)):
        viewer = int(views["viewer"][0])
        hands.expect(views, odds)
        with torch.no_grad():
            thought = network(torch.from_numpy(hands.work.parts[None]), torch.from_numpy(hands.work.whole[None]))[0]
        expected = torch.nn.functional.softplus(thought).numpy()
        assert np.allclose(odds[1 - viewer, :50], expected, atol=1e-4)
        rules.determinize_at(other, 0, views, 0, generator(i))
        rules.observe_at(other, 0, viewer, another_view, 0)
        hands.expect(another_view, again)
        assert again[1 - viewer].tolist() == odds[1 - viewer].tolist()


def test_seats_are_counted_from_the_viewer() -> None:
    assert groups_of(LOST_CITIES).tolist() == [-1, 0]


def test_hidden_cards_are_in_a_hand_or_elsewhere() -> None:
    """Two parts, ten ranks: hand, near end of the pile and how soon, far end and how soon."""
    assert FEATURES is not None
    secrets = torch.zeros(2, 50)
    secrets[0, 3] = 1  # in hand
    secrets[1, 10] = 2  # near
    secrets[1, 20] = 0.7  # how soon: no card
    secrets[0, 33] = 1  # far, of the same kind as the one in hand
    held, elsewhere = hidden_cards(secrets, FEATURES)
    assert held.nonzero().tolist() == [[0, 3]] and held.sum() == 1
    assert elsewhere.nonzero().tolist() == [[0, 3], [1, 0]] and elsewhere.sum() == 3


def test_one_is_less_surprised_by_what_one_expects() -> None:
    assert FEATURES is not None
    network = Network(shape_of_hands(FEATURES, 8, 2))
    network.faith.data.zero_()
    parts = torch.zeros(1, 5, FEATURES.part_features)
    parts[:, :, -1] = 1.0
    positions, secrets = positions_of(parts, torch.zeros(1, FEATURES.whole_features)), torch.zeros(5, 50)
    secrets[:, 0], secrets[:, 11] = 1, 1
    even = surprise_of(network, positions, secrets, FEATURES)
    assert even.item() == pytest.approx(10 * np.log(2), rel=1e-4), "five cards here and five there, each by a coin"
    network.of_parts.bias.data[0], network.of_parts.bias.data[1] = 2.0, -2.0
    assert surprise_of(network, positions, secrets, FEATURES) < even


def test_search_says_how_hands_can_be_imagined() -> None:
    with pytest.raises(OptionError, match="net-search: hands must be one of learned, usual, not 'guessed'"):
        NetSearch(LOST_CITIES, "hands=guessed")


def test_only_games_whose_hands_are_described_can_be_watched(tmp_path: Path) -> None:
    game = incognita.load("adventure-tours")
    with pytest.raises(OptionError, match="hands of Adventure Tours are not described to a network yet"):
        ReaderTrainer(game, Plan(processes=1), 0, tmp_path, print)


@pytest.mark.slow
def test_watching_goes_on_where_it_stopped(tmp_path: Path) -> None:
    told: list[str] = []
    plan = Plan(minutes=0.2, processes=1, begin_with=(str(shipped_network(LOST_CITIES)),))
    ReaderTrainer(LOST_CITIES, plan, 0, tmp_path, told.append).run()
    first = json.loads((tmp_path / "curve.json").read_text())["curve"]
    again = ReaderTrainer(LOST_CITIES, plan, 0, tmp_path, told.append)
    assert again.decisions == first[-1]["decisions"] > 0 and first[-1]["right"] > 2.0
    assert "of an imagined hand" in told[-1]
