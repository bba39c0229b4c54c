"""The statistics, against values worked out by hand or taken from tables."""

from __future__ import annotations

import math

import numpy as np
import pytest

from incognita.play.arena import Forfeited, seatings
from incognita.play.results import (
    deal_margins,
    deal_wins,
    estimate,
    interval_for_all_looks,
    jsonable,
    running,
    share_interval,
    student,
    summary,
    win_shares,
)
from tests.play.fields import MIRRORED, rounds_of

TWO_DEALS = [[[30, 10], [5, 25]], [[10, 10], [40, 10]]]
"""The first entrant wins both rounds of the first deal by 20, ties one and loses one by 30 of the second."""


def test_a_round_won_by_several_is_shared() -> None:
    assert win_shares(np.array([[3, 3, 1], [1, 2, 0], [5, 5, 5]], np.int32)).tolist() == [
        [0.5, 0.5, 0],
        [0, 1, 0],
        [1 / 3, 1 / 3, 1 / 3],
    ]


def test_a_deal_is_the_mean_over_its_seatings() -> None:
    rounds = rounds_of(TWO_DEALS)
    assert deal_margins(rounds, MIRRORED).tolist() == [20, -15]
    assert deal_wins(rounds, MIRRORED).tolist() == [1, 0.25]
    assert deal_wins(rounds, MIRRORED, 1).tolist() == [0, 0.75]


def test_one_among_copies_is_compared_to_their_mean() -> None:
    rounds = rounds_of([[[9, 3, 0], [6, 12, 0], [3, 6, 6]]])
    layout = seatings(3, 2)
    assert deal_margins(rounds, layout).tolist() == [(7.5 + 9 + 1.5) / 3]
    assert deal_wins(rounds, layout)[0] == pytest.approx((1 + 1 + 0.5) / 3)
    assert deal_wins(rounds, layout, 1)[0] == pytest.approx(0.25 / 3), "per side: half of a half of one round in three"


def test_rotations_of_one_round_cancel_exactly() -> None:
    """The same round from every chair of four: floating point would leave something of the thirds."""
    layout = seatings(4, 2)
    points = [11, 7, 29, 2]
    assert deal_margins(rounds_of([[points] * 4] * 3), layout).tolist() == [0, 0, 0]


def test_the_summary_of_two_deals() -> None:
    result = summary(rounds_of(TWO_DEALS), MIRRORED)
    assert (result.deals, result.rounds, result.plies) == (2, 4, 10)
    assert result.own == (30 + 25 + 10 + 10) / 4
    assert result.others == (10 + 5 + 10 + 40) / 4
    assert result.margin == 2.5
    assert result.error == pytest.approx(17.5), "deals of 20 and -15: a deviation of 24.75, over the root of 2"
    assert result.wins == 0.625
    assert [entrant.wins for entrant in result.entrants] == [0.625, 0.375]
    assert (result.broken_off, result.without_broken_off, result.forfeits) == (0, None, {})


def test_deals_with_a_round_broken_off_are_left_out_for_comparison() -> None:
    rounds = rounds_of([*TWO_DEALS, [[50, 0], [0, 60]]])
    rounds.broken_off[1, 0] = True
    result = summary(rounds, MIRRORED)
    assert result.broken_off == 1
    rest = result.without_broken_off
    assert rest is not None
    assert (rest.deals, rest.mean) == (2, 37.5), "20 and 55 are left of 20, -15 and 55"
    assert rest.error == pytest.approx(17.5)


def test_forfeits_are_counted_by_entrant_and_reason() -> None:
    rounds = rounds_of(TWO_DEALS)
    rounds.forfeits = [Forfeited(0, 0, 0, 0, "died"), Forfeited(0, 1, 0, 1, "died"), Forfeited(1, 0, 0, 0, "hung")]
    result = summary(rounds, MIRRORED)
    assert result.forfeits == {"died": 2, "hung": 1}
    assert [entrant.forfeits for entrant in result.entrants] == [2, 1]


def test_an_estimate_is_mean_error_and_students_interval() -> None:
    found = estimate(np.array([1.0, 2, 3, 4, 5, 6, 7, 8, 9]))
    assert (found.deals, found.mean) == (9, 5)
    assert found.error == pytest.approx(math.sqrt(7.5) / 3)
    assert found.interval == pytest.approx((5 - 2.306 * 0.91287, 5 + 2.306 * 0.91287), abs=1e-3)


def test_nothing_is_known_from_one_deal() -> None:
    assert math.isnan(estimate(np.array([3.0])).error)
    assert math.isnan(estimate(np.array([])).mean)


@pytest.mark.parametrize(("freedom", "tabulated"), [(6, 2.4469), (10, 2.2281), (30, 2.0423), (100, 1.9840)])
def test_students_t_is_that_of_the_tables(freedom: int, tabulated: float) -> None:
    assert student(freedom) == pytest.approx(tabulated, abs=1e-3)


def test_a_share_has_wilsons_interval() -> None:
    """40 of 100: 0.3094 and 0.4980 by the formula; the variance is that of tosses but for n / (n - 1)."""
    low, high = share_interval(np.array([1.0] * 40 + [0.0] * 60))
    assert low == pytest.approx(0.3094, abs=1e-3)
    assert high == pytest.approx(0.4980, abs=1e-3)


def test_a_share_of_all_deals_is_not_certainty() -> None:
    """10 of 10: the lower end is 10 / (10 + 1.96²)."""
    assert share_interval(np.ones(10)) == pytest.approx((10 / 13.8415, 1), abs=1e-4)
    assert share_interval(np.ones(10))[1] == 1
    assert share_interval(np.zeros(10))[0] == 0


def test_deals_that_vary_less_than_tosses_have_a_narrower_interval() -> None:
    """Shares of 0.25 and 0.75 vary a quarter as much as 0 and 1: as if there were four times as many."""
    few, many = np.array([0.25, 0.75] * 50), np.array([0.0, 1.0] * 200)
    assert share_interval(few) == pytest.approx(share_interval(many), abs=1e-3)


def test_the_interval_for_all_looks_by_hand() -> None:
    """n = 1000, deviation 1: rho² n = 5.9915 + ln 5.9915 + 1 = 8.7818;
    the square of the reach is 2 · 9.7818 / (1000 · 8.7818) · ln(√9.7818 / 0.05) = 0.0022277 · 4.13587.
    """
    values = np.array([1.0, -1.0] * 500) * math.sqrt(999 / 1000)
    low, high = interval_for_all_looks(values)
    assert high == pytest.approx(math.sqrt(0.0022277 * 4.13587), rel=1e-4)
    assert low == pytest.approx(-high)
    assert interval_for_all_looks(values[:1]) == (-math.inf, math.inf)


def test_looking_often_keeps_the_error() -> None:
    """400 measurements of nothing, looked at 40 times each: at most 5 % ever exclude 0; plain ones do far oftener."""
    generator = np.random.default_rng(1)
    wrong = plain = 0
    for _ in range(400):
        values = generator.normal(size=4000)
        looks = [values[:stop] for stop in range(100, 4001, 100)]
        wrong += any(excludes(interval_for_all_looks(seen)) for seen in looks)
        plain += any(abs(seen.mean()) > 1.96 * seen.std() / math.sqrt(len(seen)) for seen in looks)
    assert wrong <= 0.05 * 400
    assert plain > 0.25 * 400


def excludes(interval: tuple[float, float]) -> bool:
    return interval[0] > 0 or interval[1] < 0


def test_the_running_margin_is_the_estimate_at_every_point() -> None:
    values = np.random.default_rng(2).normal(3, 5, 40)
    means, reach = running(values)
    for n in (2, 17, 40):
        found = estimate(values[:n])
        assert means[n - 1] == pytest.approx(found.mean)
        assert reach[n - 1] == pytest.approx(found.interval[1] - found.mean)
    assert math.isnan(reach[0])


def test_what_is_not_known_is_null() -> None:
    assert jsonable({"a": (1.5, math.nan), "b": [math.inf, "x"]}) == {"a": [1.5, None], "b": [None, "x"]}
