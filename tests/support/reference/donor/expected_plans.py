"""Cases of `tests/vectors/donor/expected_plans.json`: the plan by which a review counts before there is one."""

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from pdd_client.core.donation.expected_plan import expected_part, expected_plan
from tests.support.reference.donor import inputs
from tests.support.reference.donor.inputs import AGREED, COHORT, PLAIN, Case

WEEKLY = COHORT | {"period": "week"}
AGAIN = {
    "campaign": {"vocabulary": ["flu", "fever + child", "cough", "asthma"]},
    "time": "2026-11-15T08:00:00Z",
    "stratum": None,
}


def _case(why: str, protocol: str = "plain", **changes: Any) -> Case:
    case: Case = {"why": why, "protocol": protocol, "info": {}, "day": "2026-11-20", "newest": {}}
    return case | {"consents": {"flu": [AGREED]}} | changes


def _of(**changes: Any) -> list[Case]:
    return [AGREED | {"campaign": changes}]


PLANS = [
    _case("one campaign whose newest text is not known"),
    _case("no campaign", consents={}),
    _case("no campaign, a smallest group of seven", consents={}, info={"min_group": 7}),
    _case(
        "the newest text has another keyword: the part follows it",
        newest={"flu": {"vocabulary": ["flu", "fever + child", "cough", "asthma"]}},
    ),
    _case(
        "the newest text has weaker terms: the part follows it", newest={"flu": {"terms": PLAIN | {"max_searches": 9}}}
    ),
    _case(
        "the newest text can't be counted: the part is the one agreed to",
        newest={"flu": {"vocabulary": ["flu", "flu"]}},
    ),
    _case(
        "the text agreed to can't be counted: any part will do, and the newest one's if it can",
        consents={"flu": _of(vocabulary=["Flu"]), "cold": _of(id="cold", vocabulary=["Flu"])},
        newest={"cold": {"id": "cold"}},
    ),
    _case(
        "a day before the latest consent: the older one",
        consents={"flu": [AGREED, AGAIN]},
        newest={"flu": AGAIN["campaign"]},
        day="2026-11-14",
    ),
    _case(
        "the day of the latest consent: the newest text",
        consents={"flu": [AGREED, AGAIN]},
        newest={"flu": AGAIN["campaign"]},
        day="2026-11-15",
    ),
    _case(
        "two campaigns, in the order of the consents",
        consents={"sleep": _of(id="sleep"), "cold": _of(id="cold", strata=["north"])},
    ),
    _case(
        "the smallest group is that of the campaigns",
        consents={"flu": _of(terms=PLAIN | {"min_group": 5}), "cold": _of(id="cold", terms=PLAIN | {"min_group": 4})},
        info={"min_group": 7},
    ),
    _case(
        "a campaign of another protocol is left out", consents={"flu": [AGREED], "cold": _of(id="cold", terms=COHORT)}
    ),
    _case("cohort: one campaign", "cohort"),
    _case("cohort: no campaign", "cohort", consents={}),
    _case(
        "cohort: a campaign of another protocol is left out",
        "cohort",
        consents={"flu": [AGREED], "cold": _of(id="cold", terms=PLAIN)},
    ),
    _case("cohort: without a delay, over the end of a month", "cohort", info={"delay": 0}, day="2026-11-30"),
    _case("cohort: the newest text can't be counted", "cohort", newest={"flu": {"vocabulary": ["??"]}}),
    _case("cohort: the text agreed to can't be counted", "cohort", consents={"flu": _of(vocabulary=["child+fever"])}),
    *(
        _case(why, "cohort", consents={"flu": _of(terms=WEEKLY), "cold": _of(id="cold", terms=COHORT)}, day=day)
        for why, day in [
            ("cohort: a weekly campaign beside a daily one, on a Sunday", "2026-11-22"),
            ("cohort: a weekly campaign beside a daily one, on a Saturday", "2026-11-21"),
        ]
    ),
    _case("cohort: the newest text is of another protocol", "cohort", newest={"flu": {"terms": PLAIN}}),
]


def _plan(case: Case) -> Case:
    info, day, newest = inputs.info(case), date.fromisoformat(case["day"]), inputs.newest(case)
    layout = [
        expected_part(consents, day, ZoneInfo(info.zone), newest.get(name))
        for name, consents in inputs.consents(case).items()
    ]
    return expected_plan(info, day, layout).model_dump(mode="json")


BASE = inputs.BASE
CASES = {"plans": PLANS}
ANSWERS = {"plans": _plan}
