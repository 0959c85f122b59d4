"""The committee member's half of a cohort's day: it certifies one list, and tells the sum of its streams over it.

A member certifies one list of a (sub-)cohort's day, for ever, and journals it first. Two quorums share an honest
member, so at most one list of a day has a certificate. With two lists that differ in one donor, the server could
subtract the sums and read that donor.

A member answers only for the list in its own journal, and only if it is shown a certificate over that list. Nothing
else that a server sends has any influence on the answer. `open_day` finds the member's part of a checked plan, then
`certify` signs a list and `answer` tells the sum; the package's docstring says what each of them journals.
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
"""X25519 of a home's own ticket key with each leaf's key, in the leaves' order. Members cache the results a week."""


@dataclass(frozen=True)
class MemberDay:
    """A (sub-)cohort's day as a member of its committee serves it. `open_day` checks that its parts fit together.

    Attributes:
        plan: The day's plan, which passed `open_plan`.
        committee: The committee on which the member serves.
        leaves: The leaves of the cohort that this committee serves.
        sub_cohort: The sub-cohort, 0 where the cohort is not divided.
        own: The index of the member's own leaf, which may belong to another cohort.
    """

    plan: CheckedPlan
    committee: Committee
    leaves: CohortLeaves
    sub_cohort: int
    own: int

    @cached_property
    def electorate(self) -> Electorate:
        """Return the leaves that may be in the list."""
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
        """Return the journal key under which the member fixes its list."""
        return Key(Kind.LIST, self.plan.plan.day, self.committee.cohort, self.sub_cohort)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return the journal entries that bind this member to the plan and the committee; the list has its own."""
        return (self.plan.entry, self.plan.committee_entry(self.committee.cohort, self.committee.digest))


def open_day(plan: CheckedPlan, committee: Committee, leaves: CohortLeaves, *, sub_cohort: int, own: int) -> MemberDay:
    """Return the day of a (sub-)cohort on whose committee the home serves.

    Args:
        plan: The day's plan, which passed `open_plan`.
        committee: The committee, which `places` checked once for the week.
        leaves: The cohort's leaves, which `places` checked once for the week.
        sub_cohort: The sub-cohort, 0 where the cohort is not divided.
        own: The index of the home's own leaf.

    Raises:
        Refused: FOREIGN_PLAN if the plan is for another tree than the committee. WRONG_COMMITTEE if the leaves are of
            another tree or cohort, or if the plan has no such sub-cohort. NOT_A_MEMBER if the own leaf is not on the
            committee.
    """
    plan.check_tree(committee.draw)
    if (leaves.draw, leaves.cohort) != (committee.draw, committee.cohort):
        raise Refused(Reason.WRONG_COMMITTEE, "the leaves are not of the committee's cohort")
    if not 0 <= sub_cohort < plan.cohort(committee.cohort).sub_cohorts:
        raise Refused(Reason.WRONG_COMMITTEE, f"cohort {committee.cohort} has no sub-cohort {sub_cohort} that day")
    committee.place_of(own)
    return MemberDay(plan, committee, leaves, sub_cohort, own)


class Certified(Withheld):
    """A member's signature under a list, 64 bytes, which may be sent once its entries are in the journal."""


def certify(day: MemberDay, data: bytes, *, secrets: TicketSecrets, home: HomeView, journal: Journal) -> Certified:
    """Check a list and return this member's signature under it.

    Args:
        day: The member's day, from `open_day`.
        data: The list's bytes as they came. The caller keeps them with the journal, because `answer` needs them.
        secrets: The secret keys of the member's ticket.
        home: The home's view of the server and of today.
        journal: All that the home has journalled, with the receipt of its own upload of that data day if there is one.

    Raises:
        Refused: TOO_LATE before the window has closed or after the last day for answers. WRONG_DAY or FOREIGN_PLAN if a
            reset or another epoch came since the plan was opened; any other refusal of `CheckedPlan.check_today`.
            NOT_A_MEMBER if `secrets` are not those of the leaf. ALTERED_LIST or LIST_TOO_SMALL as in
            `Electorate.listed`. WEAK_KEY if an appended leaf has a key of low order: anybody could compute its stream.
            DENIED_VECTOR if the list leaves out the member's own upload. DAY_SIGNED_BEFORE or TOLD_BEFORE if the
            journal has another plan, committee or list.
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
    """Return the sum of this member's streams over the list that it certified: R_p in bytes, then its signature.

    Args:
        day: The member's day, from `open_day`.
        listed: The list's bytes, which the home kept when it certified.
        certificate: The certificate that the server shows.
        secrets: The secret keys of the member's ticket.
        home: The home's view of the server and of today.
        journal: All that the home has journalled. An answer adds nothing to it.
        agree: A cached X25519 of the ticket's key; `secrets.agree` if it is None.

    Raises:
        Refused: BAD_CERTIFICATE if the member has certified no list of that day, or if the certificate is not a
            quorum's over the list that it certified. TOLD_BEFORE if `listed` is another list. WEAK_KEY if a donor's key
            is of low order. TOO_LATE, NOT_A_MEMBER and the refusals of `CheckedPlan.check_today` as in `certify`.
        NotWritten: The journal has the list but not its plan or committee.
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
    """Return the bytes that a member signs when it answers; `total` is R_p as it travels."""
    return statement("opened", context, digest_of_list, place, total)


def read_total(data: bytes, columns: int) -> Elements:
    """Read R_p from its bytes; Refused WRONG_SIZE if they are not exactly `columns` (K) field elements."""
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
    """Refuse a list without the member's own upload, if the server gave a receipt for it: DENIED_VECTOR.

    A server that leaves the upload out may be keeping it for a sum of its own. The list needs no such entry if the
    upload was of another (sub-)cohort, or if there is no receipt.
    """
    receipt = journal.receipt(day.plan.plan.day)
    if receipt is None or not day.electorate.belongs(receipt[0]):
        return
    if included.entries.get(receipt[0]) != receipt[1]:
        raise Refused(Reason.DENIED_VECTOR, "the list lacks this member's own upload, for which it has a receipt")
