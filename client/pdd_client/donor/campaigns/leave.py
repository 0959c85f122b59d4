"""Leave one campaign, or erase the donor altogether."""

import sqlite3
from enum import StrEnum

from pdd_client.core.errors import DonorError
from pdd_client.donor.campaigns.completions import forget_completion
from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_files.storage_errors import is_full
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_client.gateways.server_http.server_http import ServerProblem


def leave(installation: Installation, campaign: str) -> None:
    """Leave a campaign: give it nothing from now on, and forget its completion code. The server is not told.

    Raises:
        DonorError: the donor has not joined it.

    """
    joined = installation.store.consents.agreed()
    if campaign not in joined:
        raise DonorError(f"you have not joined {campaign!r}: you have joined {', '.join(joined) or 'no campaign'}")
    with installation.store.transaction():
        installation.store.consents.leave(campaign, installation.clock())
        installation.store.kept.forget(campaign)
        forget_completion(installation.store, campaign)
    installation.store.forget()


class Farewell(StrEnum):
    """What the server still knows of a donor that was erased on this computer."""

    FORGOTTEN = "forgotten"
    """The server has erased it."""
    UNKNOWN = "unknown"
    """There was nothing to erase: the server did not know the donor, or the donor had joined no server."""
    NOT_TOLD = "not-told"
    """The server was not asked: it keeps the account until its own retention removes it."""


def erase(installation: Installation, *, tell_server: bool = True) -> Farewell:
    """Have the server erase the donor, then erase the donor's keys and home.

    The server comes first, because without the keys the home could not ask it again.

    Args:
        installation: the home. It is of no use after this.
        tell_server: False erases the home alone, for donors whose server is gone.

    Returns:
        What the server knows of the donor now.

    Raises:
        DonorError: the server was asked and did not answer, or the keychain can't be reached. Nothing is erased.

    """
    store, farewell = installation.store, Farewell.UNKNOWN
    with store.exclusive():
        membership, credentials = installation.joined(), installation.credentials()
        if membership and credentials:
            farewell = _told(installation, membership.url, credentials.token) if tell_server else Farewell.NOT_TOLD
        if (name := store.fact("installation")) is not None:
            installation.keychain.delete(name)
        _forget(installation.store)
        is_gone = store.destroy()
    if not is_gone:
        store.destroy_lock()
    return farewell


def _told(installation: Installation, url: str, token: str) -> Farewell:
    with installation.server(url) as server:
        try:
            server.erase(token)
        except ServerProblem as problem:
            if problem.name != "not-registered":
                raise
            return Farewell.UNKNOWN
    return Farewell.FORGOTTEN


def _forget(store: LocalStore) -> None:
    """Erase secrets and the installation's name from the database before its files are deleted.

    Another program may hold the database open, and would go on with them. On a full disk not even this can be
    written, so that error is ignored.
    """
    try:
        with store.transaction():
            store.forget_secrets()
            store.forget_installation()
    except sqlite3.OperationalError as error:
        if not is_full(error, store.home):
            raise
