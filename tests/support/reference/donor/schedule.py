"""Cases of `tests/vectors/donor/schedule.json`: when a donor contacts its server next, and until when it serves."""

from datetime import date
from itertools import pairwise
from zoneinfo import ZoneInfo

from pdd_client.core import schedule
from pdd_client.core.committee_duty import ServedEpoch, served_until
from pdd_client.core.donation.decisions import last_day
from pdd_shared.protocol.keys import RandomBytes
from tests.support.reference.donor.inputs import Case, as_instant, instant, instant_or_none

LEAST, MIDDLE, MOST = "00" * 16, "80" + "00" * 15, "ff" * 16
NOON = "2026-11-20T12:00:00Z"


def _moment(why: str, now: str, random: str = MIDDLE, zone: str = "UTC", **other: object) -> Case:
    return {"why": why, "now": now, "zone": zone, "random": random, **other}


SOON = [
    _moment("at once", NOON, LEAST),
    _moment("in a minute", NOON),
    _moment("in two minutes, less a microsecond", NOON, MOST),
    _moment("from a moment between two milliseconds", "2026-11-20T12:00:00.000001Z", "0123456789abcdef" * 2),
]
SUCCESSES = [
    _moment("the earliest moment of the next day's window", NOON, LEAST),
    _moment("the middle of it", NOON),
    _moment("the end of it", NOON, MOST),
    _moment("just before midnight, of the day that begins then", "2026-11-20T23:59:59.999999Z"),
    _moment("at midnight, of the day after the one that begins", "2026-11-21T00:00:00Z"),
    _moment("the data day begins at another time than in UTC", "2026-11-20T20:00:00Z", zone="Asia/Kolkata"),
    _moment("the next day has 23 hours", "2026-03-28T12:00:00Z", zone="Europe/London"),
    _moment("the next day has 25 hours", "2026-10-24T12:00:00Z", zone="Europe/London"),
    _moment("clocks change by half an hour", "2026-10-03T03:00:00Z", zone="Australia/Lord_Howe"),
    _moment("the next day has no midnight", "2026-09-05T16:00:00Z", zone="America/Santiago"),
]
SERVICES = [
    _moment("before the evening, the evening's earliest moment", NOON, LEAST),
    _moment("before the evening, its end", NOON, MOST),
    _moment("a microsecond before the evening begins", "2026-11-20T19:11:59.999999Z"),
    _moment("when the evening begins, the next day", "2026-11-20T19:12:00Z"),
    _moment("at night, the next day", "2026-11-20T23:30:00Z"),
    _moment("the evening of a day of 25 hours", "2026-10-25T12:00:00Z", zone="Europe/London"),
]
FAILURES = [
    _moment(why, NOON, random, failures=failures)
    for why, random, failures in [
        ("the first failure, at the earliest", LEAST, 1),
        ("the first failure, at the latest", MOST, 1),
        ("the second failure", MIDDLE, 2),
        ("the sixth failure, whose wait is below the longest", MIDDLE, 6),
        ("the seventh failure, whose wait would pass the longest", MIDDLE, 7),
        ("as many failures as the wait is doubled for", MIDDLE, 11),
        ("a thousand failures", MIDDLE, 1000),
    ]
]


def _plan(
    why: str,
    planned: str | None,
    last: str | None,
    now: str = NOON,
    zone: str = "UTC",
    *,
    waits: int = 0,
    started: bool = False,
) -> Case:
    case = _moment(why, now, "40" + "00" * 15, zone, planned=planned, last=last)
    return {**case, "waits": waits, "started": started}


CORRECTIONS = [
    _plan("nothing is planned", None, None),
    _plan("nothing is planned after a check-in today", None, "2026-11-20T03:00:00Z"),
    _plan("a plan for later today stays", "2026-11-20T15:00:00Z", None),
    _plan("a plan for now stays", NOON, None),
    _plan("a plan missed by ten minutes stays: check in at once", "2026-11-20T11:50:00Z", None),
    _plan("a plan missed by more waits half an hour", "2026-11-20T11:49:59.999999Z", None),
    _plan("the third wait is a quarter of the first", "2026-11-20T03:00:00Z", None, waits=2),
    _plan("no number of waits is too large", "2026-11-20T03:00:00Z", None, waits=5000),
    _plan("a plan that is due waits after a start", NOON, None, started=True),
    _plan("a plan in less than half an hour, too", "2026-11-20T12:29:59.999999Z", None, started=True),
    _plan("a plan in half an hour stays after a start", "2026-11-20T12:30:00Z", None, started=True),
    _plan("the first plan of all waits for nothing", None, None, started=True),
    _plan("a wait may end after midnight", "2026-11-20T15:00:00Z", None, now="2026-11-20T23:40:00Z"),
    _plan("a plan for tomorrow stays after a check-in today", "2026-11-21T15:00:00Z", "2026-11-20T03:00:00Z"),
    _plan("a plan for tomorrow without a check-in today: today comes first", "2026-11-21T15:00:00Z", None),
    _plan(
        "a plan for tomorrow without a check-in since yesterday", "2026-11-21T15:00:00Z", "2026-11-19T23:59:59.999999Z"
    ),
    _plan("a check-in at midnight is one of today", "2026-11-21T15:00:00Z", "2026-11-20T00:00:00Z"),
    _plan(
        "a check-in that lies in the future, as the clock was set back", "2026-11-21T15:00:00Z", "2026-11-25T03:00:00Z"
    ),
    _plan("today ends in less than ten minutes", "2026-11-21T15:00:00Z", None, now="2026-11-20T23:50:00.000001Z"),
    _plan("today ends in ten minutes", "2026-11-21T15:00:00Z", None, now="2026-11-20T23:50:00Z"),
    _plan("a wait over midnight stays", "2026-11-21T00:11:59.999999Z", None, now="2026-11-20T23:40:00Z"),
    _plan("a plan after midnight is later than any wait", "2026-11-21T00:12:00Z", None, now="2026-11-20T23:40:00Z"),
    _plan("the last moment of tomorrow stays", "2026-11-21T23:59:59.999999Z", "2026-11-20T03:00:00Z"),
    _plan("the day after tomorrow is too far: the clock was set back", "2026-11-22T00:00:00Z", "2026-11-20T03:00:00Z"),
    _plan("tomorrow in the server's zone", "2026-11-21T18:29:59Z", "2026-11-20T03:00:00Z", zone="Asia/Kolkata"),
    _plan(
        "the day after tomorrow in the server's zone",
        "2026-11-21T18:30:00Z",
        "2026-11-20T03:00:00Z",
        zone="Asia/Kolkata",
    ),
]


def _duty(why: str, today: str, *epochs: tuple[int, str, str], delay: int = 2) -> Case:
    """Return epochs by number and first day; `home` is "serves", "placed" or "none" (no place)."""
    rows = [{"number": number, "start": start, "home": home} for number, start, home in epochs]
    return {"why": why, "epochs": rows, "today": today, "delay": delay}


DUTIES = [
    _duty("no epoch", "2026-11-20"),
    _duty("a place without a committee", "2026-11-20", (1, "2026-11-16", "placed")),
    _duty("a committee of an epoch that has not begun", "2026-11-15", (1, "2026-11-16", "serves")),
    _duty("the first day of the epoch", "2026-11-16", (1, "2026-11-16", "serves")),
    _duty("the next epoch is known", "2026-11-20", (1, "2026-11-16", "serves"), (2, "2026-11-25", "placed")),
    _duty(
        "an epoch without a place is none that follows",
        "2026-11-20",
        (1, "2026-11-16", "serves"),
        (2, "2026-11-25", "none"),
        (3, "2026-11-27", "placed"),
    ),
    _duty("the last day of service", "2026-11-27", (1, "2026-11-16", "serves"), (2, "2026-11-25", "placed")),
    _duty("the day after it", "2026-11-28", (1, "2026-11-16", "serves"), (2, "2026-11-25", "placed")),
    _duty("without a next epoch, the shortest is assumed", "2026-11-25", (1, "2026-11-16", "serves")),
    _duty("then the longest", "2026-11-26", (1, "2026-11-16", "serves")),
    _duty("and its last day", "2026-12-02", (1, "2026-11-16", "serves")),
    _duty("after the longest epoch", "2026-12-20", (1, "2026-11-16", "serves")),
    _duty("two epochs in a row", "2026-11-26", (1, "2026-11-16", "serves"), (2, "2026-11-25", "serves")),
    _duty(
        "two epochs, of which the later one has not begun",
        "2026-11-24",
        (1, "2026-11-16", "serves"),
        (2, "2026-11-25", "serves"),
    ),
    _duty("without a delay", "2026-11-20", (1, "2026-11-16", "serves"), (2, "2026-11-25", "placed"), delay=0),
    _duty("the epochs in any order", "2026-11-20", (2, "2026-11-25", "placed"), (1, "2026-11-16", "serves")),
]
LAST_DAYS = [
    {"why": "without a delay, the next day", "day": "2026-11-20", "delay": 0},
    {"why": "two days of delay", "day": "2026-11-20", "delay": 2},
    {"why": "over the end of a year", "day": "2026-12-30", "delay": 2},
    {"why": "over a leap day", "day": "2028-02-27", "delay": 1},
]


def _random(case: Case) -> RandomBytes:
    return lambda _: bytes.fromhex(case["random"])


def _soon(case: Case) -> str:
    return as_instant(schedule.soon(instant(case["now"]), _random(case)))


def _success(case: Case) -> str:
    return as_instant(schedule.after_success(instant(case["now"]), ZoneInfo(case["zone"]), _random(case)))


def _service(case: Case) -> str:
    return as_instant(schedule.after_success(instant(case["now"]), ZoneInfo(case["zone"]), _random(case), serves=True))


def _failure(case: Case) -> str:
    return as_instant(schedule.after_failure(instant(case["now"]), case["failures"], _random(case)))


def _corrected(case: Case) -> str:
    planned, last = instant_or_none(case["planned"]), instant_or_none(case["last"])
    zone = ZoneInfo(case["zone"])
    given = {"waits": case["waits"], "started": case["started"]}
    return as_instant(schedule.corrected(planned, last, instant(case["now"]), zone, _random(case), **given))


def _served_until(case: Case) -> str | None:
    placed = sorted((row["number"], row["start"]) for row in case["epochs"] if row["home"] != "none")
    following = {number: date.fromisoformat(start) for (number, _), (_, start) in pairwise(placed)}
    served = [
        ServedEpoch(date.fromisoformat(row["start"]), following.get(row["number"]))
        for row in case["epochs"]
        if row["home"] == "serves"
    ]
    found = served_until(served, date.fromisoformat(case["today"]), case["delay"])
    return found and found.isoformat()


def _last_day(case: Case) -> str:
    return last_day(date.fromisoformat(case["day"]), case["delay"]).isoformat()


CASES = {
    "soon": SOON,
    "after_success": SUCCESSES,
    "after_service": SERVICES,
    "after_failure": FAILURES,
    "corrected": CORRECTIONS,
    "served_until": DUTIES,
    "last_day": LAST_DAYS,
}
ANSWERS = {
    "soon": _soon,
    "after_success": _success,
    "after_service": _service,
    "after_failure": _failure,
    "corrected": _corrected,
    "served_until": _served_until,
    "last_day": _last_day,
}
