"""A model of the errors of estimated frequencies, to draw errors from (PDD, section 5.1).

The size of a query's error follows one Weibull law if too little was counted, and another if too much was. Which of
the two it is follows from a tendency that all queries of a week share.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.stats import weibull_min

from pdd_papers.flu.errors import StudyError
from pdd_papers.flu.series import Floats
from pdd_research.seeded_randomness import Generator

FEWEST = 20
"""The fewest errors that a law is fitted to."""
Signs = NDArray[np.bool_]
"""For each week and query, whether too little was counted."""


@dataclass(frozen=True)
class ErrorModel:
    """The laws of all queries' errors.

    Attributes:
        under: shape and scale of the Weibull law of too small counts, for each query (queries, 2).
        over: the same for too large counts.
        mean: the mean of the week's tendency, a Gaussian share of queries with too small counts.
        deviation: its standard deviation.
    """

    under: Floats = field(repr=False)
    over: Floats = field(repr=False)
    mean: float
    deviation: float

    def signs(self, weeks: int, rng: Generator) -> Signs:
        """Draw signs: each week's tendency first, then a sign for each query."""
        tendency = np.clip(rng.normal(self.mean, self.deviation, (weeks, 1)), 0, 1)
        return rng.random((weeks, len(self.under))) < tendency

    def applied(self, frequencies: Floats, signs: Signs, rng: Generator) -> Floats:
        """Return true frequencies (weeks, queries) with one draw of errors; none falls below 0."""
        law = np.where(signs[:, :, None], self.under, self.over)
        size = law[:, :, 1] * rng.weibull(law[:, :, 0])
        error = np.where(signs, np.minimum(size, 1.0), -size)
        applied: Floats = frequencies * (1 - error)
        return applied


def fitted(errors: Floats, queries: tuple[str, ...]) -> ErrorModel:
    """Fit the laws to relative errors.

    Args:
        errors: as `errors_of` returns them (samples, queries); nan where there is none.
        queries: their names.

    Raises:
        StudyError: if a query has fewer than FEWEST errors of a sign, or all of them are equal.
    """
    under = [_weibull(errors[:, number], name) for number, name in enumerate(queries)]
    over = [_weibull(-errors[:, number], name) for number, name in enumerate(queries)]
    wrong = (errors != 0) & ~np.isnan(errors)
    tendency = (wrong & (errors > 0)).sum(axis=1) / np.maximum(wrong.sum(axis=1), 1)
    tendency = tendency[wrong.any(axis=1)]
    return ErrorModel(np.array(under), np.array(over), float(tendency.mean()), float(tendency.std()))


def _weibull(errors: Floats, query: str) -> tuple[float, float]:
    above = errors[errors > 0]
    if len(np.unique(above)) < 2 or len(above) < FEWEST:
        raise StudyError(f"{query}: too few errors to fit a law to; simulate more with --donors, or leave it out")
    shape, _, scale = weibull_min.fit(above, floc=0)
    return float(shape), float(scale)
