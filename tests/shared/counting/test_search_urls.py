"""Search URLs: which URLs are result pages, and what was searched there."""

import json
import sqlite3
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes, quote_plus, urlencode

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pdd_shared.counting.search_urls import Search, host_hints, parse_search_url
from pdd_shared.protocol.limits import MAX_URL
from scripts.packaging.shared_data import SEARCH_ENGINES, check_search_engines, hosts_of

VECTORS = [
    vector
    for name in ("search_urls", "search_urls_charsets")
    for vector in json.loads((Path(__file__).parents[2] / "vectors" / "counting" / f"{name}.json").read_text("utf-8"))
]
RULES = json.loads(SEARCH_ENGINES.read_text("utf-8"))
BROWSERS = Path(__file__).parents[3].parent / "shared" / "data" / "browser"


# Every (engine, host, path) of the rules, with the rule.
PLACES = [
    (engine, host, path, rule)
    for engine, rules in RULES["engines"].items()
    for rule in rules
    for pattern in rule["hosts"]
    for host in hosts_of(RULES, pattern)
    for path in rule["paths"]
]


def result_page(host: str, path: str, rule: dict[str, Any], query: str, scheme: str = "https") -> str:
    mark = "#" if rule.get("fragment") == "only" else "?"
    params = urlencode({rule.get("query", ["q"])[0]: query}, errors="surrogatepass")
    return f"{scheme}://{host}{path.replace('*', 'en')}{mark}{params}"


def searched(url: str) -> dict[str, Any] | None:
    search = parse_search_url(url)
    return None if search is None else asdict(search)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: ascii(vector["url"]))
def test_vectors(vector: dict[str, Any]) -> None:
    """Each vector's URL gives exactly the search the vector says, or none."""
    assert searched(vector["url"]) == vector["search"]


def test_vectors_cover_every_engine() -> None:
    """Every search engine has a good vector, so a rule cannot break unnoticed."""
    assert {v["search"]["engine"] for v in VECTORS if v["search"]} == set(RULES["engines"])


def test_rules_do_not_overlap() -> None:
    """No host and path match two rules, so the order of the rules does not matter; every host has a hint."""
    check_search_engines(SEARCH_ENGINES.read_text("utf-8"))


COPY = '{"hosts": ["ecosia.org"], "paths": {"/search/": "web"}}'


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            '"ecosia": [',
            f'"copy": [{COPY}], "ecosia": [',
            r"ecosia: ecosia\.org/search is a page of copy already",
        ),
        ('"ecosia": [', '"google": [], "ecosia": [', "google stands there 2 times"),
        ('"ecosia.org", ', "", "ecosia: no hint is in https://www.ecosia.org/"),
        ('["ecosia.org", ', '["{nowhere}.org", ', "nowhere"),
        ('"engines": {', '"engines": ', "can't be read"),
    ],
)
def test_a_rule_that_clashes_is_refused_by_name(before: str, after: str, said: str) -> None:
    """No package is built from a table with a page of two engines, an engine twice, or a host without a hint."""
    text = SEARCH_ENGINES.read_text("utf-8")
    assert before in text
    with pytest.raises(SystemExit, match=said):
        check_search_engines(text.replace(before, after, 1))


def test_every_place_of_the_rules_is_a_result_page() -> None:
    """Every host and path in the rules, national domains included, is read as a search on its engine."""
    for engine, host, path, rule in PLACES:
        search = parse_search_url(result_page(host, path, rule, "Grippe 2024"))
        assert search is not None, (host, path)
        assert (search.engine, search.query, search.page) == (engine, "Grippe 2024", 1)
        assert search.tab == rule["paths"][path]


@pytest.mark.parametrize("shown", [1, 2, 3, 10])
def test_every_page_of_results_is_counted(shown: int) -> None:
    """Every later page of results is recognised as such, in each engine's numbering."""
    for engine, host, path, rule in PLACES:
        if page := rule.get("page"):
            first, step, url = page.get("first", 1), page.get("step", 1), result_page(host, path, rule, "x")
            numbers = {page["param"]: first + (shown - 1) * step}
            assert read_page(f"{url}&{urlencode(numbers)}") == shown, engine
            # A user who asks for 50 results a page finds the second page behind the first 50.
            if size := page.get("size"):
                assert read_page(f"{url}&{urlencode({page['param']: first + 50 * (shown - 1), size: 50})}") == shown


def read_page(url: str) -> int:
    search = parse_search_url(url)
    assert search is not None, url
    return search.page


def test_a_domain_around_a_known_host_is_not_known() -> None:
    """A longer domain that begins or ends with an engine's host is not taken for that engine."""
    known = {host for _, host, _, _ in PLACES}
    for _, host, path, rule in PLACES:
        for stranger in (f"{host}.evil.example", f"evil{host}", f"{host}@evil.example"):
            assert stranger in known or parse_search_url(result_page(stranger, path, rule, "x")) is None


def test_hints_are_in_every_host() -> None:
    """Each host of the rules contains a hint, and each hint is needed to find some host."""
    hosts = {f"https://{host}/" for _, host, _, _ in PLACES}
    found = {host: [hint for hint in host_hints() if hint in host] for host in hosts}
    assert all(found.values()), [host for host, hints in found.items() if not hints]
    assert {hints[0] for hints in found.values() if len(hints) == 1} == set(host_hints())


@given(
    st.sampled_from(PLACES),
    st.text(min_size=1),
    st.sampled_from(["http", "https", "HTTPS"]),
    st.sampled_from(["", ".", ":443", ":80", ".:"]),
    st.booleans(),
)
def test_accepted_urls_hold_a_hint(
    place: tuple[str, str, str, Any], query: str, scheme: str, ending: str, shout: bool
) -> None:
    """Every URL that the parser accepts also passes the history reader's filter in SQLite, however its host is
    written.
    """
    _, host, path, rule = place
    url = result_page((host.upper() if shout else host) + ending, path, rule, query, scheme)
    if parse_search_url(url) is not None:
        where = " or ".join("? like ?" for _ in host_hints())
        values = [value for hint in host_hints() for value in (url, f"%{hint}%")]
        with closing(sqlite3.connect(":memory:")) as database:
            assert database.execute(f"select {where}", values).fetchone() == (1,)


@given(st.text(min_size=1).map(lambda text: text.strip(" \t\n\v\f\r\u00a0\u3000")).filter(bool))
@example("C++ & C# = 100%")
@example("\N{FACE WITH THERMOMETER}")
def test_query_comes_back_as_typed(query: str) -> None:
    """Any typed text is read back from the URL that a browser makes of it, code point for code point."""
    search = parse_search_url(f"https://www.google.com/search?q={quote_plus(query)}&ie=UTF-8")
    assert search is not None
    assert search.query == query


@pytest.mark.parametrize(
    ("label", "letters"),
    [
        ("gb2312", "联通感冒你好"),
        ("big5", "感冒發燒中文許功蓋"),
        ("euc-jp", "風邪インフルエンザ"),
        ("shift_jis", "風邪ソ表能"),
        ("euc-kr", "독감열기침"),
        ("koi8-r", "гриппЖар"),
        ("windows-1251", "гриппРџЖар"),
        ("iso-8859-2", "gorączkaŁódź"),
    ],
)
@given(data=st.data())
def test_named_charset_is_honoured(label: str, letters: str, data: st.DataObject) -> None:
    """A query that is not UTF-8 is read in the charset that the URL names."""
    query = data.draw(st.text(letters, min_size=1))
    encoded = query.encode(RULES["charsets"][label])
    assume(not is_utf_8(encoded))
    search = parse_search_url(f"http://www.google.com/search?ie={label}&q={quote_from_bytes(encoded)}")
    assert search is not None
    assert search.query == query


def is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@given(st.text(min_size=1).map(lambda text: text.strip(" \t\n\v\f\r\u00a0\u3000")).filter(bool))
def test_a_charset_that_is_named_wrongly_does_no_harm(query: str) -> None:
    """A query in UTF-8 is read as UTF-8 even if the URL names another charset: engines' forms appear on pages in
    any charset.
    """
    for label in RULES["charsets"]:
        search = parse_search_url(f"https://www.baidu.com/s?ie={label}&wd={quote_plus(query)}")
        assert search is not None
        assert search.query == query


@given(st.text(st.characters(exclude_categories=[])) | st.text("htps:/w.google#?&=q%+C3ü@[]\\\ud800"))
@example("https://www.google.com/search?q=\ud800")
@example("http://[/")
def test_garbage_never_raises(text: str) -> None:
    """No text makes the parser raise, neither alone nor as a part of an engine's URL."""
    candidates = [
        text,
        f"https://{text}",
        f"https://www.google.com{text}",
        f"https://www.google.com/search?{text}",
        f"https://www.google.com/search?q={text}&start={text}&num={text}&tbm={text}&ie={text}",
        f"https://www.google.com/#q={text}&start={text}",
    ]
    for candidate in candidates:
        search = parse_search_url(candidate)
        assert search is None or (search.query and search.page >= 1)


def test_overlong_urls_are_no_search() -> None:
    """A URL of MAX_URL characters is read, one longer is not."""
    start = "https://www.google.com/search?q="
    longest = start + "x" * (MAX_URL - len(start))
    assert parse_search_url(longest) is not None
    assert parse_search_url(longest + "x") is None


def test_query_stays_out_of_the_repr() -> None:
    """The repr of a search, which could reach a log or traceback, does not contain the query."""
    assert "secret" not in repr(Search("google", "secret", 1, "web"))


@pytest.mark.parametrize(
    ("browser", "pages", "clicks"), [("chrome-01", 5, 5), ("chrome-20", 9, 4), ("chrome-60", 5, 0)]
)
def test_real_histories(browser: str, pages: int, clicks: int) -> None:
    """Real histories yield their result pages, old Instant pages included, and no clicks on results."""
    path = BROWSERS / browser / "History"
    if not path.exists():
        pytest.skip("the reference histories are not beside this checkout")
    with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as history:
        urls = [url for (url,) in history.execute("select u.url from visits v join urls u on u.id = v.url")]
    redirects = [url for url in urls if url.startswith("http://www.google.com/url?")]
    searches = [search for url in urls if (search := parse_search_url(url))]
    assert (len(searches), len(redirects)) == (pages, clicks)
    phrases = "computer forensics/3 tb hard drive/file system forensic analysis/facebook bill gates/twitter colbert"
    assert {search.query for search in searches} == set(phrases.split("/"))
