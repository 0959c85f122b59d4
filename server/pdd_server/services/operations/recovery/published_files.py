"""Comparison of a campaign's published files with those that the database would give now."""

import hashlib
import json
import sqlite3
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection

from pdd_server.errors import SetupError
from pdd_server.services.results import results
from pdd_server.services.results.exports import exports
from pdd_server.services.rounds.cohort.epochs import public_log
from pdd_server.store.campaigns import campaigns
from pdd_server.store.results import charges, publications
from pdd_shared.privacy.accounting.charge_texts import charge_in
from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.cohort.epoch.log_comparison import Comparison, compare
from pdd_shared.rounds.cohort.messages import Checkpoint

_OF_BYTES = {"bytes", "hash", "contentSize", "sha256"}
"""The keys of descriptions that follow from a file's bytes, which differ between versions of SQLite and Arrow."""


def check_files(connection: Connection, folder: Path, campaign: str) -> None:
    """Compare a campaign's files with those that the database gives.

    Args:
        connection: A snapshot of the database.
        folder: The campaign's published folder.
        campaign: The campaign's id.

    Raises:
        SetupError: A file is not there, is damaged, or says something else.
    """
    with TemporaryDirectory(prefix="pdd-check-") as made:
        spent, log = _spent(connection, folder, campaign), _log(connection, folder)
        exports.write(connection, Path(made), campaign, spent, log)
        for right in (Path(made) / name for name in exports.FILES):
            if right.exists() and not _is_same(folder / right.name, right):
                raise _differs(folder / right.name)


def _differs(file: Path) -> SetupError:
    return SetupError(
        f"{file}: is not as the database has it; if a nightly run goes on, wait for its end; else move the folder away "
        "and run pdd-server nightly, which writes it anew"
    )


def _spent(connection: Connection, folder: Path, campaign: str) -> dict[str, Any]:
    """Return what the files say that the campaign has spent.

    It is less than the database says by what was charged since, but no less than the published days cost.

    Raises:
        SetupError: It is something else.
    """
    file, stored = folder / "totals.json", campaigns.get(connection, campaign)
    try:
        told = json.loads(file.read_bytes())["privacy"]["spent"]
        delta = float(stored.campaign.terms.budget.delta) if stored else 0.0
        charged = charges.texts_of(connection, campaign)
        days = {day for name, day in publications.states(connection) if name == campaign}
        bounds = [
            results.spent(Counter(charge_in(text) for day, text in charged.items() if day in some), delta)
            for some in (days, charged.keys())
        ]
        if all(bounds[0][key] <= told[key] <= bounds[1][key] for key in bounds[0]):
            return dict(told)
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise _differs(file)


def _log(connection: Connection, folder: Path) -> dict[str, Any] | None:
    """Return the checkpoint that the files carry, which is as old as they are.

    Raises:
        SetupError: The file has something else in its place, or a checkpoint of another log.
    """
    file = folder / "totals.json"
    try:
        if (told := json.loads(file.read_bytes()).get("log")) is None:
            return None
        signed = Signed.model_validate(told)
        found = compare(public_log.lines_of(connection), Checkpoint.model_validate_json(signed.payload))
    except ValueError:
        raise _differs(file) from None
    if found == Comparison.FORKED:
        raise _differs(file)
    return signed.model_dump()


_UNREADABLE = (
    *(OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, RuntimeError),
    *(sqlite3.DatabaseError, zipfile.BadZipFile, zlib.error),
)
"""What reading a damaged file raises; a zip alone raises six of these."""


def _is_same(file: Path, right: Path) -> bool:
    """Return whether a file says the same as the right one. A file that can't be read says something else."""
    try:
        return file.read_bytes() == right.read_bytes() or _SAME.get(file.name, _never)(file, right)
    except _UNREADABLE:
        return False


def _never(_file: Path, _right: Path) -> bool:
    return False


def _has_same_rows(file: Path, right: Path) -> bool:
    with (
        closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as found,
        closing(sqlite3.connect(right)) as expected,
    ):
        whole = found.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
        return whole and list(found.iterdump()) == list(expected.iterdump())


def _has_same_values(file: Path, right: Path) -> bool:
    from pyarrow.parquet import read_table  # type: ignore[import-untyped]

    return bool(read_table(file).equals(read_table(right)))


def _describes_same(file: Path, right: Path) -> bool:
    """Return whether a description is the right one but for the bytes of files, and the hashes are of the files."""
    described = json.loads(file.read_bytes())
    hashes = {one["path"]: one["hash"] for one in described.get("resources", ())}
    is_whole = all(_hash(file.with_name(name)) == told for name, told in hashes.items())
    return is_whole and _without_bytes(described) == _without_bytes(json.loads(right.read_bytes()))


def _hash(file: Path) -> str:
    with file.open("rb") as content:
        return f"sha256:{hashlib.file_digest(content, 'sha256').hexdigest()}"


def _without_bytes(value: Any) -> Any:
    """Return JSON data without what follows from the bytes of files."""
    if isinstance(value, dict):
        return {key: _without_bytes(one) for key, one in value.items() if key not in _OF_BYTES}
    return [_without_bytes(one) for one in value] if isinstance(value, list) else value


def _holds_files(file: Path, right: Path) -> bool:
    """Return whether a zip holds the same files as the right one, with the bytes of the folder."""
    with zipfile.ZipFile(file) as found, zipfile.ZipFile(right) as expected:
        names = found.namelist()
        return names == expected.namelist() and all(
            found.read(name) == file.with_name(name).read_bytes() for name in names
        )


_SAME: dict[str, Callable[[Path, Path], bool]] = {
    "totals.sqlite": _has_same_rows,
    "totals.parquet": _has_same_values,
    exports.CRATE: _describes_same,
    exports.DESCRIPTION: _describes_same,
    exports.PACKAGE: _holds_files,
}
"""How files are compared that may have other bytes and say the same."""
