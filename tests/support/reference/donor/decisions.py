"""Cases of `tests/vectors/donor/decisions.json`: what a donor gives of a day, and why a campaign gets nothing."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from pdd_client.core.donation.consent import Objection
from pdd_client.core.donation.decisions import Decision, Seen, zeros_because
from pdd_client.core.donation.donation import Given
from pdd_client.core.donation.ledger import GivenDay
from pdd_client.core.donation.period_days import PeriodDay
from pdd_client.core.donation.prepare_donation import DonorState, prepare_donation
from pdd_client.core.searches import Search
from tests.support.reference.donor import inputs
from tests.support.reference.donor.exclusions import exclusions
from tests.support.reference.donor.inputs import AGREED, COHORT, PLAIN, Case, as_charge, campaign, visits, with_hits

LAPLACE = {"law": "discrete-laplace", "scale": "16", "sensitivity": 16, "delta": 0.0}
QUERIES = visits(
    ("flu", "2026-11-20T08:00:00Z"),
    ("child with fever", "2026-11-20T09:00:00Z"),
    ("weather", "2026-11-20T10:00:00Z"),
    ("cough flu fever child", "2026-11-20T11:00:00Z"),
    ("cough", "2026-11-20T12:00:00Z"),
    ("flu vaccine", "2026-11-20T13:00:00Z"),
)
SEARCHES = inputs.searches(QUERIES, "Europe/London")
SEEN_ALL = {"flu": {"searches": 5, "counts": {"flu": 2, "fever + child": 2, "cough": 1}}}
EVENING = "2026-11-20T20:00:00Z"


DAY: Case = {
    "protocol": "plain",
    "plan": {},
    "parts": [{}],
    "closed": [],
    "info": {},
    "consents": {"flu": [AGREED]},
    "newest": {},
    "given": [],
    "hits_elsewhere": {},
    "ceiling": None,
    "visits": QUERIES,
    "kept": [],
    "settled": [],
    "withheld": [],
    "blocked": [],
    "removed": [],
    "pauses": [],
    "decision": None,
    "sending": "by-itself",
    "given_elsewhere": False,
    "reviewed": False,
    "now": "2026-11-21T08:00:00Z",
}
"""The day after 2026-11-20, whose searches are QUERIES; `parts` are changes of the base part."""


def _day(why: str, protocol: str = "plain", **changes: Any) -> Case:
    """Return a day that differs from `DAY` in these fields."""
    assert changes.keys() <= DAY.keys(), changes
    named = {"protocol": protocol} if protocol != DAY["protocol"] else {}
    return {"why": why, **named, **changes}


def _decision(approved: bool, time: str = EVENING, **seen: Case) -> Case:
    return {"day": "2026-11-20", "approved": approved, "time": time, "seen": seen}


def _removed(*searches: Search) -> list[Case]:
    return [
        {"mark": one.mark.hex(), "time": inputs.as_instant(one.time), "day": one.day.isoformat()} for one in searches
    ]


def _of(**changes: Any) -> list[Case]:
    """Return a consent to the base campaign with these changes."""
    return [AGREED | {"campaign": changes}]


def _part(protocol: str = "plain", **changes: Any) -> Case:
    """Return the fields in which the part of the base campaign with these changes differs from the base part."""
    made = inputs.part_of_text(campaign(changes, protocol))
    return {name: value for name, value in made.items() if value != inputs.BASE[protocol]["part"][name]}


INDEX = ["flu or cough index: any of flu, cough", "flu"]
FOUR = ["flu", "fever + child", "cough", "vaccine"]
NORTH = AGREED | {"campaign": {"strata": ["north", "south"]}, "stratum": "south"}
COLD = {"id": "cold", "vocabulary": ["cough", "weather"]}
BOTH: Case = {"parts": [{}, _part(**COLD)], "consents": {"flu": [AGREED], "cold": _of(**COLD)}}
WEAKER = PLAIN | {"max_searches": 9}
LATER_TERMS = {"newest": {"flu": {"terms": WEAKER}}}
PAUSE = {"start": "2026-11-20T10:30:00Z", "end": "2026-11-20T12:30:00Z"}
COUNTED = [
    _day("the first five searches, each for two keywords"),
    _day("no search was made", visits=[]),
    _day("no history can be read", visits=None),
    _day(
        "searches of other days don't count",
        visits=visits(
            ("flu", "2026-11-19T23:59:59Z"),
            ("flu", "2026-11-20T00:00:00Z"),
            ("flu", "2026-11-20T23:59:59.999999Z"),
            ("flu", "2026-11-21T00:00:00Z"),
        ),
    ),
    _day(
        "the day of the server's zone",
        info={"zone": "Asia/Kolkata"},
        plan={"zone": "Asia/Kolkata"},
        visits=visits(("flu", "2026-11-19T18:29:59Z"), ("flu", "2026-11-19T18:30:00Z")),
    ),
    _day("one search counts at most", parts=[_part(terms=PLAIN | {"max_searches": 1})]),
    _day("a search counts for one keyword at most", parts=[_part(terms=PLAIN | {"max_matches": 1})]),
    *(
        _day(why, consents={"flu": _of(terms=terms)}, parts=[_part(terms=terms)])
        for why, terms in [
            ("three hits count at most", with_hits(PLAIN, 3, 3)),
            ("one hit of a keyword counts at most", with_hits(PLAIN, 10, 1)),
            ("caps on hits that nothing reaches: a search counts for all its keywords", with_hits(PLAIN, 10, 5)),
        ]
    ),
    _day(
        "an index of two keywords counts a search once",
        consents={"flu": _of(vocabulary=INDEX)},
        parts=[_part(vocabulary=INDEX)],
    ),
    _day("a campaign that this home has not joined", consents={}),
    _day(
        "a keyword added since the consent counts zero",
        newest={"flu": {"vocabulary": FOUR}},
        parts=[_part(vocabulary=FOUR)],
    ),
    _day("a keyword that the plan does not have yet is not counted", consents={"flu": _of(vocabulary=FOUR)}),
    _day("a stratum of two", consents={"flu": [NORTH]}, parts=[_part(strata=["north", "south"])]),
    _day("two campaigns", **BOTH),
    _day("two campaigns, one of them not joined", parts=BOTH["parts"]),
    _day("another campaign joined, which the plan does not have", consents=BOTH["consents"]),
    _day("cohort", "cohort"),
]
EXCLUDED = [
    _day("a blocked word frees room below the cap", blocked=["weather"]),
    _day("two blocked words", blocked=["weather", "flu child"]),
    _day("a removed search", removed=_removed(SEARCHES[0])),
    _day("all searches removed", removed=_removed(*SEARCHES)),
    _day("a pause of two hours", pauses=[PAUSE]),
    _day("a pause of the whole day", pauses=[{"start": "2026-11-20T00:00:00Z", "end": "2026-11-21T00:00:00Z"}]),
    _day("a pause that goes on", pauses=[{"start": "2026-11-21T07:00:00Z", "end": None}]),
    _day(
        "a pause that goes on, and an objection", pauses=[{"start": "2026-11-21T07:00:00Z", "end": None}], **LATER_TERMS
    ),
    _day("a pause that goes on, in cohort", "cohort", pauses=[{"start": "2026-11-21T07:00:00Z", "end": None}]),
    _day(
        "a pause that goes on, with no readable history",
        pauses=[{"start": "2026-11-21T07:00:00Z", "end": None}],
        visits=None,
    ),
]
OBJECTIONS = [
    _day("the plan has another zone", plan={"zone": "Asia/Tokyo"}),
    _day("the plan has weaker terms", parts=[_part(terms=WEAKER)]),
    _day("the newest text has weaker terms, the plan keeps to the consent", **LATER_TERMS),
    _day("the newest text has stricter terms", newest={"flu": {"terms": PLAIN | {"max_searches": 1}}}),
    _day("the newest text is of another protocol", newest={"flu": {"terms": COHORT}}),
    _day(
        "agreed again to weaker terms: a day before that keeps the older ones",
        consents={"flu": [AGREED, {"campaign": {"terms": WEAKER}, "time": "2026-11-21T07:00:00Z", "stratum": None}]},
        **LATER_TERMS,
    ),
    _day(
        "agreed again to weaker terms: a day under them is given",
        consents={"flu": [AGREED, {"campaign": {"terms": WEAKER}, "time": "2026-11-20T07:00:00Z", "stratum": None}]},
        parts=[_part(terms=WEAKER)],
        **LATER_TERMS,
    ),
    _day("before the first consent", consents={"flu": [AGREED | {"time": "2026-11-21T07:00:00Z"}]}),
    _day("the plan names the campaign twice", parts=[{}, {}]),
    _day("named twice comes before other objections", parts=[{}, _part(terms=WEAKER)]),
    _day(
        "a budget that is spent",
        consents={"flu": _of(terms=PLAIN | {"budget": {"epsilon": "2", "delta": "0"}})},
        parts=[_part(terms=PLAIN | {"budget": {"epsilon": "2", "delta": "0"}})],
        given=[{"campaign": "flu", "first": "2026-11-10", "days": 2, "charge": LAPLACE}],
    ),
    _day("a ceiling that allows one campaign of two", ceiling="1", **BOTH),
    _day(
        "this day is charged already",
        ceiling="1",
        given=[{"campaign": "flu", "first": "2026-11-20", "days": 1, "charge": LAPLACE}],
    ),
    _day("another protocol than the server's", info={"protocol": "cohort"}),
    _day("cohort: too few donors in the day's sum", "cohort", closed=["flu"]),
    _day("cohort: too few donors for another campaign", "cohort", closed=["cold"]),
    _day(
        "cohort: an objection comes before too few donors",
        "cohort",
        closed=["flu"],
        newest={"flu": {"terms": COHORT | {"max_searches": 6}}},
    ),
    _day(
        "cohort: noise that differs between kinds of numbers",
        "cohort",
        parts=[
            {
                "terms": COHORT
                | {"noise": COHORT["noise"] | {"joined": {"law": "discrete-laplace", "scale": "17", "unit": 1}}}
            }
        ],
    ),
]
UNDECIDED: Case = {"sending": "review"}
DECIDED = [
    _day("waits for the donor", **UNDECIDED),
    _day("a review of a day that waits", reviewed=True, **UNDECIDED),
    _day("waits, and no campaign can be given anything", plan={"zone": "Asia/Tokyo"}, **UNDECIDED),
    _day("waits, and no history can be read", visits=None, **UNDECIDED),
    _day("approved as counted", decision=_decision(True, **SEEN_ALL), **UNDECIDED),
    _day("approved, sent by itself", decision=_decision(True, **SEEN_ALL)),
    _day("approved at noon: later searches don't count", decision=_decision(True, "2026-11-20T12:00:00Z", **SEEN_ALL)),
    _day(
        "approved with smaller counts", decision=_decision(True, flu={"searches": 3, "counts": {"flu": 1, "cough": 5}})
    ),
    _day("approved with no search", decision=_decision(True, flu={"searches": 0, "counts": {}})),
    _day("approved, then a word was blocked", decision=_decision(True, **SEEN_ALL), blocked=["flu"]),
    _day(
        "approved, then a word was unblocked: no more than was seen",
        decision=_decision(True, flu={"searches": 5, "counts": {"fever + child": 1, "cough": 1}}),
    ),
    _day("approved without this campaign", decision=_decision(True, cold={"searches": 5, "counts": {}})),
    _day("approved with one of two campaigns", decision=_decision(True, **SEEN_ALL), **BOTH),
    _day(
        "a keyword that is a name of JavaScript's objects",
        decision=_decision(True, flu={"searches": 1, "counts": {}}),
        consents={"flu": _of(vocabulary=["constructor"])},
        newest={},
        parts=[_part(vocabulary=["constructor"])],
        visits=visits(("constructor", "2026-11-20T08:00:00Z")),
    ),
    _day("approved, and now there is an objection", decision=_decision(True, **SEEN_ALL), **LATER_TERMS),
    _day("approved, and the history can't be read", decision=_decision(True, **SEEN_ALL), visits=None, **UNDECIDED),
    _day(
        "approved, in a pause",
        decision=_decision(True, **SEEN_ALL),
        pauses=[{"start": "2026-11-21T07:00:00Z", "end": None}],
    ),
    _day("a review of an approved day", decision=_decision(True, "2026-11-20T12:00:00Z", **SEEN_ALL), reviewed=True),
    _day("withheld", decision=_decision(False)),
    _day("withheld, with an objection", decision=_decision(False), **LATER_TERMS),
    _day("withheld, and the history can't be read", decision=_decision(False), visits=None),
    _day("a review of a withheld day", decision=_decision(False), reviewed=True),
    _day("given elsewhere", given_elsewhere=True),
    _day("given elsewhere, though approved", given_elsewhere=True, decision=_decision(True, **SEEN_ALL)),
    _day("a review of a day given elsewhere", given_elsewhere=True, reviewed=True, **UNDECIDED),
    _day("cohort: waits for the donor", "cohort", **UNDECIDED),
    _day("cohort: approved", "cohort", decision=_decision(True, **SEEN_ALL), **UNDECIDED),
    _day("cohort: withheld", "cohort", decision=_decision(False), **UNDECIDED),
    _day("cohort: withheld, and the history can't be read", "cohort", decision=_decision(False), visits=None),
    _day("cohort: waits, and the history can't be read", "cohort", visits=None, **UNDECIDED),
    _day(
        "cohort: approved, and the history can't be read", "cohort", decision=_decision(True, **SEEN_ALL), visits=None
    ),
    _day("cohort: given elsewhere, and the history can't be read", "cohort", given_elsewhere=True, visits=None),
    _day(
        "cohort: withheld, in a pause",
        "cohort",
        decision=_decision(False),
        pauses=[{"start": "2026-11-21T07:00:00Z", "end": None}],
    ),
    _day("cohort: not joined, waits", "cohort", consents={}, **UNDECIDED),
]
ZEROS = [
    {
        "why": f"sent {sending}, {decision}{', given elsewhere' if elsewhere else ''}",
        "sending": sending,
        "decision": None if decision == "undecided" else decision,
        "given_elsewhere": elsewhere,
    }
    for sending in ("review", "by-itself")
    for decision in ("undecided", "approved", "withheld")
    for elsewhere in (False, True)
]


def prepared(changes: Case) -> Case:
    """Return what a donor gives of a day that differs from `DAY` in some fields."""
    case = DAY | changes
    found = inputs.searches(case["visits"] or [], inputs.info(case).zone)
    decision = _decision_of(case["decision"])
    state = DonorState(
        consents=inputs.consents(case),
        newest=inputs.newest(case),
        info=inputs.info(case),
        ledger=inputs.ledger(case),
        exclusions=exclusions(case["blocked"], case["removed"], case["pauses"]),
        decision=decision,
        zeros=zeros_because(case["sending"], decision, given_elsewhere=case["given_elsewhere"]),
        now=inputs.instant(case["now"]),
        kept=inputs.kept(case),
        settled=frozenset(map(date.fromisoformat, case["settled"])),
        withheld=frozenset(map(date.fromisoformat, case["withheld"])),
    )
    base = inputs.BASE[case["protocol"]]
    plan = inputs.plan(base["plan"] | case["plan"] | {"layout": [base["part"] | one for one in case["parts"]]})
    asked = state.as_if_approved() if case["reviewed"] else state
    closed = dict.fromkeys(case["closed"], Objection.COHORT_TOO_SMALL)
    prepared = prepare_donation(plan, asked, lambda: None if case["visits"] is None else found, closed)
    donation = prepared.donation
    return {
        "given": [_given(one) for one in donation.given],
        "objections": dict(donation.objections),
        "paused": list(donation.paused),
        "can_wait": prepared.can_wait,
        "undecided": [one.described() for one in prepared.undecided.given],
        "vector": [int(number) for number in donation.vector()],
        "charges": [charged(one) for one in donation.charges()],
    }


def charged(one: GivenDay) -> Case:
    more = ({"repeats": one.repeats.isoformat()} if one.repeats else {}) | ({"hits": one.hits} if one.hits else {})
    return {"day": one.day.isoformat(), "campaign": one.campaign, "charge": as_charge(one.charge)} | more


def _given(one: Given) -> Case:
    ids = {
        "searches_of": list(one.searches),
        "behind": list(map(list, one.behind)),
        "beyond": list(map(list, one.beyond)),
    }
    return one.described() | ids | {"days": list(map(_day_of, one.days))}


def _day_of(day: PeriodDay) -> Case:
    ids = [search.id for search in day.searches]
    return {"day": day.day.isoformat(), "why": day.why, "kept": day.kept, "searches": ids}


def _decision_of(row: Mapping[str, Any] | None) -> Decision | None:
    if row is None:
        return None
    seen = {name: Seen(one["searches"], one["counts"]) for name, one in row["seen"].items()}
    return Decision(date.fromisoformat(row["day"]), row["approved"], inputs.instant(row["time"]), seen)


def _zeros(case: Case) -> str | None:
    decision = case["decision"] and _decision_of(_decision(case["decision"] == "approved"))
    return zeros_because(case["sending"], decision, given_elsewhere=case["given_elsewhere"])


BASE = inputs.BASE | {"secret": inputs.SECRET.hex(), "day": DAY}
CASES = {
    "counted": COUNTED,
    "excluded": EXCLUDED,
    "objections": OBJECTIONS,
    "decided": DECIDED,
    "zeros": ZEROS,
}
ANSWERS = dict.fromkeys(("counted", "excluded", "objections", "decided"), prepared) | {"zeros": _zeros}
