"""The donor's privacy account: what all days given have cost, and which further days a budget or ceiling still allows.

A day is charged when its counts are locked, whether its totals are published or not: a donor can't check that.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from math import exp, inf, log
from zoneinfo import ZoneInfo

from pdd_client.core.donation.consent import AnyPart, Consent, Objection, is_outside, of_day
from pdd_client.core.errors import DonorError
from pdd_shared.privacy.accounting.budget import days_left, fits, within
from pdd_shared.privacy.accounting.charges import Charges, DayCharge, charge_of_terms
from pdd_shared.privacy.accounting.composition import basic_epsilon, epsilon
from pdd_shared.protocol.days import Period, last_day
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Budget, Caps, Terms

LEDGER_DELTA = Decimal("0.000001")
"""The delta at which the cost of all campaigns together and the ceiling are stated. Campaigns have their own deltas."""
MAX_CEILING = Decimal(1_000_000)
"""The largest ceiling, as an epsilon. It is beyond any budget, so a larger number would be a typing error."""
_LARGEST_EXPONENT = 700
"""An exponent for which `exp` still fits into a floating-point number; it overflows above 709."""


@dataclass(frozen=True)
class GivenDay:
    """A data day that was given to a campaign, with the charge for it. A week is charged on its last day.

    A lost week that was given once more is charged again, on the day of the later plan. `repeats` is then the week's
    last day; otherwise it is None. `hits` is how many hits it used of those that count in all of a campaign's periods,
    and one for the number `full`, so that a donor who agrees to a higher cap is `full` once in all.
    """

    day: date
    campaign: str
    charge: DayCharge
    repeats: date | None = None
    hits: int = field(default=0, repr=False)


@dataclass(frozen=True)
class Ledger:
    """All days given, and the donor's choices and other programs about them.

    Attributes:
        given: all days given.
        ceiling: the most epsilon that they may cost together; None for no ceiling.
        hits_elsewhere: by campaign, the hits that this person's extensions say they have used.
        hits_unknown: a day; all hits of campaigns that had started by then may be used. A restored home can't know
            which it gave, nor can an app know what an extension has given that took over from it.

    """

    given: tuple[GivenDay, ...]
    ceiling: Decimal | None
    hits_elsewhere: Mapping[str, int] = field(default_factory=dict, repr=False)
    hits_unknown: date | None = None

    def hits_left(self, campaign: Campaign, caps: Caps, day: date | None = None) -> int | None:
        """Return how many hits may still count in the plan of a day; None if the campaign caps only each period's.

        Each plan uses hits, also one that asks for a lost week once more: a home can't know that nothing of it was
        shown.

        Args:
            campaign: the campaign.
            caps: the caps of its part of the plan.
            day: the plan's day; None for a later one. What was charged on it does not count, as it is the same hits.

        """
        if caps.campaign_hits is None:
            return None
        if self.hits_unknown is not None and campaign.start <= self.hits_unknown:
            return 0
        used = sum(one.hits for one in self.given if one.campaign == campaign.id and one.day != day)
        return max(0, caps.campaign_hits - used - self.hits_elsewhere.get(campaign.id, 0))


@dataclass(frozen=True)
class CampaignAccount:
    """What was given to one campaign.

    Attributes:
        id: the campaign's id.
        days: the number of days given, or of weeks if the campaign counts by week. A week given twice counts twice.
        epsilon: their cost by composition, at the delta of `budget`.
        basic_epsilon: the plain sum of their epsilons, at the same delta.
        budget: the budget, as the donor last agreed to it.
        period: whether `days` are days or weeks.
        hits: the hits used of those that count in all periods, and how many those are; None if the campaign caps only
            each period's (`hits_used`).

    """

    id: str
    days: int
    epsilon: float
    basic_epsilon: float
    budget: Budget
    period: Period = "day"
    hits: tuple[int, int] | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Month:
    """A month in which days were given.

    Attributes:
        month: the month, such as "2026-11".
        days: the number of data days given in it.
        epsilon: the cost of all days given up to its end, at LEDGER_DELTA.

    """

    month: str
    days: int
    epsilon: float


@dataclass(frozen=True)
class Account:
    """The privacy account as the donor sees it.

    Attributes:
        days: the number of data days given to any campaign.
        since: the first of them; None if nothing was given.
        epsilon: the cost of all of them by composition, at LEDGER_DELTA. It is never above `basic_epsilon`, and
            infinite if no bound holds at this delta.
        basic_epsilon: the plain sum of their epsilons.
        factor: by how much an observer's odds about the donor's days can have shifted at most, except with a
            probability of LEDGER_DELTA.
        campaigns: the account of each campaign, by id.
        months: the account of each month, the first one first.
        ceiling: the donor's limit on `epsilon`; None if the donor has set no limit.
        days_left: how many more days fit below the ceiling; None without a ceiling, or while no joined campaign
            could use it up.
        unrecorded: how many of `days` count because a restored home may have given them.

    """

    days: int
    since: date | None
    epsilon: float
    basic_epsilon: float
    factor: float
    campaigns: tuple[CampaignAccount, ...]
    months: tuple[Month, ...]
    ceiling: Decimal | None
    days_left: int | None
    unrecorded: int = 0

    @property
    def delta(self) -> float:
        """The delta at which the costs of all campaigns together are stated."""
        return float(LEDGER_DELTA)


def given_once(given: Iterable[GivenDay]) -> frozenset[tuple[str, date]]:
    """Return campaign and day of each charge whose numbers were not given once more since."""
    every = tuple(given)
    again = {(one.campaign, one.repeats) for one in every}
    return frozenset((one.campaign, one.day) for one in every if one.repeats is None) - again


def maybe_given(
    agreed: Mapping[str, Sequence[Consent]],
    days: Sequence[date],
    charged: Collection[tuple[str, date]],
    zone: ZoneInfo,
) -> tuple[GivenDay, ...]:
    """Return charges for days that a home may have given without a record of it. A week is charged on its last day.

    Args:
        agreed: the consents in force, by campaign, the oldest first.
        days: the days.
        charged: campaign and day of charges that the home has.
        zone: the zone of the data days.

    """
    found = []
    for name, consents in agreed.items():
        for day in days:
            consent = of_day(consents, day, zone)
            terms = consent.campaign.terms
            is_due = last_day(terms.period, day) == day and not is_outside(consent, day, zone)
            if is_due and (name, day) not in charged:
                found.append(GivenDay(day, name, charge_of_terms(terms, name)))
    return tuple(found)


def affordable(
    ledger: Ledger, day: date, parts: Sequence[tuple[AnyPart, Consent]]
) -> tuple[tuple[tuple[AnyPart, Consent], ...], dict[str, Objection]]:
    """Split a plan's parts into those that the budgets and the ceiling allow, and objections to the others.

    A charge that the ledger has for the same day is not counted again: the day costs once.

    Args:
        ledger: all days given so far.
        day: the plan's data day.
        parts: parts that keep to their consents, so that a part's budget is the agreed one or a stricter one.

    Returns:
        The allowed parts, in the plan's order, and the objections to the others by campaign id. If the ceiling does
        not allow all parts, the first ones in the plan's order come first.

    """
    before = [given for given in ledger.given if given.day != day]
    everything = _charges(before)
    kept: list[tuple[AnyPart, Consent]] = []
    objections: dict[str, Objection] = {}
    for part, consent in parts:
        more = Counter([charge_of_terms(part.terms, part.campaign)])
        campaigns = _charges(given for given in before if given.campaign == part.campaign)
        if not fits(campaigns + more, part.terms.budget):
            objections[part.campaign] = Objection.OVER_BUDGET
        elif not _below(ledger.ceiling, everything + more):
            objections[part.campaign] = Objection.OVER_CEILING
        else:
            everything += more
            kept.append((part, consent))
    return tuple(kept), objections


def account(ledger: Ledger, agreed: Mapping[str, Terms], running: Mapping[Period, Charges]) -> Account:
    """Compute the account of a ledger.

    Args:
        ledger: all days given so far, and the ceiling.
        agreed: by campaign id, the terms of every campaign in the ledger, as the donor last agreed to them.
        running: what one more day costs, and one more week: the charges of all campaigns that still run, by period.

    """
    charges = _charges(ledger.given)
    return Account(
        days=_days(ledger.given),
        since=min((given.day for given in ledger.given), default=None),
        epsilon=epsilon(charges, float(LEDGER_DELTA)),
        basic_epsilon=basic_epsilon(charges, float(LEDGER_DELTA)),
        factor=_factor(charges),
        campaigns=tuple(
            _campaign(name, ledger, agreed[name]) for name in sorted({given.campaign for given in ledger.given})
        ),
        months=tuple(_months(ledger.given)),
        ceiling=ledger.ceiling,
        days_left=_days_left(ledger, running),
    )


def hits_used(ledger: Ledger, campaign: Campaign) -> tuple[int, int] | None:
    """Return the hits used of those that count in all periods, and how many those are; None without such a cap."""
    caps = campaign.terms.caps
    left = ledger.hits_left(campaign, caps)
    return None if left is None or caps.campaign_hits is None else (caps.campaign_hits - left, caps.campaign_hits)


def _factor(charges: Charges) -> float:
    """Return the factor that bounds the shift of odds, up or down, except with a probability of LEDGER_DELTA.

    It is infinite where it would be too large for a floating-point number.

    e to the power of epsilon is not this bound: the privacy loss exceeds epsilon by a little with a probability above
    delta. Where the loss exceeds epsilon + ln 1.1, at least 1/11 of the probability counts towards delta. So that has
    a probability of 11 delta at most. LEDGER_DELTA / 22 as delta leaves half of LEDGER_DELTA for either direction.

    Source: docs/reference/privacy.md.
    """
    pure, composed = basic_epsilon(charges, 0.0), epsilon(charges, float(LEDGER_DELTA) / 22) + log(1.1)
    found = min(pure, composed)
    return exp(found) if found < _LARGEST_EXPONENT else inf


def checked_ceiling(ceiling: Decimal) -> Decimal:
    """Return the ceiling unchanged if it is allowed.

    Raises:
        DonorError: it is not a number above 0, or larger than MAX_CEILING.

    """
    if not (ceiling.is_finite() and 0 < ceiling <= MAX_CEILING):
        raise DonorError(f"a limit is a number above 0, such as 20 or 2.5, and at most {MAX_CEILING:,}; or none")
    return ceiling


def _charges(given: Iterable[GivenDay]) -> Counter[DayCharge]:
    return Counter(one.charge for one in given)


def _days(given: Iterable[GivenDay]) -> int:
    return len({one.day for one in given})


def _below(ceiling: Decimal | None, charges: Charges) -> bool:
    return ceiling is None or within(charges, float(ceiling), float(LEDGER_DELTA))


def _campaign(name: str, ledger: Ledger, terms: Terms) -> CampaignAccount:
    given = [one for one in ledger.given if one.campaign == name]
    charges, delta = _charges(given), float(terms.budget.delta)
    costs = epsilon(charges, delta), basic_epsilon(charges, delta)
    return CampaignAccount(name, _days(given), *costs, terms.budget, terms.period)


def _months(given: Sequence[GivenDay]) -> Iterable[Month]:
    charges: Counter[DayCharge] = Counter()
    for month in sorted({_month(one) for one in given}):
        inside = [one for one in given if _month(one) == month]
        charges += _charges(inside)
        yield Month(month, _days(inside), epsilon(charges, float(LEDGER_DELTA)))


def _month(given: GivenDay) -> str:
    return given.day.isoformat()[:7]


def _days_left(ledger: Ledger, running: Mapping[Period, Charges]) -> int | None:
    """Return how many more days with these charges fit below the ceiling, at most MAX_BUDGET_DAYS.

    Where days have noise of their own for each kind of number and are many, it may be a few percent too low.
    """
    if ledger.ceiling is None or not any(running.values()):
        return None
    spent = _charges(ledger.given)

    def after(days: int) -> Counter[DayCharge]:
        return spent + _further(running, days)

    return days_left(after, float(ledger.ceiling), float(LEDGER_DELTA))


def _further(running: Mapping[Period, Charges], days: int) -> Counter[DayCharge]:
    """Return what so many further days cost at most. A week is charged once, and may end on the first of them."""
    found: Counter[DayCharge] = Counter()
    for period, charges in running.items():
        ends = days if period == "day" else -(-days // 7)
        found.update({charge: times * ends for charge, times in charges.items()})
    return found
