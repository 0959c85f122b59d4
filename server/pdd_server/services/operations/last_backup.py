"""When the server was last backed up: a note in the data folder, for the metrics and their alerts."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date

from pydantic import BaseModel, ConfigDict, ValidationError

from pdd_server.services.operations.data_folder import Folder
from pdd_server.store.files import give_to_owner, replace_text

_FILE = "last-backup.json"


class LastBackup(BaseModel):
    """The note.

    Attributes:
        whole: The data day of the last whole backup; None if there is none.
        unfinished: Whether another one was begun since, and has not ended well.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    whole: date | None = None
    unfinished: bool = False


def last_backup(folder: Folder) -> LastBackup:
    """Return the note; an empty one if it can't be read."""
    try:
        return LastBackup.model_validate_json((folder.path / _FILE).read_bytes())
    except (OSError, ValidationError):
        return LastBackup()


@contextmanager
def noted(folder: Folder, today: date) -> Iterator[None]:
    """Note that a backup begins, and once the block has ended well that it is whole. A kill leaves the first note."""
    _write(folder, last_backup(folder).model_copy(update={"unfinished": True}))
    yield
    _write(folder, LastBackup(whole=today))


def _write(folder: Folder, note: LastBackup) -> None:
    with suppress(OSError):  # a full disk of the data folder must not keep a backup from another disk
        replace_text(folder.path / _FILE, note.model_dump_json() + "\n")
        give_to_owner(folder.path / _FILE)
