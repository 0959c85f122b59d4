"""Publication of `plain` rounds: each campaign is charged, noise is added, and the round's data are deleted.

A day is charged, then the charge is in the ledger, and only then the day gets its noise and is published. So a server
that is killed, or loses its database, has never published more than it has charged.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from sqlalchemy import Connection

from pdd_server.services.campaigns.budgets import can_pay
from pdd_server.services.ledger.ledger_file import LedgerFile
from pdd_server.services.ledger.reconciliation import record
from pdd_server.services.rounds.nightly_context import publish_missing
from pdd_server.services.rounds.plain import rounds as plain_rounds
from pdd_server.services.rounds.plain.noise import AddNoise
from pdd_server.store import monitoring
from pdd_server.store.campaigns import campaigns
from pdd_server.store.engine import Store
from pdd_server.store.results import charges, publications
from pdd_server.store.results.publications import Publication
from pdd_server.store.rounds import plain_groups, rounds
from pdd_server.store.rounds.rounds import Round, RoundState
from pdd_shared.privacy.accounting.charges import charge_of_terms
from pdd_shared.protocol.messages import Part, Plan
from pdd_shared.protocol.terms import PlainTerms
from pdd_shared.rounds.layout import Block, blocks
from pdd_shared.rounds.plain.group_sums import DaySum


@dataclass(frozen=True)
class Ended:
    """A published day, with the warning that the operator gets.

    The number of bounded values follows from exact sums. A lying member could choose its counts so that this number
    tells something about another member of its group. So only the operator, who may see those sums anyway, is told it,
    once. It is neither stored nor published.

    Attributes:
        day: The data day.
        bounded: How many numbers in the groups' sums were larger than honest members can make them, and were bounded.
    """

    day: date
    bounded: int

    def warnings(self) -> Iterator[str]:
        """Yield a sentence for the operator if a donor's program sent false counts."""
        if self.bounded:
            yield (
                f"{self.day}: {self.bounded} numbers in groups' sums were out of range and were bounded; "
                "a donor's program sent false counts, so look at the day's totals before you use them"
            )


def publish(store: Store, ledger: LedgerFile, day: date, add_noise: AddNoise) -> Ended | None:
    """Publish a round that is CLOSING, and delete its plan. `forget_published` deletes its rosters and sums.

    The sum is computed before the write transaction begins, so that donors do not wait for it. A closing round takes no
    message, so the sum is still right when it is written.

    Args:
        store: The database.
        ledger: What was charged and published.
        day: The round's data day.
        add_noise: Adds an independent draw of noise to each number.

    Returns:
        The published day; None if the round is not closing, because another call has published it.
    """
    with store.read() as connection:
        if _closing(connection, day) is None:
            return None
        plan = Plan.model_validate_json(rounds.plan_of(connection, day).payload)
        sums = plain_rounds.total(connection, plan)
        # Composing budgets takes seconds the first time. It is cached here, before the write transaction needs it.
        _payable(connection, plan.layout)
    if sums.counted:
        with store.write() as connection:
            if _closing(connection, day) is not None:
                _charge(connection, plan)
        record(store, ledger)
    with store.write() as connection:
        # A closing round takes no message: the sum is still that of its groups.
        found = _closing(connection, day)
        if found is None:
            return None
        _publish(connection, found, plan, sums, add_noise)
    return Ended(day, sums.bounded)


def forget_published(store: Store) -> None:
    """Delete the rosters and sums of the published rounds that have any left."""
    with store.read() as connection:
        days = plain_groups.with_groups(connection)
    for day in days:
        plain_rounds.forget(store, day)


def _closing(connection: Connection, day: date) -> Round | None:
    """Return the round of a day if it is CLOSING, None otherwise."""
    found = rounds.get(connection, day)
    return found if found is not None and found.state == RoundState.CLOSING else None


def _payable(connection: Connection, layout: tuple[Part, ...]) -> list[Part]:
    """Return the parts whose campaign can pay for one more day."""
    return [part for part in layout if can_pay(connection, part)]


def _charge(connection: Connection, plan: Plan) -> None:
    """Charge the day to the campaigns that can pay for it. A run that was killed has perhaps charged some before."""
    charged = charges.campaigns_charged(connection, plan.day)
    for part in _payable(connection, tuple(part for part in plan.layout if part.campaign not in charged)):
        charges.add(connection, part.campaign, plan.day, charge_of_terms(part.terms, part.campaign))


def _publish(connection: Connection, found: Round, plan: Plan, sums: DaySum, add_noise: AddNoise) -> None:
    """Publish the totals, or that the day is lost if no group is complete."""
    if sums.counted:
        _publish_totals(connection, found, plan, sums, add_noise)
    else:
        publish_missing(connection, found.day, plan.layout, "lost", found.active, plan.min_group)
    monitoring.note_lost(connection, found.day, plain_groups.count_lost(connection, found.day))
    rounds.finish(connection, found.day, plain_groups.count_submitted(connection, found.day), sums.counted)


def _publish_totals(connection: Connection, found: Round, plan: Plan, sums: DaySum, add_noise: AddNoise) -> None:
    """Publish the campaigns that were charged for the day; publish it as missing for the others."""
    charged = charges.campaigns_charged(connection, plan.day)
    paid = {part.campaign: part for part in plan.layout if part.campaign in charged}
    unpaid = [part for part in plan.layout if part.campaign not in paid]
    publish_missing(connection, found.day, unpaid, "budget", found.active, plan.min_group)
    thresholds = {campaign: campaigns.threshold(connection, campaign) for campaign in paid}
    published = (
        _listed(
            _publication(found, plan, block, paid[block.campaign].terms, sums, add_noise), thresholds[block.campaign]
        )
        for block in blocks(plan.layout)
        if block.campaign in paid
    )
    publications.add(connection, published)


def _publication(
    found: Round, plan: Plan, block: Block, terms: PlainTerms, sums: DaySum, add_noise: AddNoise
) -> Publication:
    """Return the noisy numbers of one campaign and stratum, with all its totals."""
    joined, searches, *totals = add_noise(sums.numbers[block.place].tolist(), terms.noise)
    return Publication(
        campaign=block.campaign,
        stratum=block.stratum,
        day=found.day,
        donors=joined,
        searches=searches,
        confidence=sums.counted / found.active,
        totals=tuple(totals),
        charge=charge_of_terms(terms, block.campaign),
        counting_rules=plan.counting_rules or 1,
    )


def _listed(published: Publication, threshold: int | None) -> Publication:
    """Return the publication without totals below the threshold.

    The noisy totals are compared, not the exact ones, so the choice costs no privacy.
    """
    if threshold is None:
        return published
    kept = tuple(total if total is not None and total >= threshold else None for total in published.totals)
    return replace(published, totals=kept)
