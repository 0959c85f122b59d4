"""The requests of committee members: they fetch a day's list and certificate, and send signatures and answers.

A member may ask only while the day has a list and has not ended (`WITH_LIST`), and until the plan's last day for
answers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date

from sqlalchemy import Connection

from pdd_server.errors import Rejected, Rejection, busy
from pdd_server.services.donors.group_commit import batches_of, in_one_transaction
from pdd_server.services.donors.registration import authenticate
from pdd_server.services.ledger.entries import Listed
from pdd_server.services.ledger.ledger_file import LedgerFile
from pdd_server.services.ledger.reconciliation import record
from pdd_server.services.rounds.cohort.days import publication
from pdd_server.services.rounds.cohort.days.stored_states import frame_at, load_certifying, load_opening, there
from pdd_server.services.rounds.cohort.epochs import trees
from pdd_server.store.engine import Store
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.cohort import cohort_days, cohort_messages
from pdd_server.store.rounds.cohort.cohort_days import ENDED, WITH_LIST, DayKey, DayState, StoredDay
from pdd_shared.rounds.cohort.day import server
from pdd_shared.rounds.cohort.day.lists import certified_statement
from pdd_shared.rounds.cohort.day.server import CohortDayFrame, Opening
from pdd_shared.rounds.cohort.day.uploads import SIGNATURE_SIZE, is_signed
from pdd_shared.rounds.refusals import Reason, Refused


@dataclass(frozen=True)
class _Served:
    """A (sub-)cohort's day that has a list, and the committee places of the donor who asks about it.

    Attributes:
        stored: The day's record.
        frame: What stays the same through the day.
        places: The donor's places in the committee, from 1. There is at least one.
    """

    stored: StoredDay
    frame: CohortDayFrame
    places: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class _Message:
    """A member's message.

    Attributes:
        hashed: The hash of the member's token.
        key: The (sub-)cohort's day that it is about.
        store: Stores it in a transaction that has locked the day's row.
    """

    hashed: bytes = field(repr=False)
    key: DayKey
    store: Callable[[Connection], None] = field(repr=False)


def store_for(store: Store, hashed: bytes, key: DayKey, write: Callable[[Connection], None]) -> None:
    """Store a member's message together with those that wait beside it, and return once that is durable.

    Args:
        store: The database.
        hashed: The hash of the member's token.
        key: The (sub-)cohort's day that the message is about.
        write: Stores the message, as `receive_signature` and `receive_answer` do.

    Raises:
        Rejected: NOT_REGISTERED if no donor has the token; BUSY if the database was locked for too long.
        Exception: What `write` raises.
    """
    batches_of(store, _store_all).add(_Message(hashed, key, write))


def _store_all(store: Store, batch: Sequence[_Message]) -> list[Exception | None]:
    """Store messages of members in the order of their days, so that processes never wait for each other in a circle."""
    ordered = sorted(batch, key=lambda one: one.key)
    outcomes = dict(zip(ordered, in_one_transaction(store, ordered, _store_together, beside=True), strict=True))
    return [outcomes[one] for one in batch]


def _store_together(connection: Connection, batch: Sequence[_Message]) -> list[Exception | None]:
    cohort_days.lock(connection, (one.key for one in batch))
    for one in batch:
        one.store(connection)
    return [None] * len(batch)


def show_list(store: Store, ledger: LedgerFile, hashed: bytes, key: DayKey, today: date) -> bytes:
    """Return the list of a day to a member of its committee, as bytes, and charge the day the first time.

    The charge is committed first, then it is in the ledger, then the list counts as disclosed, and then it is returned.
    So a server that crashes, or loses its database, can't have shown more than it has charged.

    Args:
        store: The database.
        ledger: What was charged and published.
        hashed: The hash of the donor's token.
        key: The (sub-)cohort's day.
        today: The present data day.

    Raises:
        Rejected: NOT_REGISTERED; NO_SUCH_ROUND if there is no such day, or if its window is not over yet.
        Refused: NOT_A_MEMBER if the donor is not on the committee; TOO_LATE once the day, or the time for answers, has
            ended.
        SetupError: The database was restored from a backup without `pdd-server reset`.
    """
    with store.read() as connection:
        served = _served(connection, hashed, key, today)
        listed = there(cohort_days.list_of(connection, key))
    if not served.stored.list_disclosed:
        with store.write() as connection:
            _charge(connection, _served(connection, hashed, key, today))
        _write_down(store, ledger, served.stored)
        with store.write() as connection:
            _show(connection, _served(connection, hashed, key, today))
    return listed


def receive_signature(
    connection: Connection, hashed: bytes, key: DayKey, place: int, signature: bytes, today: date
) -> None:
    """Store a member's signature under a day's list; the last one that a quorum needs makes the certificate.

    A resend changes nothing. A signature that comes after the certificate does not change that, but is stored, so that
    the member is not asked to certify again.

    Args:
        connection: A write transaction that is alone, or has locked the day's row.
        hashed: The hash of the donor's token.
        key: The (sub-)cohort's day.
        place: The member's place in the committee, from 1.
        signature: The Ed25519 signature by the member's ticket key, 64 bytes.
        today: The present data day.

    Raises:
        Rejected: As `show_list`.
        Refused: As `show_list`; NOT_A_MEMBER also for a place of another member; BAD_SIGNATURE if the member's key did
            not sign this list.
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
    """Return the certificate of a day's list to a member of its committee, as bytes.

    Args:
        connection: A transaction.
        hashed: The hash of the donor's token.
        key: The (sub-)cohort's day.
        today: The present data day.

    Raises:
        Rejected: As `show_list`; NO_SUCH_ROUND also before a quorum has signed.
        Refused: As `show_list`.
    """
    served = _served(connection, hashed, key, today)
    found = cohort_days.certificate_of(connection, served.stored.key)
    if found is None:
        raise Rejected(Rejection.NO_SUCH_ROUND, "The list of that day has no certificate yet.")
    return found


def receive_answer(connection: Connection, hashed: bytes, key: DayKey, place: int, data: bytes, today: date) -> None:
    """Store a member's answer: the sum of its streams over the certified list. A resend changes nothing.

    Args:
        connection: A write transaction that is alone, or has locked the day's row.
        hashed: The hash of the donor's token.
        key: The (sub-)cohort's day.
        place: The member's place in the committee, from 1.
        data: The answer, then its signature of 64 bytes.
        today: The present data day.

    Raises:
        Rejected: As `show_list`; NO_SUCH_ROUND also before there is a certificate.
        Refused: As `show_list`; NOT_A_MEMBER also for a place of another member; WRONG_SIZE; BAD_SIGNATURE if the
            member's key did not sign this answer for this list; DIFFERENT_ANSWER if the member sent another one before.
    """
    served = _at_place(connection, hashed, key, place, today)
    if served.stored.state != DayState.OPENING:
        raise Rejected(Rejection.NO_SUCH_ROUND, "The list of that day has no certificate yet.")
    before = load_opening(connection, served.frame, served.stored, place)
    if server.receive_answer(before, place, data) is not before:
        _show(connection, served)
        cohort_messages.add_answer(connection, key, place, data[:-SIGNATURE_SIZE])


def _show(connection: Connection, served: _Served) -> None:
    """Charge the day and note that a member saw its list, unless that is done.

    A signature or an answer also proves that its sender saw the list. A database that was restored from a backup may
    not remember the request for the list, so members' messages are a second occasion to charge.
    """
    if served.stored.list_disclosed:
        return
    # Two (sub-)cohorts of a data day charge the same campaigns. So one waits for the other here.
    rounds.lock(connection, served.stored.key.day)
    cohort_days.change(connection, served.stored.key, list_disclosed=True)
    _charge(connection, served)


def _write_down(store: Store, ledger: LedgerFile, stored: StoredDay) -> None:
    """Add the day's charges and its list's digest to the ledger."""
    (day, cohort, sub_cohort), digest = stored.key, there(stored.digest).hex()
    try:
        record(store, ledger, [Listed(day=day, cohort=cohort, sub_cohort=sub_cohort, digest=digest)])
    except OSError:
        raise busy() from None  # the disk is full, or another process holds the ledger; the member asks again


def _charge(connection: Connection, served: _Served) -> None:
    """Charge the campaigns that count in the day, unless that is done."""
    plan = served.frame.plan
    publication.charge_shown(connection, plan, plan.cohorts[served.frame.cohort])


def _at_place(connection: Connection, hashed: bytes, key: DayKey, place: int, today: date) -> _Served:
    """Return the day as `_served` does; raise Refused NOT_A_MEMBER if the donor does not serve at this place."""
    served = _served(connection, hashed, key, today)
    if place not in served.places:
        raise Refused(Reason.NOT_A_MEMBER, "This donor does not serve at that place.")
    return served


def _served(connection: Connection, hashed: bytes, key: DayKey, today: date) -> _Served:
    """Return the day and the donor's places on its committee; raise as `show_list` says."""
    asked = cohort_days.asked_by(connection, hashed, key)
    if asked is None:
        authenticate(connection, hashed)
        raise Rejected(Rejection.NO_SUCH_ROUND, "This server has no such cohort's day.")
    stored = asked.day
    duties = trees.duties_of(asked).get(asked.leaf, ()) if asked.leaf is not None else ()
    places = tuple(place for cohort, place in duties if cohort == key.cohort)
    if not places:
        raise Refused(Reason.NOT_A_MEMBER, "This donor does not serve on the committee of that cohort.")
    if stored.state in ENDED:
        raise Refused(Reason.TOO_LATE, "That day has ended.")
    if stored.state not in WITH_LIST:
        raise Rejected(Rejection.NO_SUCH_ROUND, "The window of that day is not over.")
    frame = frame_at(connection, stored)
    if today > frame.plan.last_answers:
        raise Refused(Reason.TOO_LATE, "The time for answers of that day is over.")
    return _Served(stored, frame, places)
