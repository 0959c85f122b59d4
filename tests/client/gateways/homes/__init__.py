"""Homes as earlier versions of the client made them."""

import sqlite3
from contextlib import closing
from pathlib import Path


def made_before(home: Path) -> None:
    """Make a home as the client stored it before `recoverable` was retired."""
    home.mkdir(mode=0o700)
    with closing(sqlite3.connect(home / "donor.sqlite")) as database:
        database.execute("PRAGMA journal_mode=WAL").fetchall()
        database.executescript((Path(__file__).parent / "made_before.sql").read_text())
