"""What a ticket's X25519 key agreed on with others, kept for the ticket's epoch: 8,192 agreements take .2 s."""

from collections.abc import Sequence

from pdd_client.donor.cohort.epochs import Held
from pdd_client.gateways.home_store.epoch_store import EpochStore
from pdd_shared.rounds.cohort.epoch.tree import Leaf


class Agreements:
    """The agreements of one ticket. All of it is secret, and erased with the ticket."""

    def __init__(self, kept: EpochStore, held: Held) -> None:
        self._kept, self._epoch, self._secrets = kept, held.number, held.ticket.secrets
        self._known = kept.agreements(held.number)
        self._new: dict[bytes, bytes] = {}

    def agree(self, public: bytes) -> bytes:
        """Return what the ticket's key and this one agree on; WeakKey where it would be zero."""
        if public not in self._known:
            self._known[public] = self._new[public] = self._secrets.agree(public)
        return self._known[public]

    def agree_all(self, leaves: Sequence[Leaf]) -> list[bytes]:
        """Return what the ticket's key agrees on with each leaf's."""
        return [self.agree(leaf.exchange) for leaf in leaves]

    def keep(self) -> None:
        """Keep the new ones, in the caller's transaction."""
        self._kept.keep_agreements(self._epoch, self._new)
        self._new = {}
