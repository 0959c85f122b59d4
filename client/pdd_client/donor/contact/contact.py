"""One contact with the server: the home, the server, and the values read from the home during the contact."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from pdd_client.core.donation.consent import Consent
from pdd_client.core.searches import Search
from pdd_client.donor.contact.report import ContactReport
from pdd_client.donor.installation import Installation, Membership
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_client.gateways.keychain import Credentials
from pdd_client.gateways.server_http.server_http import ServerHttp
from pdd_shared.protocol.messages import Campaign

Value = TypeVar("Value")

ReadSearches = Callable[[date, date], Sequence[Search] | None]
"""Returns the searches from a first to a last data day, both included; None if no history could be read."""


class VersionedCache(Generic[Value]):
    """A value read from the home, which is read again only after another program has written to the home."""

    def __init__(self, store: LocalStore, read: Callable[[], Value]) -> None:
        """Take the home's store and the function that reads the value. It is not called before the first `get`."""
        self._store, self._read = store, read
        self._kept: tuple[int, Value] | None = None

    def get(self) -> Value:
        """Return the value as of the home's version now."""
        # The version must come first: if another program writes during the reading, the next call reads again.
        version = self._store.version()
        if self._kept is None or self._kept[0] != version:
            self._kept = (version, self._read())
        return self._kept[1]


@dataclass(frozen=True)
class Contact:
    """One contact with the server.

    Attributes:
        installation: the donor's home, keys and clock.
        membership: the server, with the key that it signs with today.
        credentials: the keys and token that the server knows the donor by.
        server: the connection.
        today: the data day by the server's clock.
        newest: the campaigns as the server signed them last.
        consents: those in force, by campaign, the oldest first.
        searches: those of all the days that the server asks for, in the order they were made; None if no history
            could be read. They are read only if there is something to count.
        report: collects what the contact does.

    """

    installation: Installation
    membership: Membership
    credentials: Credentials
    server: ServerHttp
    today: date
    newest: Mapping[str, Campaign]
    consents: VersionedCache[Mapping[str, Sequence[Consent]]]
    searches: VersionedCache[Sequence[Search] | None]
    report: ContactReport

    @property
    def store(self) -> LocalStore:
        """The donor's home."""
        return self.installation.store

    def hold(self) -> None:
        """Wait before counts are sent, so that what making them took can't be seen."""
        self.installation.hold.wait(self.server.answered)

    @property
    def identity(self) -> bytes:
        """The server's pinned key, 32 bytes."""
        return self.membership.identity

    @property
    def server_key(self) -> bytes:
        """The key that the server signs with, 32 bytes."""
        return self.membership.server_key

    @property
    def token(self) -> str:
        """The bearer token that the donor shows the server."""
        return self.credentials.token
