"""The donor's own account of what it has given, and what that keeps it from giving more of.

What a day costs is charged when its counts are locked, published or not: a donor can't see what becomes of them.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from math import exp, inf, log

from pdd_client.core.donation.consent import AnyPart, Consent, Objection
from pdd_client.core.errors import DonorError
from pdd_shared.privacy.accounting.budget import fits, within
from pdd_shared.privacy.accounting.charges import Charge, Charges
from pdd_shared.privacy.accounting.composition import basic_epsilon, epsilon
from pdd_shared.protocol.limits import MAX_BUDGET_DAYS
from pdd_shared.protocol.terms import Budget

LEDGER_DELTA = Decimal("0.000001")
"""The delta of what is said of all campaigns together, and of the ceiling: campaigns may have others of their own."""
MAX_CEILING = Decimal(1_000_000)
"""Beyond any budget: a larger ceiling would be a slip."""
_LARGEST_EXPONENT = 700
"""Of e, that is still a floating-point number."""


@dataclass(frozen=True)
class GivenDay:
    """A day that was given to a campaign, and what that costs."""

    day: date
    campaign: str
    charge: Charge


@dataclass(frozen=True)
class Ledger:
    """All days given, and the epsilon that all of them together may not pass; None: no ceiling."""

    given: tuple[GivenDay, ...]
    ceiling: Decimal | None


@dataclass(frozen=True)
class CampaignAccount:
    """What was given to one campaign: its epsilons are at the delta of its budget, as last agreed to."""

    id: str
    days: int
    epsilon: float
    basic_epsilon: float
    budget: Budget


@dataclass(frozen=True)
class Month:
    """A month ("2026-11") in which days were given: how many, and the epsilon of all days up to its end."""

    month: str
    days: int
    epsilon: float


@dataclass(frozen=True)
class Account:
    """What the ledger shows: all campaigns together at LEDGER_DELTA, each campaign, and the months.

    `basic_epsilon` is the plain sum, `epsilon` the composition, never above it; infinite where none holds at the delta.
    `factor` bounds how far odds on what was given can have shifted, but for a chance of LEDGER_DELTA.
    `days_left` is None without a ceiling, or while nothing is joined that could use it up.
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

    @property
    def delta(self) -> float:
        """Of what is said of all campaigns together."""
        return float(LEDGER_DELTA)


def affordable(
    ledger: Ledger, day: date, parts: Sequence[tuple[AnyPart, Consent]]
) -> tuple[tuple[tuple[AnyPart, Consent], ...], dict[str, Objection]]:
    """The parts of a plan that may be filled on this day, in the plan's order, and the objections to the others.

    The parts keep to their consents, so that a part's budget is the one agreed to, or a stricter one. What is
    charged for the day already is left out: it is the same day.
    """
    before = [given for given in ledger.given if given.day != day]
    everything = _charges(before)
    kept: list[tuple[AnyPart, Consent]] = []
    objections: dict[str, Objection] = {}
    for part, consent in parts:
        more = Counter([Charge.of_terms(part.terms)])
        campaigns = _charges(given for given in before if given.campaign == part.campaign)
        if not fits(campaigns + more, part.terms.budget):
            objections[part.campaign] = Objection.OVER_BUDGET
        elif not _below(ledger.ceiling, everything + more):
            objections[part.campaign] = Objection.OVER_CEILING
        else:
            everything += more
            kept.append((part, consent))
    return tuple(kept), objections


def account(ledger: Ledger, budgets: Mapping[str, Budget], daily: Charges) -> Account:
    """What the ledger shows; `budgets` are those of all campaigns in it, `daily` what a day costs from now on."""
    charges = _charges(ledger.given)
    return Account(
        days=_days(ledger.given),
        since=min((given.day for given in ledger.given), default=None),
        epsilon=epsilon(charges, float(LEDGER_DELTA)),
        basic_epsilon=basic_epsilon(charges, float(LEDGER_DELTA)),
        factor=_factor(charges),
        campaigns=tuple(
            _campaign(name, ledger, budgets[name]) for name in sorted({given.campaign for given in ledger.given})
        ),
        months=tuple(_months(ledger.given)),
        ceiling=ledger.ceiling,
        days_left=_days_left(ledger, daily),
    )


def _factor(charges: Charges) -> float:
    """How far odds can have shifted, up or down, but for a chance of LEDGER_DELTA; infinite beyond floating point.

    Epsilon at delta does not say that: the loss passes it more often than delta, by little. Where it passes
    epsilon + ln 1.1, at least 1/11 of the probability counts towards delta; so that happens with probability 11 delta
    at most, and on either side half of LEDGER_DELTA is enough (docs/reference/privacy.md, in words).
    """
    pure, composed = basic_epsilon(charges, 0.0), epsilon(charges, float(LEDGER_DELTA) / 22) + log(1.1)
    found = min(pure, composed)
    return exp(found) if found < _LARGEST_EXPONENT else inf


def checked_ceiling(ceiling: Decimal) -> Decimal:
    """The ceiling, if it is one; DonorError says what it has to be."""
    if not (ceiling.is_finite() and 0 < ceiling <= MAX_CEILING):
        raise DonorError(f"a limit is a number above 0, such as 20 or 2.5, and at most {MAX_CEILING:,}; or none")
    return ceiling


def _charges(given: Iterable[GivenDay]) -> Counter[Charge]:
    return Counter(one.charge for one in given)


def _days(given: Iterable[GivenDay]) -> int:
    return len({one.day for one in given})


def _below(ceiling: Decimal | None, charges: Charges) -> bool:
    return ceiling is None or within(charges, float(ceiling), float(LEDGER_DELTA))


def _campaign(name: str, ledger: Ledger, budget: Budget) -> CampaignAccount:
    given = [one for one in ledger.given if one.campaign == name]
    charges, delta = _charges(given), float(budget.delta)
    return CampaignAccount(name, _days(given), epsilon(charges, delta), basic_epsilon(charges, delta), budget)


def _months(given: Sequence[GivenDay]) -> Iterable[Month]:
    charges: Counter[Charge] = Counter()
    for month in sorted({_month(one) for one in given}):
        inside = [one for one in given if _month(one) == month]
        charges += _charges(inside)
        yield Month(month, _days(inside), epsilon(charges, float(LEDGER_DELTA)))


def _month(given: GivenDay) -> str:
    return given.day.isoformat()[:7]


def _days_left(ledger: Ledger, daily: Charges) -> int | None:
    """How many more such days fit below the ceiling, at most MAX_BUDGET_DAYS: the cost of days only grows."""
    if ledger.ceiling is None or not daily:
        return None
    spent = _charges(ledger.given)

    def too_many(days: int) -> bool:
        more = Counter({charge: times * days for charge, times in daily.items()})
        return not _below(ledger.ceiling, spent + more)

    return bisect_left(range(1, MAX_BUDGET_DAYS + 1), True, key=too_many)
