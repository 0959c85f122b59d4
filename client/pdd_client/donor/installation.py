"""One donor's installation: its store, keys, clock and server, and its registration with the server."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from pdd_client.core.donation.decisions import Sending
from pdd_client.core.errors import Code, DonorError
from pdd_client.donor.restored_home import charge_unrecorded
from pdd_client.gateways.clock import Clock, computer_zone, system_clock
from pdd_client.gateways.hold import HOLD, Hold
from pdd_client.gateways.home_files.damage import Damaged, set_aside
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_client.gateways.home_store.log_store import Logged
from pdd_client.gateways.keychain import Credentials, Keychain, SystemKeychain
from pdd_shared.protocol.keys import DonorSecrets, RandomBytes
from pdd_shared.protocol.messages import Member, Registered, Registration, ServerInfo
from pdd_shared.rounds.cohort.messages import OnlineKey

if TYPE_CHECKING:
    from pdd_client.core.donation.ledger import Ledger
    from pdd_client.gateways.server_http.server_http import Connect, ServerHttp


def over_http(url: str) -> "ServerHttp":
    """Return the server at this address.

    The HTTP client is imported here, so that work without the network does not wait for it.
    """
    from pdd_client.gateways.server_http.server_http import ServerHttp

    return ServerHttp(url)


@dataclass(frozen=True)
class Membership:
    """The one server of this home, as it described itself on joining.

    Attributes:
        url: the server's address.
        info: the server's description. Its online key was checked (`server_keys`) before it was stored.

    """

    url: str
    info: ServerInfo

    @property
    def identity(self) -> bytes:
        """The server's identity key, 32 bytes, which is pinned."""
        return bytes.fromhex(self.info.key)

    @property
    def server_key(self) -> bytes:
        """The server's online key, with which it signs, 32 bytes."""
        return bytes.fromhex(OnlineKey.model_validate_json(self.info.online.payload).key)

    @property
    def zone(self) -> ZoneInfo:
        """The zone of the server's data days."""
        return ZoneInfo(self.info.zone)

    def member(self, credentials: Credentials) -> Member:
        """Return the donor's public keys as this server's rosters show them."""
        return credentials.secrets.member(self.identity)


def open_installation(
    home: Path,
    clock: Clock,
    keychain: Keychain | None = None,
    connect: "Connect" = over_http,
    random_bytes: RandomBytes = token_bytes,
    hold: Hold | None = None,
) -> "Installation":
    """Open a home, and create it if the folder has none. The caller closes its store after use.

    Raises:
        SetAside: the database was damaged and has been renamed. The next call creates a new home, of a new donor.

    """
    keys, held = keychain or SystemKeychain(home), hold or Hold(HOLD if clock is system_clock else 0)
    try:
        store = LocalStore(home, random_bytes)
    except Damaged:
        raise set_aside(home, keys, clock().date()) from None
    return Installation(store, keys, clock, connect, random_bytes, held)


@dataclass(frozen=True)
class Installation:
    """What all of a donor's use cases need: the home's store, the keychain, the clock, the server, and the hold."""

    store: LocalStore
    keychain: Keychain
    clock: Clock
    connect: "Connect"
    random_bytes: RandomBytes
    hold: Hold

    def joined(self) -> Membership | None:
        """Return the server of this home, even if joining it was interrupted.

        None before the donor ever tried to join one.
        """
        url, info = self.store.fact("url"), self.store.fact("server")
        return Membership(url, ServerInfo.model_validate_json(info)) if url and info else None

    def membership(self) -> Membership:
        """Return the server that this home has joined.

        Raises:
            DonorError: the home has joined no server, or joining was interrupted.

        """
        if (membership := self.joined()) is None:
            raise DonorError("this home has joined no server yet: begin with `pdd-donor join URL`")
        if not self.store.consents.newest():
            raise DonorError(f"joining was not finished: `pdd-donor join {membership.url}` again, or `erase-me`")
        return membership

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the data days: the server's or, before joining, the computer's."""
        membership = self.joined()
        return membership.zone if membership else computer_zone()

    def sending(self) -> Sending:
        """Return whether days wait for the donor's review. They do until the donor chooses otherwise."""
        return "by-itself" if self.store.fact("sending") == "by-itself" else "review"

    def sending_of(self, day: date) -> Sending:
        """Return how a day is sent. Days before the one on which "by-itself" was chosen still wait for a review."""
        begins = self.store.fact("by_itself_from")
        return "review" if begins and day.isoformat() < begins else self.sending()

    def ledger(self) -> "Ledger":
        """Return what was given so far, with the donor's ceiling."""
        from pdd_client.core.donation.ledger import Ledger  # brings the arithmetic of composition

        extensions = self.store.extensions
        unknown = date.max.isoformat() if extensions.giving() else self.store.fact("hits_unknown")
        return Ledger(
            self.store.charges.given(),
            self.ceiling(),
            extensions.hits_elsewhere(),
            date.fromisoformat(unknown) if unknown else None,
        )

    def ceiling(self) -> Decimal | None:
        """Return the most epsilon that all given days may cost together; None if the donor has set no limit."""
        kept = self.store.fact("ceiling")
        return Decimal(kept) if kept else None

    def credentials(self) -> Credentials | None:
        """Return the keys and the token of this home's registration; None if any of them is missing.

        Raises:
            DonorError: they are in a keychain that can't be reached now. If the keys were taken for lost, the donor
                would be registered anew.

        """
        installation = self.store.fact("installation")
        if installation is None or self.store.fact("number") is None:
            return None
        if self.store.fact("keys_in_keychain") and not self.keychain.has_keychain():
            raise DonorError(
                "the keychain that holds your keys can't be reached from here: nothing was sent, and nothing is lost; "
                "log in to the desktop, then try again",
                Code.KEYCHAIN_LOCKED,
            )
        return self.keychain.get(installation)

    @contextmanager
    def server(self, url: str) -> "Iterator[ServerHttp]":
        """Connect to the server at this address, and disconnect on leaving the context."""
        with closing(self.connect(url)) as server:
            yield server

    def register(self, server: "ServerHttp", info: ServerInfo, invitation: str | None) -> Credentials:
        """Register with the server under new keys. The old keys, and what was blinded with them, are erased first.

        A home that joined before charges what it may have given without a record (`restored_home`).

        If the program is killed half way, the home has no donor number, so the next contact registers again. The
        server's address is stored before the request is sent, so that contact goes to the same server. A server that
        refuses a first registration is forgotten.

        Raises:
            DonorError: the server refuses, or can't be reached.

        """
        from pdd_client.gateways.server_http.server_http import encoded

        charge_unrecorded(self.store, self.clock(), info)
        self._forget_keys()
        secrets = DonorSecrets.generate(self.random_bytes)
        message = Registration(member=secrets.member(bytes.fromhex(info.key)), invitation=invitation)
        installation = self.random_bytes(16).hex()
        with self.store.transaction():
            self.store.set_fact("installation", installation)
            self.store.set_fact("url", server.url)
            self.store.set_fact("server", info.model_dump_json())
            self.store.log.add(Logged(self.clock(), "registration", bytes=len(encoded(message))))
        registered = self._registered(server, message)
        credentials = Credentials(secrets, registered.token)
        in_keychain = self.keychain.put(installation, credentials)
        with self.store.transaction():
            self.store.set_fact("keys_in_keychain", "yes" if in_keychain else None)
            self.store.set_fact("number", str(registered.number))
            self.store.set_fact("invitation", invitation)
        return credentials

    def _registered(self, server: "ServerHttp", message: Registration) -> Registered:
        from pdd_client.gateways.server_http.server_http import ServerProblem

        try:
            return server.register(message)
        except ServerProblem:
            # A server at which something is joined is kept: it may accept another invitation later.
            if not self.store.consents.newest():
                with self.store.transaction():
                    self.store.forget_installation()
            raise

    def register_anew(self, server: "ServerHttp", info: ServerInfo, reason: str) -> Credentials:
        """Register again, because the old keys are lost or not to be trusted. Consents, exclusions and log are kept.

        Args:
            server: the server of this home.
            info: the server's description.
            reason: why, for the log.

        """
        detail = "the home was restored or copied, or the server forgot it: new keys; your choices are kept"
        with self.store.transaction():
            self.store.log.add(Logged(self.clock(), "registered-anew", reason=reason, detail=detail))
        return self.register(server, info, self.store.fact("invitation"))

    def _forget_keys(self) -> None:
        if (old := self.store.fact("installation")) is not None:
            self.keychain.delete(old)
        with self.store.transaction():
            for name in ("installation", "number", "nonce", "campaigns_tag"):
                self.store.set_fact(name, None)
            self.store.forget_secrets()
        self.store.forget()
