"""A cache of X25519 agreements between a ticket's key and other donors' keys, kept in the home for the ticket's epoch.

A cohort has up to 8,192 members, and 8,192 agreements take 0.2 s.
"""

from collections.abc import Sequence

from pdd_client.donor.cohort.epochs import HomePlace
from pdd_client.gateways.home_store.cohort.epoch_store import EpochStore
from pdd_shared.rounds.cohort.epoch.tree import Leaf


class Agreements:
    """The agreements of one ticket. They are secrets, and are erased with the ticket."""

    def __init__(self, kept: EpochStore, home_place: HomePlace) -> None:
        self._kept, self._epoch, self._secrets = kept, home_place.number, home_place.ticket.secrets
        self._known = kept.agreements(home_place.number)
        self._new: dict[bytes, bytes] = {}

    def agree(self, public: bytes) -> bytes:
        """Return the X25519 agreement of the ticket's key with a public key, computing it if it is not known.

        Raises:
            WeakKey: the agreement would be zero, so everybody would know it.

        """
        if public not in self._known:
            self._known[public] = self._new[public] = self._secrets.agree(public)
        return self._known[public]

    def agree_all(self, leaves: Sequence[Leaf]) -> list[bytes]:
        """Return the agreements with the leaves' exchange keys, in the leaves' order; raises as `agree`."""
        return [self.agree(leaf.exchange) for leaf in leaves]

    def keep(self) -> None:
        """Write the agreements computed since the last call to the home, in the caller's transaction."""
        self._kept.keep_agreements(self._epoch, self._new)
        self._new = {}
