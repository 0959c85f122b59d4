"""The vectors that other languages are held to are what Python reads and computes."""

import json
from pathlib import Path
from typing import Any

import pytest

from pdd_results import results
from tests.support.reference.results import FOLDER, cases

CAMPAIGNS = sorted(one for one in FOLDER.iterdir() if one.is_dir())


@pytest.mark.parametrize("folder", CAMPAIGNS, ids=lambda folder: folder.name)
def test_the_vectors_are_the_series(folder: Path) -> None:
    """Series, not rounded, and standard deviations of the noise are what the shared code computes of the files.

    So is the number of donors who used up their hits, where there is one.
    """
    wanted = json.loads((folder / "series.json").read_text("utf-8"))
    read, days = results(folder), json.loads((folder / "totals.json").read_text("utf-8"))["days"]
    assert list(read.noise_sd.values()) == pytest.approx([day["noise"]["sd"] for day in days], rel=1e-9)
    assert [one.full for one in read.published] == [day.get("full") for day in days]
    found = json.loads(json.dumps(list(cases(read))))
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        assert one["asked"] == other["asked"]
        for row, its in zip(one["rows"], other["rows"], strict=True):
            assert row == {**its, **_numbers(its)}


def _numbers(row: dict[str, Any]) -> dict[str, object]:
    """Return the numbers that a Fourier transform on another processor may change in their last digits."""
    known = {name: row[name] for name in ("value", "low_95", "high_95", "confidence") if row[name] is not None}
    return {name: pytest.approx(number, rel=1e-9) for name, number in known.items()}


def test_there_are_vectors_of_each_law() -> None:
    """The campaigns have every law, units above 1, shares of several cohorts, days and weeks, and the number `full`."""
    text = "".join((folder / "totals.json").read_text("utf-8") for folder in CAMPAIGNS)
    laws = ("discrete-laplace", "discrete-gaussian", "skellam")
    for part in (*laws, '"unit": 4', "[[90, 90], [61, 80]]", '"week"', '"full"'):
        assert part in text, part
