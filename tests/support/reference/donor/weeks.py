"""Cases of `tests/vectors/donor/weeks.json`: what a donor gives of a week, and what a home keeps of its days."""

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from pdd_client.core.donation.consent import of_day
from pdd_client.core.donation.period_days import keep_day
from tests.support.reference.donor import decisions, inputs
from tests.support.reference.donor.decisions import DAY
from tests.support.reference.donor.exclusions import exclusions
from tests.support.reference.donor.inputs import AGREED, COHORT, Case, as_kept, campaign, visits, with_hits

WEEKLY = with_hits(COHORT, 4, 2) | {"period": "week", "max_searches": 6}
"""Of a week, 6 searches count, 4 hits, and 2 of one keyword."""
AGREED_WEEKLY = AGREED | {"campaign": {"terms": WEEKLY}}
QUERIES = visits(
    ("weather", "2026-11-16T08:00:00Z"),
    ("flu", "2026-11-16T09:00:00Z"),
    ("cough flu", "2026-11-18T08:00:00Z"),
    ("flu and fever of a child", "2026-11-18T09:00:00Z"),
    ("tea", "2026-11-20T08:00:00Z"),
    ("cough", "2026-11-22T10:00:00Z"),
    ("cough syrup", "2026-11-22T11:00:00Z"),
)
"""Seven searches: two on Monday and on Wednesday, one on Friday, two on Sunday, 22 November 2026."""
SINCE_FRIDAY = [visit for visit in QUERIES if visit["time"] > "2026-11-20"]
LATER = "2026-11-23T08:00:00Z"


def _kept(day: int, searches: int, hits: list[list[int]], seen: int, name: str = "flu") -> Case:
    return {"campaign": name, "day": f"2026-11-{day}", "searches": searches, "hits": hits, "seen": seen}


MONDAY = _kept(16, 2, [[1, 0]], 2)
WEDNESDAY = _kept(18, 2, [[0, 0], [0, 2], [1, 0], [1, 1]], 2)
"""What a home keeps of these days of QUERIES. The vocabulary is flu, fever + child, cough."""


def _part(**changes: Any) -> Case:
    """Return the fields in which the part of the weekly campaign with these changes differs from the base part."""
    made = inputs.part_of_text(campaign({"terms": WEEKLY} | changes, "cohort"))
    return {name: value for name, value in made.items() if value != inputs.BASE["cohort"]["part"][name]}


WEEK = DAY | {
    "protocol": "cohort",
    "plan": {"day": "2026-11-22"},
    "parts": [_part()],
    "consents": {"flu": [AGREED_WEEKLY]},
    "newest": {"flu": {"terms": WEEKLY}},
    "visits": QUERIES,
    "now": LATER,
}
"""The Monday after the week of QUERIES."""


def _week(why: str, **changes: Any) -> Case:
    """Return a week that differs from `WEEK` in these fields."""
    assert changes.keys() <= WEEK.keys(), changes
    return {"why": why, **changes}


def _pause(first: int, last: int) -> Case:
    """Return a pause from the begin of one day of November to the end of another."""
    return {"start": f"2026-11-{first}T00:00:00Z", "end": f"2026-11-{last + 1}T00:00:00Z"}


def _consent(time: str, **changes: Any) -> Case:
    return AGREED_WEEKLY | {"time": time, "campaign": {"terms": WEEKLY} | changes}


def _decision(time: str, searches: int, **counts: int) -> Case:
    seen = {"flu": {"searches": searches, "counts": counts}}
    return {"day": "2026-11-22", "approved": True, "time": time, "seen": seen}


LONGER = ["flu", "fever + child", "cough", "weather"]
DAILY: Case = {"id": "cold", "vocabulary": ["cough", "weather"], "terms": COHORT}
BOTH: Case = {
    "parts": [_part(), _part(**DAILY)],
    "consents": {"flu": [AGREED_WEEKLY], "cold": [AGREED | {"campaign": DAILY}]},
    "newest": {},
}
HISTORY = [
    _week("the first six searches of the week, and the first four hits, two for a keyword at most"),
    _week("no search was made", visits=[]),
    _week(
        "searches of the weeks before and after don't count",
        visits=visits(
            ("flu", "2026-11-15T23:59:59Z"),
            ("flu", "2026-11-16T00:00:00Z"),
            ("cough", "2026-11-22T23:59:59Z"),
            ("cough", "2026-11-23T00:00:00Z"),
        ),
    ),
    _week(
        "the clocks change in this week",
        plan={"day": "2026-10-25"},
        visits=visits(
            ("flu", "2026-10-18T22:59:59Z"),
            ("flu", "2026-10-18T23:00:00Z"),
            ("cough", "2026-10-25T23:59:59Z"),
            ("cough", "2026-10-26T00:00:00Z"),
        ),
        consents={"flu": [_consent("2026-10-01T08:00:00Z", start="2026-10-05")]},
        newest={},
    ),
    _week("a daily and a weekly campaign", **BOTH),
    _week("a plan of a Saturday has a weekly part", plan={"day": "2026-11-21"}),
    _week("a plan of a Saturday has a weekly part, in a pause", plan={"day": "2026-11-21"}, pauses=[_pause(21, 21)]),
    _week(
        "the campaign ends within the week, against the rules",
        consents={"flu": [_consent("2026-11-10T08:00:00Z", end="2026-11-20")]},
        newest={},
    ),
    _week(
        "the week is charged already",
        ceiling="1",
        given=[
            {"campaign": "flu", "first": "2026-11-22", "days": 1, "charge": decisions.LAPLACE},
        ],
    ),
]
DAY_BY_DAY = [
    _week("a blocked word frees room below the caps of the week", blocked=["weather"]),
    _week("one day was paused", pauses=[_pause(18, 18)]),
    _week("the Sunday was paused: the week is given, the daily campaign is paused", pauses=[_pause(22, 22)], **BOTH),
    _week("some hours were paused", pauses=[{"start": "2026-11-18T07:00:00Z", "end": "2026-11-18T08:30:00Z"}]),
    _week("the whole week was paused", pauses=[_pause(16, 22)]),
    _week("a pause that goes on", pauses=[{"start": LATER, "end": None}]),
    _week("joined on Wednesday", consents={"flu": [_consent("2026-11-18T12:00:00Z")]}),
    _week(
        "joined on Wednesday, and paused from then on",
        consents={"flu": [_consent("2026-11-18T12:00:00Z")]},
        pauses=[_pause(18, 22)],
    ),
    _week("joined after the week", consents={"flu": [_consent("2026-11-23T07:00:00Z")]}),
    _week(
        "the campaign begins on Wednesday, against the rules",
        consents={"flu": [_consent("2026-11-10T08:00:00Z", start="2026-11-18")]},
    ),
    _week(
        "agreed to another keyword on Friday: earlier days don't count it",
        consents={"flu": [_consent("2026-11-10T08:00:00Z"), _consent("2026-11-20T07:00:00Z", vocabulary=LONGER)]},
        newest={"flu": {"terms": WEEKLY, "vocabulary": LONGER}},
        parts=[_part(vocabulary=LONGER)],
        visits=[*QUERIES, *visits(("weather", "2026-11-20T07:00:00Z"))],
        blocked=["flu"],
    ),
    _week(
        "agreed to fewer keywords on Friday: the Sunday's count",
        consents={"flu": [_consent("2026-11-10T08:00:00Z", vocabulary=LONGER), _consent("2026-11-20T07:00:00Z")]},
        newest={"flu": {"terms": WEEKLY, "vocabulary": LONGER}},
        parts=[_part(vocabulary=LONGER)],
    ),
    _week(
        "agreed to weaker terms on Friday: the days before keep to the older ones, and give nothing",
        consents={
            "flu": [
                _consent("2026-11-10T08:00:00Z", terms=WEEKLY | {"max_hits": 3}),
                _consent("2026-11-20T07:00:00Z"),
            ]
        },
    ),
    _week(
        "agreed to weaker terms on Friday, and paused from then on",
        pauses=[_pause(20, 22)],
        consents={
            "flu": [
                _consent("2026-11-10T08:00:00Z", terms=WEEKLY | {"max_hits": 3}),
                _consent("2026-11-20T07:00:00Z"),
            ]
        },
    ),
    _week(
        "moved on Friday: the stratum of the Sunday",
        parts=[_part(strata=["north", "south"])],
        consents={
            "flu": [
                _consent("2026-11-10T08:00:00Z", strata=["north", "south"]) | {"stratum": "north"},
                _consent("2026-11-20T07:00:00Z", strata=["north", "south"]) | {"stratum": "south"},
            ]
        },
        newest={},
    ),
    _week(
        "agreed to a day, and the plan has a week",
        consents={"flu": [AGREED | {"campaign": {"terms": WEEKLY | {"period": "day"}}}]},
    ),
    _week("the newest text has weaker terms", newest={"flu": {"terms": WEEKLY | {"max_hits": 5}}}),
]
CLEARED = [
    _week(
        "the history of Monday and Wednesday was cleared: the kept days count",
        visits=SINCE_FRIDAY,
        kept=[MONDAY, WEDNESDAY],
    ),
    _week("nothing was cleared: the history counts", kept=[MONDAY, WEDNESDAY]),
    _week("the history has more searches than were counted: it counts", kept=[_kept(16, 1, [], 1)]),
    _week("the history has as many searches as were counted: it counts", kept=[_kept(18, 1, [], 2)]),
    _week("one search of two was deleted: the kept day counts", kept=[_kept(16, 3, [[0, 0], [2, 2]], 3)]),
    _week("the history has as many searches with a blocked one", blocked=["weather"], kept=[_kept(16, 1, [[0, 0]], 2)]),
    _week(
        "the week's cap on searches is reached within a kept day",
        visits=[one for one in QUERIES if one["time"] < "2026-11-20"],
        kept=[_kept(22, 4, [[1, 2], [2, 2]], 4)],
    ),
    _week(
        "the week's cap on hits is reached within a kept day",
        visits=SINCE_FRIDAY,
        kept=[_kept(17, 6, [[0, 0], [1, 0], [2, 1], [3, 1]], 9), WEDNESDAY],
    ),
    _week("no history can be read: the kept days count", visits=None, kept=[MONDAY, WEDNESDAY]),
    _week("no history can be read, and nothing is kept", visits=None),
    _week(
        "no history can be read, and the only kept day is paused", visits=None, kept=[MONDAY], pauses=[_pause(16, 16)]
    ),
    _week("no history can be read: a daily campaign has nothing to count", visits=None, kept=[MONDAY], **BOTH),
    _week("a kept day of another campaign", visits=SINCE_FRIDAY, kept=[MONDAY | {"campaign": "cold"}]),
    _week(
        "a kept day before the consent",
        visits=SINCE_FRIDAY,
        kept=[MONDAY],
        consents={"flu": [_consent("2026-11-18T12:00:00Z")]},
    ),
    _week(
        "a kept day with a keyword that the plan does not have",
        visits=SINCE_FRIDAY,
        kept=[_kept(16, 2, [[0, 3], [1, 0]], 2)],
        consents={"flu": [_consent("2026-11-10T08:00:00Z", vocabulary=LONGER)]},
        newest={},
    ),
]
ALL: dict[str, int] = {"flu": 2, "fever + child": 1, "cough": 1}
DECIDED = [
    _week("waits for the donor", sending="review"),
    _week("approved as counted", sending="review", decision=_decision(LATER, 6, **ALL)),
    _week(
        "approved on Sunday at half past ten: later searches don't count",
        decision=_decision("2026-11-22T10:30:00Z", 6, **ALL),
    ),
    _week(
        "approved, then cleared: the kept days count",
        visits=[],
        kept=[MONDAY, WEDNESDAY],
        decision=_decision(LATER, 6, **ALL),
    ),
    _week(
        "approved before more was kept: no more than was seen",
        visits=[],
        kept=[MONDAY, WEDNESDAY],
        decision=_decision("2026-11-17T10:00:00Z", 2, flu=1),
    ),
    _week(
        "a review of a withheld week",
        reviewed=True,
        decision={"day": "2026-11-22", "approved": False, "time": LATER, "seen": {}},
    ),
    _week(
        "withheld, and no history can be read",
        visits=None,
        kept=[MONDAY],
        decision={"day": "2026-11-22", "approved": False, "time": LATER, "seen": {}},
    ),
    _week("given elsewhere", given_elsewhere=True),
]
WEDNESDAY_WITHHELD: Case = {"withheld": ["2026-11-18"]}
WITHHELD = [
    _week("Wednesday was withheld", **WEDNESDAY_WITHHELD),
    _week("Wednesday was withheld, and a daily campaign counts the Sunday", **BOTH, **WEDNESDAY_WITHHELD),
    _week("Wednesday was withheld, and cleared", visits=SINCE_FRIDAY, kept=[MONDAY, WEDNESDAY], **WEDNESDAY_WITHHELD),
    _week("Wednesday was withheld, and no history can be read", visits=None, kept=[MONDAY], **WEDNESDAY_WITHHELD),
    _week("Wednesday was withheld, and nothing of the week is known", visits=None, **WEDNESDAY_WITHHELD),
    _week("Wednesday was withheld, and paused", pauses=[_pause(18, 18)], **WEDNESDAY_WITHHELD),
    _week("Wednesday was withheld, and the rest paused", pauses=[_pause(16, 17), _pause(19, 22)], **WEDNESDAY_WITHHELD),
    _week(
        "Wednesday was withheld before the donor joined",
        consents={"flu": [_consent("2026-11-20T12:00:00Z")]},
        **WEDNESDAY_WITHHELD,
    ),
    _week(
        "approved with Wednesday, which was withheld later",
        sending="review",
        decision=_decision(LATER, 6, **ALL),
        **WEDNESDAY_WITHHELD,
    ),
    _week("a day of another week was withheld", withheld=["2026-11-15", "2026-11-23"]),
    _week("every day but the Sunday was withheld", withheld=[f"2026-11-{day}" for day in range(16, 22)]),
    _week("the Sunday waits for the donor, and Wednesday was withheld", sending="review", **WEDNESDAY_WITHHELD),
    _week(
        "a review of a withheld week, of which Wednesday was withheld, too",
        reviewed=True,
        withheld=["2026-11-18", "2026-11-22"],
        decision={"day": "2026-11-22", "approved": False, "time": LATER, "seen": {}},
    ),
]


def _keeps(why: str, **changes: Any) -> Case:
    """Return a day to keep: its searches, the consents, and what the donor keeps out."""
    case: Case = {"day": "2026-11-18", "consents": [AGREED_WEEKLY], "visits": QUERIES, "blocked": [], "pauses": []}
    return {"why": why, **case, **changes}


MANY = visits(
    *(
        (f"flu {word}", f"2026-11-18T{hour:02}:00:00Z")
        for hour, word in enumerate(
            ("", "cough", "child with fever", "cough now", "cough syrup", "child fever", "tea", "again")
        )
    )
)
KEPT = [
    _keeps("two searches of Wednesday"),
    _keeps("no search was made", visits=[]),
    _keeps("more searches and hits than the caps of a week", visits=MANY),
    _keeps("a blocked search is seen, and does not count", blocked=["cough"]),
    _keeps(
        "a search in a pause is seen, and does not count",
        pauses=[{"start": "2026-11-18T07:00:00Z", "end": "2026-11-18T08:30:00Z"}],
    ),
    _keeps(
        "the consent that holds for the day",
        consents=[AGREED_WEEKLY, _consent("2026-11-18T12:00:00Z", vocabulary=["flu", "fever + child"])],
    ),
]


MONDAY_AFTER = "2026-11-30"
"""The first day whose plan may ask for the week once more."""
ONCE: Case = {"campaign": "flu", "first": "2026-11-22", "days": 1, "charge": decisions.LAPLACE}
AGAIN = ONCE | {"first": MONDAY_AFTER, "repeats": "2026-11-22"}


def _again(why: str, *given: Case, day: str = MONDAY_AFTER, week: str = "2026-11-22", **changes: Any) -> Case:
    """Return a plan of a day that asks for a week once more."""
    part = _part() | {"repeats": week} | changes.pop("part", {})
    later = {"now": "2026-12-01T08:00:00Z", "plan": {"day": day}, "parts": [part], "settled": ["2026-11-22"]}
    return _week(why, given=list(given), **later | changes)


REPEATED = [
    _again("the lost week is given once more, and charged to the day of the plan", ONCE),
    _again("the home was away when the week was asked for", settled=[]),
    _again("nothing was given of the week when it was asked for"),
    _again("the week was given once more already", ONCE, AGAIN, day="2026-12-01"),
    _again("the week was given once more already, and not when it was asked for", AGAIN, day="2026-12-01", settled=[]),
    _again("the plan is charged already: it costs once", ONCE, AGAIN),
    _again("another week was given once more", ONCE, AGAIN | {"repeats": "2026-11-15"}, day="2026-12-01"),
    _again("too soon: the window of the week is not over", ONCE, day="2026-11-29"),
    _again("still sooner", ONCE, day="2026-11-28"),
    _again("the last day on which a plan may ask", ONCE, day="2026-12-19", now="2026-12-20T08:00:00Z"),
    _again("the day after it is a Sunday", ONCE, day="2026-12-20", now="2026-12-21T08:00:00Z"),
    _again("too late", ONCE, day="2026-12-21", now="2026-12-22T08:00:00Z"),
    _again("a Sunday's plan", ONCE, day="2026-12-06", now="2026-12-07T08:00:00Z"),
    _again("a week that does not end on a Sunday", ONCE, week="2026-11-21"),
    _again("a week to come", ONCE, week="2026-12-06"),
    _again("a daily campaign", ONCE, part={"terms": COHORT}, newest={}, consents={"flu": [AGREED]}),
    _again("a week before the donor agreed", week="2026-11-08", settled=[], visits=[]),
    _again("joined on Wednesday", ONCE, consents={"flu": [_consent("2026-11-18T12:00:00Z")]}),
    _again("agreed anew after the week", consents={"flu": [_consent("2026-11-24T12:00:00Z")]}, settled=[]),
    _again(
        "the campaign ended with the week",
        ONCE,
        consents={"flu": [_consent("2026-11-10T08:00:00Z", end="2026-11-22")]},
        newest={},
    ),
    _again("the budget has no room for it", ONCE | {"charge": decisions.LAPLACE | {"scale": "0.01"}}),
    _again("the ceiling has no room for it", ONCE, ceiling="1"),
    _again("the history was cleared: the kept days count", ONCE, visits=[], kept=[MONDAY, WEDNESDAY]),
    _again("a word that was blocked since", ONCE, blocked=["weather"]),
    _again("one day was paused", ONCE, pauses=[_pause(18, 18)]),
    _again("waits for the donor", ONCE, sending="review"),
    _again("Wednesday was withheld", ONCE, **WEDNESDAY_WITHHELD),
    _again("Wednesday was withheld, and cleared", ONCE, visits=[], kept=[MONDAY, WEDNESDAY], **WEDNESDAY_WITHHELD),
    _again("withheld", ONCE, decision={"day": MONDAY_AFTER, "approved": False, "time": LATER, "seen": {}}),
    _again(
        "a daily campaign beside it", ONCE, **BOTH | {"parts": [_part() | {"repeats": "2026-11-22"}, _part(**DAILY)]}
    ),
    _again(
        "two parts for the campaign", ONCE, parts=[_part() | {"repeats": week} for week in ("2026-11-22", "2026-11-15")]
    ),
]


def _given(case: Case) -> Case:
    return decisions.prepared(WEEK | case)


def _kept_day(case: Case) -> Case:
    day, zone = date.fromisoformat(case["day"]), ZoneInfo("Europe/London")
    consents = [inputs.consent(row, "cohort") for row in case["consents"]]
    searches = [one for one in inputs.searches(case["visits"], zone.key) if one.day == day]
    found = keep_day(of_day(consents, day, zone), day, searches, exclusions(case["blocked"], [], case["pauses"]))
    return as_kept(found)


BASE = inputs.BASE | {"secret": inputs.SECRET.hex(), "week": WEEK}
CASES = {
    "history": HISTORY,
    "day_by_day": DAY_BY_DAY,
    "cleared": CLEARED,
    "decided": DECIDED,
    "withheld": WITHHELD,
    "repeated": REPEATED,
    "kept": KEPT,
}
ANSWERS = dict.fromkeys(CASES, _given) | {"kept": _kept_day}
