"""Release by a public pool: only the pool is released, all of it can be, and each step costs what it states."""

from datetime import datetime, timedelta
from math import exp
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from pdd_research.cli.main import main
from pdd_research.errors import LogError, ParameterError
from pdd_research.log_release.algorithms.noisy_counts import law_of
from pdd_research.log_release.algorithms.pool import read_pool, release
from pdd_research.log_release.algorithms.pool_accounting import Pool, Step, selecting
from pdd_research.log_release.logs.log import in_order

NOON = datetime(2006, 3, 1, 12)
SCHEMA = {"user": pl.String, "time": pl.Datetime("us"), "query": pl.String, "url": pl.String, "rank": pl.Int32}
PUBLIC = pl.Series(["cold", "flu", "flu shot", "gardening", "weather"])


def a_log(users: int = 300) -> pl.LazyFrame:
    """Return a log in which all search "flu", then "flu shot", a day later "weather", and something in no pool."""
    rows = []
    for user in range(users):
        name = f"u{user:03}"
        rows += [(name, NOON, "flu", "cdc.gov", 1), (name, NOON + timedelta(minutes=5), "flu shot", None, None)]
        rows += [(name, NOON + timedelta(days=1), "weather", None, None)]
        rows += [(name, NOON + timedelta(days=1, minutes=1), "my own secret", None, None)]
    return in_order(pl.LazyFrame(rows, schema=SCHEMA, orient="row"))


EXACT = Step(4, 0.05, 20)
"""Noise that is hardly any: tests of what is counted."""


@pytest.mark.parametrize(
    "steps",
    [
        {"query_counts": Step(3, 1.0)},
        {"transition_counts": EXACT},
        {"transitions": EXACT, "transition_counts": Step(5, 1.0)},
    ],
)
def test_counts_are_charged_for_what_is_capped(steps: dict[str, Step]) -> None:
    """A plan whose counts are charged for another number of a user's items than the selection caps is refused."""
    with pytest.raises(ParameterError, match="give one number"):
        Pool(EXACT, **steps)


def test_the_pool_and_nothing_else() -> None:
    """Searched queries of the pool and transitions within half an hour are released, and nothing outside the pool."""
    plan = Pool(EXACT, None, EXACT, EXACT, EXACT, EXACT)
    results = pl.DataFrame({"query": ["flu", "cold"], "url": ["cdc.gov", "nhs.uk"]})
    found = release(a_log(), PUBLIC, plan, results)
    assert found.queries["query"].to_list() == ["flu", "flu shot", "weather"]
    assert all(abs(count - 300) < 10 for count in found.queries["count"])
    assert found.clicks.select("query", "url").rows() == [("flu", "cdc.gov")]
    assert found.transitions is not None
    assert found.transitions.select("query", "next").rows() == [("flu", "flu shot")]
    assert abs(found.transitions["count"][0] - 300) < 10


def test_each_user_counts_for_no_more_than_it_may() -> None:
    """Of a user who searches everything a thousand times only the first few searches and transitions count."""
    times = [NOON + timedelta(seconds=n) for n in range(1_000)]
    one = pl.LazyFrame(
        [("u", time, ("flu", "weather")[n % 2], None, None) for n, time in enumerate(times)], SCHEMA, orient="row"
    )
    step, count = Step(10, 0.02, 0), Step(10, 0.02)
    found = release(one, PUBLIC, Pool(step, None, count, None, step, count))
    assert found.queries.rows() == [("flu", 5), ("weather", 5)]
    assert found.transitions is not None
    assert found.transitions["count"].sum() == 10


def test_what_nobody_searched_can_come_out() -> None:
    """A pool query that nobody searched is released with the noise's probability, as pure epsilon requires."""
    public = pl.Series([f"query {n}" for n in range(20_000)])
    step = Step(1, 1.0, 4)
    released = len(release(a_log(1), public, Pool(step)).queries)
    assert stats.binomtest(released, len(public), float(law_of(1.0).at_least(5))).pvalue > 1e-7


def test_a_threshold_lets_hardly_any_pass_that_nobody_has() -> None:
    """The threshold lets about one unsearched query of the whole list pass at most, however long it is."""
    for candidates in (2, 100, 10**6):
        step = selecting(1.5, 4, candidates)
        assert step.epsilon == pytest.approx(1.5)
        assert candidates * float(law_of(step.scale).at_least((step.threshold or 0) + 1)) < 1


@given(
    counts=st.lists(st.integers(0, 30), min_size=1, max_size=5),
    moved=st.lists(st.integers(0, 4), min_size=1, max_size=4),
    epsilon=st.floats(0.1, 5),
)
def test_selection_is_pure(counts: list[int], moved: list[int], epsilon: float) -> None:
    """However a user's searches fall, no outcome's odds change by more than e^epsilon."""
    step = selecting(epsilon, len(moved), len(counts))
    law, bound = law_of(step.scale), 0.0
    more = np.array(counts) + np.bincount([m % len(counts) for m in moved], minlength=len(counts))
    for before, after in zip(counts, more, strict=True):
        one, other = (law.at_least((step.threshold or 0) + 1 - int(count)) for count in (before, after))
        bound += max(abs(float((other / one).ln())), abs(float(((1 - other) / (1 - one)).ln())))
    assert exp(bound) <= exp(epsilon) * (1 + 1e-9)


def test_rare_terms_take_their_queries_with_them() -> None:
    """A pool query is considered only if enough users searched something with each of its terms."""
    public = pl.Series(["flu", "flu shot", "shot glass", "weather"])
    found = release(a_log(), public, Pool(EXACT, terms=EXACT))
    assert found.queries["query"].to_list() == ["flu", "flu shot", "weather"]
    everything = Step(4, 0.05, -50)
    kept = release(a_log(), public, Pool(everything, terms=EXACT))
    assert "shot glass" not in kept.queries["query"].to_list()
    assert "shot glass" in release(a_log(), public, Pool(everything)).queries["query"].to_list()


def test_steps_add_up() -> None:
    """The cost is the sum over all steps, with delta 0."""
    plan = Pool(Step(2, 4, 9), Step(1, 4, 9), Step(2, 8), Step(3, 6), Step(5, 20, 9), Step(5, 20))
    assert plan.epsilon == pytest.approx(0.5 + 0.25 + 0.25 + 0.5 + 0.25 + 0.25)
    manifest = release(a_log(3), PUBLIC, plan).manifest
    assert (manifest["epsilon"], manifest["delta"]) == (plan.epsilon, 0.0)
    for wrong in ((0, 1.0), (1, 0.0), (1, float("inf"))):
        with pytest.raises(ParameterError):
            Step(*wrong)


def test_reading_a_pool(tmp_path: Path) -> None:
    """A pool has one normalised query a line, each once, and an invalid line is named."""
    (file := tmp_path / "pool.txt").write_text('Flu  Shot\nflu shot\n\n"cold"\n')
    assert read_pool(file).to_list() == ["cold", "flu shot"]
    for content in (b"", b"\n \n", b"\xff\xfe"):
        file.write_bytes(content)
        with pytest.raises(LogError, match=r"pool\.txt"):
            read_pool(file)
    with pytest.raises(LogError, match="nowhere"):
        read_pool(tmp_path / "nowhere")


def test_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From the command line all steps share the requested epsilon, and transitions are beside the rest."""
    a_log().collect().write_parquet(tmp_path / "log.parquet")
    (tmp_path / "pool.txt").write_text("\n".join(PUBLIC))
    asked = [
        "--algorithm",
        "pool",
        "--epsilon",
        "9",
        "--max-queries",
        "3",
        "--max-transitions",
        "1",
        "--max-terms",
        "3",
    ]
    out = tmp_path / "release"
    assert main(["release", str(tmp_path / "log.parquet"), *asked, "--out", str(out)]) == 2
    assert "--pool" in capsys.readouterr().err
    assert (
        main(
            ["release", str(tmp_path / "log.parquet"), *asked, "--pool", str(tmp_path / "pool.txt"), "--out", str(out)]
        )
        == 0
    )
    assert "flu" in pl.read_parquet(out / "queries.parquet")["query"].to_list()
    assert pl.read_parquet(out / "transitions.parquet").columns == ["query", "next", "count"]
    assert '"epsilon": 9' in (out / "manifest.json").read_text()
