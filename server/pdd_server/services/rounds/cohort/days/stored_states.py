"""Loading the states of a (sub-)cohort's day from the database, and storing them.

The states are those of `pdd_shared.rounds.cohort.day.server`: `Collecting`, `Certifying` and `Opening`.
"""

from functools import lru_cache
from threading import Lock

from cachetools import LRUCache
from sqlalchemy import Connection

from pdd_server.services.rounds.cohort.epochs.trees import committee_of
from pdd_server.services.rounds.cohort.signed_messages import read_plan
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.cohort import cohort_days, cohort_epochs, cohort_messages
from pdd_server.store.rounds.cohort.cohort_days import DayKey, DayState, StoredDay
from pdd_server.store.rounds.cohort.cohort_epochs import StoredEpoch
from pdd_shared.protocol.encoding import digest
from pdd_shared.rounds.cohort.day.layout import CohortLayout, cohort_layout
from pdd_shared.rounds.cohort.day.lists import IncludedList, read_list
from pdd_shared.rounds.cohort.day.server import Certifying, CohortDayFrame, Collecting, Opening
from pdd_shared.rounds.cohort.day.uploads import Sums, UploadFrame, day_context
from pdd_shared.rounds.cohort.epoch.draws import committee_digest
from pdd_shared.rounds.cohort.masking.ring import Elements, blocks_for, from_wire, to_wire
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPlan
from pdd_shared.rounds.cohort.parameters import DEGREE, TreeSize

_WORD = 4
"""Bytes of a field element."""
_FRAMES = 4096
"""The most frames kept in memory: more than the open days of a large server have. Frames share their layouts."""
_frames: LRUCache[bytes, CohortDayFrame] = LRUCache(_FRAMES)
_keeping = Lock()


def frame_at(connection: Connection, stored: StoredDay) -> CohortDayFrame:
    """Return what stays the same through a stored day, from memory if it was needed before.

    The context is a digest of everything in the frame, so a kept frame is never out of date.
    """
    with _keeping:
        found = _frames.get(stored.context)
    if found is None:
        epoch, plan = cohort_epochs.one(connection, stored.epoch), rounds.plan_of(connection, stored.key.day).payload
        found = frame_of(connection, epoch, plan, stored.key.cohort, stored.key.sub_cohort)
    return found


def frame_of(connection: Connection, epoch: StoredEpoch, plan: str, cohort: int, sub_cohort: int) -> CohortDayFrame:
    """Return what stays the same through a (sub-)cohort's day.

    Args:
        connection: A transaction.
        epoch: The epoch of the day.
        plan: The text of the day's plan, a `CohortPlan` in JSON.
        cohort: The cohort's number.
        sub_cohort: The sub-cohort's number; 0 where the cohort is not divided.
    """
    read, members = read_plan(plan), committee_of(connection, epoch, cohort)
    size, planned = TreeSize(read.size), read.cohorts[cohort]
    layout = _layout(plan, planned)
    context = day_context(
        bytes.fromhex(read.server),
        read.day,
        bytes.fromhex(read.root),
        cohort=cohort,
        sub_cohort=sub_cohort,
        sub_cohorts=planned.sub_cohorts,
        plan=digest(CohortPlan.KIND, plan.encode()),
        committee=committee_digest(bytes.fromhex(read.root), cohort, members),
    )
    upload = UploadFrame(context, blocks_for(layout.entries), size.committee)
    made = CohortDayFrame(read, cohort, sub_cohort, members, upload, layout)
    with _keeping:
        return _frames.setdefault(context, made)


@lru_cache(maxsize=128)
def _layout(plan: str, day: CohortDay) -> CohortLayout:
    """Return the layout of a plan's cohorts that have this floor and this number of sub-cohorts."""
    read = read_plan(plan)
    return cohort_layout(read.layout, TreeSize(read.size), day)


def load_collecting(connection: Connection, frame: CohortDayFrame, stored: StoredDay) -> Collecting:
    """Return a day that takes uploads, with all its entries."""
    data = cohort_days.data_of(connection, stored.key)
    entries = cohort_messages.entries(connection, stored.key)
    past = [leaf for leaf in entries if leaf >= frame.plan.size]
    appended = {leaf.index: leaf for leaf in cohort_epochs.leaves_at(connection, stored.epoch, past)}
    return Collecting(frame, read_sums(frame, data.sums), entries, appended, stored.floor_reached_on)


def load_certifying(connection: Connection, frame: CohortDayFrame, stored: StoredDay) -> Certifying:
    """Return a day whose list members certify, with the signatures so far."""
    data, signatures = cohort_days.data_of(connection, stored.key), cohort_messages.signatures(connection, stored.key)
    sums, listed = read_sums(frame, data.sums), _read_list(there(data.listed))
    return Certifying(frame, sums, listed, there(stored.digest), signatures)


def load_opening(connection: Connection, frame: CohortDayFrame, stored: StoredDay, place: int | None = None) -> Opening:
    """Return a day with a certificate and its members' answers.

    Args:
        connection: A transaction.
        frame: What stays the same through the day.
        stored: The day's record.
        place: The committee place whose answer is loaded, from 1; None loads all answers.
    """
    data, columns = cohort_days.data_of(connection, stored.key), frame.upload.committee.columns
    sent = (
        cohort_messages.answers(connection, stored.key)
        if place is None
        else cohort_messages.answer_of(connection, stored.key, place)
    )
    answers = {at: from_wire(total, columns) for at, total in sent.items()}
    sums, listed = read_sums(frame, data.sums), _read_list(there(data.listed))
    return Opening(frame, sums, listed, there(stored.digest), there(data.certificate), answers)


def save_list(connection: Connection, key: DayKey, after: Certifying) -> None:
    """Store the list of a day whose window has just been closed, and its new state."""
    uploads_in_tree = sum(leaf < after.frame.plan.size for leaf, _ in after.listed.pairs)
    cohort_days.change(
        connection,
        key,
        state=DayState.CERTIFYING,
        listed=after.listed.encoded,
        digest=after.digest,
        uploads_in_tree=uploads_in_tree,
    )


def there(stored: bytes | None) -> bytes:
    """Return a value that a day in this state always has.

    Raises:
        ValueError: It is missing. Without this check, members might be asked to certify an empty list.
    """
    if stored is None:
        raise ValueError("a day lacks its list, the digest of that, or its certificate")
    return stored


def write_sums(sums: Sums) -> bytes:
    """Return the sums as the database holds them: the sum of the masked vectors (c), then of the key shares (z).

    Both are 4-byte words, little endian.
    """
    return to_wire(sums.ciphertext) + to_wire(sums.shares)


def read_sums(frame: CohortDayFrame, data: bytes) -> Sums:
    """Return the sums that `write_sums` wrote for a day with this frame."""
    blocks, committee = frame.upload.blocks, frame.upload.committee
    middle = _WORD * DEGREE * blocks
    ciphertext: Elements = from_wire(data[:middle], DEGREE * blocks)
    shares: Elements = from_wire(data[middle:], committee.members * committee.columns)
    return Sums(ciphertext.reshape(blocks, DEGREE), shares.reshape(committee.members, committee.columns))


@lru_cache(maxsize=16)
def _read_list(data: bytes) -> IncludedList:
    """Return the list in these bytes.

    Lists are kept, because reading that of a full cohort takes longer than everything else that one signature needs.
    """
    return read_list(data)
