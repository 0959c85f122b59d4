"""Writes the public files of all campaigns. Each file is replaced as a whole, and only if the results have changed."""

import json
import logging
import shutil
import zipfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from pdd_server.services.results.exports import citation, database, deposit, package, parquet, tidy
from pdd_server.services.results.results import about, days, decoys
from pdd_server.store.campaigns import campaigns
from pdd_server.store.engine import Store
from pdd_server.store.files import Write, replace
from pdd_server.store.locks import locked
from pdd_server.store.published.shared_files import LOG, SharedFiles
from pdd_server.store.results import publications
from pdd_shared.protocol.encoding import digest
from pdd_shared.protocol.messages import Campaign, LogPart

log = logging.getLogger(__name__)

DESCRIPTION = "datapackage.json"
PACKAGE = "package.zip"
"""A zip of the other files."""
CRATE = "ro-crate-metadata.json"
_PARQUET = "totals.parquet"
_FORMAT = "16"
"""The version of the files' format. A release that writes other files raises it, so that all files are written anew."""
_BRIEFLY = 1.0
"""Seconds that a request waits for another machine."""
_PATIENCE = 600.0
"""Seconds to wait for another process that is writing the files."""


def publish(store: Store, published: SharedFiles, patience: float = _PATIENCE) -> tuple[str, ...]:
    """Bring every campaign's public files up to date, here and in the store that machines share.

    Args:
        store: The database.
        published: The published files.
        patience: Seconds to wait for another machine that is writing them.

    Returns:
        The ids of the campaigns whose files were written.

    Raises:
        OSError: The files can't be written here, or the store can't be used. The next call does what is left to do.
    """
    if published.bucket is None:
        return write_all(store, published.folder)
    # Otherwise a machine could put files of an older snapshot over those of a newer one.
    with store.publishing_lock(patience) as is_free:
        if not is_free:
            raise TimeoutError(0, "another machine is writing the published files; try again later", store.name)
        published.pull()
        written = write_all(store, published.folder)
        published.push()
    return written


def publish_soon(store: Store, published: SharedFiles) -> None:
    """Bring every campaign's public files up to date here, and in the store if that can be done now.

    For what somebody waits for, and what must not fail after it is done. What is left to do, the nightly run does.
    """
    if published.bucket is not None:
        try:
            publish(store, published, _BRIEFLY)
        except OSError as error:
            log.warning("published files wait for the nightly run: %s: %s", error.filename, error.strerror)
        else:
            return
    write_all(store, published.folder)


def write_all(store: Store, folder: Path) -> tuple[str, ...]:
    """Bring every campaign's public files up to date.

    A lock lets one process write at a time. Otherwise a nightly run by hand and the server's own would write into the
    same partial files.

    Args:
        store: The database.
        folder: The folder published/, which has a folder for each campaign.

    Returns:
        The ids of the campaigns whose files were written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder / ".lock", _PATIENCE):
        return tuple(_written(store, folder))


def _written(store: Store, folder: Path) -> Iterator[str]:
    log = checkpoint_in(folder)
    with store.read() as connection:
        stored = [one.campaign.id for one in campaigns.all_of(connection)]
    for campaign in stored:
        # All files of a campaign are written from one snapshot, so that they agree with each other.
        with store.read() as connection:
            if write(connection, folder / campaign, campaign, log=log):
                yield campaign


def checkpoint_in(folder: Path) -> dict[str, Any] | None:
    """Return the checkpoint in the published log.json; None if that file is missing or damaged."""
    try:
        return LogPart.model_validate_json((folder / LOG).read_bytes()).checkpoint.model_dump()
    except (FileNotFoundError, ValueError):
        return None


def write(
    connection: Connection,
    folder: Path,
    campaign: str,
    spent: Mapping[str, Any] | None = None,
    log: Mapping[str, Any] | None = None,
    into: Path | None = None,
) -> bool:
    """Write a campaign's files unless they are up to date.

    Args:
        connection: A snapshot of the database.
        folder: The campaign's folder.
        campaign: The campaign's id.
        spent: What the files say of the budget; None for what is charged by now. Files are older than charges: a list
            that a member is shown in the daytime is charged at once.
        log: A checkpoint of the public log as JSON data, which the results carry. Files that are up to date keep the
            older one that they have.
        into: Where to write what is not up to date in `folder`; None for `folder` itself.

    Returns:
        Whether the files were written; False also for an unknown campaign.
    """
    found = campaigns.get(connection, campaign)
    if found is None:
        return False
    frame = {**about(connection, found.campaign), "log": log}
    if spent is not None:
        frame["privacy"] = {**frame["privacy"], "spent": dict(spent)}
    published = publications.state(connection, campaign)
    state = (_FORMAT, parquet.is_installed(), found.campaign.model_dump_json(), published, {**frame, "log": None})
    version = digest("results", *map(_encoded, state)).hex()
    if _up_to_date(folder, version):
        return False
    folder = into or folder
    folder.mkdir(parents=True, exist_ok=True)
    files = _files(connection, found.campaign, frame, version)
    for name, write_it in files.items():
        replace(folder / name, write_it)
    parts = {name: folder / name for name in files}
    newest = publications.newest(connection, campaign)
    replace(folder / CRATE, _bytes(_encoded(deposit.ro_crate(found.campaign, newest, parts))))
    parts[CRATE] = folder / CRATE
    described = _encoded(package.data_package(found.campaign, frame, version, parts))
    replace(folder / PACKAGE, partial(_pack, parts, described))
    if _PARQUET not in files:
        # It was written by an installation that had the extra, and would now fall behind the others.
        (folder / _PARQUET).unlink(missing_ok=True)
    # The description is written last: where it is up to date, so are the others.
    replace(folder / DESCRIPTION, _bytes(described))
    return True


def _files(connection: Connection, campaign: Campaign, frame: dict[str, Any], version: str) -> dict[str, Write]:
    """Return the functions that write the files, by name, except those that describe these: crate, zip, description."""
    published = partial(publications.stored, connection, campaign.id)
    newest = publications.newest(connection, campaign.id)
    cited = citation.line(campaign, newest)
    with_parquet = parquet.is_installed()
    table: dict[str, Write] = {"totals.csv": lambda file: tidy.write_csv(file, published, campaign)}
    if with_parquet:
        table[_PARQUET] = lambda file: parquet.write(file, published, campaign)
    return {
        **table,
        "totals.sqlite": lambda file: database.write(
            file, campaign, published(), {**frame, "decoys": decoys(connection, campaign.id)}
        ),
        "totals.json": lambda file: _write_json(
            file, frame, days(connection, campaign), map(_line, decoys(connection, campaign.id))
        ),
        "decoys.csv": lambda file: tidy.write_decoys(file, decoys(connection, campaign.id)),
        "missing.csv": lambda file: tidy.write_missing(file, frame["missing"]),
        "metadata.json": _bytes(_encoded(package.datasette(campaign, cited))),
        "README.md": _bytes(package.readme(campaign, frame["meaning"], cited, parquet=with_parquet).encode()),
        "CITATION.cff": _bytes(citation.cff(campaign, newest).encode()),
        "citation.bib": _bytes(citation.bibtex(campaign, newest).encode()),
        "datacite.json": _bytes(_encoded(deposit.datacite(campaign, newest, version))),
    }


FILES = (
    "totals.csv",
    _PARQUET,
    "totals.sqlite",
    "totals.json",
    "decoys.csv",
    "missing.csv",
    "metadata.json",
    "README.md",
    "CITATION.cff",
    "citation.bib",
    "datacite.json",
    CRATE,
    PACKAGE,
    DESCRIPTION,
)
"""The names of all files of a campaign. `totals.parquet` is there only if the installation can write it."""


def _up_to_date(folder: Path, version: str) -> bool:
    """Return whether the files have this version and the sizes that their description says."""
    try:
        described = json.loads((folder / DESCRIPTION).read_bytes())
        sizes = {one["path"]: one["bytes"] for one in described["resources"]}
        whole = all((folder / name).stat().st_size == size for name, size in sizes.items())
        return bool(whole and (folder / PACKAGE).exists() and described["version"] == version)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _encoded(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _bytes(content: bytes) -> Write:
    return lambda file: file.write_bytes(content)


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _write_json(file: Path, frame: dict[str, Any], each: Iterator[str], drawn: Iterator[str]) -> None:
    """Write the results as one JSON document, a day on each line, with one day in memory at a time."""
    first = {key: frame[key] for key in ("campaign", "period", "privacy")}
    with file.open("w", encoding="utf-8", newline="\n") as handle:
        handle.write(json.dumps(first, ensure_ascii=False)[:-1] + ', "days": [')
        for number, day in enumerate(each):
            handle.write((",\n" if number else "\n") + day)
        handle.write('\n], "decoys": [')
        for number, one in enumerate(drawn):
            handle.write((",\n" if number else "\n") + one)
        last = {key: frame[key] for key in ("missing", "indexes", "log", "meaning")}
        handle.write("\n], " + json.dumps(last, ensure_ascii=False)[1:] + "\n")


def _pack(parts: dict[str, Path], described: bytes, file: Path) -> None:
    """Write a zip of the files and their description. The same files give the same bytes at any time.

    The fastest compression takes a third of the default's time and makes the zip a tenth larger.
    """
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        with packed.open(DESCRIPTION, "w") as target:
            target.write(described)
        for name, part in parts.items():
            with part.open("rb") as source, packed.open(name, "w", force_zip64=True) as target:
                shutil.copyfileobj(source, target, 1 << 20)
        for member in packed.infolist():
            member.external_attr = 0o644 << 16
