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
class Voice:
    """What the server says anything with: its online key, what vouches for it, and the protocol of the settings."""

    online: Signed
    key: SigningKey = field(repr=False)
    protocol: Protocol


def check_in(
    connection: Connection,
    hashed: bytes,
    contact: CheckIn,
    now: datetime,
    today: date,
    voice: Voice,
    version: str = "",
) -> CheckInAnswer:
    """Note that the donor was there today, and tell it what is due.

    A contact with the last answer's number is new; one with the number before and the same nonce is a retry, and gets
    the same number. Rejected: NOT_REGISTERED; STALE_STATE for any other, which a restored or copied donor sends.

    How many donors were there with each `version` of a client is counted; which one this donor has is not kept.
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
        online=voice.online,
        reset=cohort_contacts.last_reset(connection, voice.key),
        tasks=tuple(_tasks(connection, donor.id, today, voice)),
    )


def _tasks(connection: Connection, donor: str, today: date, voice: Voice) -> Iterator[Task]:
    """What is due from a donor: days that began under another protocol than that of the settings are ended in it."""
    yield from plain_rounds.tasks(connection, donor)
    if voice.protocol == "cohort":
        yield from cohort_contacts.tickets(connection, donor, today)
    yield from cohort_contacts.tasks(connection, donor, today, voice.key)
