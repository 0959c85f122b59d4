"""Cases of `tests/vectors/donor/ledger.json`: days that a budget or ceiling refuses, accounts, ceilings as typed."""

from collections import Counter
from datetime import date
from decimal import Decimal, InvalidOperation
from math import isinf
from typing import Any

from pdd_client.core.donation.ledger import account, affordable, checked_ceiling
from pdd_client.core.errors import DonorError
from pdd_shared.privacy.accounting.charges import Charges, charge_of_terms
from pdd_shared.protocol.days import Period
from pdd_shared.protocol.decimals import as_text
from tests.support.reference.donor.inputs import (
    COHORT,
    PLAIN,
    Case,
    as_charge,
    budget,
    charge,
    ledger,
    number_noise,
    of_kinds,
    part,
    terms_of,
)
from tests.support.terms import cohort_terms

LAPLACE = {"law": "discrete-laplace", "scale": "16", "sensitivity": 16, "delta": 0.0}
"""A day's epsilon is 1."""
WEAK = LAPLACE | {"scale": "160"}
"""A day's epsilon is a tenth."""
GAUSSIAN = {"law": "discrete-gaussian", "scale": "90", "sensitivity": 76, "delta": 0.0}
TABLES = LAPLACE | {"delta": 4e-07}
OF_PARTS = of_kinds(number_noise("30"), number_noise("950"), number_noise("9.2"))
"""Terms of a campaign whose noise keeps to its budget, epsilon 10, for 130 days."""
PARTS = as_charge(charge_of_terms(terms_of(OF_PARTS), "flu"))


def _run(first: str, days: int, cost: Case = LAPLACE, campaign: str = "flu") -> Case:
    return {"campaign": campaign, "first": first, "days": days, "charge": cost}


def _terms(scale: str = "16", epsilon: str = "1000", delta: str = "0", protocol: Case = PLAIN) -> Case:
    law = {"law": "discrete-laplace", "scale": scale}
    if protocol["protocol"] == "cohort":
        unit = law | {"unit": 1}
        noise: Case = {"joined": unit, "searches": unit, "counts": unit}
    else:
        noise = law
    return protocol | {"noise": noise, "budget": {"epsilon": epsilon, "delta": delta}}


def _asks(why: str, *asked: tuple[str, Case], ceiling: str | None = None, given: tuple[Case, ...] = ()) -> Case:
    parts = [{"campaign": name, "terms": terms} for name, terms in asked]
    return {"why": why, "day": "2026-12-20", "given": list(given), "ceiling": ceiling, "parts": parts}


THREE = _terms(epsilon="3")
COMPOSED = _terms(scale="160", epsilon="2.4", delta="0.000001")
IN_COHORT = _terms(epsilon="30", delta="0.000001", protocol=COHORT)
AFFORDABLE = [
    _asks("no campaign"),
    _asks("the first day of a budget of three", ("flu", THREE)),
    _asks("the last day of a budget of three", ("flu", THREE), given=(_run("2026-11-20", 2),)),
    _asks("a fourth day of a budget of three", ("flu", THREE), given=(_run("2026-11-20", 3),)),
    _asks("a budget that is overspent already", ("flu", THREE), given=(_run("2026-11-20", 9),)),
    _asks("a day that is charged already is not counted again", ("flu", THREE), given=(_run("2026-12-18", 3),)),
    _asks(
        "days of another campaign take nothing of this one's budget",
        ("flu", THREE),
        given=(_run("2026-11-20", 9, campaign="cold"),),
    ),
    _asks("the thirtieth day by composition", ("flu", COMPOSED), given=(_run("2026-11-01", 29, WEAK),)),
    _asks("the forty-first day by composition", ("flu", COMPOSED), given=(_run("2026-11-01", 40, WEAK),)),
    _asks("a budget smaller than one day", ("flu", _terms(epsilon="0.5"))),
    _asks("donors' noise, whose tables take a share of delta", ("flu", IN_COHORT)),
    _asks(
        "donors' noise, where the tables of days before take all of delta",
        ("flu", IN_COHORT),
        given=(_run("2026-11-20", 3, TABLES),),
    ),
    _asks("the last day of a budget for parts", ("flu", OF_PARTS), given=(_run("2026-07-01", 129, PARTS),)),
    _asks("a day more than a budget for parts", ("flu", OF_PARTS), given=(_run("2026-07-01", 130, PARTS),)),
    _asks(
        "days of parts and of one noise below a ceiling",
        ("flu", OF_PARTS),
        ("cold", _terms(scale="160")),
        ceiling="4.5",
        given=(_run("2026-11-01", 20, PARTS), _run("2026-11-01", 15, WEAK, "cold")),
    ),
    _asks(
        "days of parts and of one noise, a ceiling passed",
        ("flu", OF_PARTS),
        ceiling="3",
        given=(_run("2026-11-01", 20, PARTS), _run("2026-11-01", 15, WEAK, "cold")),
    ),
    _asks("a ceiling just reached", ("flu", _terms()), ceiling="3", given=(_run("2026-11-20", 2),)),
    _asks("a ceiling passed", ("flu", _terms()), ceiling="3", given=(_run("2026-11-20", 3),)),
    _asks(
        "a ceiling counts days of campaigns that were left",
        ("flu", _terms()),
        ceiling="3",
        given=(_run("2026-11-20", 3, campaign="left"),),
    ),
    _asks("over budget comes before over ceiling", ("flu", _terms(epsilon="0.5")), ceiling="0.5"),
    _asks(
        "the ceiling goes to the first in the plan; one that is too large leaves room for a smaller one",
        ("a", _terms()),
        ("b", _terms()),
        ("c", _terms(scale="32")),
        ceiling="1.5",
    ),
    _asks(
        "what is over its budget takes nothing of the ceiling",
        ("a", _terms(epsilon="0.5")),
        ("b", _terms()),
        ceiling="1",
    ),
    _asks("the least ceiling", ("flu", _terms()), ceiling="0.000000000000000001"),
    _asks(
        "Gaussian noise beside Laplace noise below a ceiling",
        ("flu", _terms(scale="160")),
        ceiling="8",
        given=(_run("2026-11-01", 30, GAUSSIAN, "old"), _run("2026-11-01", 30, WEAK)),
    ),
]

AMPLE = {"epsilon": "1000", "delta": "0.000001"}
PURE = {"epsilon": "1000", "delta": "0"}


def _account(
    why: str,
    *given: Case,
    ceiling: str | None = None,
    daily: tuple[Case, ...] = (),
    weekly: tuple[Case, ...] = (),
    weeks: tuple[str, ...] = (),
    **budgets: Case,
) -> Case:
    """Return a case: `daily` and `weekly` is what further days and weeks cost, `weeks` the campaigns given by week."""
    names = {run["campaign"] for run in given}
    found = {name: budgets.get(name, AMPLE) for name in sorted(names)}
    costs = {"daily": list(daily), "weekly": list(weekly), "weeks": list(weeks)}
    return {"why": why, "given": list(given), "ceiling": ceiling, **costs, "budgets": found}


ACCOUNTS = [
    _account("nothing was given"),
    _account("nothing was given, with a ceiling and no campaign that could use it up", ceiling="20"),
    _account("nothing was given, with a ceiling and a campaign", ceiling="20", daily=(LAPLACE,)),
    _account("one day", _run("2026-11-20", 1)),
    _account("thirty days over two months, composed", _run("2026-11-10", 30, WEAK)),
    _account(
        "the same with a pure budget: the campaign's cost is the plain sum", _run("2026-11-10", 30, WEAK), flu=PURE
    ),
    _account(
        "two campaigns on the same days are one day each", _run("2026-11-20", 3), _run("2026-11-20", 3, WEAK, "cold")
    ),
    _account(
        "campaigns in the order of their names, months in that of time",
        _run("2027-01-01", 1, campaign="b"),
        _run("2026-12-31", 1, campaign="a"),
    ),
    _account("a campaign whose charge changed", _run("2026-11-01", 5), _run("2026-11-06", 5, WEAK)),
    _account("both laws", _run("2026-11-01", 20, GAUSSIAN, "old"), _run("2026-11-01", 20, WEAK)),
    _account("Gaussian noise alone: its pure cost has no bound", _run("2026-11-01", 20, GAUSSIAN)),
    _account("tables of donors' noise take all of delta: no bound, no factor", _run("2026-11-20", 3, TABLES)),
    _account("a factor too large for a number", _run("2026-11-01", 60, LAPLACE | {"scale": "0.5"})),
    _account("a ceiling with days left", _run("2026-11-20", 2), ceiling="10", daily=(LAPLACE,)),
    _account("a ceiling with days left by composition", _run("2026-11-20", 2), ceiling="10", daily=(WEAK,)),
    _account("two campaigns use up a ceiling together", _run("2026-11-20", 2), ceiling="10", daily=(LAPLACE, LAPLACE)),
    _account("a ceiling just reached", _run("2026-11-20", 3), ceiling="3", daily=(LAPLACE,)),
    _account("a ceiling passed", _run("2026-11-20", 5), ceiling="3", daily=(LAPLACE,)),
    _account("a ceiling below one day", ceiling="0.5", daily=(LAPLACE,)),
    _account("days of parts: a pure cost has no bound", _run("2026-11-20", 20, PARTS)),
    _account(
        "days of parts, of one noise, and of Gaussian noise",
        _run("2026-11-01", 20, PARTS),
        _run("2026-11-01", 15, WEAK, "cold"),
        _run("2026-11-01", 5, GAUSSIAN, "old"),
    ),
    _account("a ceiling with days of parts left", _run("2026-11-20", 20, PARTS), ceiling="10", daily=(PARTS,)),
    _account(
        "a ceiling with days of parts and of one noise left", _run("2026-11-20", 9), ceiling="20", daily=(PARTS, WEAK)
    ),
    _account("a ceiling with weeks of parts left", _run("2026-11-20", 2, PARTS), ceiling="3", weekly=(PARTS,)),
    _account("a large ceiling with days of parts left", ceiling="1000", daily=(PARTS,)),
    _account("more days left than are counted", ceiling="1000000", daily=(WEAK,)),
    _account(
        "a campaign given by week",
        _run("2026-11-15", 1),
        _run("2026-11-22", 1),
        ceiling="10",
        weekly=(LAPLACE,),
        weeks=("flu",),
    ),
    _account("a weekly campaign costs one charge for every seven days begun", ceiling="3", weekly=(LAPLACE,)),
    _account("a weekly campaign beside a daily one", ceiling="10", daily=(LAPLACE,), weekly=(LAPLACE,)),
    _account("a ceiling below one week", ceiling="0.5", weekly=(LAPLACE,)),
]

CEILINGS = [
    {"why": "a whole number", "typed": "20"},
    {"why": "a fraction", "typed": "2.5"},
    {"why": "zeros that could be left out", "typed": "0020.500"},
    {"why": "a fraction of zeros", "typed": "20.000"},
    {"why": "no digit before the point", "typed": ".5"},
    {"why": "spaces around it", "typed": " 20 "},
    {"why": "the largest", "typed": "1000000"},
    {"why": "the smallest", "typed": "0.000000000000000001"},
    *(
        {"why": why, "typed": typed, "error": "not-a-limit"}
        for why, typed in {
            "above the largest": "1000000.1",
            "far above the largest": "999999999999",
            "zero": "0",
            "zero with a fraction": "0.00",
            "below zero": "-1",
            "no number": "NaN",
            "without an end": "Infinity",
            "nothing": "",
            "a word": "twenty",
            "two points": "2.5.1",
            "a comma": "2,5x",
        }.items()
    ),
]


def _affordable(case: Case) -> Case:
    given = [
        {"campaign": one["campaign"], "entries": 1, "vocabulary": "00" * 32, "strata": [], "terms": one["terms"]}
        for one in case["parts"]
    ]
    # No consent is read, because the parts are known to keep to theirs.
    unread: Any = None
    paid, unpaid = affordable(ledger(case), date.fromisoformat(case["day"]), [(part(one), unread) for one in given])
    return {"paid": [one.campaign for one, _ in paid], "unpaid": dict(unpaid)}


def _account_of(case: Case) -> Case:
    agreed = {
        name: cohort_terms(budget=budget(fields), period="week" if name in case["weeks"] else "day")
        for name, fields in case["budgets"].items()
    }
    running: dict[Period, Charges] = {
        "day": Counter(map(charge, case["daily"])),
        "week": Counter(map(charge, case["weekly"])),
    }
    found = account(ledger(case), agreed, running)
    return {
        "days": found.days,
        "since": found.since and found.since.isoformat(),
        "epsilon": _number(found.epsilon),
        "basic_epsilon": _number(found.basic_epsilon),
        "factor": _number(found.factor),
        "campaigns": [
            {
                "id": one.id,
                "days": one.days,
                "period": one.period,
                "epsilon": _number(one.epsilon),
                "basic_epsilon": _number(one.basic_epsilon),
            }
            for one in found.campaigns
        ],
        "months": [{"month": one.month, "days": one.days, "epsilon": _number(one.epsilon)} for one in found.months],
        "days_left": found.days_left,
    }


def _number(cost: float) -> float | None:
    """Return a cost; None stands for no bound."""
    return None if isinf(cost) else cost


def _ceiling(case: Case) -> str:
    try:
        typed = Decimal(case["typed"])
    except InvalidOperation:
        raise DonorError("no number") from None
    return as_text(checked_ceiling(typed))


CASES = {"affordable": AFFORDABLE, "accounts": ACCOUNTS, "ceilings": CEILINGS}
ANSWERS = {"affordable": _affordable, "accounts": _account_of, "ceilings": _ceiling}
