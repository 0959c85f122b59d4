"""Cases of `tests/vectors/donor/exclusions.json`: which searches a donor keeps out, and which words it can block."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

from pdd_client.core.donation.exclusions import (
    Exclusions,
    Hours,
    Pause,
    RemovedSearch,
    blocked_entry,
    blocked_vocabulary,
)
from pdd_client.core.errors import DonorError
from tests.support.reference.donor import inputs
from tests.support.reference.donor.inputs import Case, instant, instant_or_none, visits

FIRST = "2026-11-20T10:00:00Z"
LAST = "2026-11-20T10:10:00Z"
SEARCH = visits(("flu and cough", FIRST), ("flu and cough", LAST))
FOUND = inputs.searches(SEARCH, "UTC")[0]
OTHER = inputs.searches(visits(("tea", FIRST)), "UTC")[0]


def _case(why: str, **exclusions: object) -> Case:
    return {"why": why, "blocked": [], "removed": [], "pauses": [], **exclusions}


def _removed(time: str, mark: str = FOUND.mark.hex(), day: str = "2026-11-20") -> list[Case]:
    return [{"mark": mark, "time": time, "day": day}]


def _pause(start: str, end: str | None) -> list[Case]:
    return [{"start": start, "end": end}]


REASONS = [
    _case("nothing is kept out"),
    _case("a blocked word", blocked=["COUGH"]),
    _case("a blocked word that is not in it", blocked=["coughs"]),
    _case("blocked words that are all in it, in another order", blocked=["cough flu"]),
    _case("blocked words of which one is missing", blocked=["cough tea"]),
    _case("two blocked words, of which one is in it", blocked=["tea", "flu"]),
    _case("removed", removed=_removed(FIRST)),
    _case("removed when it began 30 minutes later than now", removed=_removed("2026-11-20T10:30:00Z")),
    _case("removed within 30 minutes of its last visit", removed=_removed("2026-11-20T10:40:00Z")),
    _case("removed later than that", removed=_removed("2026-11-20T10:40:00.000001Z")),
    _case("removed 30 minutes before its first visit", removed=_removed("2026-11-20T09:30:00Z")),
    _case("removed earlier than that", removed=_removed("2026-11-20T09:29:59.999999Z")),
    _case("another search was removed", removed=_removed(FIRST, OTHER.mark.hex())),
    _case("the same search of another day was removed", removed=_removed(FIRST, day="2026-11-19")),
    _case("made in a pause", pauses=_pause("2026-11-20T09:00:00Z", "2026-11-20T11:00:00Z")),
    _case("made when a pause begins", pauses=_pause(FIRST, "2026-11-20T11:00:00Z")),
    _case("made when a pause ends", pauses=_pause("2026-11-20T09:00:00Z", FIRST)),
    _case("made before a pause that its last visit lies in", pauses=_pause("2026-11-20T10:05:00Z", None)),
    _case("made in a pause without an end", pauses=_pause("2026-11-20T09:00:00Z", None)),
    _case(
        "made between two pauses", pauses=_pause("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z") + _pause(LAST, None)
    ),
    _case("on a site that is left out", sites=["bing", "google"]),
    _case("on a site while another is left out", sites=["bing"]),
    _case("in hours that are left out", hours="10:00-11:00"),
    _case("when these hours begin", hours="10:00-10:01"),
    _case("when these hours end", hours="09:00-10:00"),
    _case("before hours that its last visit lies in", hours="10:05-11:00"),
    _case("outside hours past midnight", hours="22:00-06:00"),
    _case("in hours past midnight, after midnight", hours="22:00-10:01"),
    _case("in hours past midnight, before midnight", hours="10:00-06:00"),
    _case("in hours past midnight that began an hour before", hours="09:00-06:00"),
    _case("when hours past midnight end", hours="22:00-10:00"),
    _case("in hours by a clock that is ahead", hours="11:00-11:01", clock="Europe/Berlin"),
    _case("not in hours by a clock that is ahead", hours="10:00-11:00", clock="Europe/Berlin"),
    _case("in hours by a clock that is behind, of half an hour", hours="06:30-06:31", clock="America/St_Johns"),
    _case("in hours of all the day but a minute", hours="10:01-10:00"),
    _case("removed and on a site that is left out", removed=_removed(FIRST), sites=["google"]),
    _case("in a pause and on a site that is left out", pauses=_pause(FIRST, None), sites=["google"]),
    _case("on a site and in hours that are left out", sites=["google"], hours="10:00-11:00"),
    _case("blocked and removed", blocked=["flu"], removed=_removed(FIRST)),
    _case("removed and in a pause", removed=_removed(FIRST), pauses=_pause("2026-11-20T09:00:00Z", None)),
]


def _day(why: str, *pauses: Case, now: str = "2026-11-21T08:00:00Z") -> Case:
    bounds = {"start": "2026-11-20T00:00:00Z", "end": "2026-11-21T00:00:00Z"}
    return {"why": why, "pauses": list(pauses), **bounds, "now": now}


DAYS = [
    _day("no pause"),
    _day("a pause that goes on", *_pause("2026-11-20T12:00:00Z", None)),
    _day("a pause that goes on, after the clock was set back", *_pause("2026-11-25T12:00:00Z", None)),
    _day("a pause that goes on until later today", *_pause("2026-11-20T12:00:00Z", "2026-11-21T08:00:00.000001Z")),
    _day("a pause that ends now", *_pause("2026-11-20T12:00:00Z", "2026-11-21T08:00:00Z")),
    _day("a pause that lasted the whole day", *_pause("2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z")),
    _day("a pause that began too late", *_pause("2026-11-20T00:00:00.000001Z", "2026-11-21T00:00:00Z")),
    _day("a pause that ended too early", *_pause("2026-11-19T00:00:00Z", "2026-11-20T23:59:59.999999Z")),
    _day(
        "two pauses that lasted the day together, which are not looked at together",
        *_pause("2026-11-19T00:00:00Z", "2026-11-20T12:00:00Z"),
        *_pause("2026-11-20T12:00:00Z", "2026-11-21T00:00:00Z"),
    ),
]
HOURS = [
    {"why": "past midnight", "typed": "22:00-06:00"},
    {"why": "within a day", "typed": "09:05-17:59"},
    {"why": "from midnight on", "typed": "00:00-08:00"},
    {"why": "until midnight", "typed": "20:00-00:00"},
    {"why": "all the day but a minute", "typed": "00:00-23:59"},
    {"why": "the same time twice, which would be a day without an end", "typed": "08:00-08:00"},
    {"why": "midnight as 24:00", "typed": "20:00-24:00"},
    {"why": "a minute too many", "typed": "20:60-22:00"},
    {"why": "hours of one digit", "typed": "8:00-9:00"},
    {"why": "with spaces", "typed": "22:00 - 06:00"},
    {"why": "a line feed at the end", "typed": "22:00-06:00\n"},
    {"why": "digits of another script", "typed": "٢٢:00-06:00"},
    {"why": "nothing", "typed": ""},
]
LONG = "a" * 100
WORDS = [
    {"why": "a word", "typed": "asthma"},
    {"why": "case and spaces", "typed": "  AsThMa "},
    {"why": "several words, which are blocked together", "typed": "John Smith"},
    {"why": "a word twice", "typed": "flu Flu flu"},
    {"why": "signs between words", "typed": '"flu" + cough, fever'},
    {"why": "an accent, decomposed", "typed": "nai\u0308ve"},
    {"why": "an unspaced script", "typed": "流感"},
    {"why": "a number", "typed": "2026"},
    {"why": "an apostrophe", "typed": "don't"},
    {"why": "eight words", "typed": "a b c d e f g h"},
    {"why": "200 characters", "typed": "a" * 200},
    {"why": "200 characters with the signs between", "typed": f"{LONG} {'b' * 97}"},
    {"why": "nothing", "typed": "", "error": "no-word"},
    {"why": "no letter and no number", "typed": " -- ", "error": "no-word"},
    {"why": "nine words", "typed": "a b c d e f g h i", "error": "too-long"},
    {"why": "201 characters", "typed": "a" * 201, "error": "too-long"},
    {"why": "201 characters with the signs between", "typed": f"{LONG} {'b' * 98}", "error": "too-long"},
]


def exclusions(
    blocked: Iterable[str],
    removed: Iterable[Case],
    pauses: Iterable[Mapping[str, str | None]],
    sites: Iterable[str] = (),
    hours: Hours | None = None,
) -> Exclusions:
    """Return what a donor keeps out: words as typed, removed searches, pauses, search engines, hours of the day."""
    words = blocked_vocabulary([blocked_entry(text).label for text in blocked])
    removed_searches = tuple(
        RemovedSearch(bytes.fromhex(one["mark"]), instant(one["time"]), date.fromisoformat(one["day"]))
        for one in removed
    )
    found = tuple(Pause(instant(str(one["start"])), instant_or_none(one["end"])) for one in pauses)
    return Exclusions(words, removed_searches, found, frozenset(sites), hours)


def _reason(case: Case) -> str | None:
    hours = replace(Hours.parse(case["hours"]), zone=ZoneInfo(case.get("clock", "UTC"))) if "hours" in case else None
    found = exclusions(case["blocked"], case["removed"], case["pauses"], case.get("sites", ()), hours)
    reason = found.reason(FOUND)
    return reason and reason.value


def _hours(case: Case) -> dict[str, int] | None:
    try:
        hours = Hours.parse(case["typed"])
    except DonorError:
        return None
    return {"start": hours.start, "end": hours.end}


def _paused(case: Case) -> bool:
    found = exclusions([], [], case["pauses"])
    return found.paused(instant(case["start"]), instant(case["end"]), instant(case["now"]))


def _label(case: Case) -> str:
    return blocked_entry(case["typed"]).label


BASE = {"secret": inputs.SECRET.hex(), "visits": SEARCH, "zone": "UTC"}
CASES = {"reasons": REASONS, "paused": DAYS, "hours": HOURS, "blocked_words": WORDS}
ANSWERS = {"reasons": _reason, "paused": _paused, "hours": _hours, "blocked_words": _label}
