"""The documents for researchers, run on a served campaign with an invented outcome."""

import re
from datetime import timedelta
from pathlib import Path

import numpy as np

from tests.results.random_campaigns import START
from tests.results.winter import WEEKS, wave

ROOT = Path(__file__).parents[2]
SLOPE = 0.8
"""How many cases go with one search of the true count."""


def true_fever(week: int) -> float:
    """Return the searches for fever in the north in a week, without noise."""
    return sum(round((90 + 300 * wave(day)) * 0.45) for day in range(7 * week, 7 * week + 7))


def write_illness(file: Path) -> None:
    """Write the cases of each week, which depend on the true number of searches."""
    random = np.random.default_rng(3)  # noqa: TID251 - a simulation in a test
    sundays = (START + timedelta(days=7 * (week + 1)) for week in range(WEEKS))
    cases = (200 + SLOPE * true_fever(week) + 20 * random.standard_normal() for week in range(WEEKS))
    rows = (f"{day},{number:.3f}\n" for day, number in zip(sundays, cases, strict=True))
    file.write_text("last,cases\n" + "".join(rows))


def ready(document: Path, page: str, folder: Path) -> str:
    """Return a document's text with this address in place of the example's, and its files in this folder."""
    text = document.read_text("utf-8")
    for name, there in (
        ("https://SERVER/campaigns/winter-flu", page),
        ("illness.csv", str(folder / "illness.csv")),
        ("winter-flu.zip", str(folder / "winter-flu.zip")),
        ("fever.svg", str(folder / "fever.svg")),
    ):
        assert f'"{name}"' in text, name
        text = text.replace(f'"{name}"', f'"{there}"')
    return text


def slopes(printed: str) -> tuple[float, float, float]:
    """Return the plain slope, the corrected one and its error, as a document prints them."""
    found = re.search(r"plain slope (\S+), corrected (\S+), standard error (\S+)", printed)
    assert found, printed
    plain, corrected, error = map(float, found.groups())
    return plain, corrected, error
