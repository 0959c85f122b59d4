"""The committee member's half of a cohort's day: it certifies one list, and tells the sum of its streams over it.

A member certifies one list of a (sub-)cohort's day, for ever, and journals it first. Two quorums share an honest
member, so at most one list of a day has a certificate. A member answers only for the list in its own journal, and only
with a certificate over it. Nothing else that a server sends has any influence on the answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pdd_shared.protocol.keys import WeakKey
from pdd_shared.rounds.cohort.day.journal import Entry, Journal, Key, Kind, NotWritten, Withheld
from pdd_shared.rounds.cohort.day.lists import (
    Electorate,
    IncludedList,
    certified_statement,
    check_certificate,
    list_digest,
    read_list,
)
from pdd_shared.rounds.cohort.day.plans import CheckedPlan, HomeView, check_own
from pdd_shared.rounds.cohort.encoding import statement
from pdd_shared.rounds.cohort.epoch.places import CohortLeaves, Committee
from pdd_shared.rounds.cohort.epoch.tickets import TicketSecrets, is_weak_exchange, is_weak_signing
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.masking.ring import Elements, from_wire, to_wire
from pdd_shared.rounds.cohort.masking.sharing import sum_of_streams
from pdd_shared.rounds.refusals import Reason, Refused

AgreeAll = Callable[[Sequence[Leaf]], Sequence[bytes]]
"""X25519 of a home's own ticket key with each leaf's; a member keeps what it agreed on for the week."""


@dataclass(frozen=True)
class MemberDay:
    """A (sub-)cohort's day as a member of its committee serves it; `open_day` checks that the parts fit.

    `leaves` are the cohort's, `own` is the index of the member's own leaf, which may be of another cohort.
    """

    plan: CheckedPlan
    committee: Committee
    leaves: CohortLeaves
    sub_cohort: int
    own: int

    @cached_property
    def electorate(self) -> Electorate:
        """Return who may be in the list."""
        return Electorate(self.plan.plan, self.leaves, self.sub_cohort)

    @cached_property
    def place(self) -> int:
        """Return the member's place in the committee, from 1."""
        return self.committee.place_of(self.own)

    @property
    def leaf(self) -> Leaf:
        """Return the member's own leaf."""
        return self.committee.members[self.place - 1]

    @cached_property
    def context(self) -> bytes:
        """Return C, the context of this (sub-)cohort's day."""
        return self.plan.context(self.committee.cohort, self.sub_cohort, self.committee.digest)

    @property
    def list_key(self) -> Key:
        """Return the key of the list in the journal."""
        return Key(Kind.LIST, self.plan.plan.day, self.committee.cohort, self.sub_cohort)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return the journal's lines that fix this day for this member, its list apart."""
        return (self.plan.entry, self.plan.committee_entry(self.committee.cohort, self.committee.digest))


def open_day(plan: CheckedPlan, committee: Committee, leaves: CohortLeaves, *, sub_cohort: int, own: int) -> MemberDay:
    """Return the day of a (sub-)cohort on whose committee the leaf at index `own` serves.

    `committee` and the cohort's `leaves` were checked once for the week. Refused FOREIGN_PLAN for another tree's plan,
    WRONG_COMMITTEE for leaves of another cohort or a sub-cohort that the plan does not have, NOT_A_MEMBER where the own
    leaf does not serve.
    """
    plan.check_tree(committee.draw)
    if (leaves.draw, leaves.cohort) != (committee.draw, committee.cohort):
        raise Refused(Reason.WRONG_COMMITTEE, "the leaves are not of the committee's cohort")
    if not 0 <= sub_cohort < plan.cohort(committee.cohort).sub_cohorts:
        raise Refused(Reason.WRONG_COMMITTEE, f"cohort {committee.cohort} has no sub-cohort {sub_cohort} that day")
    committee.place_of(own)
    return MemberDay(plan, committee, leaves, sub_cohort, own)


class Certified(Withheld):
    """A member's signature under a list, 64 bytes, which is sent once its lines are in the journal."""


def certify(day: MemberDay, data: bytes, *, secrets: TicketSecrets, home: HomeView, journal: Journal) -> Certified:
    """Return this member's signature under a list, in the bytes in which it came.

    `home` is the view of today. The journal holds the receipt of the home's own upload of that data day, if it has one.
    The caller keeps the list's bytes with the journal: `answer` needs them. Refused TOO_LATE, WRONG_DAY or FOREIGN_PLAN
    where a reset or another epoch came meanwhile, NOT_A_MEMBER for other secrets than the leaf's, ALTERED_LIST,
    LIST_TOO_SMALL, WEAK_KEY, DENIED_VECTOR, DAY_SIGNED_BEFORE or TOLD_BEFORE.
    """
    _check_today(day, home)
    check_own(day.leaf, secrets)
    included = read_list(data)
    day.electorate.listed(included)
    if any(is_weak_exchange(leaf.exchange) or is_weak_signing(leaf.signing) for leaf in included.appended):
        raise Refused(Reason.WEAK_KEY, "an appended leaf has a key of low order")
    _check_own_entry(day, included, journal)
    digest = list_digest(day.context, data)
    lines = (*day.entries, Entry(day.list_key, digest))
    signature = secrets.signing.sign(certified_statement(day.context, digest)).signature
    return Certified(signature, lines, journal.new(lines))


def answer(
    day: MemberDay,
    listed: bytes,
    certificate: bytes,
    *,
    secrets: TicketSecrets,
    home: HomeView,
    journal: Journal,
    agree: AgreeAll | None = None,
) -> bytes:
    """Return the sum of this member's streams over the list that it certified, signed, as it travels.

    `listed` are the list's bytes that the home kept; their digest must be the one in the journal, which is the journal
    as it is written: nothing new is to be added. `agree` is that of `secrets` unless it is given. Refused as `certify`
    is, TOLD_BEFORE for any other list, or BAD_CERTIFICATE, also where the member has certified nothing. NotWritten
    where the journal has the list without its plan and committee.
    """
    _check_today(day, home)
    check_own(day.leaf, secrets)
    certified, digest = journal.get(day.list_key), list_digest(day.context, listed)
    if certified is None:
        raise Refused(Reason.BAD_CERTIFICATE, "this member has not certified a list of that day")
    if journal.new((*day.entries, Entry(day.list_key, digest))):
        raise NotWritten("the list's plan or committee is not in the journal")
    check_certificate(certificate, day.context, certified, day.committee.members, day.plan.tree.committee.quorum)
    total = to_wire(_sum(day, read_list(listed), secrets, agree))
    return total + secrets.signing.sign(opened_statement(day.context, certified, day.place, total)).signature


def opened_statement(context: bytes, digest_of_list: bytes, place: int, total: bytes) -> bytes:
    """Return what a member signs when it answers: `total` is R_p as it travels."""
    return statement("opened", context, digest_of_list, place, total)


def read_total(data: bytes, columns: int) -> Elements:
    """Return R_p from its bytes; Refused WRONG_SIZE if they are not K field elements."""
    try:
        return from_wire(data, columns)
    except ValueError as error:
        raise Refused(Reason.WRONG_SIZE, str(error)) from None


def _sum(day: MemberDay, included: IncludedList, secrets: TicketSecrets, agree: AgreeAll | None) -> Elements:
    leaves = day.electorate.listed(included)
    try:
        shared = agree(leaves) if agree else [secrets.agree(leaf.exchange) for leaf in leaves]
    except WeakKey:
        raise Refused(Reason.WEAK_KEY, "a donor's key is of low order") from None
    entries = [(leaf.encoded, nonce) for leaf, (_, nonce) in zip(leaves, included.pairs, strict=True)]
    return sum_of_streams(shared, entries, day.context, day.place, day.plan.tree.committee.columns)


def _check_today(day: MemberDay, home: HomeView) -> None:
    day.plan.check_today(home)
    plan = day.plan.plan
    if home.today <= plan.earliest_close:
        raise Refused(Reason.TOO_LATE, f"the window of {plan.day} is still open")
    if home.today > plan.last_answers:
        raise Refused(Reason.TOO_LATE, f"answers for {plan.day} are no longer taken")


def _check_own_entry(day: MemberDay, included: IncludedList, journal: Journal) -> None:
    """A server that leaves out a member's own upload may have kept it for a sum of its own."""
    receipt = journal.receipt(day.plan.plan.day)
    if receipt is None or not day.electorate.belongs(receipt[0]):
        return
    if included.entries.get(receipt[0]) != receipt[1]:
        raise Refused(Reason.DENIED_VECTOR, "the list lacks this member's own upload, for which it has a receipt")
