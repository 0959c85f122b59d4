"""The tasks of `cohort` donors: what a check-in asks of them, and the receiving of their uploads.

A check-in asks a donor for tickets, for uploads of open data days, and for its duties as a committee member: first to
certify a day's list, then to answer for it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.services.rounds.cohort.days.intake import intake_of
from pdd_server.services.rounds.cohort.days.upload_checks import UploadRequest
from pdd_server.services.rounds.cohort.epochs import epochs, trees
from pdd_server.services.rounds.cohort.signed_messages import read_plan, sign_epoch, sign_plan
from pdd_server.store.engine import Store
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.cohort import cohort_days, cohort_epochs, cohort_excused, cohort_messages, cohort_tickets
from pdd_server.store.rounds.cohort.cohort_days import WITH_LIST, DayState, StoredDay
from pdd_server.store.rounds.cohort.cohort_epochs import OwnLeaf, StoredEpoch
from pdd_shared.protocol.messages import CertifyTask, CohortTask, OpenTask, Signed, TicketTask, UploadTask
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.messages import Reset, UploadReceipt


@dataclass(frozen=True)
class _Seat:
    """A donor's leaf in an epoch, and the number of the cohort that the leaf was dealt to."""

    epoch: StoredEpoch
    own: OwnLeaf
    cohort: int


def last_reset(connection: Connection, key: SigningKey) -> Signed | None:
    """Return the server's last `Reset`, signed; None if it was never restored from a backup."""
    reset = cohort_epochs.last_reset(connection)
    return sign(Reset.model_validate_json(reset.payload), key) if reset else None


def tickets(connection: Connection, donor: str, today: date) -> Iterator[TicketTask]:
    """Yield the tickets that a donor is asked for.

    Each donor keeps a spare ticket for the next epoch at the server. A donor without a leaf in the running epoch is
    asked for a ticket for that one, too, so that it can take part before the next tree is made.
    """
    if cohort_tickets.get(connection, donor) is None:
        yield TicketTask(epoch=epochs.following(connection))
    running = epochs.last(connection)
    if running is None or not epochs.can_be_joined(running, today):
        return
    if cohort_epochs.leaf_of(connection, running.number, donor) is None:
        yield TicketTask(epoch=running.number)


def tasks(connection: Connection, donor: str, today: date, key: SigningKey) -> Iterator[CohortTask]:
    """Yield what the open days ask of a donor: its uploads, then its lists to certify, then its answers.

    Args:
        connection: A transaction.
        donor: The donor's id.
        today: The present data day.
        key: The server's online key, which signs the plans and epochs in the tasks.
    """
    seats = list(_seats(connection, donor))
    for day, seat in sorted(_uploads(connection, seats), key=lambda found: found[0].key):
        plan = rounds.plan_of(connection, day.key.day).payload
        if today <= read_plan(plan).latest_close:
            yield UploadTask(plan=sign_plan(plan, key), epoch=sign_epoch(seat.epoch, key))
    served = [(day, seat, place) for seat in seats for day, place in _served(connection, seat)]
    served.sort(key=lambda found: found[0].key)
    yield from _to_certify(connection, served, today, key)
    yield from _to_open(connection, served, today, key)


def receive_upload(
    store: Store, hashed: bytes, day: date, context: bytes, data: bytes, *, today: date, identity: bytes
) -> UploadReceipt:
    """Add a donor's upload to its cohort's sums, and return once that is durable.

    Args:
        store: The database.
        hashed: The hash of the donor's token.
        day: The data day.
        context: The digest of the context that the upload was masked under, 32 bytes.
        data: The upload as it travels.
        today: The present data day.
        identity: The server's identity key, 32 bytes.

    Returns:
        The receipt. It names the nonce of the first upload that came from the donor's leaf, also after a resend.

    Raises:
        Rejected: As `upload_checks.check`; BUSY if the database was locked for too long.
        Refused: As `upload_checks.check`; WRONG_COHORT; COHORT_FULL if the cohort has all its uploads of the day.
    """
    counted = intake_of(store).add(store, UploadRequest(hashed, day, context, data, today))
    return UploadReceipt(server=identity.hex(), context=context.hex(), leaf=counted.leaf, nonce=counted.nonce.hex())


def _seats(connection: Connection, donor: str) -> Iterator[_Seat]:
    """Yield the donor's leaf in each epoch that has a day which has not ended."""
    waiting = cohort_days.open_epochs(connection)
    for own in cohort_epochs.leaves_of(connection, donor):
        if own.epoch not in waiting:
            continue
        epoch = cohort_epochs.one(connection, own.epoch)
        yield _Seat(epoch, own, trees.draw_of(epoch).cohort_of(own.leaf.index))


def _uploads(connection: Connection, seats: list[_Seat]) -> Iterator[tuple[StoredDay, _Seat]]:
    """Yield the (sub-)cohorts' days that wait for an upload of the donor, each with the leaf that sends it."""
    for seat in seats:
        leaf, draw = seat.own.leaf.index, trees.draw_of(seat.epoch)
        for day in cohort_days.of_cohorts(connection, seat.epoch.number, [seat.cohort], DayState.COLLECTING):
            data_day = day.key.day
            dealt = draw.sub_cohort_of(leaf, data_day, day.sub_cohorts) if day.sub_cohorts > 1 else 0
            is_asked = dealt == day.key.sub_cohort and seat.own.made <= data_day
            if not is_asked or cohort_messages.nonce_of(connection, day.key, leaf) is not None:
                continue
            if not cohort_excused.has(connection, data_day, leaf):
                yield day, seat


def _served(connection: Connection, seat: _Seat) -> Iterator[tuple[StoredDay, int]]:
    """Yield the days on whose committee the leaf serves and that have a list, each with the leaf's place, from 1."""
    duties = dict(trees.duties_of(seat.epoch).get(seat.own.leaf.index, ()))
    if duties:
        for day in cohort_days.of_cohorts(connection, seat.epoch.number, list(duties), *WITH_LIST):
            yield day, duties[day.key.cohort]


_Served = tuple[StoredDay, _Seat, int]


def _to_certify(connection: Connection, served: list[_Served], today: date, key: SigningKey) -> Iterator[CertifyTask]:
    """Yield a task for each list that the donor has not certified yet.

    A donor answers only for a list that it certified itself. So it is asked also once there is a certificate.
    """
    for day, seat, place in served:
        if not cohort_messages.has_signed(connection, day.key, place):
            for plan, epoch in _while_open(connection, day, seat, today, key):
                yield CertifyTask(plan=plan, epoch=epoch, cohort=day.key.cohort, sub_cohort=day.key.sub_cohort)


def _to_open(connection: Connection, served: list[_Served], today: date, key: SigningKey) -> Iterator[OpenTask]:
    """Yield a task for each certified list for which the donor has not answered yet."""
    for day, seat, place in served:
        if day.state == DayState.OPENING and not cohort_messages.has_answered(connection, day.key, place):
            for plan, epoch in _while_open(connection, day, seat, today, key):
                yield OpenTask(plan=plan, epoch=epoch, cohort=day.key.cohort, sub_cohort=day.key.sub_cohort)


def _while_open(
    connection: Connection, day: StoredDay, seat: _Seat, today: date, key: SigningKey
) -> Iterator[tuple[Signed, Signed]]:
    """Yield the signed plan and epoch of a day once, or nothing if its time for answers is over."""
    plan = rounds.plan_of(connection, day.key.day).payload
    if today <= read_plan(plan).last_answers:
        yield sign_plan(plan, key), sign_epoch(seat.epoch, key)
