"""The server's half of a (sub-)cohort's day, as frozen states; each function returns the next one.

`Collecting`, then `Certifying`, then `Opening`, then `Opened`; or it ends early as `Lost` or `Dropped`. The package's
docstring has the table of transitions. `today` is always the day on which the nightly run takes place: a day on which
something may still arrive counts as over from the next one on.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date

from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.rounds.cohort.day.floors import LONGEST_WAIT
from pdd_shared.rounds.cohort.day.layout import CohortLayout, Integers
from pdd_shared.rounds.cohort.day.lists import (
    IncludedList,
    certified_statement,
    list_digest,
    write_certificate,
)
from pdd_shared.rounds.cohort.day.member import opened_statement, read_total
from pdd_shared.rounds.cohort.day.uploads import SIGNATURE_SIZE, Sums, Upload, UploadFrame, fold, is_signed
from pdd_shared.rounds.cohort.epoch.draws import Draw
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.masking.decoding import Undecodable, decode
from pdd_shared.rounds.cohort.masking.ring import Elements, is_sound, read_sum, subtract
from pdd_shared.rounds.cohort.messages import CohortPlan
from pdd_shared.rounds.refusals import Reason, Refused

_WORD = 4


@dataclass(frozen=True)
class CohortDayFrame:
    """What stays the same through a (sub-)cohort's day.

    `sub_cohort` is 0 where the cohort is not divided. `committee` has the leaf of the member at each place, place 1
    first. ValueError if the plan has no such sub-cohort, or if the committee has another size.
    """

    plan: CohortPlan
    cohort: int
    sub_cohort: int
    committee: tuple[Leaf, ...] = field(repr=False)
    upload: UploadFrame
    layout: CohortLayout

    def __post_init__(self) -> None:
        if not 0 <= self.cohort < len(self.plan.cohorts) or not 0 <= self.sub_cohort < self.sub_cohorts:
            raise ValueError(f"the plan has no sub-cohort {self.sub_cohort} of a cohort {self.cohort}")
        if len(self.committee) != self.upload.committee.members:
            raise ValueError(f"a committee of {self.upload.committee.members} members, not {len(self.committee)}")

    @property
    def context(self) -> bytes:
        """Return C, the context of this day."""
        return self.upload.context

    @property
    def floor(self) -> int:
        """Return the fewest entries of the list that are in the tree."""
        return self.plan.cohorts[self.cohort].floor

    @property
    def sub_cohorts(self) -> int:
        """Return into how many sub-cohorts the cohort is divided; 1 where it is not."""
        return self.plan.cohorts[self.cohort].sub_cohorts

    @property
    def quorum(self) -> int:
        """Return how many members certify, and how many open."""
        return self.upload.committee.quorum

    def signing_key(self, place: int) -> bytes:
        """Return the Ed25519 key of the member at a place; Refused WRONG_COMMITTEE if the committee has no such place.

        One member's message under a place that is not its own would spoil the certificate, or the opening.
        """
        if not 1 <= place <= len(self.committee):
            raise Refused(Reason.WRONG_COMMITTEE, f"the committee has no place {place}")
        return self.committee[place - 1].signing


@dataclass(frozen=True)
class Collecting:
    """A day that takes uploads: the running sums, the nonce of each leaf in them, and its leaves past the tree.

    All three are stored in one transaction with the receipts. `floor_met_on` is the nightly run that first could have
    closed the window with the floor met.
    """

    frame: CohortDayFrame
    sums: Sums = field(repr=False)
    entries: Mapping[int, bytes] = field(default_factory=dict, repr=False)
    appended: Mapping[int, Leaf] = field(default_factory=dict, repr=False)
    floor_met_on: date | None = None

    @classmethod
    def start(cls, frame: CohortDayFrame) -> "Collecting":
        """Return a day to which nobody has sent anything."""
        return cls(frame, Sums.none(frame.upload))

    @property
    def in_tree(self) -> int:
        """Entries whose leaf is in the tree: the floor counts these."""
        return len(self.entries) - len(self.appended)


@dataclass(frozen=True)
class Certifying:
    """A day with a frozen list, which is written durably before anybody is shown it, and never made again.

    `shown` says that a member may have seen it: from then on the day is charged.
    """

    frame: CohortDayFrame
    sums: Sums = field(repr=False)
    listed: IncludedList = field(repr=False)
    digest: bytes
    shown: bool = False
    signatures: Mapping[int, bytes] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, eq=False)
class Opening:
    """A day with a certificate, and the members' answers by place: R_p, K elements each."""

    frame: CohortDayFrame
    sums: Sums = field(repr=False)
    listed: IncludedList = field(repr=False)
    digest: bytes
    certificate: bytes = field(repr=False)
    answers: Mapping[int, Elements] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, eq=False)
class Opened:
    """A day's noisy sum, decoys included, of so many uploads.

    `layout` says which numbers are whose, under which law, and how many donors make one draw of it. `wrong` are places
    whose answers did not fit, by a member's lie or a donor's bad share: nobody is struck off for one, but they are
    tried as erasures on later days.
    """

    layout: CohortLayout
    uploads: int
    numbers: Integers = field(repr=False)
    wrong: frozenset[int]

    def decoys(self) -> tuple[Integers, ...]:
        """Return the decoys of each law of the layout."""
        return tuple(self.numbers[self.layout.decoys_of(law)] for law in range(len(self.layout.laws)))


@dataclass(frozen=True)
class Lost:
    """A day below its floor when its window ended. Nobody saw a list, so it is not charged."""


@dataclass(frozen=True)
class Dropped:
    """A day whose time for answers ended without a sum; charged if a member was shown its list.

    `spoilt` says that enough members answered and the sum did not decode or was not sound. Then one of the donors in
    `leaves` sent an upload that does not fit, or more members lied than can be located: `offenders` begins its search.
    """

    charged: bool
    spoilt: bool = False
    leaves: frozenset[int] = field(default=frozenset(), repr=False)


def admit(state: Collecting, leaf: int, draw: Draw) -> None:
    """Refused WRONG_COHORT or COHORT_FULL if a leaf's upload has no place in this day.

    No member certifies a list with a leaf of another (sub-)cohort: one such upload would cost everybody the day.
    """
    frame = state.frame
    dealt = draw.sub_cohort_of(leaf, frame.plan.day, frame.sub_cohorts) if frame.sub_cohorts > 1 else 0
    if (draw.cohort_of(leaf), dealt) != (frame.cohort, frame.sub_cohort):
        raise Refused(Reason.WRONG_COHORT, f"leaf {leaf} was dealt to another cohort or sub-cohort")
    if leaf not in state.entries and len(state.entries) >= frame.plan.capacity:
        raise Refused(Reason.COHORT_FULL, f"the cohort has its {frame.plan.capacity} uploads of that day")


def receive(state: Collecting, uploads: Sequence[Upload]) -> tuple[Collecting, tuple[Upload, ...]]:
    """Return the day with a batch of uploads in its sums, and which of them it took, in their order.

    A leaf's first upload stays: later ones, from a home that resends or was restored, change nothing, and their receipt
    names the first one's nonce. Nobody is taken beyond the capacity. The caller has called `admit` for each leaf.
    ValueError for an upload that was read for another (sub-)cohort or day, which would spoil the sum.
    """
    if any(upload.context != state.frame.context for upload in uploads):
        raise ValueError("an upload was read for another context")
    entries, taken = dict(state.entries), []
    for upload in uploads:
        if upload.leaf.index not in entries and len(entries) < state.frame.plan.capacity:
            entries[upload.leaf.index] = upload.nonce
            taken.append(upload)
    past = {upload.leaf.index: upload.leaf for upload in taken if upload.leaf.index >= state.frame.plan.size}
    appended = {**state.appended, **past}
    received = replace(state, sums=fold(state.sums, taken), entries=entries, appended=appended)
    return received, tuple(taken)


def close(state: Collecting, today: date, awaited: int) -> Collecting | Certifying | Lost:
    """Return the day after a nightly run: with its list frozen, lost, or collecting for another day.

    `awaited` is how many entries in the tree the window waits for, once its floor is met (`floors.awaited_entries`): it
    closes with fewer after `floors.LONGEST_WAIT`, or when its last night has come.
    """
    plan = state.frame.plan
    if today <= plan.earliest_close:
        return state
    last = today > plan.latest_close
    if state.in_tree < state.frame.floor:
        return Lost() if last else state
    met_on = state.floor_met_on or today
    if not last and state.in_tree < awaited and today < met_on + LONGEST_WAIT:
        return replace(state, floor_met_on=met_on)
    listed = IncludedList.of(state.entries, state.appended.values())
    return Certifying(state.frame, state.sums, listed, list_digest(state.frame.context, listed.encoded))


def show(state: Certifying) -> Certifying:
    """Return the day as it must be stored before a member is shown its list: it is charged from then on."""
    return replace(state, shown=True)


def receive_signature(state: Certifying, place: int, signature: bytes) -> Certifying | Opening:
    """Return the day with the signature under its list of the member at a place; a resend changes nothing.

    It opens with the last one that a quorum needs. Refused WRONG_COMMITTEE for a place that the committee does not
    have, BAD_SIGNATURE where the member did not sign.
    """
    key = state.frame.signing_key(place)
    if not is_signed(certified_statement(state.frame.context, state.digest), signature, key):
        raise Refused(Reason.BAD_SIGNATURE, "the signature is not this member's under this list")
    signatures = {place: signature, **state.signatures}
    if len(signatures) < state.frame.quorum:
        return replace(state, signatures=signatures)
    certificate = write_certificate(signatures, state.frame.quorum)
    return Opening(state.frame, state.sums, state.listed, state.digest, certificate)


def receive_answer(state: Opening, place: int, data: bytes) -> Opening:
    """Return the day with the answer of the member at a place; a resend changes nothing.

    Refused WRONG_COMMITTEE for a place that the committee does not have, WRONG_SIZE, BAD_SIGNATURE, or DIFFERENT_ANSWER
    for a second one that says something else.
    """
    key = state.frame.signing_key(place)
    columns = state.frame.upload.committee.columns
    if len(data) != _WORD * columns + SIGNATURE_SIZE:
        raise Refused(Reason.WRONG_SIZE, f"an answer has {columns} words and a signature")
    words, signature = data[:-SIGNATURE_SIZE], data[-SIGNATURE_SIZE:]
    total = read_total(words, columns)
    if not is_signed(opened_statement(state.frame.context, state.digest, place, words), signature, key):
        raise Refused(Reason.BAD_SIGNATURE, "the answer is not signed by this member for this list")
    if place in state.answers:
        if (state.answers[place] != total).any():
            raise Refused(Reason.DIFFERENT_ANSWER, "this member gave another answer before")
        return state
    return replace(state, answers={**state.answers, place: total})


def expire(state: Certifying, today: date) -> Certifying | Dropped:
    """Return the day, dropped once the last day for answers is over: a quorum did not certify its list."""
    return Dropped(charged=state.shown) if today > state.frame.plan.last_answers else state


def open_sum(
    state: Opening, today: date, random_bytes: RandomBytes, suspects: frozenset[int] = frozenset()
) -> Opening | Opened | Dropped:
    """Return the day after a nightly run: with its noisy sum, dropped, or waiting for more answers.

    A quorum's answers that give a sound sum are enough. Waiting for more would not keep corrupt members from adding to
    a total (docs/reference/cohort-security.md, "Are the numbers right?"), which one lying donor can do as well.
    `suspects` are places whose answers were wrong on earlier days: they are left out where the sum does not open with
    them.
    """
    final, enough = today > state.frame.plan.last_answers, len(state.answers) >= state.frame.quorum
    opened = _opened(state, suspects, random_bytes) if enough else None
    if opened is not None or not final:
        return opened or state
    return Dropped(charged=True, spoilt=enough, leaves=frozenset(state.listed.entries))


def _opened(state: Opening, suspects: frozenset[int], random_bytes: RandomBytes) -> Opened | None:
    """Return the sum if it opens with all answers, without those of suspects, or without one answer.

    Where an odd number of answers is to spare, one lie more is noticed than can be located. The reading then tells
    which answer to leave out. A sum that decodes and is not sound was spoilt by a donor: no answer is at fault.
    """
    undecodable = False
    for erased in dict.fromkeys((frozenset[int](), suspects.intersection(state.answers))):
        try:
            opened = _read(state, erased, random_bytes)
        except Undecodable:
            undecodable = True
        else:
            if opened is not None:
                return opened
    is_odd = (len(state.answers) - state.frame.quorum) % 2 == 1
    return _without_one(state, random_bytes) if undecodable and is_odd else None


def _without_one(state: Opening, random_bytes: RandomBytes) -> Opened | None:
    for place in sorted(state.answers):
        with suppress(Undecodable):
            opened = _read(state, frozenset([place]), random_bytes)
            if opened is not None:
                return opened
    return None


def _read(state: Opening, erased: frozenset[int], random_bytes: RandomBytes) -> Opened | None:
    """Return the sum if it is sound, decoded without the answers of these places; Undecodable if they don't fit."""
    frame, uploads = state.frame, len(state.listed.pairs)
    shares = {place: subtract(state.sums.shares[place - 1], total) for place, total in state.answers.items()}
    decoded = decode(shares, frame.upload.committee, random_bytes, erased)
    layout, reach = frame.layout, frame.plan.reach
    reading = read_sum(state.sums.ciphertext, decoded.key, frame.context, layout.entries, reach)
    if not is_sound(reading, uploads, layout.most, reach):
        return None
    return Opened(layout, uploads, reading.numbers, decoded.wrong)
