"""A release's own tables are read: counts below 0 tell whether their noise is what the manifest states."""

from datetime import datetime
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest

from pdd_research.audit.published_numbers.noise_tests import SIZE
from pdd_research.audit.published_numbers.page import Page
from pdd_research.cli.audit.published import evidence_in, main
from pdd_research.log_release.algorithms import korolova, noisy_counts, pool, set_union
from pdd_research.log_release.algorithms.korolova_accounting import Parameters, optimal
from pdd_research.log_release.algorithms.noise import Laplace
from pdd_research.log_release.algorithms.set_union import Counts
from pdd_research.log_release.algorithms.set_union_accounting import plan
from pdd_research.log_release.release import Release, write
from tests.research.audit.manifests import PLAN
from tests.research.audit.published_numbers.campaigns import refuted

NOON = datetime(2006, 3, 1, 12)
URLS = 1_500


def log() -> pl.LazyFrame:
    """Return a log in which 200 users search for one thing and click nowhere."""
    users = [f"u{number}" for number in range(200)]
    none = pl.lit(None, pl.String).alias("url")
    return pl.LazyFrame({"user": users}).sort("user").select(
        "user", pl.lit(NOON).alias("time"), pl.lit("flu").alias("query"), none, pl.lit(1, pl.Int32).alias("rank")
    )  # fmt: skip


def results() -> pl.DataFrame:
    return pl.DataFrame({"query": ["flu"] * URLS, "url": [f"https://{number}.example" for number in range(URLS)]})


def by_korolova() -> Release:
    return korolova.release(log(), Parameters(3, *optimal(1.0, 1e-4, 3), 6.0, 4, 20.0), results())


def by_set_union() -> Release:
    return set_union.release(log(), plan(1.0, 1e-4, 3), Counts(6.0, 4, 20.0), results())


def by_pool() -> Release:
    public = pl.Series(["flu", *(f"flu {number}" for number in range(1_000))])
    return pool.release(log(), public, PLAN, results())


@pytest.mark.parametrize("made", [by_korolova, by_set_union, by_pool])
def test_half_the_noise_on_counts_is_read_off_the_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made
) -> None:  # type: ignore[no-untyped-def]
    """A right release passes. One whose counts were given half of the noise is caught by its tables alone."""
    write(made(), tmp_path / "right")
    page = Page.of(evidence_in(str(tmp_path / "right")))
    # Releases draw from the operating system. At the audit's own level one run in a thousand would fail by chance.
    assert all(verdict.chance > 1e-8 for verdict in page.verdicts[0])
    assert max(len(sample.numbers) for sample in page.evidence[0].samples) > 400
    monkeypatch.setattr(noisy_counts, "law_of", lambda scale: Laplace(Decimal(scale / 2)))
    write(made(), tmp_path / "half")
    assert SIZE in refuted(Page.of(evidence_in(str(tmp_path / "half"))))


def test_tables_without_counts_below_0_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where no count is below 0, the page says that the noise was not tested."""
    write(korolova.release(log(), Parameters(3, *optimal(1.0, 1e-4, 3), 6.0)), tmp_path / "release")
    assert main([str(tmp_path / "release")]) == 0
    said = capsys.readouterr().out
    assert "**NOT TESTED.**" in said
    assert "the noise on the counts of queries: none of them is below 0" in said


def test_a_scale_that_is_none_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A manifest whose scale is text exits with 2 and one line."""
    made = by_korolova()
    made.manifest["parameters"]["b_q"] = "much"
    write(made, tmp_path / "release")
    assert main([str(tmp_path / "release")]) == 2
    assert "queries has a scale of 'much'" in capsys.readouterr().err
