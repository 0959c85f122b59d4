"""The tasks of `cohort` donors: what a check-in asks of them, and the receiving of their uploads.

A check-in asks a donor for tickets, for uploads of open data days, and for its duties as a committee member: first to
certify a day's list, then to answer for it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.services.rounds.cohort.days.intake import add_upload
from pdd_server.services.rounds.cohort.days.upload_checks import UploadRequest
from pdd_server.services.rounds.cohort.epochs import epochs, trees
from pdd_server.services.rounds.cohort.signed_messages import read_plan, sign_epoch, sign_plan
from pdd_server.store.engine import Store
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.cohort import (
    cohort_days,
    cohort_epochs,
    cohort_excused,
    cohort_messages,
    cohort_tickets,
    cohort_uploads,
)
from pdd_server.store.rounds.cohort.cohort_days import WITH_LIST, DayKey, DayState, StoredDay
from pdd_server.store.rounds.cohort.cohort_epochs import OwnLeaf, StoredEpoch, StoredReset
from pdd_shared.protocol.messages import CertifyTask, CohortTask, OpenTask, Signed, TicketTask, UploadTask
from pdd_shared.rounds.cohort.messages import UploadReceipt


@dataclass(frozen=True)
class _Seat:
    """A donor's leaf in an epoch, and the number of the cohort that the leaf was dealt to."""

    epoch: StoredEpoch
    own: OwnLeaf
    cohort: int


@dataclass(frozen=True)
class CommonReads:
    """What the tasks of different donors have in common, read once in a transaction that changes none of it.

    Attributes:
        connection: The transaction.
        donors: The ids of the donors.
    """

    connection: Connection
    donors: Collection[str]
    _days: dict[tuple[int, int], list[StoredDay]] = field(default_factory=dict)
    _plans: dict[date, str] = field(default_factory=dict)
    _excused: dict[date, frozenset[int]] = field(default_factory=dict)
    _sent: dict[DayKey, Set[int]] = field(default_factory=dict)
    _signed: dict[DayKey, Set[int]] = field(default_factory=dict)
    _answered: dict[DayKey, Set[int]] = field(default_factory=dict)

    @cached_property
    def reset(self) -> StoredReset | None:
        """The server's last reset; None if there was none."""
        return cohort_epochs.last_reset(self.connection)

    @cached_property
    def running(self) -> StoredEpoch | None:
        """The latest epoch since the last reset; None if none has begun since."""
        return cohort_epochs.latest(self.connection, self._resets)

    @cached_property
    def following(self) -> int:
        """The number of the next epoch."""
        return epochs.number_after(self.running, self.reset)

    @cached_property
    def is_forming(self) -> bool:
        """Whether the tree of the next epoch is being made."""
        return cohort_epochs.forming(self.connection, self._resets) is not None

    @property
    def _resets(self) -> int:
        return self.reset.number if self.reset else 0

    @cached_property
    def leaves(self) -> Mapping[str, Sequence[OwnLeaf]]:
        """The leaves of each of the donors, in order of the epochs."""
        return cohort_epochs.leaves_of(self.connection, self.donors)

    @cached_property
    def with_ticket(self) -> Set[str]:
        """Those of the donors who have a spare ticket at the server."""
        return cohort_tickets.owners_among(self.connection, self.donors)

    @cached_property
    def open_epochs(self) -> Mapping[int, StoredEpoch]:
        """The epochs that have a day which has not ended, by number."""
        numbers = cohort_days.open_epochs(self.connection)
        return {number: cohort_epochs.one(self.connection, number) for number in numbers}

    def days(self, epoch: int, cohort: int, *states: DayState) -> list[StoredDay]:
        """Return a cohort's days in these states, which are COLLECTING or among WITH_LIST, in order of their keys."""
        if (epoch, cohort) not in self._days:
            found = cohort_days.of_cohorts(self.connection, epoch, [cohort], DayState.COLLECTING, *WITH_LIST)
            self._days[epoch, cohort] = found
        return [day for day in self._days[epoch, cohort] if day.state in states]

    def sent(self, day: StoredDay) -> Set[int]:
        """Return those of the donors' leaves that have an upload in a day's sums."""
        if day.key not in self._sent:
            leaves = {own.leaf.index for owns in self.leaves.values() for own in owns if own.epoch == day.epoch}
            self._sent[day.key] = cohort_uploads.nonces_of(self.connection, day.key, leaves).keys()
        return self._sent[day.key]

    def signed(self, key: DayKey) -> Set[int]:
        """Return the committee places that have certified a day's list."""
        if key not in self._signed:
            self._signed[key] = cohort_messages.signed(self.connection, key)
        return self._signed[key]

    def answered(self, key: DayKey) -> Set[int]:
        """Return the committee places that have answered for a day."""
        if key not in self._answered:
            self._answered[key] = cohort_messages.answered(self.connection, key)
        return self._answered[key]

    def plan(self, day: date) -> str:
        """Return the text of a data day's plan."""
        if day not in self._plans:
            self._plans[day] = rounds.plan_of(self.connection, day).payload
        return self._plans[day]

    def excused(self, day: date) -> frozenset[int]:
        """Return the leaves that are excused on a data day."""
        if day not in self._excused:
            self._excused[day] = frozenset(cohort_excused.of_day(self.connection, day))
        return self._excused[day]


def tickets(common: CommonReads, donor: str, today: date) -> Iterator[TicketTask]:
    """Yield the tickets that a donor is asked for.

    Each donor keeps a spare ticket for the next epoch at the server. A donor without a leaf in the running epoch is
    asked for a ticket for that one, too, so that it can take part before the next tree is made. While a tree is being
    made, nobody is asked for a ticket for it.
    """
    if not common.is_forming and donor not in common.with_ticket:
        yield TicketTask(epoch=common.following)
    running = common.running
    if running is None or not epochs.can_be_joined(running, today):
        return
    if all(own.epoch != running.number for own in common.leaves.get(donor, ())):
        yield TicketTask(epoch=running.number)


def tasks(common: CommonReads, donor: str, today: date, key: SigningKey) -> Iterator[CohortTask]:
    """Yield what the open days ask of a donor: its uploads, then its lists to certify, then its answers.

    Args:
        common: What is read once for all donors of a transaction.
        donor: The donor's id.
        today: The present data day.
        key: The server's online key, which signs the plans and epochs in the tasks.
    """
    seats = list(_seats(common, donor))
    for day, seat in sorted(_uploads(common, seats), key=lambda found: found[0].key):
        plan = common.plan(day.key.day)
        if today <= read_plan(plan).latest_close:
            yield UploadTask(plan=sign_plan(plan, key), epoch=sign_epoch(seat.epoch, key))
    served = [(day, seat, place) for seat in seats for day, place in _served(common, seat)]
    served.sort(key=lambda found: found[0].key)
    yield from _to_certify(common, served, today, key)
    yield from _to_open(common, served, today, key)


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
    counted = add_upload(store, UploadRequest(hashed, day, context, data, today))
    return UploadReceipt(server=identity.hex(), context=context.hex(), leaf=counted.leaf, nonce=counted.nonce.hex())


def _seats(common: CommonReads, donor: str) -> Iterator[_Seat]:
    """Yield the donor's leaf in each epoch that has a day which has not ended."""
    for own in common.leaves.get(donor, ()):
        if own.epoch not in common.open_epochs:
            continue
        epoch = common.open_epochs[own.epoch]
        yield _Seat(epoch, own, trees.draw_of(epoch).cohort_of(own.leaf.index))


def _uploads(common: CommonReads, seats: list[_Seat]) -> Iterator[tuple[StoredDay, _Seat]]:
    """Yield the (sub-)cohorts' days that wait for an upload of the donor, each with the leaf that sends it."""
    for seat in seats:
        leaf, draw = seat.own.leaf.index, trees.draw_of(seat.epoch)
        for day in common.days(seat.epoch.number, seat.cohort, DayState.COLLECTING):
            data_day = day.key.day
            dealt = draw.sub_cohort_of(leaf, data_day, day.sub_cohorts) if day.sub_cohorts > 1 else 0
            is_asked = dealt == day.key.sub_cohort and seat.own.made <= data_day
            if not is_asked or leaf in common.sent(day):
                continue
            if leaf not in common.excused(data_day):
                yield day, seat


def _served(common: CommonReads, seat: _Seat) -> Iterator[tuple[StoredDay, int]]:
    """Yield the days on whose committee the leaf serves and that have a list, each with the leaf's place, from 1."""
    duties = dict(trees.duties_of(seat.epoch).get(seat.own.leaf.index, ()))
    for cohort, place in duties.items():
        for day in common.days(seat.epoch.number, cohort, *WITH_LIST):
            yield day, place


_Served = tuple[StoredDay, _Seat, int]


def _to_certify(common: CommonReads, served: list[_Served], today: date, key: SigningKey) -> Iterator[CertifyTask]:
    """Yield a task for each list that the donor has not certified yet.

    A donor answers only for a list that it certified itself. So it is asked also once there is a certificate.
    """
    for day, seat, place in served:
        if place not in common.signed(day.key):
            for plan, epoch in _while_open(common, day, seat, today, key):
                yield CertifyTask(plan=plan, epoch=epoch, cohort=day.key.cohort, sub_cohort=day.key.sub_cohort)


def _to_open(common: CommonReads, served: list[_Served], today: date, key: SigningKey) -> Iterator[OpenTask]:
    """Yield a task for each certified list for which the donor has not answered yet."""
    for day, seat, place in served:
        if day.state == DayState.OPENING and place not in common.answered(day.key):
            for plan, epoch in _while_open(common, day, seat, today, key):
                yield OpenTask(plan=plan, epoch=epoch, cohort=day.key.cohort, sub_cohort=day.key.sub_cohort)


def _while_open(
    common: CommonReads, day: StoredDay, seat: _Seat, today: date, key: SigningKey
) -> Iterator[tuple[Signed, Signed]]:
    """Yield the signed plan and epoch of a day once, or nothing if its time for answers is over."""
    plan = common.plan(day.key.day)
    if today <= read_plan(plan).last_answers:
        yield sign_plan(plan, key), sign_epoch(seat.epoch, key)
