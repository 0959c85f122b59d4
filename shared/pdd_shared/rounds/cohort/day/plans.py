"""The checks of a data day's plan, which a home makes for both of its roles, donor and member.

The plan is the server's statement of a day: which campaigns are counted, how small a list may be, how long uploads and
answers are taken. A home signs nothing under a plan that fails a check. The checks run in the order of this table, and
the first one that fails names the refusal.

| refusal | what the check stops |
| --- | --- |
| BAD_SIGNATURE | a plan of somebody else, or a text that two programs would read differently |
| FOREIGN_PLAN | a plan for another tree, whose committee the home has not checked |
| MALFORMED_PLAN | a campaign or stratum twice: a donor's counts would be added twice and hidden once |
| DAY_NOT_OVER | sums of a part of a day |
| WRONG_DAY | a day that another epoch serves, or one from before a reset, which may have been opened already |
| WRONG_WINDOW | a window or a time for answers without end |
| LAYOUT_TOO_LARGE | hours of computing on the donor's machine |
| COUNT_TOO_LARGE | sums that pass the range in which they are read |
| SUB_COHORTS_TOO_SMALL | sums of few donors |
| FLOOR_TOO_LOW | sums of few donors, and noise that too few honest donors make |
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from pdd_shared.protocol.limits import (
    LAST_CLOSE,
    LEAST_SUB_COHORT,
    LONGEST_ANSWERING,
    MAX_ENTRIES,
    MOST_LAWS,
    SUB_COHORTS,
)
from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.signing import signed_digest
from pdd_shared.rounds.cohort.day.journal import Entry, Key, Kind
from pdd_shared.rounds.cohort.day.layout import (
    CohortLayout,
    cohort_layout,
    count_laws,
    count_numbers,
    fits,
)
from pdd_shared.rounds.cohort.day.uploads import day_context
from pdd_shared.rounds.cohort.epoch.acceptance import holds
from pdd_shared.rounds.cohort.epoch.draws import Draw
from pdd_shared.rounds.cohort.epoch.tickets import TicketSecrets
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPlan, Epoch
from pdd_shared.rounds.cohort.parameters import TreeSize
from pdd_shared.rounds.cohort.signed_messages import open_message
from pdd_shared.rounds.refusals import Reason, Refused

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Limits:
    """The largest plan that a home accepts. A law's table takes up to a second to compute.

    Without these limits a plan could keep a donor's computer busy for hours.

    Attributes:
        numbers: The most numbers of a vector, decoys included.
        laws: The most different laws of noise.
    """

    numbers: int = MAX_ENTRIES
    laws: int = MOST_LAWS


LIMITS = Limits()


@dataclass(frozen=True)
class HomeView:
    """All that a home knows by itself and compares a plan with.

    Attributes:
        server: The server's identity key, 32 bytes, as pinned when the home joined.
        zone: The server's time zone, as pinned when the home joined.
        online_key: The key that signs the server's messages today, 32 bytes.
        epoch: The accepted epoch of the plan's data day.
        next_start: The first day of the next epoch in which the home found its place; None while it has found none.
        since: The first data day on which the home takes part: the day of the last reset in its journal and, for its
            own uploads, not before the day on which the ticket of its leaf was made.
        today: The day by the home's own clock, in `zone`.
        recent: `PublicLog.largest_tree` at the epoch's first day.
    """

    server: bytes
    zone: str
    online_key: bytes
    epoch: Epoch
    next_start: date | None
    since: date
    today: date
    recent: int


@dataclass(frozen=True)
class CheckedPlan:
    """A plan that passed every check of `open_plan`, and its digest (32 bytes)."""

    plan: CohortPlan
    digest: bytes

    @property
    def tree(self) -> TreeSize:
        """Return what follows from the size of the epoch's tree."""
        return TreeSize(self.plan.size)

    @property
    def entry(self) -> Entry:
        """Return the journal entry that binds the home to this plan and its tree."""
        return Entry(Key(Kind.PLAN, self.plan.day), self.digest + bytes.fromhex(self.plan.root))

    def check_today(self, home: HomeView) -> None:
        """Repeat the checks whose outcome may have changed since the plan was opened: a reset, a new epoch, the day.

        A home calls it before every message that it sends under the plan.

        Raises:
            Refused: FOREIGN_PLAN, DAY_NOT_OVER, WRONG_DAY or WRONG_WINDOW, as in `open_plan`.
        """
        _check_origin(self.plan, home)
        _check_days(self.plan, home)

    def check_tree(self, draw: Draw) -> None:
        """Check that the plan is for the tree of this draw; Refused FOREIGN_PLAN otherwise."""
        if (self.plan.root, self.plan.size) != (draw.root.hex(), draw.size):
            raise Refused(Reason.FOREIGN_PLAN, "the plan is for another tree")

    def cohort(self, cohort: int) -> CohortDay:
        """Return the floor and the number of sub-cohorts of a cohort."""
        return self.plan.cohorts[cohort]

    def layout(self, cohort: int) -> CohortLayout:
        """Return the layout of the vectors of a cohort's donors."""
        return cohort_layout(self.plan.layout, self.tree, self.cohort(cohort))

    def context(self, cohort: int, sub_cohort: int, committee_digest: bytes) -> bytes:
        """Return C, the 32 bytes of context of a (sub-)cohort's day."""
        return day_context(
            bytes.fromhex(self.plan.server),
            self.plan.day,
            bytes.fromhex(self.plan.root),
            cohort=cohort,
            sub_cohort=sub_cohort,
            sub_cohorts=self.cohort(cohort).sub_cohorts,
            plan=self.digest,
            committee=committee_digest,
        )

    def committee_entry(self, cohort: int, committee_digest: bytes) -> Entry:
        """Return the journal entry that binds the home to a cohort's committee and number of sub-cohorts that day."""
        number = self.cohort(cohort).sub_cohorts.to_bytes(4, "little")
        return Entry(Key(Kind.COMMITTEE, self.plan.day, cohort), committee_digest + number)


def open_plan(signed: Signed, home: HomeView, limits: Limits = LIMITS) -> CheckedPlan:
    """Check a signed plan in the order of the module's table, and return it.

    Whether the window is open today is left to `donor.submit` and `member.certify`: donors and members have different
    last days.

    Args:
        signed: The signed `CohortPlan`.
        home: The home's view of the server and of today.
        limits: The largest plan that the home accepts.

    Raises:
        Refused: The first check of the module's table that fails.

    Source: docs/reference/cohort.md, "What a home refuses".
    """
    plan = open_message(signed, CohortPlan, home.online_key)
    _check_origin(plan, home)
    _check_form(plan)
    _check_days(plan, home)
    _check_size(plan, limits)
    _check_cohorts(plan, home.recent)
    return CheckedPlan(plan, signed_digest(signed, CohortPlan))


def _check_origin(plan: CohortPlan, home: HomeView) -> None:
    epoch = home.epoch
    if (plan.server, plan.zone) != (home.server.hex(), home.zone):
        raise Refused(Reason.FOREIGN_PLAN, "the plan is of another server or time zone")
    if (plan.epoch, plan.root, plan.size, plan.reset) != (epoch.number, epoch.root, epoch.size, epoch.reset):
        raise Refused(Reason.FOREIGN_PLAN, "the plan is for another epoch, root, size or reset")


def _check_form(plan: CohortPlan) -> None:
    if len(plan.cohorts) != TreeSize(plan.size).cohorts:
        raise Refused(Reason.MALFORMED_PLAN, "the plan has another number of cohorts than its tree")
    # Noise is calibrated to one place for a donor's counts. In two places they would be added twice and hidden once.
    if not _differ(part.campaign for part in plan.layout) or not all(_differ(part.strata) for part in plan.layout):
        raise Refused(Reason.MALFORMED_PLAN, "the plan has a campaign or a stratum twice")
    if any(day.floor > plan.capacity for day in plan.cohorts):
        raise Refused(Reason.MALFORMED_PLAN, "a floor is above the capacity")


def _check_days(plan: CohortPlan, home: HomeView) -> None:
    if home.today <= plan.day:
        raise Refused(Reason.DAY_NOT_OVER, f"{plan.day} is not over")
    after = plan.day + _DAY
    if not holds(home.epoch.start, home.next_start, after):
        raise Refused(Reason.WRONG_DAY, f"{plan.day} belongs to another epoch")
    if plan.day < home.since:
        raise Refused(Reason.WRONG_DAY, f"{plan.day} lies before {home.since}, from which on this home takes part")
    if not after <= plan.earliest_close <= plan.latest_close <= plan.day + LAST_CLOSE:
        raise Refused(Reason.WRONG_WINDOW, f"the window of {plan.day} closes too early or too late")
    if not plan.latest_close <= plan.last_answers <= plan.latest_close + LONGEST_ANSWERING:
        raise Refused(Reason.WRONG_WINDOW, f"answers for {plan.day} are taken until {plan.last_answers}")


def _check_size(plan: CohortPlan, limits: Limits) -> None:
    numbers, laws = count_numbers(plan.layout), count_laws(plan.layout)
    if numbers > limits.numbers or laws > limits.laws:
        raise Refused(Reason.LAYOUT_TOO_LARGE, "the vector has too many numbers, or too many laws of noise")
    most = max((max(part.terms.most_units) for part in plan.layout), default=0)
    if not fits(plan.capacity, most, plan.reach):
        raise Refused(Reason.COUNT_TOO_LARGE, "a sum could pass the range that it is read in")


def _check_cohorts(plan: CohortPlan, recent: int) -> None:
    tree, least = TreeSize(plan.size), _least_floors(plan, recent)
    for day in plan.cohorts:
        if day.sub_cohorts not in least:
            raise Refused(Reason.SUB_COHORTS_TOO_SMALL, f"{day.sub_cohorts} sub-cohorts of {tree.share()} leaves")
        if day.floor < least[day.sub_cohorts]:
            detail = f"a floor of {day.floor}; a home accepts {least[day.sub_cohorts]} or more"
            raise Refused(Reason.FLOOR_TOO_LOW, detail)


def _least_floors(plan: CohortPlan, recent: int) -> Mapping[int, int]:
    """Return, for each allowed number of sub-cohorts, the least floor that a home accepts.

    It is the largest floor that any campaign of the plan needs, because the floor decides the noise on every number
    that a donor masks, not only on those of its own campaigns. With this floor at least two honest donors make the
    noise.
    """
    tree, percents = TreeSize(plan.size), {0, *(part.terms.colluders for part in plan.layout)}
    allowed = [number for number in SUB_COHORTS if number == 1 or tree.share(number) >= LEAST_SUB_COHORT]
    return {number: max(tree.least_floor(percent, number, recent) for percent in percents) for number in allowed}


def check_own(leaf: Leaf, secrets: TicketSecrets) -> None:
    """Check that a ticket's secrets belong to the keys of a leaf; Refused NOT_A_MEMBER otherwise."""
    if (secrets.exchange_public, secrets.signing_public) != (leaf.exchange, leaf.signing):
        raise Refused(Reason.NOT_A_MEMBER, f"the secrets are not those of leaf {leaf.index}")


def _differ(names: Iterable[str]) -> bool:
    listed = list(names)
    return len(set(listed)) == len(listed)
