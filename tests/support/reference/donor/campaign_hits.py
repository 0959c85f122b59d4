"""Cases of `tests/vectors/donor/campaign_hits.json`: campaigns that cap the hits of all their periods together."""

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from pdd_client.core.donation.ledger import maybe_given
from pdd_shared.privacy.accounting.charges import charge_of_terms
from tests.support.reference.donor import decisions, inputs, ledger, weeks
from tests.support.reference.donor.inputs import (
    AGREED,
    COHORT,
    Case,
    as_charge,
    campaign,
    number_noise,
    of_kinds,
    terms_of,
    with_cap,
)

CAPPED = with_cap(COHORT, 3, 2) | {"period": "week", "max_searches": 6}
"""Of all weeks, 3 hits count, and 2 of one keyword in each week."""


def _charge(terms: Case, name: str = "flu") -> Case:
    return as_charge(charge_of_terms(terms_of(terms), name))


def _run(first: str, hits: int, name: str = "flu", **more: Any) -> Case:
    return {"campaign": name, "first": first, "days": 1, "charge": _charge(CAPPED, name), "hits": hits, **more}


def _left(why: str, *given: Case, day: str = "2026-11-22", most: int | None = 8, **elsewhere: int) -> Case:
    """Return a plan of the base campaign, which starts on 2026-11-01."""
    terms = with_cap(COHORT, most, 2) if most else COHORT
    own: Case = {"given": list(given), "ceiling": None, "hits_elsewhere": elsewhere}
    return {"why": why, "campaign": "flu", "terms": terms, "day": day, **own}


LEFT = [
    _left("nothing was used"),
    _left("no cap over all periods", _run("2026-11-15", 2), most=None, flu=2),
    _left("hits of the weeks before", _run("2026-11-08", 2), _run("2026-11-15", 3)),
    _left("hits of later plans, as one day may be given after another", _run("2026-11-29", 3)),
    _left("what was charged on the plan's day is the same hits", _run("2026-11-15", 2), _run("2026-11-22", 3)),
    _left("a week that was given once more", _run("2026-11-15", 2), _run("2026-11-23", 2, repeats="2026-11-15")),
    _left("hits of another campaign", _run("2026-11-15", 5, "cold")),
    _left("hits that other programs used", _run("2026-11-15", 2), flu=3, cold=4),
    _left("all were used, and one for `full`", _run("2026-11-15", 9)),
    _left("more were used than count", _run("2026-11-15", 6), flu=6),
    _left("nobody could say which were used, on its first day") | {"hits_unknown": "2026-11-01"},
    _left("on the day of the plan", day="2026-11-15") | {"hits_unknown": "2026-11-15"},
    _left("before it started", _run("2026-11-15", 2), flu=3) | {"hits_unknown": "2026-10-31"},
    _left("without a cap over all periods", most=None) | {"hits_unknown": "2026-11-15"},
]


def _part(terms: Case = CAPPED, **changes: Any) -> Case:
    """Return a weekly part in the fields in which it differs from the base part."""
    made = inputs.part_of_text(campaign({"terms": terms} | changes, "cohort"))
    return {name: value for name, value in made.items() if value != inputs.BASE["cohort"]["part"][name]}


def _agreed(terms: Case = CAPPED, **changes: Any) -> list[Case]:
    return [AGREED | {"campaign": {"terms": terms} | changes}]


def _week(why: str, terms: Case = CAPPED, **changes: Any) -> Case:
    """Return a week of a capped campaign; its searches have hits of flu, cough, flu, flu, fever + child, and more."""
    case: Case = {"parts": [_part(terms)], "consents": {"flu": _agreed(terms)}, "newest": {}}
    return {"why": why, **case, **changes}


SEEN = {"searches": 6, "counts": {"flu": 1, "cough": 1}}
APPROVED = {"day": "2026-11-22", "approved": True, "time": weeks.LATER, "seen": {"flu": SEEN}}
COLD: Case = {"id": "cold", "vocabulary": ["cough", "weather"]}
NORTH = AGREED | {"campaign": {"terms": CAPPED, "strata": ["north", "south"]}, "stratum": "north"}
AGAIN: Case = {
    "plan": {"day": weeks.MONDAY_AFTER},
    "parts": [_part() | {"repeats": "2026-11-22"}],
    "settled": ["2026-11-22"],
    "now": "2026-12-01T08:00:00Z",
}
WEEKS = [
    _week("the first three hits of all weeks, which are the last: full"),
    _week("a hit was used before: two count, and it is full", given=[_run("2026-11-15", 1)]),
    _week("all but one were used", given=[_run("2026-11-08", 1), _run("2026-11-15", 1)]),
    _week("all were used: joined and searches count as before", given=[_run("2026-11-15", 4)]),
    _week("other programs used some", hits_elsewhere={"flu": 2, "cold": 1}),
    _week("other programs used all", hits_elsewhere={"flu": 3}),
    _week("nobody could say which were used", hits_unknown="2026-11-15"),
    _week("no search was made", visits=[]),
    _week("fewer searches than hits are left", given=[_run("2026-11-15", 1)], visits=weeks.QUERIES[:2]),
    _week("more count in all weeks than in one: not full", with_cap(CAPPED, 3, 2, 2)),
    _week(
        "the week's own cap leaves the last hit to it: full", with_cap(CAPPED, 3, 2, 2), given=[_run("2026-11-15", 1)]
    ),
    _week("the week is charged already: it costs once", given=[_run("2026-11-22", 4)]),
    _week("another campaign's hits are its own", given=[_run("2026-11-15", 4, "cold")]),
    _week("full before, and agreed to a higher cap since", with_cap(CAPPED, 6, 2), given=[_run("2026-11-15", 4)]),
    _week(
        "the plan has a lower cap than was agreed to",
        parts=[_part(with_cap(CAPPED, 2, 2))],
        given=[_run("2026-11-15", 1)],
    ),
    _week("the plan has a higher cap than was agreed to", parts=[_part(with_cap(CAPPED, 4, 2))]),
    _week("approved with fewer hits than are left: not full", decision=APPROVED),
    _week(
        "approved with all hits that are left: full",
        decision=APPROVED | {"seen": {"flu": SEEN | {"counts": {"flu": 2, "cough": 1}}}},
        given=[_run("2026-11-15", 1)],
    ),
    _week("withheld", decision=APPROVED | {"approved": False, "seen": {}}),
    _week("in a stratum", parts=[_part(strata=["north", "south"])], consents={"flu": [NORTH]}),
    _week(
        "two campaigns",
        parts=[_part(), _part(weeks.WEEKLY, id="all"), _part(**COLD)],
        consents={"flu": _agreed(), "all": _agreed(weeks.WEEKLY, id="all"), "cold": _agreed(**COLD)},
        given=[_run("2026-11-15", 2, "cold")],
    ),
    _week("the lost week is given once more with the hits left", given=[_run("2026-11-22", 2)], **AGAIN),
    _week("the lost week used them all", given=[_run("2026-11-22", 4)], **AGAIN),
]

NOISE = of_kinds(number_noise("30"), number_noise("950"), number_noise("3.2"))
FOUR, TWO = with_cap(NOISE, 4, 2), with_cap(NOISE, 40, 2, 3)
"""Campaigns that cap the hits of all days together: 4 hits, and 40 of which at most 3 are of one day."""


def _noise_of_counts(terms: Case, noise: Case) -> Case:
    return terms | {"noise": terms["noise"] | {"counts": noise}}


def _days(first: str, days: int, terms: Case = FOUR, name: str = "flu") -> Case:
    """Return days under these terms, or with this charge."""
    cost = terms if "law" in terms else _charge(terms, name)
    return {"campaign": name, "first": first, "days": days, "charge": cost}


def _account(why: str, *given: Case, daily: tuple[Case, ...] = (), weekly: tuple[Case, ...] = ()) -> Case:
    """Return an account; further days and weeks cost this, below a ceiling of 8."""
    budgets = {run["campaign"]: ledger.AMPLE for run in given}
    costs = {"daily": list(daily), "weekly": list(weekly), "weeks": []}
    return {"why": why, "given": list(given), "ceiling": "8" if daily or weekly else None, **costs, "budgets": budgets}


def _asks(why: str, ceiling: str, *given: Case) -> Case:
    """Return a day of two campaigns with equal noise, below a ceiling."""
    parts = [{"campaign": name, "terms": FOUR} for name in ("flu", "cold")]
    return {"why": why, "day": "2026-12-20", "given": list(given), "ceiling": ceiling, "parts": parts}


LESS_NOISE = _noise_of_counts(FOUR, number_noise("2.9"))
MORE_HITS = with_cap(NOISE, 6, 3)
OTHER_LAW = _noise_of_counts(FOUR, number_noise("4.5", "discrete-laplace"))
IN_UNITS = [_noise_of_counts(FOUR, {"law": "discrete-laplace", "scale": "128", "unit": unit}) for unit in (2, 4)]
ACCOUNTS = [
    _account("a campaign with a cap over all days", _days("2026-11-10", 30)),
    _account("one day of it", _days("2026-11-10", 1)),
    _account("fewer hits in the days than in all", _days("2026-11-10", 2, TWO)),
    _account(
        "two campaigns with equal noise have a cap each",
        _days("2026-11-10", 20),
        _days("2026-11-10", 20, name="cold"),
    ),
    _account("less noise on later days is that of all", _days("2026-11-01", 9), _days("2026-11-10", 9, LESS_NOISE)),
    _account("a higher cap on later days is that of all", _days("2026-11-01", 9), _days("2026-11-10", 9, MORE_HITS)),
    _account("another law costs the whole cap again", _days("2026-11-01", 9), _days("2026-11-10", 9, OTHER_LAW)),
    _account("so does another unit", *(_days(f"2026-11-{9 * at + 1:02}", 9, IN_UNITS[at]) for at in range(2))),
    _account(
        "a cap over all days beside one noise and beside Gaussian noise",
        _days("2026-11-01", 9),
        _days("2026-11-01", 9, ledger.WEAK, "cold"),
        _days("2026-11-01", 5, ledger.GAUSSIAN, "old"),
    ),
    _account("one discrete Laplace noise on all numbers", _days("2026-11-01", 9, with_cap(COHORT, 4, 2))),
    _account(
        "a ceiling with days left",
        _days("2026-11-20", 2),
        daily=(_charge(FOUR), _charge(FOUR, "cold")),
    ),
    _account("a ceiling with weeks left", weekly=(_charge(TWO),)),
]
AFFORDABLE = [
    _asks("a ceiling that allows one campaign of two", "5", _days("2026-12-01", 9)),
    _asks("a ceiling that allows both", "9", _days("2026-12-01", 9), _days("2026-12-01", 9, name="cold")),
    _asks("the counts cost no more, but what is paid on each day does", "99", _days("2022-01-01", 1400)),
]


def _maybe(
    why: str, terms: Case, *given: Case, days: tuple[str, ...] = ("2026-11-15", "2026-11-16", "2026-11-22")
) -> Case:
    return {"why": why, "terms": terms, "given": list(given), "ceiling": None, "days": list(days)}


MAYBE = [
    _maybe("two weeks, whose hits nobody knows", CAPPED),
    _maybe("a week that is charged", CAPPED, _run("2026-11-15", 1)),
    _maybe("without a cap over all periods", weeks.WEEKLY),
]


def _hits_left(case: Case) -> int | None:
    day, terms = date.fromisoformat(case["day"]), terms_of(case["terms"])
    text = inputs.campaign({"id": case["campaign"], "terms": case["terms"]}, "cohort")
    return inputs.ledger(case).hits_left(text, terms.caps, day)


def _maybe_given(case: Case) -> list[Case]:
    agreed = {"flu": [inputs.consent(AGREED | {"campaign": {"terms": case["terms"]}}, "cohort")]}
    charged = {(one.campaign, one.day) for one in inputs.ledger(case).given}
    found = maybe_given(agreed, [date.fromisoformat(day) for day in case["days"]], charged, ZoneInfo("UTC"))
    return [decisions.charged(one) for one in found]


def _given(case: Case) -> Case:
    return decisions.prepared(weeks.WEEK | case)


BASE = weeks.BASE
CASES = {"left": LEFT, "weeks": WEEKS, "maybe_given": MAYBE, "accounts": ACCOUNTS, "affordable": AFFORDABLE}
ANSWERS = {"left": _hits_left, "weeks": _given, "maybe_given": _maybe_given} | {
    name: ledger.ANSWERS[name] for name in ("accounts", "affordable")
}
