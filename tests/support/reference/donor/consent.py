"""Cases of `tests/vectors/donor/consent.json`: which consent holds for a day, and how a plan or a text breaks it."""

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from pdd_client.core.donation.consent import language_of, objection, objection_to_terms, of_day, select, stratum_of
from tests.support.reference.donor import inputs
from tests.support.reference.donor.inputs import (
    AGREED,
    COHORT,
    PLAIN,
    Case,
    campaign,
    number_noise,
    terms_of,
    with_cap,
    with_hits,
)

STRATA = ["north", "south"]


def _times(why: str, day: str, *times: str, zone: str = "UTC") -> Case:
    return {"why": why, "times": list(times), "day": day, "zone": zone}


OF_DAY = [
    _times("the only consent", "2026-11-20", "2026-11-10T08:00:00Z"),
    _times("a day before all consents", "2026-11-09", "2026-11-10T08:00:00Z", "2026-11-15T08:00:00Z"),
    _times("a day between two consents", "2026-11-14", "2026-11-10T08:00:00Z", "2026-11-15T08:00:00Z"),
    _times("the day of the second consent", "2026-11-15", "2026-11-10T08:00:00Z", "2026-11-15T08:00:00Z"),
    _times("two consents of one day", "2026-11-15", "2026-11-15T08:00:00Z", "2026-11-15T09:00:00Z"),
    _times("the last moment of the day", "2026-11-14", "2026-11-10T08:00:00Z", "2026-11-14T23:59:59.999999Z"),
    _times("midnight belongs to the next day", "2026-11-14", "2026-11-10T08:00:00Z", "2026-11-15T00:00:00Z"),
    _times(
        "midnight of the server's zone",
        "2026-11-14",
        "2026-11-10T08:00:00Z",
        "2026-11-14T18:30:00Z",
        zone="Asia/Kolkata",
    ),
]


def _keeps(why: str, protocol: str = "plain", **changes: Any) -> Case:
    """Return a plan of 2026-11-20 with only the campaign's part, which keeps to the consent by default."""
    case: Case = {"why": why, "protocol": protocol, "plan": {}, "part": {}, "consent": {}, "newest": {}, "info": {}}
    return case | changes | {"consent": AGREED | changes.get("consent", {})}


def _part_terms(why: str, agreed: Case, part: Case, protocol: str = "plain") -> Case:
    """Return a part under terms with these changes, agreed to with those."""
    own = COHORT if protocol == "cohort" else PLAIN
    consent = {"campaign": {"terms": own | agreed}} if agreed else {}
    return _keeps(why, protocol, part={"terms": own | part}, consent=consent)


def _capped(why: str, agreed: Case, part: Case) -> Case:
    """A part under these terms, agreed to with those."""
    return _keeps(why, "cohort", part={"terms": part}, consent={"campaign": {"terms": agreed}})


def _hits(why: str, agreed: tuple[int, int] | None, now: tuple[int, int] | None) -> Case:
    """A part with caps on hits, agreed to with others; None stands for 5 searches of 2 keywords each."""
    before, after = (PLAIN if caps is None else with_hits(PLAIN, *caps) for caps in (agreed, now))
    return _keeps(why, part={"terms": after}, consent={"campaign": {"terms": before}})


def _noise(scale: str, law: str = "discrete-laplace") -> Case:
    return {"law": law, "scale": scale}


def _kinds(scale: str, **other: str) -> Case:
    kinds = ("joined", "searches", "counts")
    return {"noise": {kind: _noise(other.get(kind, scale)) | {"unit": 1} for kind in kinds}}


def _skellam(scale: str) -> Case:
    return {"noise": {kind: number_noise(scale) for kind in ("joined", "searches", "counts")}}


def _digest(*entries: str) -> Case:
    """Return a part's fields for these keywords."""
    made = inputs.part_of_text(campaign({"vocabulary": list(entries)}))
    return {"entries": made["entries"], "vocabulary": made["vocabulary"]}


THREE = ("flu", "fever + child", "cough")
SPEND = {"epsilon": "10", "delta": "0.000001"}
GAUSSIAN = {"noise": _noise("16", "discrete-gaussian"), "budget": SPEND}
_WEEK: Case = {"period": "week"}
_WEEKLY: Case = {"campaign": {"terms": COHORT | _WEEK}}
OBJECTIONS = [
    _keeps("the plan keeps to the consent"),
    _keeps("so does one of cohort", "cohort"),
    _keeps("another time zone than on joining", plan={"zone": "Asia/Tokyo"}),
    _keeps("the server's description names another zone", info={"zone": "Asia/Tokyo"}),
    _keeps("the day on which the donor agreed", consent={"time": "2026-11-20T23:59:59.999999Z"}),
    _keeps("a day before the donor agreed", consent={"time": "2026-11-21T00:00:00Z"}),
    _keeps("the campaign's first day", consent={"campaign": {"start": "2026-11-20"}}),
    _keeps("a day before the campaign's first day", consent={"campaign": {"start": "2026-11-21"}}),
    _keeps("the campaign's last day", consent={"campaign": {"end": "2026-11-20"}}),
    _keeps("a day after the last day agreed to", consent={"campaign": {"end": "2026-11-19"}}),
    _keeps(
        "the newest text ends later: the day agreed to counts",
        consent={"campaign": {"end": "2026-11-19"}},
        newest={"end": "2027-12-31"},
    ),
    _keeps("a part of another protocol than the server's", part={"terms": COHORT}),
    _keeps("a part of another protocol than agreed to", "cohort", consent={"campaign": {"terms": PLAIN}}),
    _part_terms("more searches count", {}, {"max_searches": 6}),
    _part_terms("fewer searches count", {}, {"max_searches": 4}),
    _part_terms("more keywords of a search count", {}, {"max_matches": 3}),
    _part_terms("fewer keywords of a search count", {}, {"max_matches": 1}),
    _part_terms("less noise", {}, {"noise": _noise("15.999")}),
    _part_terms("more noise", {}, {"noise": _noise("16.001")}),
    _part_terms("noise of another law", {"budget": SPEND}, GAUSSIAN),
    _part_terms("Gaussian noise as agreed to", GAUSSIAN, GAUSSIAN),
    _part_terms("a larger budget", {}, {"budget": {"epsilon": "1000.5", "delta": "0"}}),
    _part_terms("a smaller budget", {}, {"budget": {"epsilon": "2", "delta": "0"}}),
    _part_terms("a budget with a delta", {}, {"budget": {"epsilon": "1000", "delta": "0.000000001"}}),
    _part_terms("numbers are compared as numbers, not as text", {"noise": _noise("9.5")}, {"noise": _noise("16")}),
    _part_terms("a smaller group in the terms", {"min_group": 4}, {"min_group": 3}),
    _keeps(
        "a smaller group in the plan than its terms say",
        part={"terms": PLAIN | {"min_group": 4}},
        plan={"min_group": 3},
    ),
    _keeps("a larger group in the plan", plan={"min_group": 4}),
    _part_terms("cohort: less noise on one kind of numbers", _kinds("17"), _kinds("17", joined="16"), "cohort"),
    _part_terms("cohort: more noise on one kind of numbers", {}, _kinds("16", counts="17"), "cohort"),
    _part_terms("cohort: kinds of noise as agreed to", _kinds("16", counts="17"), _kinds("16", counts="17"), "cohort"),
    *(
        _part_terms(f"cohort: {why}", {"max_searches": 9} | agreed, {"max_searches": 9} | now, "cohort")
        for why, agreed, now in [
            ("Skellam noise as agreed to", _skellam("3.4"), _skellam("3.4")),
            ("more Skellam noise", _skellam("3.4"), _skellam("3.401")),
            ("less Skellam noise", _skellam("3.4"), _skellam("3.399")),
            ("Skellam noise instead of discrete Laplace noise", _kinds("16"), _skellam("9999")),
            ("discrete Laplace noise instead of Skellam noise", _skellam("3.4"), _kinds("9999")),
        ]
    ),
    _part_terms("cohort: a week agreed to, and a plan of a Friday", _WEEK, _WEEK, "cohort"),
    *(
        _keeps(why, "cohort", plan={"day": day}, part={"terms": COHORT | _WEEK}, consent=consent)
        for why, day, consent in [
            ("cohort: a week agreed to, and a plan of its Sunday", "2026-11-22", _WEEKLY),
            ("cohort: a week agreed to, and a plan of its Saturday", "2026-11-21", _WEEKLY),
            ("cohort: a day agreed to, and a plan of a week", "2026-11-22", {}),
            ("cohort: a week agreed to on its Sunday", "2026-11-22", _WEEKLY | {"time": "2026-11-22T12:00:00Z"}),
            ("cohort: a week agreed to after it", "2026-11-22", _WEEKLY | {"time": "2026-11-23T00:00:00Z"}),
        ]
    ),
    _keeps("cohort: a week agreed to, and a plan of a day", "cohort", plan={"day": "2026-11-22"}, consent=_WEEKLY),
    _part_terms("cohort: more noise on all kinds", {}, _kinds("17"), "cohort"),
    _part_terms("cohort: fewer donors assumed dishonest", {"colluders": 10}, {"colluders": 5}, "cohort"),
    _part_terms("cohort: more donors assumed dishonest", {"colluders": 5}, {"colluders": 10}, "cohort"),
    _part_terms("cohort: fewer donors in a sum", {"min_cohort": 4}, {"min_cohort": 3}, "cohort"),
    _part_terms("cohort: more donors in a sum", {}, {"min_cohort": 4}, "cohort"),
    _part_terms("cohort: more searches count", {}, {"max_searches": 6}, "cohort"),
    _part_terms("cohort: more keywords of a search count", {}, {"max_matches": 3}, "cohort"),
    _part_terms("cohort: a larger budget", {}, {"budget": {"epsilon": "1001", "delta": "0.000001"}}, "cohort"),
    *(
        _hits(why, agreed, now)
        for why, agreed, now in [
            ("caps on hits as agreed to", (10, 5), (10, 5)),
            ("more hits count", (10, 5), (11, 5)),
            ("fewer hits count", (10, 5), (9, 5)),
            ("more hits of a keyword count", (10, 4), (10, 5)),
            ("fewer hits of a keyword count", (10, 5), (10, 4)),
            ("more hits of a keyword than searches can make", (10, 5), (10, 6)),
            ("caps on hits in place of max_matches, so that a search may count for more keywords", None, (10, 5)),
            ("caps on hits that allow more than max_matches did", None, (11, 5)),
            ("max_matches that allows no more than the caps on hits did", (10, 5), None),
            ("max_matches that allows more than the caps on hits did", (9, 5), None),
        ]
    ),
    _capped("a cap over all periods as agreed to", with_cap(COHORT, 8, 2), with_cap(COHORT, 8, 2)),
    _capped("more hits count in all periods", with_cap(COHORT, 8, 2, 4), with_cap(COHORT, 9, 2, 4)),
    _capped("fewer hits count in all periods", with_cap(COHORT, 8, 2, 4), with_cap(COHORT, 7, 2, 4)),
    _capped("no cap over all periods in place of one", with_cap(COHORT, 8, 2, 4), with_hits(COHORT, 4, 2)),
    _capped("a cap over all periods in place of none", with_hits(COHORT, 4, 2), with_cap(COHORT, 4, 2)),
    _capped("a cap over all periods that allows more in one", with_hits(COHORT, 4, 2), with_cap(COHORT, 5, 2)),
    _keeps("strata as agreed to", consent={"campaign": {"strata": STRATA}}, part={"strata": STRATA}),
    _keeps("strata that nobody agreed to", part={"strata": STRATA}),
    _keeps("strata in another order", consent={"campaign": {"strata": STRATA}}, part={"strata": STRATA[::-1]}),
    _keeps("a stratum more", consent={"campaign": {"strata": STRATA}}, part={"strata": [*STRATA, "west"]}),
    _keeps("other keywords than the text's", part={"vocabulary": "00" * 32}),
    _keeps("more keywords than the newest text has", part=_digest(*THREE, "asthma")),
    _keeps(
        "a keyword added to the newest text and counted",
        newest={"vocabulary": [*THREE, "asthma"]},
        part=_digest(*THREE, "asthma"),
    ),
    _keeps("a keyword added to the newest text and not yet counted", newest={"vocabulary": [*THREE, "asthma"]}),
    _keeps("fewer keywords counted than agreed to", part=_digest("flu", "fever + child")),
    _keeps("fewer keywords counted, not the first ones", part=_digest("flu", "cough")),
    _keeps("the newest text names other rules by which queries match", newest={"counting_rules": 3}),
    _keeps("the newest text has fewer keywords", newest={"vocabulary": ["flu"]}, part=_digest("flu")),
    _keeps(
        "the newest text changed the order of keywords",
        newest={"vocabulary": ["fever + child", "flu", "cough"]},
        part=_digest("fever + child", "flu", "cough"),
    ),
    _keeps(
        "the newest text changed a keyword",
        newest={"vocabulary": ["flu", "fever", "cough"]},
        part=_digest("flu", "fever", "cough"),
    ),
    _keeps(
        "the newest text writes a keyword in another way than the canonical one",
        newest={"vocabulary": ["FLU", "fever+child", "cough"]},
    ),
    _keeps("the newest text has a keyword that can't be counted", newest={"vocabulary": [*THREE, "??"]}),
    _keeps("the newest text has a keyword twice", newest={"vocabulary": [*THREE, "flu"]}),
    _keeps("the text agreed to has a keyword that can't be counted", consent={"campaign": {"vocabulary": ["??"]}}),
    _keeps("both texts have it", consent={"campaign": {"vocabulary": ["??"]}}, newest={"vocabulary": ["??"]}),
    _keeps("the zone comes before the dates", plan={"zone": "Asia/Tokyo"}, consent={"campaign": {"end": "2026-11-19"}}),
    _keeps("the dates come before the terms", part={"terms": COHORT}, consent={"campaign": {"end": "2026-11-19"}}),
    _keeps("the terms come before the strata", part={"terms": PLAIN | {"max_searches": 6}, "strata": STRATA}),
    _keeps("the strata come before the keywords", part={"strata": STRATA, "vocabulary": "00" * 32}),
]
TERMS = [
    {"why": "the same terms", "agreed": PLAIN, "now": PLAIN},
    {"why": "stricter terms", "agreed": PLAIN, "now": PLAIN | {"max_searches": 1}},
    {"why": "weaker terms", "agreed": PLAIN, "now": PLAIN | {"max_searches": 6}},
    {"why": "terms of another protocol", "agreed": PLAIN, "now": COHORT},
    {"why": "the other way round", "agreed": COHORT, "now": PLAIN},
    {"why": "the same terms of cohort", "agreed": COHORT, "now": COHORT},
    {"why": "weaker terms of cohort", "agreed": COHORT, "now": COHORT | _kinds("15")},
]
LANGUAGES = [
    {"why": why, "languages": languages, "preferred": preferred}
    for why, languages, preferred in [
        ("the preferred language", ["de", "en"], "de"),
        ("its base language", ["de", "en"], "de-AT"),
        ("the preferred language before its base", ["de", "de-AT"], "de-AT"),
        ("another region's is not its base", ["de-CH", "en"], "de-AT"),
        ("English for a language that is not there", ["de", "en"], "fr"),
        ("the first by name where there is no English", ["fr", "de"], "es"),
        ("a name of JavaScript's objects is no language", ["en"], "constructor"),
        ("none at all", [], "de"),
    ]
]
STRATUM = [
    {"why": "no strata", "strata": [], "chosen": None},
    {"why": "no strata, and one was chosen", "strata": [], "chosen": "north"},
    {"why": "a stratum", "strata": STRATA, "chosen": "south"},
    {"why": "none chosen", "strata": STRATA, "chosen": None, "error": "choose-stratum"},
    {"why": "one that is not there", "strata": STRATA, "chosen": "west", "error": "choose-stratum"},
    {"why": "empty", "strata": STRATA, "chosen": "", "error": "choose-stratum"},
]
SELECTED = [
    {"why": "all", "campaigns": ["flu", "cold"], "wanted": None},
    {"why": "one of them", "campaigns": ["flu", "cold"], "wanted": ["cold"]},
    {"why": "both, in the order in which they are wanted", "campaigns": ["flu", "cold"], "wanted": ["cold", "flu"]},
    {"why": "one twice", "campaigns": ["flu", "cold"], "wanted": ["flu", "flu"]},
    {"why": "one that is not there", "campaigns": ["flu"], "wanted": ["flu", "cold"], "error": "no-such-campaign"},
    {"why": "all of none", "campaigns": [], "wanted": None, "error": "no-campaigns"},
    {"why": "none of some", "campaigns": ["flu"], "wanted": [], "error": "no-campaigns"},
    {"why": "one of none", "campaigns": [], "wanted": ["flu"], "error": "no-such-campaign"},
]


def _of_day(case: Case) -> int:
    """Return the place of the valid consent, from 0."""
    consents = [inputs.consent(AGREED | {"time": time}, "plain") for time in case["times"]]
    found = of_day(consents, date.fromisoformat(case["day"]), ZoneInfo(case["zone"]))
    return next(place for place, one in enumerate(consents) if one is found)


def _objection(case: Case) -> str | None:
    base = inputs.BASE[case["protocol"]]
    part = base["part"] | case["part"]
    own = inputs.part(part)
    # A plan of one protocol can't be read with parts of the other, so such a part is given beside the plan.
    plan = inputs.plan(base["plan"] | case["plan"])
    newest = campaign({**case["consent"]["campaign"], **case["newest"]}, case["protocol"])
    return objection(inputs.consent(case["consent"], case["protocol"]), plan, own, newest, inputs.info(case), plan.day)


def _terms(case: Case) -> str | None:
    return objection_to_terms(terms_of(case["now"]), terms_of(case["agreed"]))


def _language(case: Case) -> str:
    return language_of(campaign({"consent": dict.fromkeys(case["languages"], "I agree.")}), case["preferred"])


def _stratum(case: Case) -> str | None:
    return stratum_of(campaign({"strata": case["strata"]}), case["chosen"])


def _selected(case: Case) -> list[str]:
    return list(select({name: campaign({"id": name}) for name in case["campaigns"]}, case["wanted"]))


BASE = inputs.BASE
CASES = {
    "of_day": OF_DAY,
    "objections": OBJECTIONS,
    "terms": TERMS,
    "languages": LANGUAGES,
    "strata": STRATUM,
    "selected": SELECTED,
}
ANSWERS = {
    "of_day": _of_day,
    "objections": _objection,
    "terms": _terms,
    "languages": _language,
    "strata": _stratum,
    "selected": _selected,
}
