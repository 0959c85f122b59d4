"""Between the database and the frozen states of a (sub-)cohort's day: loading them, and saving what became of them."""

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
_FRAMES = 4096
"""More than a large server's open days have; all frames of a day with the same floor share one layout."""
_frames: LRUCache[bytes, CohortDayFrame] = LRUCache(_FRAMES)
_keeping = Lock()


def frame_at(connection: Connection, stored: StoredDay) -> CohortDayFrame:
    """What stays the same through a (sub-)cohort's day. Its context names all of it, so it is looked up once."""
    with _keeping:
        found = _frames.get(stored.context)
    if found is None:
        epoch, plan = cohort_epochs.one(connection, stored.epoch), rounds.plan_of(connection, stored.key.day).payload
        found = frame_of(connection, epoch, plan, stored.key.cohort, stored.key.sub_cohort)
    return found


def frame_of(connection: Connection, epoch: StoredEpoch, plan: str, cohort: int, sub_cohort: int) -> CohortDayFrame:
    """What stays the same through a (sub-)cohort's day, under the plan of this text."""
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
    """The layout of all cohorts of a plan with this floor."""
    read = read_plan(plan)
    return cohort_layout(read.layout, TreeSize(read.size), day)


def load_collecting(connection: Connection, frame: CohortDayFrame, stored: StoredDay) -> Collecting:
    """A day that takes uploads."""
    held = cohort_days.held(connection, stored.key)
    entries = cohort_messages.entries(connection, stored.key)
    past = [leaf for leaf in entries if leaf >= frame.plan.size]
    appended = {leaf.index: leaf for leaf in cohort_epochs.leaves_at(connection, stored.epoch, past)}
    return Collecting(frame, read_sums(frame, held.sums), entries, appended, stored.floor_met_on)


def load_certifying(connection: Connection, frame: CohortDayFrame, stored: StoredDay) -> Certifying:
    """A day with a list that is being certified."""
    held, signatures = cohort_days.held(connection, stored.key), cohort_messages.signatures(connection, stored.key)
    sums, listed = read_sums(frame, held.sums), _read_list(there(held.listed))
    return Certifying(frame, sums, listed, there(stored.digest), stored.shown, signatures)


def load_opening(connection: Connection, frame: CohortDayFrame, stored: StoredDay, place: int | None = None) -> Opening:
    """A day with a certificate, and its members' answers: all of them, or that of one place."""
    held, columns = cohort_days.held(connection, stored.key), frame.upload.committee.columns
    sent = (
        cohort_messages.answers(connection, stored.key)
        if place is None
        else cohort_messages.answer_of(connection, stored.key, place)
    )
    answers = {at: from_wire(total, columns) for at, total in sent.items()}
    sums, listed = read_sums(frame, held.sums), _read_list(there(held.listed))
    return Opening(frame, sums, listed, there(stored.digest), there(held.certificate), answers)


def save_list(connection: Connection, key: DayKey, after: Certifying) -> None:
    """Save a day whose list was just frozen."""
    in_tree = sum(leaf < after.frame.plan.size for leaf, _ in after.listed.pairs)
    cohort_days.change(
        connection,
        key,
        state=DayState.CERTIFYING,
        listed=after.listed.encoded,
        digest=after.digest,
        in_tree=in_tree,
    )


def there(stored: bytes | None) -> bytes:
    """What a day in this state has; ValueError where it is missing, before anybody certifies it as empty."""
    if stored is None:
        raise ValueError("a day lacks its list, the digest of that, or its certificate")
    return stored


def write_sums(sums: Sums) -> bytes:
    """The sums as they travel: c, then z."""
    return to_wire(sums.ciphertext) + to_wire(sums.shares)


def read_sums(frame: CohortDayFrame, data: bytes) -> Sums:
    """The sums of a day."""
    blocks, committee = frame.upload.blocks, frame.upload.committee
    middle = _WORD * DEGREE * blocks
    ciphertext: Elements = from_wire(data[:middle], DEGREE * blocks)
    shares: Elements = from_wire(data[middle:], committee.members * committee.columns)
    return Sums(ciphertext.reshape(blocks, DEGREE), shares.reshape(committee.members, committee.columns))


@lru_cache(maxsize=16)
def _read_list(data: bytes) -> IncludedList:
    """Reading a full cohort's list takes longer than all that is done with it for one signature."""
    return read_list(data)
