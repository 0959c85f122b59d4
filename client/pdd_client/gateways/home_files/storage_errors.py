"""Why a home's files can't be read or written, as one line for the person."""

import os
import shutil
import sqlite3
from errno import EDQUOT, ENOSPC
from pathlib import Path

from pdd_client.core.errors import Code, DonorError

_ROOM = 256 * 1024
"""Bytes that SQLite needs to open a database in WAL mode and to write a little."""
_CALM = "what can't be written down first is not sent, nothing is lost"


def storage_error(error: OSError | sqlite3.Error, home: Path) -> DonorError:
    """Translate an error of the home's files; another home is proposed only where this one can't be made."""
    if is_full(error, home):
        return DonorError(f"the disk is full: {_CALM}; make room, try again", Code.DISK_FULL)
    if not os.path.isdir(home):  # noqa: PTH112 - Path.is_dir raises where a folder above can't be looked into
        return DonorError(f"the folder {home} can't be used ({error}): choose another with --home")
    line = f"a file in {home} can't be used ({error}): {_CALM}; try again"
    return DonorError(line, Code.STORE_FAILED, detail=str(error))


def is_full(error: OSError | sqlite3.Error, home: Path) -> bool:
    """Whether the disk or the person's part of it is full.

    SQLite says so of what it writes. Where it can't make one of its other files, it only says that it can't.
    """
    if isinstance(error, OSError):
        return error.errno in (ENOSPC, EDQUOT)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    is_vague = code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
    return code == sqlite3.SQLITE_FULL or (is_vague and _is_out_of_room(home))


def _is_out_of_room(home: Path) -> bool:
    try:
        return shutil.disk_usage(home).free < _ROOM
    except OSError:
        return False
