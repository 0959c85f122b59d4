"""Intake of uploads: uploads that arrive together are added to the sums in one durable transaction.

They are a kind of batches of their own (`group_commit`). A server that is killed after the commit gives a resend the
same receipt, because the leaf's nonce is in the database. An upload is only in memory here: it is added to a sum, then
forgotten.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from pdd_server.errors import Rejected
from pdd_server.services.donors.group_commit import GaveUp, batches_of
from pdd_server.services.rounds.cohort.days.stored_states import frame_at, read_sums, write_sums
from pdd_server.services.rounds.cohort.days.upload_checks import AddedUpload, UploadRequest, VerifiedUpload, check
from pdd_server.services.rounds.cohort.epochs.trees import draw_of
from pdd_server.store.engine import Store, is_busy
from pdd_server.store.rounds.cohort import cohort_messages, cohort_uploads
from pdd_server.store.rounds.cohort.cohort_days import DayKey, DayState, StoredDay
from pdd_server.store.rounds.cohort.cohort_epochs import OwnLeaf
from pdd_shared.rounds.cohort.day import server
from pdd_shared.rounds.cohort.day.server import Collecting
from pdd_shared.rounds.refusals import Reason, Refused

_Outcome = AddedUpload | Exception
"""The nonce that is in the sums for an upload's leaf, or the error that answers the request."""


def add_upload(store: Store, sent: UploadRequest) -> AddedUpload:
    """Check an upload, add it to its day's sums, and return once that is durable.

    Args:
        store: The database.
        sent: The request.

    Returns:
        The leaf, and the nonce of its upload in the sums. After a resend that is the nonce of the first upload.

    Raises:
        Rejected: As `check`; BUSY if another transaction held the database for too long.
        Refused: As `check`; WRONG_COHORT; COHORT_FULL.
    """
    return batches_of(store, take_in).add(sent)


def take_in(store: Store, batch: Sequence[UploadRequest]) -> Sequence[_Outcome]:
    """Add a batch of uploads to the sums; return the outcome of each, in the batch's order."""
    try:
        return _take_in_together(store, batch)
    except Exception as error:
        if is_busy(error):
            # Trying them one by one would make each wait for the database as long as the whole batch did.
            return [GaveUp() for _ in batch]
        # One upload that causes an error must not fail the whole batch. So each is tried in a transaction of its own.
        return list(_take_in_each(store, batch))


def _take_in_each(store: Store, batch: Iterable[UploadRequest]) -> Iterator[_Outcome]:
    """Add uploads one by one and yield their outcomes; once one finds the database busy, it and the rest get BUSY."""
    left = iter(batch)
    for one in left:
        outcome = _take_in_alone(store, one)
        if isinstance(outcome, Exception) and is_busy(outcome):
            yield GaveUp()
            # Each of the rest would wait for the database as long as this one did.
            yield from (GaveUp() for _ in left)
        else:
            yield outcome


def _take_in_alone(store: Store, sent: UploadRequest) -> _Outcome:
    """Add one upload in a transaction of its own; return any error as its outcome."""
    try:
        (outcome,) = _take_in_together(store, [sent])
    except Exception as error:
        return error
    return outcome


def _take_in_together(store: Store, batch: Sequence[UploadRequest]) -> list[_Outcome]:
    """Check uploads in one snapshot, then add those that pass to the sums in one transaction."""
    with store.read() as connection:
        checked = [_check(connection, one) for one in batch]
    new = [one for one in checked if isinstance(one, VerifiedUpload)]
    added = _add_durably(store, new) if new else {}
    return [added[one] if isinstance(one, VerifiedUpload) else one for one in checked]


def _check(connection: Connection, sent: UploadRequest) -> VerifiedUpload | _Outcome:
    try:
        return check(connection, sent)
    except (Rejected, Refused) as error:
        return error


def _add_durably(store: Store, uploads: Sequence[VerifiedUpload]) -> Mapping[VerifiedUpload, _Outcome]:
    with store.write_beside() as connection:  # `collected` locks each day's row
        return dict(_add_batch(connection, uploads))


def _add_batch(connection: Connection, uploads: Iterable[VerifiedUpload]) -> Iterable[tuple[VerifiedUpload, _Outcome]]:
    """Add checked uploads to the sums of their days, one day after the other; yield each with its outcome."""
    by_day: dict[DayKey, list[VerifiedUpload]] = defaultdict(list)
    for one in uploads:
        by_day[one.key].append(one)
    for key, together in sorted(by_day.items()):
        yield from _add_to_day(connection, key, together)


def _add_to_day(
    connection: Connection, key: DayKey, uploads: list[VerifiedUpload]
) -> Iterable[tuple[VerifiedUpload, _Outcome]]:
    """Add the uploads of one (sub-)cohort's day to its sums, and yield each with its outcome.

    They were checked in an earlier snapshot. All that may have changed since is checked again here, under the write
    lock.
    """
    found = cohort_uploads.collected(connection, key)
    if found is None or found[0].state != DayState.COLLECTING:
        yield from ((one, Refused(Reason.TOO_LATE, "The window of this day is over.")) for one in uploads)
        return
    stored, sums = found
    before = _load(connection, stored, sums, uploads)
    # The leaves are read again under the write lock, because a donor may have been erased since the checks.
    leaves = cohort_uploads.leaves_of(connection, stored.epoch, {one.donor for one in uploads})
    refused = {one: error for one in uploads if (error := _refusal(before, leaves.get(one.donor), one))}
    admitted = [one for one in uploads if one not in refused]
    after, new = server.receive(before, [one.upload for one in admitted])
    if new:
        cohort_messages.add_entries(connection, key, ((one.leaf.index, one.nonce) for one in new))
        cohort_uploads.save_sums(connection, key, write_sums(after.sums), stored.uploads + len(new))
    yield from refused.items()
    yield from ((one, _outcome(after, one)) for one in admitted)


def _load(connection: Connection, stored: StoredDay, sums: bytes, uploads: list[VerifiedUpload]) -> Collecting:
    """Return the day with the entries of these uploads' leaves alone, so that a batch need not read up to 8,192.

    The capacity is lowered to match. It becomes the number of uploads that still have room, plus the entries that are
    loaded. So `server.receive` takes exactly as many as it would with all entries.
    """
    frame, key = frame_at(connection, stored), stored.key
    entries = cohort_uploads.nonces_of(connection, key, {one.upload.leaf.index for one in uploads})
    room = frame.plan.capacity - stored.uploads + len(entries)
    smaller = replace(frame, plan=frame.plan.model_copy(update={"capacity": room}))
    return Collecting(smaller, read_sums(frame, sums), entries)


def _refusal(day: Collecting, own: OwnLeaf | None, one: VerifiedUpload) -> Refused | None:
    """Return the refusal of an upload that has no place in the day; None if it may be added.

    Args:
        day: The day's state.
        own: The donor's leaf in the day's epoch; None if it has none any more.
        one: The upload.
    """
    try:
        if own is None or own.leaf != one.upload.leaf:
            raise Refused(Reason.NOT_A_MEMBER, "This donor has no leaf in the epoch of that day.")
        server.admit(day, one.upload.leaf.index, draw_of(day.frame.plan))
    except Refused as error:
        return error
    return None


def _outcome(after: Collecting, one: VerifiedUpload) -> _Outcome:
    """Return the nonce that the day now has for the upload's leaf, or COHORT_FULL if there was no room for it."""
    leaf = one.upload.leaf.index
    if leaf in after.entries:
        return AddedUpload(leaf, after.entries[leaf])
    return Refused(Reason.COHORT_FULL, "The cohort has all its uploads of that day.")
