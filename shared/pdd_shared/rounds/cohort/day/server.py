"""The server's half of a (sub-)cohort's day, as frozen states and functions that return the next state.

A day is `Collecting`, then `Certifying`, then `Opening`, then `Opened`. It ends early as `Lost` or `Dropped`. The
package's docstring has the theory and the table of all legal transitions.

`today` is always the day of the nightly run. A day on which messages may still arrive is over from the next day on.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date

from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.rounds.cohort.day.floors import LONGEST_WAIT
from pdd_shared.rounds.cohort.day.layout import CohortLayout, Integers, number_reaches
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
"""Bytes of a field element as it travels."""


@dataclass(frozen=True)
class CohortDayFrame:
    """The fixed part of a (sub-)cohort's day, the same in all of its states.

    Attributes:
        plan: The day's plan.
        cohort: The index of the cohort.
        sub_cohort: The sub-cohort, 0 where the cohort is not divided.
        committee: The leaf of the member at each place, place 1 first.
        upload: The context and the sizes of the day's uploads.
        layout: The numbers of the day's vectors.

    Raises:
        ValueError: The plan has no such cohort or sub-cohort, or the committee has another size.
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
        """Return the fewest entries of the list that must be leaves of the tree."""
        return self.plan.cohorts[self.cohort].floor

    @property
    def sub_cohorts(self) -> int:
        """Return into how many sub-cohorts the cohort is divided, 1 where it is not."""
        return self.plan.cohorts[self.cohort].sub_cohorts

    @property
    def quorum(self) -> int:
        """Return how many signatures make a certificate, which is also the fewest answers that open a sum."""
        return self.upload.committee.quorum

    def signing_key(self, place: int) -> bytes:
        """Return the Ed25519 key of the member at a place; Refused WRONG_COMMITTEE if the committee has no such place.

        Every message of a member is checked with this key. A message stored under another member's place would spoil
        the certificate or the opening.
        """
        if not 1 <= place <= len(self.committee):
            raise Refused(Reason.WRONG_COMMITTEE, f"the committee has no place {place}")
        return self.committee[place - 1].signing


@dataclass(frozen=True)
class Collecting:
    """A day that takes uploads.

    The caller stores the sums, entries and appended leaves in one transaction with the receipts. Otherwise a crash
    could confirm an upload that is not in the sums.

    Attributes:
        frame: The fixed part of the day.
        sums: The running sums of all uploads so far.
        entries: The nonce of the upload in the sums, by leaf index.
        appended: Those leaves with an upload that are not in the tree, by index.
        floor_reached_on: The day of the first nightly run that could have closed the window with the floor met, None if
            there was none.
    """

    frame: CohortDayFrame
    sums: Sums
    entries: Mapping[int, bytes] = field(default_factory=dict, repr=False)
    appended: Mapping[int, Leaf] = field(default_factory=dict, repr=False)
    floor_reached_on: date | None = None

    @classmethod
    def start(cls, frame: CohortDayFrame) -> "Collecting":
        """Return the state of a day before its first upload."""
        return cls(frame, Sums.none(frame.upload))

    @property
    def uploads_in_tree(self) -> int:
        """Return how many entries are leaves of the tree. The floor counts these alone."""
        return len(self.entries) - len(self.appended)


@dataclass(frozen=True)
class Certifying:
    """A day with a frozen list, which waits for the committee's signatures.

    The list is written durably before a member is shown it, and never made again: members sign one list a day. The
    caller charges the day to the donors' budgets before it shows the list: even answers a few short of a quorum tell
    something about the summed key.

    Attributes:
        frame: The fixed part of the day.
        sums: The final sums of the uploads in the list.
        listed: The list.
        digest: The list's digest, 32 bytes.
        signatures: The members' signatures under the list, by place.
    """

    frame: CohortDayFrame
    sums: Sums
    listed: IncludedList
    digest: bytes
    signatures: Mapping[int, bytes] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, eq=False)
class Opening:
    """A day with a certified list, which waits for the members' answers.

    Attributes:
        frame: The fixed part of the day.
        sums: The final sums of the uploads in the list.
        listed: The list.
        digest: The list's digest, 32 bytes.
        certificate: The signatures of a quorum under the list.
        answers: R_p, K elements, by the member's place.
    """

    frame: CohortDayFrame
    sums: Sums
    listed: IncludedList
    digest: bytes
    certificate: bytes = field(repr=False)
    answers: Mapping[int, Elements] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, eq=False)
class Opened:
    """A day's noisy sum.

    Attributes:
        layout: What each number means, its law of noise, and how many donors make one draw of that law.
        uploads: How many uploads are in the sum.
        numbers: The sum, decoys included, one number for each of the layout's.
        wrong: Places whose answers did not fit the others. A member's lie and a donor's bad share look alike here, so
            no member is excluded for it. But `open_sum` can leave these places out on later days.
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
    """A day whose window ended below its floor. No member saw a list, so the day is not charged."""


@dataclass(frozen=True)
class Dropped:
    """A day whose time for answers ended without a sum. It is charged if a member was shown its list.

    Attributes:
        spoilt: Whether a quorum answered and the sum still did not decode, or was not sound. Then one of the donors in
            the list sent an upload that does not fit, or more members lied than can be located.
    """

    spoilt: bool = False


def admit(state: Collecting, leaf: int, draw: Draw) -> None:
    """Check that a leaf's upload has a place in this day.

    No member certifies a list with a leaf of another (sub-)cohort, so one such upload would cost everybody the day.

    Args:
        state: The day.
        leaf: The index of the sender's leaf.
        draw: The draw of the plan's epoch.

    Raises:
        Refused: WRONG_COHORT if the leaf was dealt to another cohort or sub-cohort; COHORT_FULL if the day has as many
            uploads as the plan allows and none from this leaf.
    """
    frame = state.frame
    dealt = draw.sub_cohort_of(leaf, frame.plan.day, frame.sub_cohorts) if frame.sub_cohorts > 1 else 0
    if (draw.cohort_of(leaf), dealt) != (frame.cohort, frame.sub_cohort):
        raise Refused(Reason.WRONG_COHORT, f"leaf {leaf} was dealt to another cohort or sub-cohort")
    if leaf not in state.entries and len(state.entries) >= frame.plan.capacity:
        raise Refused(Reason.COHORT_FULL, f"the cohort has its {frame.plan.capacity} uploads of that day")


def receive(state: Collecting, uploads: Sequence[Upload]) -> tuple[Collecting, tuple[Upload, ...]]:
    """Return the day with a batch of uploads added to its sums, and the uploads that were added, in their order.

    A leaf's first upload stays. Later ones, from a home that sends again or was restored from a backup, change nothing,
    and the receipt names the nonce of the first. Uploads beyond the capacity are not added. The caller has called
    `admit` for each leaf.

    Raises:
        ValueError: An upload was read for another (sub-)cohort or day. It would spoil the sum.
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
    """Return the day after a nightly run: with a frozen list, lost, or still collecting.

    Args:
        state: The day.
        today: The day of the nightly run.
        awaited: How many entries of the tree the window waits for once its floor is met (`floors.awaited_entries`). It
            closes with fewer after `floors.LONGEST_WAIT`, or on its last night.
    """
    plan = state.frame.plan
    if today <= plan.earliest_close:
        return state
    last = today > plan.latest_close
    if state.uploads_in_tree < state.frame.floor:
        return Lost() if last else state
    met_on = state.floor_reached_on or today
    if not last and state.uploads_in_tree < awaited and today < met_on + LONGEST_WAIT:
        return replace(state, floor_reached_on=met_on)
    listed = IncludedList.of(state.entries, state.appended.values())
    return Certifying(state.frame, state.sums, listed, list_digest(state.frame.context, listed.encoded))


def receive_signature(state: Certifying, place: int, signature: bytes) -> Certifying | Opening:
    """Return the day with one more signature under its list. With a quorum's signatures the day becomes `Opening`.

    A member that sends its signature again changes nothing.

    Args:
        state: The day.
        place: The member's place, from 1. The caller has checked that it is the sender's.
        signature: 64 bytes.

    Raises:
        Refused: WRONG_COMMITTEE if the committee has no such place; BAD_SIGNATURE if the member at this place did not
            sign this list.
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
    """Return the day with one more answer. A member that sends its answer again changes nothing.

    Args:
        state: The day.
        place: The member's place, from 1.
        data: R_p, K words of 4 bytes, and the member's signature, 64 bytes.

    Raises:
        Refused: WRONG_COMMITTEE if the committee has no such place; WRONG_SIZE; BAD_SIGNATURE if the member at this
            place did not sign this answer for this list; DIFFERENT_ANSWER if it has given another answer before.
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
    """Return the day after a nightly run: dropped if the last day for answers is over without a certificate."""
    return Dropped() if today > state.frame.plan.last_answers else state


def open_sum(
    state: Opening, today: date, random_bytes: RandomBytes, suspects: frozenset[int] = frozenset()
) -> Opening | Opened | Dropped:
    """Return the day after a nightly run: with its noisy sum, dropped, or waiting for more answers.

    A quorum's answers are enough if they give a sound sum. Waiting for more would not stop corrupt members from adding
    to a total, which one lying donor can do as well (docs/reference/cohort-security.md, "Are the numbers right?").

    Args:
        state: The day.
        today: The day of the nightly run.
        random_bytes: A cryptographic random source. Decoding draws from it after the answers came, so that liars cannot
            prepare lies that cancel.
        suspects: Places whose answers were wrong on earlier days. They are left out if the sum does not open with them.
    """
    final, enough = today > state.frame.plan.last_answers, len(state.answers) >= state.frame.quorum
    opened = _opened(state, suspects, random_bytes) if enough else None
    if opened is not None or not final:
        return opened or state
    return Dropped(spoilt=enough)


def _opened(state: Opening, suspects: frozenset[int], random_bytes: RandomBytes) -> Opened | None:
    """Return the sum if it opens with all answers, without the suspects' answers, or without one other answer.

    If the answers beyond a quorum are odd in number, decoding notices one lie more than it can locate. Then each answer
    is left out in turn, until a sum is sound. A sum that decodes but is not sound was spoilt by a donor's upload, so
    leaving answers out would not help.
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
    """Return the sum, decoded without the answers of `erased` places; None if it is not sound.

    Raises:
        Undecodable: The other answers do not fit one key.
    """
    frame, uploads = state.frame, len(state.listed.pairs)
    shares = {place: subtract(state.sums.shares[place - 1], total) for place, total in state.answers.items()}
    decoded = decode(shares, frame.upload.committee, random_bytes, erased)
    layout = frame.layout
    reading = read_sum(state.sums.ciphertext, decoded.key, frame.context, layout.entries, frame.plan.reach)
    # The plan's reach is that of the widest law and the largest list. It would let one donor move a number with narrow
    # noise, in a short list, by thousands.
    if not is_sound(reading, uploads, layout.most, number_reaches(layout, uploads)):
        return None
    return Opened(layout, uploads, reading.numbers, decoded.wrong)
