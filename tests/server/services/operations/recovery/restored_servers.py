"""Servers whose database was put back to an earlier copy, or lost, for the tests of recovery."""

import shutil
from pathlib import Path

from pdd_server.services.operations.data_folder import Deployment, open_folder
from tests.server.simulated_server import Donor, HandClock, client_of


def copied(server: Deployment, to: Path) -> Path:
    """Return a copy of an SQLite database."""
    server.store.forget()
    shutil.copy(server.store.file, to)
    return to


def replaced(server: Deployment, copy: Path | None, clock: HandClock) -> Deployment:
    """Return the server with its database replaced by a copy, or by a new one for None."""
    server.store.dispose()
    for file in server.folder.path.glob("pdd.sqlite*"):
        file.unlink()
    if copy is not None:
        shutil.copy(copy, server.store.file)
    return open_folder(server.folder, clock)


def move(crowd: "list[Donor]", server: Deployment) -> None:
    """Let donors find a server at the old address."""
    send = client_of(server).open
    for donor in crowd:
        donor.send = send
