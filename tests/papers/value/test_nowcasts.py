"""Nowcasts: nothing is known before its time, counts help where they tell something, and shuffled ones do not."""

from collections.abc import Callable

import numpy as np
import pytest

from pdd_papers.flu.errors import StudyError
from pdd_papers.flu.series import Floats, Series
from pdd_papers.value.argo import LAGS, argo
from pdd_papers.value.calendar import WINDOW, Calendar
from pdd_papers.value.donations import exact
from pdd_papers.value.nowcasts import from_counts, from_rates, last_value
from pdd_research.seeded_randomness import seeded
from tests.papers.value import value_series
from tests.papers.value.value_series import changed, mean_error, without

AT = np.array([250])
Way = Callable[[Series, int], Floats]
WAYS: dict[str, Way] = {
    "last value": lambda series, lag: last_value(Calendar.of(series), AT, lag),
    "rates alone": lambda series, lag: from_rates(Calendar.of(series), AT, lag),
    "both": lambda series, lag: from_rates(Calendar.of(series), AT, lag, exact(series.frequencies)),
    "counts alone": lambda series, lag: from_counts(Calendar.of(series), AT, lag, exact(series.frequencies)),
    "ARGO, rates alone": lambda series, lag: argo(Calendar.of(series), AT, lag, None),
    "ARGO": lambda series, lag: argo(Calendar.of(series), AT, lag, series.frequencies),
}


@pytest.mark.parametrize("lag", [1, 2])
@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_known_before_its_time(way: str, lag: int) -> None:
    """Other rates than those out, and other counts after the week, change no estimate; the last known ones do."""
    series, week = value_series.series(), int(AT[0])
    found = [WAYS[way](changed(series, week - lag + 1, week + 1, seed), lag).tolist() for seed in (1, 2)]
    assert found[0] == found[1] == WAYS[way](series, lag).tolist()
    known = changed(series, week - lag, week, 1)
    assert WAYS[way](known, lag).tolist() != found[0]


@pytest.mark.parametrize("way", WAYS)
def test_two_years_are_learnt_from_and_no_more(way: str) -> None:
    """What lies before the window, the lags of its first week and the changes of its counts changes no estimate."""
    series, lag = value_series.series(), 1
    first = int(AT[0]) - lag - WINDOW + 1
    older = changed(series, 0, 0, 1)
    rates, frequencies = series.rates.copy(), series.frequencies.copy()
    rates[: first - LAGS] = older.rates[: first - LAGS]
    frequencies[: first - lag] = older.frequencies[: first - lag]
    far = Series(series.weeks, series.queries, frequencies, rates, series.faults)
    assert WAYS[way](far, lag).tolist() == WAYS[way](series, lag).tolist()


def test_counts_add_what_rates_do_not_know() -> None:
    """Where rates jump and queries follow them, counts take away over half of the error, and ARGO's do as well."""
    series, weeks = value_series.series(), np.arange(260, 300)
    calendar, donated = Calendar.of(series), exact(series.frequencies)
    rates = mean_error(from_rates(calendar, weeks, 2), series, weeks)
    found = {
        "both": from_rates(calendar, weeks, 2, donated),
        "counts": from_counts(calendar, weeks, 2, donated),
        "ARGO": argo(calendar, weeks, 2, series.frequencies),
    }
    assert all(mean_error(each, series, weeks) < rates / 2 for each in found.values())


@pytest.mark.parametrize("seed", range(3))
def test_shuffled_counts_gain_nothing(seed: int) -> None:
    """Counts of the right sizes in the wrong weeks make rates alone no better by 3%, and no worse by 5%."""
    series, weeks = value_series.series(seed=seed), np.arange(170, 320)
    calendar = Calendar.of(series)
    shuffled = exact(series.frequencies[seeded(seed).permutation(len(series.weeks))])
    alone, both = (mean_error(from_rates(calendar, weeks, 2, each), series, weeks) for each in (None, shuffled))
    assert 0.97 < both / alone < 1.05


def test_lags_are_counted_by_the_calendar() -> None:
    """Over a missing week a lag takes the last rate before it, and the weeks learnt from end with the last one out."""
    whole = value_series.series()
    series = without(whole, [198, 199])
    calendar = Calendar.of(series)
    week = np.array([198])  # the week that was row 200
    logits = Calendar.of(whole).logits
    assert calendar.lagged(week, range(1, 5)).tolist() == [logits[[197, 197, 197, 196]].tolist()]
    assert calendar.learnt(198, 2, 2).tolist() == list(range(198 - WINDOW, 198))
    assert calendar.learnt(204, 2, 2)[-1] == 202
    assert calendar.learnt(60, 1, 52).tolist() == list(range(52, 60))
    assert np.isnan(calendar.lagged(np.array([0]), range(1, 2))).all()


@pytest.mark.parametrize("lag", [1, 3])
def test_weeks_may_be_missing(lag: int) -> None:
    """Every way estimates weeks around a gap, as exactly as others on average."""
    series = without(value_series.series(), [150, 200, 201, 244])
    calendar, donated, weeks = Calendar.of(series), exact(series.frequencies), np.arange(240, 252)
    found = [from_rates(calendar, weeks, lag), from_rates(calendar, weeks, lag, donated)]
    found += [from_counts(calendar, weeks, lag, donated), argo(calendar, weeks, lag, series.frequencies)]
    assert all(mean_error(each, series, weeks) < series.rates.std() for each in found)


@pytest.mark.parametrize("rate", [0.0, 100.0, 250.0])
def test_rates_that_are_no_percentages_are_refused(rate: float) -> None:
    """A rate of which no logit exists is refused with its week."""
    series = value_series.series()
    series.rates[7] = rate
    with pytest.raises(StudyError, match=rf"--target: the rate of 2008-02-23 is {rate:g}; give percentages"):
        Calendar.of(series)
