"""Check-ins: a donor reports that it is active today, and receives its tasks.

A check-in carries a number that grows by one each time, and a nonce. So the server recognises a donor's program that
was copied or restored from a backup: it uses a number that was used before, with another nonce. The proofs of privacy
count such a donor as corrupt, so it has to register anew, with new keys.
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
"""Numbers from here on are not believed after a reset. JavaScript's exact integers end here, SQLite's at 2^63."""


@dataclass(frozen=True)
class OnlineIdentity:
    """How the server identifies itself to donors.

    Attributes:
        online: The `OnlineKey` message, in which the identity key vouches for the online key.
        key: The online key, which signs what donors are asked for.
        protocol: The protocol of the settings, which new rounds use. Rounds of the other one still run to their end.
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
    """Record that the donor was active today, and return its tasks.

    A check-in with the last answer's number is new. A check-in with the number before that and the same nonce is a
    retry after a lost answer, and gets the same number. Any other comes from a donor that was restored or copied.

    The server counts how many donors use each version of a client. It does not keep which version this donor has.

    Args:
        connection: A write transaction.
        hashed: The hash of the donor's token.
        contact: The donor's message.
        now: The server's time. Donors compare their clocks with it.
        today: The data day that `now` falls on.
        identity: What the answer is signed with.
        version: The version that the client names; empty if it names none.

    Returns:
        The number of the donor's next check-in, and its tasks.

    Raises:
        Rejected: NOT_REGISTERED; STALE_STATE for a donor that was restored or copied.
    """
    donor = authenticate(connection, hashed)
    number = donor.number
    # After a restore the server does not know each donor's last check-in. `reset` has made the numbers negative, and
    # the next number that a donor names is believed.
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
    """Yield a donor's tasks in the rounds of both protocols: rounds run to their end in the one they began under."""
    yield from plain_rounds.tasks(connection, donor)
    if identity.protocol == "cohort":
        yield from cohort_contacts.tickets(connection, donor, today)
    yield from cohort_contacts.tasks(connection, donor, today, identity.key)
