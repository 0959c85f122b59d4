"""The files anybody may download: written from the database, whole or not at all, and again when it has more."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlite_utils

from pdd_server.services.results import CSV_TYPES, as_csv, results, rows
from pdd_server.store import campaigns
from pdd_server.store.engine import Store
from pdd_shared.messages import Campaign

ABOUT = {"id", "title", "purpose", "contact", "ethics", "start", "end"}
FILES = ("totals.csv", "totals.sqlite", "README.md", "totals.json")
"""The JSON is written last: where it is up to date, so are the others."""
_PATIENCE = 600.0
"""Seconds to wait for another process that is writing them."""


def write_all(store: Store, folder: Path) -> tuple[str, ...]:
    """Bring every campaign's folder up to date; the campaigns that were written.

    One process at a time: a night run by hand and the server's own would write into the same partial files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(folder / ".lock", timeout=_PATIENCE, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        return tuple(_written(store, folder))


def _written(store: Store, folder: Path) -> Iterator[str]:
    with store.read() as connection:
        stored = [one.campaign for one in campaigns.all_of(connection)]
    for campaign in stored:
        with store.read() as connection:
            found = results(connection, campaign.id)
        if write(folder / campaign.id, campaign, found):
            yield campaign.id


def write(folder: Path, campaign: Campaign, found: dict[str, Any]) -> bool:
    """Write a campaign's files, unless they are there and up to date; whether they were written."""
    text = json.dumps(found, ensure_ascii=False, indent=1) + "\n"
    if all((folder / name).exists() for name in FILES) and (folder / "totals.json").read_text("utf-8") == text:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    _replace(folder / "totals.csv", as_csv(found).encode())
    _replace_database(folder / "totals.sqlite", campaign, found)
    _replace(folder / "README.md", _readme(campaign, found["meaning"]).encode())
    _replace(folder / "totals.json", text.encode())
    return True


def _replace(file: Path, content: bytes) -> None:
    """Write a file so that readers, and a machine that loses power, see the old one or the new one."""
    partial = file.with_name(file.name + ".partial")
    partial.write_bytes(content)
    _move(partial, file)


def _replace_database(file: Path, campaign: Campaign, found: dict[str, Any]) -> None:
    partial = file.with_name(file.name + ".partial")
    partial.unlink(missing_ok=True)
    database = sqlite_utils.Database(partial)
    about = campaign.model_dump(mode="json", include=ABOUT)
    meaning = ({"key": key, "meaning": text} for key, text in found["meaning"].items())
    with database.atomic():
        database.table("campaign").insert(about, pk="id")
        database.table("meaning").insert_all(meaning, pk="key")
        database.table("missing").create({"day": str, "reason": str, "active": int, "needed": int, "confidence": float})
        database.table("missing").insert_all(found["missing"])
        database.table("totals").create(CSV_TYPES)
        database.table("totals").insert_all(rows(found))
    database.close()
    _move(partial, file)


def _move(partial: Path, file: Path) -> None:
    with partial.open("rb") as handle:
        os.fsync(handle.fileno())
    partial.replace(file)
    descriptor = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _readme(campaign: Campaign, meaning: dict[str, str]) -> str:
    keys = "".join(f"- `{key}`: {text}\n" for key, text in meaning.items())
    return f"""\
# {campaign.title}

{campaign.purpose}

Contact: {campaign.contact}. From {campaign.start} to {campaign.end}.

Daily totals of the searches that donors gave to this campaign, in three forms with the same content: `totals.json`,
`totals.csv` (one row a day, stratum and entry) and `totals.sqlite` (tables `totals`, `missing`, `campaign`, `meaning`).

{keys}"""
