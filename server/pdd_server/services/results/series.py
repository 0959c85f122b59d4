"""Series of keywords from the published file: counts or rates by day, week or month, 7-day means, and differences.

What a row holds is computed in `pdd_shared.series`, as researchers' readers do.
"""

import json
import sqlite3
from collections.abc import Iterator
from typing import Any

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.results import published_file
from pdd_server.services.results.published_file import Period
from pdd_server.services.results.table_slices import check_stratum, ids_of
from pdd_shared.protocol import days as periods
from pdd_shared.series import grouping as groupings
from pdd_shared.series.grouping import Asked, Grouping
from pdd_shared.series.rows import pairs_of, rows_of

MOST_ROWS = 40_000
"""The most rows of a series: some seconds' work, where they are rates."""


def rows(connection: sqlite3.Connection, asked: Asked) -> Iterator[list[tuple[Any, ...]]]:
    """Return an iterator over a series: one batch of rows for each keyword, with the columns of `SERIES_SCHEMA`.

    Raises:
        Rejected: Before the first batch: INVALID for a period or mean that the campaign does not have, or for too many
            rows; NOT_FOUND for an unknown stratum or keyword.
    """
    period, known = campaign_of(connection)
    _check(connection, asked, period)
    days = published_file.days_of(connection, Period(asked.first, asked.last))
    pairs = pairs_of(asked, days, known, period)
    entries = dict(connection.execute("SELECT id, entry FROM entries ORDER BY id"))
    chosen = ids_of(connection, asked.entries) if asked.entries else list(entries)
    if len(chosen) * len(pairs) > MOST_ROWS:
        raise _wrong(f"This series has more than {MOST_ROWS:,} rows. Name entries, or ask for fewer days.")
    totals = ((entries[entry], published_file.totals_of(connection, entry)) for entry in chosen)
    return ([*rows_of(asked, pairs, its, label)] for label, its in totals)


def campaign_of(connection: sqlite3.Connection) -> tuple[periods.Period, list[str]]:
    """Return what a published number of the campaign is of, and its strata."""
    period, strata = connection.execute("SELECT period, strata FROM campaign").fetchone()
    return period, json.loads(strata)


def _check(connection: sqlite3.Connection, asked: Asked, period: periods.Period) -> None:
    """Check that the campaign has what is asked for; raise Rejected if not."""
    for stratum in asked.strata:
        check_stratum(connection, stratum)
    if asked.minus is not None:
        check_stratum(connection, asked.minus, "minus")
    try:
        groupings.check_asked(asked, period)
    except ValueError as error:
        raise _wrong(str(error)) from None


def check_grouping(grouping: Grouping, period: periods.Period) -> None:
    """Check that a campaign's numbers can be grouped like this.

    Raises:
        Rejected: INVALID.
    """
    try:
        groupings.check_grouping(grouping, period)
    except ValueError as error:
        raise _wrong(str(error)) from None


def _wrong(sentence: str) -> Rejected:
    return Rejected(Rejection.INVALID, sentence)
