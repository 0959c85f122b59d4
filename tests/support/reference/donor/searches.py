"""Cases of `tests/vectors/donor/searches.json`: which visits to result pages are one search."""

from pdd_client.core.searches import Search
from tests.support.reference.donor import inputs
from tests.support.reference.donor.inputs import Case, as_instant, visits

BING = "https://www.bing.com/search?q="


def _case(why: str, *groups: list[Case], zone: str = "UTC") -> Case:
    return {"why": why, "zone": zone, "visits": [visit for group in groups for visit in group]}


def _at(query: str, *times: str) -> list[Case]:
    """Return visits to one query's result page on 2026-11-20."""
    return visits(*((query, f"2026-11-20T{time}Z") for time in times))


def _again(query: str, *times: str) -> list[Case]:
    """Return reloads of one query's result page on 2026-11-20."""
    return _reloads(*((query, f"2026-11-20T{time}Z") for time in times))


def _reloads(*queries: tuple[str, str]) -> list[Case]:
    return [visit | {"reload": True} for visit in visits(*queries)]


FIND = [
    _case("no visit"),
    _case("no search", [{"url": "https://example.org/?q=flu", "time": "2026-11-20T10:00:00Z"}]),
    _case("one visit", _at("flu", "10:00:00")),
    _case("the same page twice", _at("flu", "10:00:00", "10:00:05")),
    _case("a reload", _at("flu", "10:00:00"), _again("flu", "10:00:05")),
    _case("a reload alone", _again("flu", "09:00:00")),
    _case(
        "a tab that each start of the browser loads again (recorded in Chromium)",
        visits(("fever selected", "2026-11-28T13:03:33.983000Z")),
        _reloads(
            ("fever selected", "2026-11-29T13:03:53.231000Z"),
            ("fever selected", "2026-11-30T13:04:24.560000Z"),
            ("fever selected", "2026-12-01T13:04:59.702000Z"),
        ),
    ),
    _case(
        "a reload after 31 minutes (recorded)",
        _at("r1", "13:07:08.773000"),
        _again("r1", "13:08:10.628000", "13:39:11.908000"),
    ),
    _case(
        "the script of a page that is loaded again changes its address (recorded)",
        visits(("rsr", "2026-11-28T13:44:40.110000Z"), ("rsr&sei=2ziv", "2026-11-28T13:44:40.622000Z")),
        _reloads(("rsr&sei=2ziv", "2026-11-29T13:45:11.647000Z")),
        visits(("rsr&sei=cqcb", "2026-11-29T13:45:12.327000Z")),
    ),
    _case("10 seconds after a reload no search begins", _again("flu", "10:00:00"), _at("flu", "10:00:10")),
    _case("a microsecond later one does", _again("flu", "10:00:00"), _at("flu", "10:00:10.000001")),
    _case("nor at the moment of a reload", _again("flu", "10:00:00"), _at("flu", "10:00:00", "10:00:11")),
    _case(
        "a reload of another query is no matter",
        _again("flu", "10:00:00"),
        _at("cough", "10:00:05"),
    ),
    _case("reloads keep a search going", _at("flu", "10:00:00", "11:00:00"), _again("flu", "10:30:00")),
    _case(
        "reloads before a search are none of its pages",
        _again("flu", "10:00:00", "10:15:00"),
        _at("flu", "10:20:00"),
        _again("flu", "10:25:00"),
    ),
    _case(
        "a search of yesterday that is loaded again after midnight",
        visits(("flu", "2026-11-20T23:50:00Z")),
        _reloads(("flu", "2026-11-21T00:00:00Z")),
    ),
    _case("30 minutes apart are one search", _at("flu", "10:00:00", "10:30:00")),
    _case("a microsecond more are two", _at("flu", "10:00:00", "10:30:00.000001")),
    _case("each 30 minutes after the one before", _at("flu", "10:00:00", "10:30:00", "11:00:00", "11:30:00.000001")),
    _case("in any order", _at("flu", "10:40:00", "10:00:00", "10:20:00")),
    _case("case, spaces and accents are as the tokenizer has them", _at("Flu", "10:00:00"), _at("flu ", "10:10:00")),
    _case("another order of words is another search", _at("flu cough", "10:00:00"), _at("cough flu", "10:10:00")),
    _case(
        "another engine is another search", _at("flu", "10:00:00"), visits(("flu", "2026-11-20T10:10:00Z"), engine=BING)
    ),
    _case(
        "two engines at the same moment, by their ids",
        _at("flu", "10:00:00"),
        visits(("flu", "2026-11-20T10:00:00Z"), engine=BING),
    ),
    _case(
        "another page of results is the same search",
        _at("flu", "10:00:00"),
        visits(("flu&start=10", "2026-11-20T10:05:00Z")),
    ),
    _case("midnight parts a search", visits(("flu", "2026-11-20T23:50:00Z"), ("flu", "2026-11-21T00:00:00Z"))),
    _case(
        "midnight of the server's zone",
        visits(("flu", "2026-11-20T18:29:59Z"), ("flu", "2026-11-20T18:30:00Z")),
        zone="Asia/Kolkata",
    ),
    _case(
        "the hour that comes twice is one day",
        visits(("flu", "2026-10-25T00:30:00Z"), ("flu", "2026-10-25T01:00:00Z")),
        zone="Europe/London",
    ),
    _case("a query without a word", _at("%3F%21", "10:00:00", "10:01:00")),
    _case(
        "a query without a word, in another form that NFKC makes the same",
        _at("%EF%BC%9F", "10:00:00"),
        _at("%3F", "10:01:00"),
    ),
    _case("an unspaced script", _at("%E6%B5%81%E6%84%9F", "10:00:00")),
    _case(
        "searches in the order of their first visits",
        _at("cough", "10:00:00", "10:25:00"),
        _at("flu", "10:20:00"),
        _at("tea", "09:59:59.999999"),
    ),
    _case(
        "a page that shows results at each letter (recorded in Chromium)",
        _at("f", "22:19:33.740000"),
        _at("fl", "22:19:33.864000"),
        _at("flu", "22:19:33.989000"),
        _at("flua", "22:19:34.117000"),
        _at("fluab", "22:19:34.246000"),
    ),
    _case("a letter taken back within 5 seconds", _at("flu s", "10:00:00"), _at("flu", "10:00:05")),
    _case("a microsecond later it is a search of its own", _at("flu", "10:00:00"), _at("flu s", "10:00:05.000001")),
    _case(
        "each letter with a change of address by a script, in any case of letters",
        _at("Fl", "10:00:00", "10:00:00.300000"),
        _at("flu", "10:00:01", "10:00:01.300000"),
    ),
    _case(
        "only the pages of the last 5 seconds give way",
        _at("flu", "10:00:00", "10:20:00"),
        _at("flu symptoms", "10:20:03"),
    ),
    _case("other words are no letters", _at("flu", "10:00:00"), _at("cough flu", "10:00:01")),
    _case(
        "of another engine they don't give way",
        _at("flu", "10:00:00"),
        visits(("flu symptoms", "2026-11-20T10:00:01Z"), engine=BING),
    ),
    _case(
        "nor after midnight",
        visits(("flu", "2026-11-20T23:59:59Z"), ("flu symptoms", "2026-11-21T00:00:01Z")),
    ),
    _case(
        "reloads of two tabs have no part in it",
        _at("flu", "10:00:00"),
        _again("flu symptoms", "10:00:01"),
        _at("tea", "10:00:02"),
    ),
    _case(
        "a page that gives way keeps its search going",
        _at("flu", "10:00:00", "10:25:00", "10:50:00"),
        _at("flu shot", "10:25:03"),
    ),
    _case(
        "a page that a script makes of a reload pushes nothing out",
        _at("flu", "10:00:00"),
        _again("flu shot", "10:00:03"),
        _at("flu shot", "10:00:04"),
    ),
    _case(
        "syllables of Hangul grow by letters",
        *(
            _at(query, f"10:00:0{second}")
            for second, query in enumerate(
                ("%E3%84%B7", "%EB%8F%84", "%EB%8F%85", "%EB%8F%85%EA%B0%80", "%EB%8F%85%EA%B0%90")
            )
        ),
    ),
    _case("at one moment the longer text stays", _at("flu symptoms", "10:00:00"), _at("flu", "10:00:00")),
]


def as_json(search: Search) -> Case:
    """Return a search as JSON."""
    return {
        "id": search.id,
        "mark": search.mark.hex(),
        "day": search.day.isoformat(),
        "time": as_instant(search.time),
        "last": as_instant(search.last),
        "engine": search.engine,
        "query": search.query,
        "visits": search.visits,
    }


def _found(case: Case) -> list[Case]:
    return [as_json(search) for search in inputs.searches(case["visits"], case["zone"])]


BASE = {"secret": inputs.SECRET.hex()}
CASES = {"found": FIND}
ANSWERS = {"found": _found}
