"""A made-up flu series in the form of the real files: yearly waves, queries that follow them, and some that don't."""

from datetime import date, timedelta
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pdd_research.seeded_randomness import seeded

FIRST = date(2008, 1, 5)
WEEKS = 420
FOLLOWING, OTHERS = 6, 3
NAMES = (*(f"flu {number}" for number in range(FOLLOWING)), *(f"sun {number}" for number in range(OTHERS)))
_AT = np.arange(WEEKS)
DATES = tuple(FIRST + timedelta(weeks=index) for index in range(WEEKS))
RATES = 1 + (2 + np.sin(_AT // 52 * 1.7)) * np.exp(-((_AT % 52 - 5) ** 2) / 30.0)
"""A wave early in each year, whose height differs from year to year."""


def frequencies(seed: int = 1) -> NDArray[np.float64]:
    """Return weeks x queries as whole numbers: the first follow the rate with errors, the others the sun."""
    drawn = seeded(seed)
    following = 15 * RATES[:, None] + drawn.normal(0, 4, (WEEKS, FOLLOWING))
    others = 30 - 10 * np.cos((_AT[:, None] % 52 - 5) / 52 * 2 * np.pi) + drawn.normal(0, 4, (WEEKS, OTHERS))
    return np.maximum(np.rint(np.hstack([following, others])), 1)


def write(folder: Path, values: NDArray[np.float64] | None = None, names: tuple[str, ...] = NAMES) -> tuple[Path, Path]:
    """Write both files: queries as Google Trends gives them, and each week's rate by its date."""
    values = frequencies() if values is None else values
    rows = [[str(week), *(f"{value:g}" for value in row)] for week, row in zip(DATES, values, strict=True)]
    queries, target = folder / "queries.csv", folder / "target.csv"
    queries.write_text("".join(", ".join(row) + "\n" for row in (["Week", *names], *rows)))
    rates = (f"{week},{rate}\n" for week, rate in zip(DATES, RATES, strict=True))
    target.write_text("week,rate\n" + "".join(rates))
    return queries, target
