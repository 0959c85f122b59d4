"""Translates errors of a home's files into one line for the donor."""

import os
import shutil
import sqlite3
from errno import EDQUOT, ENOSPC
from pathlib import Path

from pdd_client.core.errors import Code, DonorError

_ROOM = 256 * 1024
"""Bytes of free space that SQLite needs to open a database in WAL mode and to write a little."""
_CALM = "what can't be written down first is not sent, nothing is lost"


def storage_error(error: OSError | sqlite3.Error, home: Path) -> DonorError:
    """Return the DonorError for an error of the home's files.

    It proposes another home only if the home's folder does not exist and so can't be created.
    """
    if is_full(error, home):
        return DonorError(f"the disk is full: {_CALM}; make room, try again", Code.DISK_FULL)
    if not os.path.isdir(home):  # noqa: PTH112 - Path.is_dir raises where a folder above can't be looked into
        return DonorError(f"the folder {home} can't be used ({error}): choose another with --home")
    line = f"a file in {home} can't be used ({error}): {_CALM}; try again"
    return DonorError(line, Code.STORE_FAILED, detail=str(error))


def is_full(error: OSError | sqlite3.Error, home: Path) -> bool:
    """Return whether the error means that the disk, or the user's quota, is full.

    SQLite says SQLITE_FULL when a write to the database fails. If it can't create its log, it only reports an
    input/output error or that it can't open a file; then the disk's free space decides.
    """
    if isinstance(error, OSError):
        return error.errno in (ENOSPC, EDQUOT)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    is_vague = code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
    return code == sqlite3.SQLITE_FULL or (is_vague and _is_out_of_room(home))


def _is_out_of_room(home: Path) -> bool:
    """Return whether the disk has too little free space for SQLite; False if that can't be told."""
    try:
        return shutil.disk_usage(home).free < _ROOM
    except OSError:
        return False
