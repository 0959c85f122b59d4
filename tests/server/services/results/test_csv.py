"""The CSV files equal byte for byte what polars writes, which wrote them before."""

import tempfile
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from pdd_server.services.results.exports import tidy
from pdd_server.store.results.publications import Publication
from pdd_shared.privacy.accounting.charges import Charge
from tests.server.simulated_server import campaign

TYPES = {"date": pl.Date(), "string": pl.String(), "integer": pl.Int64(), "number": pl.Float64()}
LABEL = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
AWKWARD = st.sampled_from(['"', ",", "\r", "\n", '"a, b"', " a ", "=x", "流感", "\u2028", "\ufeffa"])
PUBLISHED = st.builds(
    Publication,
    campaign=st.just("flu"),
    stratum=st.none() | st.just("north-1"),
    day=st.dates(date(2020, 1, 1), date(2030, 1, 1)),
    donors=st.integers(-5, 10**9),
    searches=st.integers(-5, 10**12),
    confidence=st.floats(1e-9, 1) | st.sampled_from([0.0, 1.0, 0.96, 1e-5, 6e-5, 9.99e-6, 1e-4]),
    totals=st.lists(st.none() | st.integers(-(10**6), 10**12), min_size=1, max_size=6).map(tuple),
    charge=st.just(Charge.of_terms(campaign().terms)),
)


def by_polars(columns: dict[str, str], rows: list[list[object]]) -> bytes:
    frame = pl.DataFrame(rows, schema={name: TYPES[kind] for name, kind in columns.items()}, orient="row")
    return frame.write_csv(line_terminator="\r\n").encode()


@given(
    st.lists(st.tuples(PUBLISHED, st.decimals("0.00001", 10**6, places=5)), max_size=4),
    st.lists(LABEL | AWKWARD, min_size=6, max_size=6, unique=True),
)
def test_totals_are_written_as_polars_writes_them(made: list[tuple[Publication, Decimal]], labels: list[str]) -> None:
    """Totals with any label, count, share and scale, with and without strata and unlisted entries, equal polars'
    output.
    """
    flu = campaign().model_copy(update={"vocabulary": tuple(labels)})
    days = [replace(one, charge=replace(one.charge, scale=scale)) for one, scale in made]
    rows: list[list[object]] = []
    for one in days:
        same = tidy.about(one, flu.terms.budget)
        half = same["half_width_95"]
        for label, total in zip(labels, one.totals, strict=False):
            if total is not None:
                own = {"entry": label, "total": total, "low_95": total - half, "high_95": total + half}
                rows.append([{**same, **own}[name] for name in tidy.SCHEMA])
    stored = [(one, str(list(one.totals)).replace("None", "null")) for one in days]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "totals.csv"
        tidy.write_csv(file, lambda: stored, flu)
        assert file.read_bytes() == by_polars(tidy.SCHEMA, rows)


@given(st.lists(st.tuples(st.dates(date(2020, 1, 1), date(2030, 1, 1)), st.integers(0, 9), st.just(0.0))))
def test_missing_days_are_written_as_polars_writes_them(found: list[tuple[date, int, float]]) -> None:
    """Missing days, each with its reason and number of donors, equal polars' output."""
    rows: list[list[object]] = [[day, "waiting", active, 3, confidence] for day, active, confidence in found]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "missing.csv"
        tidy.write_missing(file, [dict(zip(tidy.MISSING, row, strict=True)) for row in rows])
        assert file.read_bytes() == by_polars(tidy.MISSING, rows)
