"""Tell the result pages of search engines from all other URLs, and read the search off them.

The rules are data (`search_engine_table`); this module applies them. The vectors in
tests/vectors/counting/search_urls.json fix the behaviour for other implementations. The decisions that no rule shows:

- A result page is the engine's own list of results. Redirects to a result (Google's /url?q=), home pages, settings,
  maps, single images, translations, scholarly papers, mail, and the search boxes of ordinary sites are none. Google
  News is Google's tab "news".
- The query is what was typed: not lowercased, not normalised, only stripped of the spaces around it. Its bytes are
  UTF-8; where they are not, they are in the charset that the URL names, as browsers decode it. What is malformed
  becomes U+FFFD (docs/decisions/0018). Broken escapes such as "100%" stay as they are.
- A URL with a user name, with a port other than 80 or 443, with letters beyond ASCII in its host, or longer than
  MAX_URL is no search: browsers never show a result page at one.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from urllib.parse import unquote_to_bytes

from pdd_shared.counting import legacy_encodings
from pdd_shared.counting.search_engine_table import CHARSETS, ENGINES, HINTS, NATIONAL
from pdd_shared.counting.search_rules import Params, Rule
from pdd_shared.protocol.limits import MAX_URL

# Scheme and host are ASCII, for Unicode has other letters whose lower case is ASCII: "ſ" and the Kelvin sign.
_URL = re.compile(
    r"[Hh][Tt][Tt][Pp][Ss]?://(?P<host>[^/?#@:\\\u0080-\U0010ffff]+)(?::(?:80|443)?)?(?P<path>/[^?#]*)?(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?",
    re.DOTALL,
)
_FIRST_SEGMENT = re.compile(r"/[^/]+(?=/)")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
# Spelled out, for what Python's strip() and JavaScript's trim() call a space differs.
_SPACES = " \t\n\v\f\r\u00a0\u3000"


@dataclass(frozen=True, slots=True)
class Search:
    """A search as its result page's URL tells it; the query stays out of the repr.

    engine: short name, e.g. "google". query: as typed, never empty. page: from 1. tab: "web", "images", "news",
    "videos", "shopping", "books" or another of the tabs named in the rules.
    """

    engine: str
    query: str = field(repr=False)
    page: int
    tab: str


_Page = tuple[str, Rule, str]
"""Engine, rule, and the tab that the path tells."""
_Paths = dict[str, _Page]


def parse_search_url(url: str) -> Search | None:
    """Return the search whose result page this URL is; None for any other URL, and for anything that is no URL."""
    parts = _URL.fullmatch(url) if len(url) <= MAX_URL else None
    if parts is None:
        return None
    paths = _paths_by_host().get(parts["host"].lower().removesuffix("."))
    found = paths and _at_path(paths, parts["path"] or "")
    if not found:
        return None
    engine, rule, tab = found
    params = _params_of(rule, parts["query"] or "", parts["fragment"] or "")
    query, tab = _query_of(rule, params), _tab_of(rule, params, tab)
    if not query or tab == "none":
        return None
    return Search(engine, query, rule.page.read(params) if rule.page else 1, tab)


def host_hints() -> tuple[str, ...]:
    """Return lower-case substrings, one of which is in every URL that parse_search_url accepts, whatever its case.

    For a reader that wants most other URLs left out before they reach it: `url LIKE '%google.%' OR ...` in SQLite,
    whose LIKE takes no notice of the case of ASCII letters. No hint holds a character special to LIKE.
    """
    return HINTS


def _at_path(paths: _Paths, path: str) -> _Page | None:
    path = path.partition(";")[0].removesuffix("/")
    return paths.get(path) or paths.get(_FIRST_SEGMENT.sub("/*", path, count=1))


def _params_of(rule: Rule, query: str, fragment: str) -> Params:
    if rule.fragment != "no":
        params = _first_values(fragment)
        if rule.fragment == "only" or any(name in params for name in rule.query):
            return params
    return _first_values(query)


def _first_values(text: str) -> Params:
    """Return each parameter's first value that isn't empty, still encoded."""
    values: dict[str, str] = {}
    for pair in text.split("&"):
        name, _, value = pair.partition("=")
        if value:
            values.setdefault(name, value)
    return values


def _query_of(rule: Rule, params: Params) -> str:
    raw = next((params[name] for name in rule.query if name in params), "")
    named = params.get(rule.charset, "") if rule.charset else ""
    return _decoded(raw, CHARSETS.get(named.lower())).strip(_SPACES)


def _decoded(raw: str, encoding: str | None) -> str:
    """Return a form-encoded value (WHATWG URL, section 5.1); `encoding` is for bytes that are not UTF-8."""
    # Browsers' strings may hold half a surrogate pair, which has no bytes.
    data = unquote_to_bytes(_LONE_SURROGATE.sub("\ufffd", raw.replace("+", " ")))
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode(errors="replace") if encoding is None else legacy_encodings.decode(data, encoding)


def _tab_of(rule: Rule, params: Params, tab: str) -> str:
    for param, tabs in rule.tabs.items():
        if param in params:
            tab = tabs.get(params[param]) or tabs.get("*", tab)
    return tab


@cache
def _paths_by_host() -> dict[str, _Paths]:
    """Return all rules, ready to look up: one dictionary for each host name that a rule's `hosts` stand for."""
    hosts: dict[str, _Paths] = {}
    for engine, rule in ((engine, rule) for engine, rules in ENGINES.items() for rule in rules):
        pages = {path.removesuffix("/"): (engine, rule, tab) for path, tab in rule.paths.items()}
        for host in chain.from_iterable(_expand(host) for host in rule.hosts):
            hosts.setdefault(host, {}).update(pages)
    return hosts


def _expand(host: str) -> list[str]:
    """Return the host names that one of a rule's `hosts` stands for."""
    placeholder = _PLACEHOLDER.search(host)
    if placeholder is None:
        return [host]
    return [host.replace(placeholder[0], word) for word in NATIONAL[placeholder[1]].split()]
