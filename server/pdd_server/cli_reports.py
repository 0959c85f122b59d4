"""`pdd-server results`: what is published of a campaign, as the files that anybody may download, or a part of it."""

import argparse
import json
import shutil
import sys
from pathlib import Path

from pdd_server.cli_common import Parser, add_command, day, opened
from pdd_server.services import campaigns, exports
from pdd_server.services.reports import reading, slices
from pdd_server.services.reports.reading import Period
from pdd_server.services.reports.slices import Slice

FILES = {
    "csv": "totals.csv",
    "json": "totals.json",
    "parquet": "totals.parquet",
    "sqlite": "totals.sqlite",
    "package": exports.PACKAGE,
}
_WHOLE = ("sqlite", "package")


def _results(given: argparse.Namespace) -> None:
    with opened(given) as server:
        with server.store.read() as connection:
            campaign = campaigns.get(connection, given.id).campaign.id
        exports.write_all(server.store, server.folder.published)
        folder = server.folder.published / campaign
        _put(_part(folder, given) or (folder / FILES[given.format]), given.out)


def _part(folder: Path, given: argparse.Namespace) -> bytes | None:
    """The part that is asked for; None for all."""
    asked = Slice(Period(given.first, given.last), tuple(given.entries))
    if asked == Slice():
        return None
    if given.format in _WHOLE:
        raise slices.SliceError(f"--format {given.format}: is of all results; leave out --from, --to and --entry")
    with reading.opened(folder) as published:
        found, _ = slices.rows(published, asked)
    if given.format == "parquet":
        return slices.as_parquet(found)
    if given.format == "csv":
        return slices.as_csv(found).encode()
    return (json.dumps(slices.as_table(found), ensure_ascii=False) + "\n").encode()


def _put(what: bytes | Path, out: Path | None) -> None:
    """Write to the file, whole or not at all, or to the standard output."""
    if out is None:
        if isinstance(what, bytes):
            sys.stdout.buffer.write(what)
        else:
            with what.open("rb") as source:
                shutil.copyfileobj(source, sys.stdout.buffer)
        sys.stdout.flush()
        return
    unfinished = out.with_name(out.name + ".partial")
    if isinstance(what, bytes):
        unfinished.write_bytes(what)
    else:
        shutil.copyfile(what, unfinished)
    unfinished.replace(out)


def add_commands(commands: "argparse._SubParsersAction[Parser]") -> None:
    """The command `results`, with its arguments."""
    shown = add_command(commands, "results", _results, "print what is published of a campaign, or write it to a file")
    shown.add_argument("id", metavar="ID")
    shown.add_argument("--format", choices=tuple(FILES), default="json")
    shown.add_argument("--from", dest="first", type=day, metavar="DAY", help="of this day and later")
    shown.add_argument("--to", dest="last", type=day, metavar="DAY", help="of this day and earlier")
    shown.add_argument("--entry", dest="entries", action="append", default=[], help="of this entry; can be given again")
    shown.add_argument("--out", type=Path, metavar="FILE", help="the file to write; without it, the standard output")
