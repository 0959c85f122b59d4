"""Taking uploads in: many that come at once cost one durable transaction, and each is confirmed after it.

Requests queue their uploads. The first that waits adds all that wait to the sums, and commits once. A server that
is killed after the commit gives a resend the same receipt, because the entry is in the database. An upload is only ever
in memory here: added to a sum, then forgotten.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from threading import Event, Lock
from weakref import WeakKeyDictionary

from sqlalchemy import Connection

from pdd_server.services.cohort.states import frame_at, read_sums, write_sums
from pdd_server.services.cohort.trees import draw_of
from pdd_server.store import cohort_days, cohort_messages, cohort_senders
from pdd_server.store.cohort_days import DayKey, DayState, StoredDay
from pdd_server.store.cohort_epochs import OwnLeaf
from pdd_server.store.engine import Store
from pdd_shared.rounds.cohort.day import server
from pdd_shared.rounds.cohort.day.server import Collecting
from pdd_shared.rounds.cohort.day.uploads import Upload
from pdd_shared.rounds.refusals import Reason, Refused


@dataclass(eq=False)
class _Waiting:
    """An upload in the queue, and what became of it: the nonce in the sums, or why it was not taken.

    `turn` is set once it has left the queue, or when it is to add all that wait (`leads`).
    """

    key: DayKey
    donor: str
    upload: Upload = field(repr=False)
    nonce: bytes | None = None
    error: BaseException | None = None
    leads: bool = False
    turn: Event = field(default_factory=Event, repr=False)


class Intake:
    """The queue of one process's uploads to one database."""

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []
        self._is_led = False
        self._queueing = Lock()

    def add(self, store: Store, key: DayKey, donor: str, upload: Upload) -> bytes:
        """Add an upload, whose signature was checked, to a day's sums; the nonce that its leaf has in them.

        It is that of the leaf's first upload. Refused: TOO_LATE, NOT_A_MEMBER, WRONG_COHORT, COHORT_FULL.
        """
        own = _Waiting(key, donor, upload)
        with self._queueing:
            self._waiting.append(own)
            if not self._is_led:
                self._pass_on()
        # A lock in its place would keep those whose uploads were added waiting behind the next batch.
        own.turn.wait()
        if own.leads:
            self._lead(store)
        if own.nonce is None:
            raise own.error or RuntimeError("the upload left the queue without an answer")
        return own.nonce

    def _pass_on(self) -> None:
        """Let the first that waits lead, if any does."""
        self._is_led = bool(self._waiting)
        if self._waiting:
            self._waiting[0].leads = True
            self._waiting[0].turn.set()

    def _lead(self, store: Store) -> None:
        """Add all that wait, the own upload among them; then let another lead."""
        with self._queueing:
            batch, self._waiting = self._waiting, []
        try:
            _add_all(store, batch)
        finally:
            with self._queueing:
                self._pass_on()
            for one in batch:
                one.turn.set()


def _add_all(store: Store, batch: Sequence[_Waiting]) -> None:
    try:
        _add_durably(store, batch)
    except Exception:
        # One upload must not cost the others theirs: each gets a transaction, and an error, of its own.
        for one in batch:
            one.error = None
            try:
                _add_durably(store, [one])
            except Exception as error:
                one.error = error


def _add_durably(store: Store, batch: Sequence[_Waiting]) -> None:
    with store.write() as connection:
        taken = list(_add_batch(connection, batch))
    for one, nonce in taken:
        one.nonce = nonce


_intakes: WeakKeyDictionary[Store, Intake] = WeakKeyDictionary()
_making = Lock()


def intake_of(store: Store) -> Intake:
    """The queue of this process's uploads to a database."""
    with _making:
        return _intakes.setdefault(store, Intake())


def _add_batch(connection: Connection, batch: Iterable[_Waiting]) -> Iterable[tuple[_Waiting, bytes]]:
    by_day: dict[DayKey, list[_Waiting]] = defaultdict(list)
    for one in batch:
        by_day[one.key].append(one)
    for key, waiting in sorted(by_day.items()):
        yield from _add_to_day(connection, key, waiting)


def _add_to_day(connection: Connection, key: DayKey, waiting: list[_Waiting]) -> Iterable[tuple[_Waiting, bytes]]:
    stored = cohort_days.get(connection, key)
    if stored is None or stored.state != DayState.COLLECTING:
        for one in waiting:
            one.error = Refused(Reason.TOO_LATE, "The window of this day is over.")
        return
    before = _load(connection, stored, waiting)
    # Looked up again under the lock: a donor may be erased by now.
    leaves = cohort_senders.leaves_of(connection, stored.epoch, {one.donor for one in waiting})
    admitted = [one for one in waiting if _is_admitted(before, leaves.get(one.donor), one)]
    after, new = server.receive(before, [one.upload for one in admitted])
    if new:
        cohort_messages.add_entries(connection, key, ((one.leaf.index, one.nonce) for one in new))
        uploads = stored.uploads + len(new)
        cohort_days.change(connection, key, sums=write_sums(after.sums), uploads=uploads)
    for one in admitted:
        nonce = after.entries.get(one.upload.leaf.index)
        if nonce is None:
            one.error = Refused(Reason.COHORT_FULL, "The cohort has all its uploads of that day.")
        else:
            yield one, nonce


def _load(connection: Connection, stored: StoredDay, waiting: list[_Waiting]) -> Collecting:
    """The day as far as these uploads concern it: of its entries those of their leaves alone, and the room left."""
    frame, key = frame_at(connection, stored), stored.key
    entries = cohort_senders.nonces_of(connection, key, {one.upload.leaf.index for one in waiting})
    room = frame.plan.capacity - stored.uploads + len(entries)
    smaller = replace(frame, plan=frame.plan.model_copy(update={"capacity": room}))
    return Collecting(smaller, read_sums(frame, cohort_days.held(connection, key).sums), entries)


def _is_admitted(day: Collecting, own: OwnLeaf | None, one: _Waiting) -> bool:
    """Whether an upload has a place in the day; `own` is its donor's leaf, if that has one."""
    try:
        if own is None or own.leaf != one.upload.leaf:
            raise Refused(Reason.NOT_A_MEMBER, "This donor has no leaf in the epoch of that day.")
        server.admit(day, one.upload.leaf.index, draw_of(day.frame.plan))
    except Refused as error:
        one.error = error
        return False
    return True
