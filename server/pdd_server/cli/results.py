"""`pdd-server results`: print or save a campaign's published results, as a whole file or as selected rows."""

import argparse
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from pdd_server.cli.arguments import add_data_folder, day, last_day
from pdd_server.cli.execution import opened_to_read
from pdd_server.cli.parser import Parser
from pdd_server.errors import invalid
from pdd_server.services.campaigns import campaigns
from pdd_server.services.results import published_file, series, table_slices
from pdd_server.services.results.exports import exports
from pdd_server.services.results.exports.tidy import SCHEMA
from pdd_server.services.results.published_file import Period
from pdd_server.services.results.table_slices import Slice
from pdd_shared.series.grouping import BYS, LONGEST_MEAN, MOST_CHANGE, PER, RATES, Asked, Grouping
from pdd_shared.series.rows import SERIES_SCHEMA

# The file of each --format.
FILES = {
    "csv": "totals.csv",
    "json": "totals.json",
    "parquet": "totals.parquet",
    "sqlite": "totals.sqlite",
    "package": exports.PACKAGE,
}
_WHOLE = ("sqlite", "package")
"""Formats that hold all results or nothing."""
_PARTS = ("--from", "--to", "--stratum", "--entry", "--by", "--rate", "--mean", "--minus", "--change")
"""The options that ask for a part or a series."""


def _results(given: argparse.Namespace) -> None:
    table_slices.check_form(given.format)
    with opened_to_read(given) as server, TemporaryDirectory() as beside:
        published = server.folder.published
        with server.store.read() as connection:
            campaign = campaigns.get(connection, given.id).campaign.id
            folder, log = published / campaign, exports.checkpoint_in(published)
            if exports.write(connection, folder, campaign, log=log, into=Path(beside)):
                folder = Path(beside)
        asked = _asked(given)
        if asked != Slice():
            _write_part(folder, asked, given)
            return
        with (folder / FILES[given.format]).open("rb") as source, _target(given.out) as target:
            shutil.copyfileobj(source, target)


def _asked(given: argparse.Namespace) -> Slice | Asked:
    """Return the rows or the series that the options ask for."""
    entries, strata = tuple(given.entries), tuple(dict.fromkeys(given.strata))
    of_series = (given.by, given.rate, given.mean, given.minus, given.change)
    if any(option is not None for option in of_series):
        grouping = Grouping(given.by, given.rate, given.mean or 1)
        return Asked(given.first, given.last, strata, entries, grouping, given.minus, given.change or 0)
    if len(strata) > 1:
        raise invalid("--stratum", "rows are of one stratum or of all; add --by for a series of several added up")
    return Slice(Period(given.first, given.last, *strata), entries)


def _write_part(folder: Path, asked: Slice | Asked, given: argparse.Namespace) -> None:
    """Write the selected rows, some thousand at a time.

    Raises:
        Rejected: INVALID for options that contradict each other; NOT_FOUND for an unknown keyword.
    """
    if given.first and given.last and given.last < given.first:
        raise invalid("--to", f"{given.last} is before --from, {given.first}; change one of them")
    if given.format in _WHOLE:
        raise invalid(f"--format {given.format}", f"is of all results; leave out {', '.join(_PARTS)}")
    with published_file.opened(folder) as published:
        write = table_slices.AS[given.format]
        if isinstance(asked, Asked):
            pieces = write(series.rows(published, asked), SERIES_SCHEMA)
        else:
            pieces = write(table_slices.rows(published, asked), SCHEMA)
        with _target(given.out) as target:
            target.writelines(pieces)
            if given.format == "json":
                target.write(b"\n")


@contextmanager
def _target(out: Path | None) -> Iterator[BinaryIO]:
    """Open the file to write, or the standard output without one. The file gets its name only when it is complete."""
    if out is None:
        yield sys.stdout.buffer
        sys.stdout.flush()
        return
    unfinished = out.with_name(out.name + ".partial")
    with unfinished.open("wb") as target:
        yield target
    unfinished.replace(out)


def add_results(parser: Parser) -> None:
    """Add the arguments of `results` to its parser."""
    add_data_folder(parser, _results)
    parser.add_argument("id", metavar="ID")
    parser.add_argument("--format", choices=tuple(FILES), default="json")
    parser.add_argument("--from", dest="first", type=day, metavar="DAY", help="of this day and later")
    parser.add_argument(
        "--to",
        dest="last",
        type=last_day,
        metavar="DAY",
        help="of this day and earlier; a week such as 2026-W20 to its Sunday",
    )
    parser.add_argument(
        "--stratum", dest="strata", action="append", default=[], help="of this region; can be given again for a series"
    )
    parser.add_argument(
        "--entry", dest="entries", action="append", default=[], help="of this entry; can be given again"
    )
    parser.add_argument("--by", choices=BYS, help="a series by day, week or month, the strata added up")
    parser.add_argument("--rate", choices=RATES, help=f"a series per {PER:,} searches, or per {PER:,} donors and day")
    parser.add_argument(
        "--mean",
        type=partial(_number, least=2, most=LONGEST_MEAN),
        metavar="DAYS",
        help=f"a series of means of so many days, from 2 to {LONGEST_MEAN}",
    )
    _add_differences(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file to write; without it, the standard output")


def _add_differences(parser: Parser) -> None:
    differences = parser.add_mutually_exclusive_group()
    differences.add_argument("--minus", metavar="STRATUM", help="a series of differences: less this region's numbers")
    differences.add_argument(
        "--change",
        type=partial(_number, least=1, most=MOST_CHANGE),
        metavar="N",
        help=f"a series of differences: less the numbers of N days, weeks or months before, up to {MOST_CHANGE}",
    )


def _number(text: str, *, least: int, most: int) -> int:
    """Return the number that an argument names; raise ArgumentTypeError, with the range, for another text."""
    if text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} can't be used; give a number from {least} to {most}")
