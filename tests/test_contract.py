"""What every game promises, with every option: written once, run over all variants."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import numpy as np
import pytest

import incognita
from incognita import Game, Match
from incognita.core import rules
from incognita.core.playout import listed_rounds, listed_rounds_on_all_cores, sampled_rounds
from incognita.core.rng import below, generator, streams
from incognita.core.rules import MOST_ACTIONS, MOST_KINDS, NONE
from tests.hidden import redeal_of
from tests.test_citations import paragraphs
from tests.variants import VARIANTS, game_of, play_randomly

SEEDS = range(3)


@pytest.fixture(params=VARIANTS)
def game(request: pytest.FixtureRequest) -> Game:
    return game_of(request.param)


def positions(game: Game, seed: int) -> Iterator[Match]:
    """Every position of a random match."""
    match = game.match(seed=seed)
    rng = generator(seed)
    while match.seat is not None:
        yield match
        actions = match.legal()
        match.play(actions[int(below(rng, len(actions)))])
    yield match


def test_what_is_foreseen_after_the_last_round_are_the_points(game: Game) -> None:
    for match in positions(game, 2):
        if match.round == match.rounds:
            foreseen = np.zeros(game.players, np.int32)
            rules.foresee(match._state[0], foreseen)
            assert foreseen.tolist() == match.scores


def viewers(game: Game) -> list[int | None]:
    return [*range(game.players), None]


def test_legal_actions_ascend_and_have_texts(game: Game) -> None:
    for match in positions(game, 1):
        actions = [game.action_number(text) for text in match.legal()]
        assert actions == sorted(set(actions))
        assert bool(actions) == (match.seat is not None)
        assert [game.action_text(action) for action in actions] == match.legal()


def test_every_action_has_one_text_and_every_text_one_action(game: Game) -> None:
    texts: dict[str, int] = {}
    for action in range(MOST_ACTIONS):
        try:
            text = game.action_text(action)
        except incognita.NotationError:
            continue
        assert game.action_number(text) == action
        assert texts.setdefault(text, action) == action


def test_the_same_seed_gives_the_same_decks_whoever_starts(game: Game) -> None:
    matches = [game.match(seed=11, starter=starter) for starter in [*range(game.players), None]]
    for match in matches[1:]:
        for deal, other in zip(matches[0].deals, match.deals, strict=True):
            assert deal.keys() == other.keys()
            assert all(np.array_equal(deal[field], other[field]) for field in deal)
    other_seed = game.match(seed=12).deals
    assert any(not np.array_equal(value, other_seed[0][field]) for field, value in matches[0].deals[0].items())


def test_apply_is_deterministic_and_leaves_copies_alone(game: Game) -> None:
    match = play_randomly(game.match(seed=4), 4, most=6)
    before, again = match.state, match.state
    untouched = before.tobytes()
    action = game.legal(before)[0]
    for states in (again, match.state):
        rules.apply_at(states, 0, action)
        assert before.tobytes() == untouched
    twin = before.copy()
    rules.apply_at(twin, 0, action)
    assert_same_rows(twin, again)


def test_listed_and_sampled_play_have_the_same_distribution(game: Game) -> None:
    for match in list_of_positions(game, 5, 12):
        actions = game.legal(match)
        counts = sampled_counts(game, match, 400 * len(actions))
        assert set(counts) == set(actions)
        expected = 400.0
        chi2 = sum((counts[action] - expected) ** 2 / expected for action in actions)
        # five standard deviations of the chi-square distribution: a false alarm once in a million
        assert chi2 < len(actions) + 5 * np.sqrt(2 * len(actions)) + 10


def list_of_positions(game: Game, seed: int, every: int) -> list[Any]:
    return [match.state for i, match in enumerate(positions(game, seed)) if match.seat is not None and i % every == 0][
        :12
    ]


def sampled_counts(game: Game, states: Any, n: int) -> Counter[int]:
    rng = generator(9)
    return Counter(int(rules.sample_at(states, 0, rng)) for _ in range(n))


def test_views_are_json_and_show_legal_actions_to_the_seat_on_turn_only(game: Game) -> None:
    for match in islice(positions(game, 6), 0, None, 3):
        for viewer in viewers(game):
            view = match.view(viewer)
            assert json.loads(json.dumps(view)) == view
            assert view["legal"] == (match.legal() if viewer is not None and viewer == match.seat else [])


@pytest.mark.parametrize("seed", SEEDS)
def test_no_view_depends_on_what_is_hidden_from_it(game: Game, seed: int) -> None:
    redeal = redeal_of(game.name)
    changed_something = False
    for match in positions(game, seed):
        for viewer in viewers(game):
            states = match.state
            other = redeal(states, viewer, seed)
            changed_something |= other.tobytes() != states.tobytes()
            seat = int(NONE) if viewer is None else viewer
            assert game.observe(states, seat).tobytes() == game.observe(other, seat).tobytes()
    assert changed_something


def test_no_log_depends_on_what_is_hidden_from_it(game: Game) -> None:
    redeal = redeal_of(game.name)
    for match in positions(game, 7):
        for viewer in viewers(game):
            if match.seat in (None, viewer):
                continue
            states, other = match.state, redeal(match.state, viewer, 7)
            seat = int(NONE) if viewer is None else viewer
            for action in set(game.legal(states)) & set(game.legal(other)):
                assert rules.conceal_at(states, 0, action, seat) == rules.conceal_at(other, 0, action, seat)


def test_a_seat_sees_its_own_actions_as_they_are(game: Game) -> None:
    for match in positions(game, 8):
        if match.seat is not None:
            for action in game.legal(match.state):
                assert rules.conceal_at(match.state, 0, action, match.seat) == action


IMAGINING = {"lost-cities"}
"""Games that have more to say about hidden cards than that they could be anywhere."""


def ways_to_sample(game: Game) -> list[Any]:
    return [rules.determinize_at, *([imagine] if game.name in IMAGINING else [])]


def imagine(states: Any, i: int, views: Any, j: int, rng: Any) -> None:
    odds = np.zeros((int(views["players"][j]), MOST_KINDS))
    rules.expect_at(views, j, odds)
    rules.imagine_at(states, i, views, j, odds, rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sampled_world_cannot_be_told_from_the_real_one(game: Game, seed: int) -> None:
    rng = generator(seed)
    garbage = np.full(game.state_dtype.itemsize, 0xAA, np.uint8).view(game.state_dtype)
    clean = np.zeros(1, game.state_dtype)
    for match in positions(game, seed):
        for viewer in [*range(game.players), int(NONE)]:
            views = game.observe(match.state, viewer)
            for sample_world, states in product(ways_to_sample(game), (garbage, clean)):
                sample_world(states, 0, views, 0, rng)
                assert game.observe(states, viewer).tobytes() == views.tobytes()
                assert game.scores(states).tolist() == [match.scores]
            assert_playable(game, clean.copy(), seed)


def assert_playable(game: Game, states: Any, seed: int) -> None:
    """A sampled world can be played to its end like a real one."""
    game.play_randomly(states, seed=seed)
    assert states["seat"][0] == NONE


def test_a_sampled_world_has_every_byte_a_kernel_reads(game: Game) -> None:
    match = play_randomly(game.match(seed=2), 2, most=9)
    views = game.observe(match.state)
    garbage = np.full(game.state_dtype.itemsize, 0xAA, np.uint8).view(game.state_dtype)
    clean = np.zeros(1, game.state_dtype)
    for sample_world in ways_to_sample(game):
        for states in (garbage, clean):
            sample_world(states, 0, views, 0, generator(3))
        assert_same_rows(garbage, clean)


def assert_same_rows(states: Any, others: Any) -> None:
    """Field by field: between the fields there are bytes that mean nothing."""
    for field in states.dtype.names:
        assert np.array_equal(states[field], others[field]), field


def test_a_state_where_a_view_belongs_is_refused(game: Game) -> None:
    states, views = game.deal(1, seed=1), np.zeros(1, game.view_dtype)
    with pytest.raises(TypeError, match="'view' is not a view row"):
        rules.observe(states[0], 0, states[0])
    with pytest.raises(TypeError, match="no game has rows of this dtype as its view"):
        rules.weigh(states[0], generator(1), np.empty(MOST_ACTIONS))
    with pytest.raises(TypeError, match="no game has rows of this dtype as its state"):
        rules.apply(views[0], 0)
    with pytest.raises(Exception, match="view row"):
        rules.observe_at(states, 0, 0, states, 0)
    with pytest.raises(TypeError, match="expected a one-dimensional array of its state rows"):
        game.observe(views)


def test_records_come_back_byte_for_byte(game: Game) -> None:
    for seed, most in [(1, None), (2, 7), (3, 0), (4, 61)]:
        text = play_randomly(game.match(seed=seed), seed, most).record()
        again = incognita.replay(text)
        assert again.record() == text
        assert again.game.options == game.options


def test_a_replayed_match_is_the_same_for_every_viewer(game: Game) -> None:
    match = play_randomly(game.match(seed=5), 5, most=50)
    again = incognita.replay(match.record())
    for viewer in viewers(game):
        assert again.view(viewer) == match.view(viewer)
        assert again.log(viewer) == match.log(viewer)
    assert again.legal() == match.legal()


def test_refused_actions_change_nothing_and_cite_the_rules(game: Game) -> None:
    for i, match in enumerate(positions(game, 9)):
        if match.seat is None or i % 37:
            continue
        before = match.record()
        legal = set(game.legal(match.state))
        for action in set(range(MOST_ACTIONS)) - legal:
            with pytest.raises(incognita.IllegalAction) as caught:
                match.play(action)
            assert caught.value.ply == match.ply
            assert caught.value.refusal.rule in {*paragraphs(), f"{game.name} notation"}
        assert match.record() == before


def test_batches_play_like_single_rounds(game: Game) -> None:
    states = game.deal(64, seed=3)
    singles = [states[i : i + 1].copy() for i in range(64)]
    rng = generator(1)
    for _ in range(40):
        actions = [pick(game.legal(states, i), rng) for i in range(64)]
        game.step(states, actions)
        for i, single in enumerate(singles):
            if actions[i] >= 0:
                rules.apply_at(single, 0, actions[i])
    for i, single in enumerate(singles):
        assert_same_rows(single, states[i : i + 1])
    assert game.scores(states).shape == (64, game.players)


def pick(actions: list[int], rng: Any) -> int:
    return actions[int(below(rng, len(actions)))] if actions else -1


def test_a_batch_with_one_illegal_action_is_left_alone(game: Game) -> None:
    states = game.deal(4, seed=3)
    before = states.tobytes()
    actions = [game.legal(states, i)[0] for i in range(4)]
    illegal = next(action for action in range(MOST_ACTIONS) if action not in game.legal(states, 2))
    actions[2] = illegal
    with pytest.raises(incognita.IllegalAction):
        game.step(states, actions)
    assert states.tobytes() == before
    with pytest.raises(ValueError, match="4 states need 4 actions"):
        game.step(states, actions[:3])


def test_playouts_end_every_round(game: Game) -> None:
    states = game.deal(200, seed=1)
    assert game.play_randomly(states, seed=2) > 200
    assert (states["seat"] == NONE).all()


# Compiling the other games for all cores takes half a minute.
@pytest.mark.parametrize(
    "variant", ["lost-cities", *(pytest.param(v, marks=pytest.mark.slow) for v in list(VARIANTS)[1:])]
)
def test_playouts_do_not_depend_on_the_cores(variant: str) -> None:
    game = game_of(variant)
    states, rngs = game.blank(16), streams(5, 16)
    both = int(listed_rounds_on_all_cores(states, rngs.copy(), 3))
    actions = np.empty(MOST_ACTIONS, np.uint16)
    one = sum(int(listed_rounds(states, i, rngs[i : i + 1], 3, actions)) for i in range(16))
    assert both == one
    assert sampled_rounds(states, 0, generator(1), 5) > 0


def test_scores_count_earlier_rounds(game: Game) -> None:
    match = play_randomly(game.match(seed=21), 21)
    assert match.scores == match.sheets()[-1]["totals"]
    assert match.winners
    assert all(match.scores[seat] == max(match.scores) for seat in match.winners)


def test_rebuilding_a_game_from_its_repr_gives_the_same_game(game: Game) -> None:
    again = eval(repr(game), {"incognita": incognita})
    assert again.options == game.options
