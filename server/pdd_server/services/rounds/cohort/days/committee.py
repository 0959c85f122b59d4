"""The committee's part of a cohort's day: its members fetch lists and certificates, and send signatures and answers."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.donors.registration import authenticate
from pdd_server.services.rounds.cohort.days import publication
from pdd_server.services.rounds.cohort.days.stored_states import frame_of, load_certifying, load_opening, there
from pdd_server.services.rounds.cohort.epochs import trees
from pdd_server.services.rounds.cohort.signed_messages import read_plan
from pdd_server.store.engine import Store
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.cohort import cohort_days, cohort_epochs, cohort_messages
from pdd_server.store.rounds.cohort.cohort_days import ENDED, SHOWN, DayKey, DayState, StoredDay
from pdd_shared.rounds.cohort.day import server
from pdd_shared.rounds.cohort.day.lists import certified_statement
from pdd_shared.rounds.cohort.day.server import CohortDayFrame, Opening
from pdd_shared.rounds.cohort.day.uploads import SIGNATURE_SIZE, is_signed
from pdd_shared.rounds.refusals import Reason, Refused


@dataclass(frozen=True)
class _Served:
    """A (sub-)cohort's day that is certified or opened, and the places that a member serves at."""

    stored: StoredDay
    frame: CohortDayFrame
    places: tuple[int, ...]


def show_list(store: Store, hashed: bytes, key: DayKey, today: date) -> bytes:
    """Return the bytes of a day's list, for a member of its committee.

    That a member was shown the list, and what this costs the budgets, is durable before the list is returned. A server
    that crashes can't have shown more than it has charged.

    Raises:
        Rejected: NOT_REGISTERED, NO_SUCH_ROUND.
        Refused: NOT_A_MEMBER, TOO_LATE.
    """
    with store.read() as connection:
        served = _served(connection, hashed, key, today)
        listed = there(cohort_days.list_of(connection, key))
    if not served.stored.shown:
        with store.write() as connection:
            served = _served(connection, hashed, key, today)
            _show(connection, served)
    return listed


def receive_signature(
    connection: Connection, hashed: bytes, key: DayKey, place: int, signature: bytes, today: date
) -> None:
    """Take a member's signature under a day's list. A resend changes nothing, nor does one after the certificate.

    Args:
        connection: A write transaction.
        hashed: The hash of the donor's token.
        key: The (sub-)cohort's day.
        place: The member's place in the committee, from 1.
        signature: 64 bytes.
        today: The present data day.

    Raises:
        Rejected: NOT_REGISTERED, NO_SUCH_ROUND.
        Refused: NOT_A_MEMBER, TOO_LATE, BAD_SIGNATURE.
    """
    served = _at_place(connection, hashed, key, place, today)
    if served.stored.state == DayState.OPENING:
        said = certified_statement(served.frame.context, there(served.stored.digest))
        if not is_signed(said, signature, served.frame.signing_key(place)):
            raise Refused(Reason.BAD_SIGNATURE, "The signature is not this member's under this list.")
    else:
        before = load_certifying(connection, served.frame, served.stored)
        after = server.receive_signature(before, place, signature)
        if isinstance(after, Opening):
            cohort_days.change(connection, key, state=DayState.OPENING, certificate=after.certificate)
    _show(connection, served)
    cohort_messages.add_signature(connection, key, place, signature)


def certificate(connection: Connection, hashed: bytes, key: DayKey, today: date) -> bytes:
    """Return the certificate over a day's list, for a member of its committee.

    Raises:
        Rejected: NOT_REGISTERED; NO_SUCH_ROUND, also before a quorum has signed.
        Refused: NOT_A_MEMBER, TOO_LATE.
    """
    served = _served(connection, hashed, key, today)
    found = cohort_days.certificate_of(connection, served.stored.key)
    if found is None:
        raise Rejected(Rejection.NO_SUCH_ROUND, "The list of that day has no certificate yet.")
    return found


def receive_answer(connection: Connection, hashed: bytes, key: DayKey, place: int, data: bytes, today: date) -> None:
    """Take a member's answer. A resend changes nothing.

    Args:
        connection: A write transaction.
        hashed: The hash of the donor's token.
        key: The (sub-)cohort's day.
        place: The member's place in the committee, from 1.
        data: The signed answer.
        today: The present data day.

    Raises:
        Rejected: NOT_REGISTERED, NO_SUCH_ROUND.
        Refused: NOT_A_MEMBER, TOO_LATE, WRONG_SIZE, BAD_SIGNATURE, DIFFERENT_ANSWER.
    """
    served = _at_place(connection, hashed, key, place, today)
    if served.stored.state != DayState.OPENING:
        raise Rejected(Rejection.NO_SUCH_ROUND, "The list of that day has no certificate yet.")
    before = load_opening(connection, served.frame, served.stored, place)
    if server.receive_answer(before, place, data) is not before:
        _show(connection, served)
        cohort_messages.add_answer(connection, key, place, data[:-SIGNATURE_SIZE])


def _show(connection: Connection, served: _Served) -> None:
    """Charge the day, and note that a member saw its list.

    A member's message tells that it did, too: a database that was restored forgets that it was asked for the list.
    """
    if served.stored.shown:
        return
    cohort_days.change(connection, served.stored.key, shown=True)
    plan = served.frame.plan
    publication.charge_shown(connection, plan, plan.cohorts[served.frame.cohort])


def _at_place(connection: Connection, hashed: bytes, key: DayKey, place: int, today: date) -> _Served:
    served = _served(connection, hashed, key, today)
    if place not in served.places:
        raise Refused(Reason.NOT_A_MEMBER, "This donor does not serve at that place.")
    return served


def _served(connection: Connection, hashed: bytes, key: DayKey, today: date) -> _Served:
    donor, stored = authenticate(connection, hashed).id, cohort_days.get(connection, key)
    if stored is None:
        raise Rejected(Rejection.NO_SUCH_ROUND, "This server has no such cohort's day.")
    epoch = cohort_epochs.one(connection, stored.epoch)
    own = cohort_epochs.leaf_of(connection, stored.epoch, donor)
    duties = trees.duties_of(epoch).get(own.leaf.index, ()) if own else ()
    places = tuple(place for cohort, place in duties if cohort == key.cohort)
    if not places:
        raise Refused(Reason.NOT_A_MEMBER, "This donor does not serve on the committee of that cohort.")
    if stored.state in ENDED:
        raise Refused(Reason.TOO_LATE, "That day has ended.")
    if stored.state not in SHOWN:
        raise Rejected(Rejection.NO_SUCH_ROUND, "The window of that day is not over.")
    plan = rounds.plan_of(connection, key.day).payload
    if today > read_plan(plan).last_answers:
        raise Refused(Reason.TOO_LATE, "The time for answers of that day is over.")
    return _Served(stored, frame_of(connection, epoch, plan, key.cohort, key.sub_cohort), places)
