"""The flu study's model, error laws and collection: they find what is there, and never look ahead."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import kstest, weibull_min

from pdd_papers.flu import collection
from pdd_papers.flu.collection import Collected, errors_of, frequency_errors, noise_of, published, shares_of
from pdd_papers.flu.error_model import ErrorModel, fitted
from pdd_papers.flu.errors import StudyError
from pdd_papers.flu.model import estimate
from pdd_papers.flu.seasons import BASELINES, last_seasons, scores
from pdd_papers.flu.series import read_series
from pdd_papers.flu.study import Plan, run
from pdd_research.seeded_randomness import seeded
from tests.papers.flu import flu_series

START = 300


def test_the_model_finds_the_rate_in_the_queries() -> None:
    """The model's estimates are far better than the mean of all weeks before."""
    values, rates = flu_series.frequencies(), flu_series.RATES
    estimated = estimate(values[:START], rates[:START], values[START : START + 52])
    found = scores(estimated, rates[START : START + 52])
    level = scores(np.full(52, rates[:START].mean()), rates[START : START + 52])
    assert found.r > 0.97
    assert found.mae < level.mae / 3


def test_queries_that_do_not_go_with_the_rate_are_filtered() -> None:
    """With only queries that do not follow the rate, the estimate is the mean of the weeks before."""
    values, rates = flu_series.frequencies(), flu_series.RATES
    others = 100 - 10 * rates[:, None] + values[:, flu_series.FOLLOWING :]
    estimated = estimate(others[:START], rates[:START], others[START:])
    np.testing.assert_allclose(estimated, rates[:START].mean())


def test_nothing_is_known_before_its_time(tmp_path: Path) -> None:
    """A season's estimates do not change with later searches, nor with rates not published when it begins."""
    queries, target = flu_series.write(tmp_path)
    season = last_seasons(read_series(queries, target), 2)[0]
    plan = Plan(draws=1, donors=20_000, panels=(), epsilons=())
    found = []
    for future in (1.0, 50.0):
        series = read_series(queries, target)
        frequencies, rates = series.frequencies.copy(), series.rates.copy()
        frequencies[season.end :] *= future
        rates[season.start - 2 :] *= future
        found.append(run(replace(series, frequencies=frequencies, rates=rates), (season,), plan))
    first, second = ([way.estimates[0] for way in ways if way.name not in BASELINES] for ways in found)
    np.testing.assert_array_equal(first, second)


def test_fitted_laws_are_those_that_errors_were_drawn_from() -> None:
    """Fitted laws have the shape, scale and tendency of those drawn from, and are the ones applied."""
    drawn = seeded(3)
    under = drawn.random((4_000, 1)) < np.clip(drawn.normal(0.6, 0.1, (4_000, 1)), 0, 1)
    laws = np.where(under, 0.2 * drawn.weibull(1.5, (4_000, 1)), -0.4 * drawn.weibull(2.5, (4_000, 1)))
    model = fitted(laws, ("flu",))
    np.testing.assert_allclose(model.under[0], (1.5, 0.2), rtol=0.1)
    np.testing.assert_allclose(model.over[0], (2.5, 0.4), rtol=0.1)
    known = ErrorModel(np.array([(1.5, 0.2)]), np.array([(2.5, 0.4)]), 0.6, 0.0)
    signs = known.signs(5_000, drawn)
    assert abs(signs.mean() - 0.6) < 0.04
    errors = 1 - known.applied(np.ones((5_000, 1)), signs, drawn)
    assert kstest(errors[signs], weibull_min(1.5, scale=0.2).cdf).pvalue > 1e-6
    assert kstest(-errors[~signs], weibull_min(2.5, scale=0.4).cdf).pvalue > 1e-6


def test_errors_too_few_to_fit_are_refused_by_name() -> None:
    """A query with too few errors of either sign to fit is named, with what to do."""
    with pytest.raises(StudyError, match="flu: too few errors to fit a law to; simulate more with --donors"):
        fitted(np.full((500, 1), np.nan), ("flu",))


def test_errors_are_of_what_did_not_arrive() -> None:
    """Errors are zero where everything arrived, else as large as sampling makes them and balanced on average."""
    shares = np.full((10, 2), 0.01)
    all_arrived = Collected(np.array([50_000]), np.array([50_000]), np.ones(1))
    assert not errors_of(shares, all_arrived, 50, seeded(1)).any()
    fewer = Collected(np.array([50_000]), np.array([10_000]), np.ones(1))
    errors = errors_of(shares, fewer, 4_000, seeded(1))
    # Of 500 searches a fifth: the deviation of a sample's share, without replacement, is sqrt(.8 / 100).
    assert abs(errors.std() / np.sqrt(0.8 / 100) - 1) < 0.05
    assert abs(errors.mean()) < 0.01


@pytest.mark.parametrize("draws", [7.0, 26.6])
def test_published_frequencies_carry_the_noise_of_their_week(draws: float) -> None:
    """The spread of published frequencies over many weeks is that of sampling plus the draws on each count."""
    shares = np.full((20_000, 1), 0.001)
    arrived = Collected(np.array([1_000_000]), np.array([1_000_000]), np.array([draws]))
    quiet, noisy = (published(shares, arrived, noise_of(epsilon), seeded(1)) * 1e6 for epsilon in (None, 0.5))
    scale = (1 + collection.MAX_SEARCHES * (1 + collection.MAX_MATCHES)) / 0.5
    assert abs(quiet.var() / 1_000 - 1) < 0.05
    assert abs(noisy.var() / (1_000 + draws * 2 * scale**2) - 1) < 0.05


def test_shares_are_scaled_by_what_was_known_alone() -> None:
    """Shares are scaled to equal means before the first season, and later weeks do not change earlier ones."""
    values = flu_series.frequencies()
    shares = shares_of(values, START)
    np.testing.assert_allclose(shares[:START].mean(axis=0), collection.TOTAL_SHARE / values.shape[1])
    values[START:] *= 9
    np.testing.assert_array_equal(shares_of(values, START)[:START], shares[:START])


def test_a_week_has_the_noise_of_its_days() -> None:
    """A week has one draw a day from the server; in `cohort` the donors of all cohorts add over twice as much."""
    plain, cohort = (collection.collect(collection.PROTOCOLS[name], 10_000, 1) for name in ("plain", "cohort"))
    assert plain.draws.tolist() == [7.0] * collection.SIMULATED_WEEKS
    np.testing.assert_allclose(cohort.draws, 7 * 1.95**2, rtol=0.05)
    assert (cohort.arrived / cohort.made).min() > 0.95 > (plain.arrived / plain.made).max()


def test_cohort_frequencies_are_closer_than_plain_at_every_delay() -> None:
    """At every delay of a sweep a day's frequencies in `cohort` have less than two thirds of the error in `plain`."""
    shares = np.full((1, 10), collection.TOTAL_SHARE)
    rows = frequency_errors(tuple(f"q{number}" for number in range(10)), shares, 20_000, 1, lambda: None)
    assert [row["delay"] for row in rows] == list(collection.DELAYS)
    assert all(0 < row["cohort"] < row["plain"] * 2 / 3 for row in rows)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_estimates(tmp_path: Path) -> None:
    """The same seed gives the same estimates, and another seed others."""
    series = read_series(*flu_series.write(tmp_path))
    plan = Plan(draws=1, donors=20_000, panels=(20_000,), epsilons=(20.0,))
    first, again, other = (
        [way.estimates[0].tolist() for way in run(series, last_seasons(series, 1), replace(plan, seed=seed))]
        for seed in (1, 1, 2)
    )
    assert first == again
    assert [one == two for one, two in zip(first, other, strict=True)] == [True, False, False, False, True, True]
