"""Campaigns' privacy budgets: what was charged, what open rounds will charge, and whether another day fits."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import Connection

from pdd_server.store.results import charges, repeats
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.rounds import Round, RoundState
from pdd_shared.privacy.accounting.budget import fits
from pdd_shared.privacy.accounting.charges import Charge, Charges, DayCharge, charge_of_terms
from pdd_shared.privacy.accounting.composition import epsilon
from pdd_shared.protocol.messages import Part, Plan
from pdd_shared.protocol.terms import Budget
from pdd_shared.rounds.cohort.messages import CohortPart, CohortPlan

P = TypeVar("P", Part, CohortPart)


@dataclass(frozen=True)
class DayLayout(Generic[P]):
    """The parts of a data day's vector.

    Attributes:
        parts: The parts that are planned, one a campaign.
        over_budget: The parts that are left out because their campaign can't pay for the day.
    """

    parts: tuple[P, ...]
    over_budget: tuple[P, ...]


def affordable(connection: Connection, parts: Iterable[P]) -> DayLayout[P]:
    """Divide a day's parts into those that can be planned and those whose budget is spent.

    The days charged and the rounds still open are taken into account: a round that is planned will be charged, so two
    open rounds must not count on the same rest of a budget.
    """
    reserved = _reserved(connection)
    payable, over_budget = list[P](), list[P]()
    for part in parts:
        (payable if can_pay(connection, part, reserved[part.campaign]) else over_budget).append(part)
    return DayLayout(tuple(payable), tuple(over_budget))


def can_pay(connection: Connection, part: Part | CohortPart, reserved: Charges | None = None) -> bool:
    """Return whether the campaign's budget can pay for one more day, or week.

    Args:
        connection: A transaction.
        part: The campaign's part of the day.
        reserved: What open rounds will charge to the campaign; None to leave them out.
    """
    total = Counter[DayCharge]([charge_of_terms(part.terms, part.campaign)])
    total.update(charges.of_campaign(connection, part.campaign))
    total.update(reserved or {})
    return fits(total, part.terms.budget)


def cost_of_day(charge: DayCharge, budget: Budget) -> tuple[float, float]:
    """Return the epsilon and delta of one day; the delta is the budget's where the noise has no epsilon without one."""
    if isinstance(charge, Charge) and charge.law == "discrete-laplace":
        return charge.epsilon, charge.delta
    return epsilon({charge: 1}, float(budget.delta)), float(budget.delta)


def _reserved(connection: Connection) -> dict[str, Counter[DayCharge]]:
    """Return what the rounds not yet published will charge to each campaign, if none of them is lost."""
    reserved: dict[str, Counter[DayCharge]] = defaultdict(Counter)
    for found in rounds.all_of(connection):
        if found.state != RoundState.PUBLISHED:
            for part in _unpaid(connection, found):
                reserved[part.campaign][charge_of_terms(part.terms, part.campaign)] += 1
    return reserved


def _unpaid(connection: Connection, found: Round) -> Iterator[Part | CohortPart]:
    """Yield the parts of an open round not charged yet; a cohort's day is charged when members see its list."""
    payload = rounds.plan_of(connection, found.day).payload
    if found.protocol != "cohort":
        charged = charges.campaigns_charged(connection, found.day)
        yield from (part for part in Plan.model_validate_json(payload).layout if part.campaign not in charged)
        return
    again = repeats.of_day(connection, found.day)
    for part in CohortPlan.model_validate_json(payload).layout:
        on = again[part.campaign].charged_on if part.repeats else found.day
        if part.campaign not in charges.campaigns_charged(connection, on):
            yield part
