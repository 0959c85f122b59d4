"""The chain of a server's online keys. The identity key, which homes pin, signs each link.

A link names an online key, the days on which it signs, and the digest of the link before it. Only the newest link
counts, so each link revokes the keys before it. A home remembers the newest link that it was shown, and takes only a
chain that goes on from there. So

- a replaced key can't come back, even if somebody who stole it answers in the server's place;
- if two links follow the same one, because the identity key was stolen too, a home that was shown one of them refuses
  the other.

This is the rule for root metadata of The Update Framework (TUF 1.0.33, section 5.3), but with a single key, which can't
be replaced. Servers of both protocols have a chain.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from nacl.signing import SigningKey

from pdd_shared.protocol.limits import LONGEST_KEY, MOST_LINKS
from pdd_shared.protocol.messages import KeyChain, Signed
from pdd_shared.protocol.signing import sign, signed_digest
from pdd_shared.rounds.cohort.messages import KeyLink
from pdd_shared.rounds.cohort.signed_messages import open_message
from pdd_shared.rounds.refusals import Reason, Refused


@dataclass(frozen=True)
class KnownLink:
    """The newest link that a home was shown: its number, and its digest (32 bytes)."""

    sequence: int
    digest: bytes

    @classmethod
    def of(cls, signed: Signed) -> "KnownLink":
        """Return what a home remembers of a link that was checked."""
        return cls(KeyLink.model_validate_json(signed.payload).sequence, signed_digest(signed, KeyLink))


def follow(chain: KeyChain, *, server: bytes, online_key: bytes, today: date, known: KnownLink | None) -> KnownLink:
    """Check the chain that a server shows, and return its newest link.

    Args:
        chain: The chain.
        server: The server's identity key, 32 bytes, as pinned when the home joined.
        online_key: The key with which the server signs now, 32 bytes.
        today: The day by the home's own clock.
        known: The newest link that the home was shown before; None if it was shown none.

    Raises:
        Refused: BAD_SIGNATURE if it is no chain of this server's identity key, or its newest link is not for today.
            REVOKED_KEY if it lacks the known link, or its newest link is for another key than `online_key`.
    """
    newest = open_chain(chain, server)[-1]
    shown = [KnownLink.of(signed) for signed in chain.links]
    if known is not None and known not in shown:
        raise Refused(Reason.REVOKED_KEY, f"the chain of keys does not go on from link {known.sequence}")
    if newest.key != online_key.hex():
        raise Refused(Reason.REVOKED_KEY, f"link {newest.sequence} of the chain names another key")
    if not newest.first <= today <= newest.last:
        raise Refused(Reason.BAD_SIGNATURE, f"link {newest.sequence} is for {newest.first} to {newest.last}")
    return shown[-1]


def open_chain(chain: KeyChain, server: bytes) -> tuple[KeyLink, ...]:
    """Check a chain without regard to the day, and return its links.

    Raises:
        Refused: BAD_SIGNATURE if the identity key did not sign each link, if a link does not follow the one before it,
            if there is none or there are too many, or if a key is for no day or for longer than `LONGEST_KEY`.
    """
    if not 1 <= len(chain.links) <= MOST_LINKS:
        raise Refused(Reason.BAD_SIGNATURE, f"a chain of {len(chain.links)} links")
    links = tuple(open_message(signed, KeyLink, server) for signed in chain.links)
    digests = [signed_digest(signed, KeyLink).hex() for signed in chain.links]
    _check_start(links[0])
    for place, link in enumerate(links):
        if link.server != server.hex():
            raise Refused(Reason.BAD_SIGNATURE, "a link is of another server")
        if place and (link.sequence, link.before) != (links[place - 1].sequence + 1, digests[place - 1]):
            raise Refused(Reason.BAD_SIGNATURE, f"link {link.sequence} does not follow the link before it")
        if not timedelta(0) <= link.last - link.first <= LONGEST_KEY:
            raise Refused(Reason.BAD_SIGNATURE, f"the days of link {link.sequence} are none, or too many")
    return links


def _check_start(link: KeyLink) -> None:
    """Raise Refused if link 0 follows another one, or if another link follows none."""
    if (link.sequence == 0) != (link.before is None):
        raise Refused(Reason.BAD_SIGNATURE, f"link {link.sequence} is no beginning of a chain")


def add_link(before: Sequence[Signed], key: bytes, first: date, last: date, identity: SigningKey) -> KeyChain:
    """Return a chain with one more link, and with its newest links alone if it gets too long.

    Args:
        before: The links so far; none for a new chain.
        key: The online key, 32 bytes.
        first: The first day on which it signs.
        last: The last day on which it signs.
        identity: The server's identity key.
    """
    known = KnownLink.of(before[-1]) if before else None
    link = KeyLink(
        server=identity.verify_key.encode().hex(),
        sequence=known.sequence + 1 if known else 0,
        before=known.digest.hex() if known else None,
        key=key.hex(),
        first=first,
        last=last,
    )
    return KeyChain(links=(*before, sign(link, identity))[-MOST_LINKS:])
