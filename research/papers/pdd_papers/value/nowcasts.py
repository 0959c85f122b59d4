"""Our nowcast of a week's rate, refitted each week on a moving window: rates, season and donated counts.

The target is how much the rate changed, on the logit scale, since the last one that is out. Rates and season are known
to all models. Counts come as an index of all queries, with its change since the week of that last rate, and as single
queries. How far counts are trusted, if at all, is chosen anew each week by the error of the weeks left out in turn.
"""

import numpy as np

from pdd_papers.flu.series import Floats
from pdd_papers.value.calendar import WINDOW, Calendar, Places, percent
from pdd_papers.value.calibration import Donated, Features, features_of
from pdd_papers.value.ridge import best_estimate

RATES = 3
"""The last rates that are out, which the model sees."""
_RATE_SCALE, _INDEX_SCALE, _QUERY_SCALES = 3.0, 3.0, (0.0, 0.3, 1.0)
"""Prior scales of the weights, beside 1 for the season. They were chosen on the seasons 2009/10 to 2011/12."""


def last_value(calendar: Calendar, weeks: Places, lag: int) -> Floats:
    """Return for each week the last rate that is out, in percent."""
    return percent(calendar.logits[calendar.at(weeks, lag)])


def from_rates(calendar: Calendar, weeks: Places, lag: int, donated: Donated | None = None) -> Floats:
    """Return the estimated rates of some weeks, in percent, from rates, season, and counts if they are given.

    Args:
        calendar: the weeks and their rates.
        weeks: the rows to estimate.
        lag: after how many weeks a rate is out.
        donated: counts of all weeks.
    """
    return percent(np.array([_with_rates(calendar, int(week), lag, donated) for week in weeks]))


def from_counts(calendar: Calendar, weeks: Places, lag: int, donated: Donated) -> Floats:
    """Return the estimated rates of some weeks, in percent, from counts alone; the rates that are out are learnt from.

    The arguments are those of `from_rates`.
    """
    return percent(np.array([_without_rates(calendar, int(week), lag, donated) for week in weeks]))


def _with_rates(calendar: Calendar, week: int, lag: int, donated: Donated | None) -> float:
    learnt = calendar.learnt(week, lag, lag + RATES - 1)
    rows = np.append(learnt, week)
    lagged = calendar.lagged(rows, range(lag, lag + RATES))
    known = np.hstack([_RATE_SCALE * _standard(lagged), _standard(calendar.season[rows])])
    candidates = [known]
    if donated is not None:
        features, first = _recent(donated, week, lag)
        before = np.maximum(calendar.at(rows, lag), first) - first
        index = features.index[rows - first]
        change = index - features.index[before]
        counted = _INDEX_SCALE * np.column_stack([index, change])
        candidates += [np.hstack([known, counted, *queries]) for queries in _queries(features, rows - first)]
    last_known = lagged[:, 0]
    return float(last_known[-1] + best_estimate(candidates, calendar.logits[learnt] - last_known[:-1]))


def _without_rates(calendar: Calendar, week: int, lag: int, donated: Donated) -> float:
    learnt = calendar.learnt(week, lag, lag)
    features, first = _recent(donated, week, lag)
    rows = np.append(learnt, week) - first
    index = _INDEX_SCALE * features.index[rows, None]
    return best_estimate(
        [np.hstack([index, *queries]) for queries in _queries(features, rows)], calendar.logits[learnt]
    )


def _recent(donated: Donated, week: int, lag: int) -> tuple[Features, int]:
    """Return the features of a week and of those before it that a model asks for, and the first one's row."""
    first = max(week + 1 - WINDOW - 2 * lag, 0)
    return features_of(donated.rows(slice(first, week + 1))), first


def _queries(features: Features, rows: Places) -> list[list[Floats]]:
    """Return the columns of single queries at each of their prior scales: none at scale 0."""
    return [[scale * features.queries[rows]] if scale else [] for scale in _QUERY_SCALES]


def _standard(columns: Floats) -> Floats:
    """Scale columns (weeks + 1, columns) to mean 0 and variance 1 over the weeks to learn from, all but the last."""
    learnt = columns[:-1]
    deviation = learnt.std(axis=0)
    scaled: Floats = (columns - learnt.mean(axis=0)) / np.where(deviation > 0, deviation, 1.0)
    return scaled
