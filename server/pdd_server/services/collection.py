"""Contacts of donors: check-in, and taking in a blinded vector."""

from datetime import date, datetime

from sqlalchemy import Connection

from pdd_server.services.registration import authenticate
from pdd_server.services.rejections import Rejected, Rejection
from pdd_server.store import donors, rounds
from pdd_server.store.rounds import RoundState
from pdd_shared.messages import CheckIn, CheckInAnswer, Receipt, Task
from pdd_shared.rounds import plain
from pdd_shared.rounds.refusals import Reason, Refused


def check_in(connection: Connection, hashed: bytes, contact: CheckIn, now: datetime, today: date) -> CheckInAnswer:
    """Note that the donor was there today, and tell it what is due.

    A contact with the last answer's number is new; one with the number before and the same nonce is a retry, and gets
    the same number. Rejected: NOT_REGISTERED; STALE_STATE for any other, which a restored or copied donor sends.
    """
    donor = authenticate(connection, hashed)
    number = donor.number
    if contact.number == donor.number:
        number += 1
        donors.set_contact(connection, donor.id, number, contact.nonce)
    elif (contact.number, contact.nonce) != (donor.number - 1, donor.nonce):
        raise Rejected(Rejection.STALE_STATE, "This donor was restored or copied; register anew, with new keys.")
    donors.note_activity(connection, donor.id, today)
    due = rounds.due_from(connection, donor.id)
    tasks = tuple(Task(kind="submit", plan=plan, roster=roster) for plan, roster in due)
    return CheckInAnswer(number=number, time=now.isoformat(), day=today, tasks=tasks)


def receive(connection: Connection, hashed: bytes, day: date, context: str, data: bytes) -> Receipt:
    """Add a donor's vector to its group's running sum; the vector itself is not kept. A resend changes nothing.

    `context` is the digest, in hex, of the round context the vector was blinded under.

    Rejected: NOT_REGISTERED, NO_SUCH_ROUND. Refused: TOO_LATE, NOT_A_MEMBER, FOREIGN_PLAN, WRONG_SIZE,
    DIFFERENT_VECTOR.
    """
    donor = authenticate(connection, hashed)
    found = rounds.get(connection, day)
    if found is None:
        raise Rejected(Rejection.NO_SUCH_ROUND, "This server has no round of that day.")
    if found.state != RoundState.OPEN:
        raise Refused(Reason.TOO_LATE, "The window of this round is over.")
    place = rounds.place_of(connection, day, donor.id)
    if place is None:
        raise Refused(Reason.NOT_A_MEMBER, "This donor is in no group of that round.")
    if place.context.hex() != context:
        raise Refused(Reason.FOREIGN_PLAN, "The vector was blinded under another plan or roster than the server's.")
    before = rounds.load_group(connection, day, place.number)
    after = plain.receive(before, place.place, data)
    if after is not before and not isinstance(after, plain.Lost):
        rounds.save_vector(connection, day, place.number, after, place.place)
    return Receipt(day=day, digest=plain.vector_digest(data).hex())
