"""Tickets, tree and draws of the `cohort` protocol, slowly and from docs/reference/cohort.md alone."""

from collections.abc import Collection, Sequence

from nacl.bindings import crypto_scalarmult_base
from nacl.signing import SigningKey

from tests.support.reference.cohort.ring import Committee, blake, digest, prefixed, stream, u32


class Donor:
    """A donor's secrets, all derived from its name: identity, and the two of its ticket."""

    def __init__(self, name: str) -> None:
        self.identity_seed, self.exchange_secret, self.signing_seed = (
            stream(f"{name} {secret}", 32) for secret in ("identity", "exchange", "signing")
        )
        self.identity, self.signing = SigningKey(self.identity_seed), SigningKey(self.signing_seed)
        self.exchange = crypto_scalarmult_base(self.exchange_secret)
        self.keys = self.exchange + self.signing.verify_key.encode()

    def sign(self, domain: str, *items: bytes | int) -> bytes:
        """Sign with the ticket's Ed25519 key."""
        return self.signing.sign(prefixed(f"pdd/2/{domain}", *items)).signature

    def ticket(self, server: bytes) -> dict[str, str]:
        exchange, signing = self.exchange, self.signing.verify_key.encode()
        identity = self.identity.verify_key.encode()
        return {
            "identity": identity.hex(),
            "exchange": exchange.hex(),
            "signing": signing.hex(),
            "signature": self.identity.sign(prefixed("pdd/2/ticket", server, exchange, signing)).signature.hex(),
            "digest": digest("ticket", server, identity, exchange, signing).hex(),
        }


# --- tree


def leaf_bytes(index: int, keys: bytes) -> bytes:
    return u32(index) + keys


def split(size: int) -> int:
    """Return the largest power of two below the size (RFC 9162, section 2.1.1)."""
    return 1 << (size - 1).bit_length() - 1


def root_of(leaves: Sequence[bytes]) -> bytes:
    if len(leaves) == 1:
        return blake(b"\x00" + leaves[0])
    middle = split(len(leaves))
    return blake(b"\x01" + root_of(leaves[:middle]) + root_of(leaves[middle:]))


def proof_of(leaves: Sequence[bytes], wanted: Collection[int], start: int = 0) -> list[bytes]:
    if not any(start <= index < start + len(leaves) for index in wanted):
        return [root_of(leaves)]
    if len(leaves) == 1:
        return []
    middle = split(len(leaves))
    return proof_of(leaves[:middle], wanted, start) + proof_of(leaves[middle:], wanted, start + middle)


# --- draws


def cohorts_of(size: int) -> int:
    return 1 if size <= 8192 else -(-size // 6500)


class Draw:
    """The draws that follow from a root and a size."""

    def __init__(self, root: bytes, size: int) -> None:
        self.root, self.size, self.cohorts, self.sizes = root, size, cohorts_of(size), Committee(size)
        self.seed = digest("draw", root, size)

    def cohort(self, leaf: int) -> int:
        return dealt(self.cohorts, digest("cohort", self.seed, leaf))

    def committee(self, cohort: int) -> list[int]:
        if self.size <= 256:
            return list(range(self.size))
        drawn: list[int] = []
        k = 0
        while len(drawn) < self.sizes.m:
            leaf = int.from_bytes(digest("duty", self.seed, cohort, k)[:6], "little") % self.size
            if leaf not in drawn:
                drawn.append(leaf)
            k += 1
        return drawn

    def sub_cohort(self, day: str, leaf: int, number: int) -> int:
        return dealt(number, digest("sub", self.seed, day, leaf))

    def rest_order(self, day: str, leaf: int) -> bytes:
        return digest("rest", self.seed, day, leaf)


def dealt(number: int, drawn: bytes) -> int:
    return number * int.from_bytes(drawn[:4], "little") >> 32


def committee_digest(root: bytes, cohort: int, leaves: Sequence[bytes]) -> bytes:
    return digest("committee", root, cohort, *leaves)
