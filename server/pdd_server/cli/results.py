"""`pdd-server results`: print or save a campaign's published results, as a whole file or as selected rows."""

import argparse
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pdd_server.cli.arguments import add_data_folder, day
from pdd_server.cli.execution import opened
from pdd_server.cli.parser import Parser
from pdd_server.errors import invalid
from pdd_server.services.campaigns import campaigns
from pdd_server.services.results import published_file, table_slices
from pdd_server.services.results.exports import exports
from pdd_server.services.results.published_file import Period
from pdd_server.services.results.table_slices import Slice

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


def _results(given: argparse.Namespace) -> None:
    table_slices.check_form(given.format)
    with opened(given) as server:
        with server.store.read() as connection:
            campaign = campaigns.get(connection, given.id).campaign.id
        exports.write_all(server.store, server.folder.published)
        folder = server.folder.published / campaign
        asked = Slice(Period(given.first, given.last), tuple(given.entries))
        if asked != Slice():
            _write_part(folder, asked, given)
            return
        with (folder / FILES[given.format]).open("rb") as source, _target(given.out) as target:
            shutil.copyfileobj(source, target)


def _write_part(folder: Path, asked: Slice, given: argparse.Namespace) -> None:
    """Write the selected rows, some thousand at a time.

    Raises:
        Rejected: INVALID for options that contradict each other; NOT_FOUND for an unknown keyword.
    """
    if given.first and given.last and given.last < given.first:
        raise invalid("--to", f"{given.last} is before --from, {given.first}; change one of them")
    if given.format in _WHOLE:
        raise invalid(f"--format {given.format}", "is of all results; leave out --from, --to and --entry")
    with published_file.opened(folder) as published:
        pieces = table_slices.AS[given.format](table_slices.rows(published, asked))
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
    parser.add_argument("--to", dest="last", type=day, metavar="DAY", help="of this day and earlier")
    parser.add_argument(
        "--entry", dest="entries", action="append", default=[], help="of this entry; can be given again"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file to write; without it, the standard output")
