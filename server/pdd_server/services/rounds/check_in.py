"""Check-ins: a donor says that it is there, and learns what it is asked for.

A check-in carries a number that grows by one each time, and a nonce. So the server knows a donor's program that was
copied or restored from a backup: its number is one that was used before, under another nonce.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.donors.registration import authenticate
from pdd_server.services.rounds.cohort import donor_tasks as cohort_contacts
from pdd_server.services.rounds.plain import rounds as plain_rounds
from pdd_server.store import donors, monitoring
from pdd_shared.protocol.messages import CheckIn, CheckInAnswer, Signed, Task
from pdd_shared.protocol.terms import Protocol

_LARGEST_NUMBER = 2**53
"""JavaScript's integers end there, and the database's later."""


@dataclass(frozen=True)
class OnlineIdentity:
    """How the server identifies itself to donors.

    Attributes:
        online: The `OnlineKey` message, in which the identity key vouches for the online key.
        key: The online key, which signs what donors are asked for.
        protocol: The protocol of the settings. Open days of the other protocol are still ended in theirs.
    """

    online: Signed
    key: SigningKey = field(repr=False)
    protocol: Protocol


def check_in(
    connection: Connection,
    hashed: bytes,
    contact: CheckIn,
    now: datetime,
    today: date,
    identity: OnlineIdentity,
    version: str = "",
) -> CheckInAnswer:
    """Note that the donor was there today, and tell it what is due.

    A check-in with the last answer's number is new. One with the number before and the same nonce is a retry after a
    lost answer, and gets the same number. Any other number comes from a donor that was restored or copied.

    How many donors were there with each version of a client is counted. Which one this donor has is not kept.

    Args:
        connection: A write transaction.
        hashed: The hash of the donor's token.
        contact: The donor's message.
        now: The server's time, which donors compare their clocks with.
        today: The data day that `now` falls on.
        identity: What the answer is signed with.
        version: The version that the client says it has.

    Returns:
        The next number and the donor's tasks.

    Raises:
        Rejected: NOT_REGISTERED; STALE_STATE for a donor that was restored or copied.
    """
    donor = authenticate(connection, hashed)
    number = donor.number
    # A restored server does not know which contact was the last: `reset` has made the number negative.
    is_known_anew = donor.number < 0 and contact.number < _LARGEST_NUMBER
    if is_known_anew or contact.number == donor.number:
        number = contact.number + 1
        donors.set_contact(connection, donor.id, number, contact.nonce)
    elif (contact.number, contact.nonce) != (donor.number - 1, donor.nonce):
        raise Rejected(Rejection.STALE_STATE, "This donor was restored or copied; register anew, with new keys.")
    if donors.note_activity(connection, donor.id, today):
        monitoring.note_version(connection, today, version)
    return CheckInAnswer(
        number=number,
        time=now.isoformat(),
        day=today,
        online=identity.online,
        reset=cohort_contacts.last_reset(connection, identity.key),
        tasks=tuple(_tasks(connection, donor.id, today, identity)),
    )


def _tasks(connection: Connection, donor: str, today: date, identity: OnlineIdentity) -> Iterator[Task]:
    """Yield what is due from a donor; days that began under the other protocol are ended in theirs."""
    yield from plain_rounds.tasks(connection, donor)
    if identity.protocol == "cohort":
        yield from cohort_contacts.tickets(connection, donor, today)
    yield from cohort_contacts.tasks(connection, donor, today, identity.key)
