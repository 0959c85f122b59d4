"""Recognise the result pages of search engines by their URLs, and read the search from them.

The rules are data (`search_engines`); this module applies them. The vectors in
tests/vectors/counting/search_urls.json fix the behaviour for other implementations. Some decisions are in no rule:

- A result page is the engine's own list of results. Redirects to a result (Google's /url?q=), home pages, settings,
  maps, single images, translations, scholarly papers, mail, and the search boxes of ordinary sites are not result
  pages. Google News is Google's tab "news".
- The query is what was typed. It is not lowercased or normalised; only spaces around it are removed. If its bytes are
  not UTF-8, they are decoded in the charset that the URL names, as browsers do. Malformed bytes become U+FFFD
  (docs/decisions/0018). Broken escapes such as "100%" stay as they are.
- A page counts if its address has the question that a person typed into the engine, also if a chat answers there. Its
  tab is "ai". A text that only the engine's own links put there, such as "DuckDuckGo AI Chat", was typed by nobody.
- A query with a bang, such as "!w flu", is no search of an engine with bangs, because the page that the bang leads to
  may be one. An exclamation mark in a sentence is no bang: "flu !", "! flu", "flu!", "!!g".
- A URL with a user name, with a port other than 80 or 443, with letters beyond ASCII in its host, or longer than
  MAX_URL is no search, because browsers never show a result page at such a URL.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from urllib.parse import unquote_to_bytes

import regex  # type: ignore[import-untyped]

from pdd_shared.counting import legacy_encodings
from pdd_shared.counting.search_engines import CHARSETS, ENGINES, HINTS, NATIONAL, Params, Rule
from pdd_shared.protocol.limits import MAX_URL

# Scheme and host are matched as ASCII, because Unicode has other letters that match ASCII ones if case is ignored: "ſ"
# and the Kelvin sign.
_URL = re.compile(
    r"[Hh][Tt][Tt][Pp][Ss]?://(?P<host>[^/?#@:\\\u0080-\U0010ffff]+)(?::(?:80|443)?)?(?P<path>/[^?#]*)?(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?",
    re.DOTALL,
)
_FIRST_SEGMENT = re.compile(r"/[^/]+(?=/)")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
# Spelled out, because Python's strip() and JavaScript's trim() remove different characters.
_SPACES = " \t\n\v\f\r\u00a0\u3000"
# By Unicode's properties, because \s and \w differ between Python and JavaScript.
_BANG = regex.compile(r"(?:^|\p{White_Space})![\p{L}\p{N}]")


@dataclass(frozen=True)
class Search:
    """A search, as read from the URL of its result page. The query stays out of the repr, and so out of logs.

    Attributes:
        engine: The engine's short name, such as "google".
        query: The query as typed, never empty.
        page: The page of results, from 1.
        tab: "web", "images", "news", "videos", "shopping", "books" or another tab named in the rules.
    """

    engine: str
    query: str = field(repr=False)
    page: int
    tab: str


_Page = tuple[str, Rule, str]
"""The engine's name, the rule, and the tab that the URL's path names."""
_Paths = dict[str, _Page]


def parse_search_url(url: str) -> Search | None:
    """Return the search if the URL is one of a result page; None for any other text."""
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
    if not query or tab == "none" or (rule.bangs and _BANG.search(query)):
        return None
    return Search(engine, query, rule.page.read(params) if rule.page else 1, tab)


def host_hints() -> tuple[str, ...]:
    """Return lower-case texts, one of which is in every URL that parse_search_url accepts, if case is ignored.

    A reader of a browser's history can leave out most other URLs with them: `url LIKE '%google.%' OR ...` in SQLite,
    whose LIKE ignores the case of ASCII letters. No hint has a character that is special to LIKE.
    """
    return HINTS


def _at_path(paths: _Paths, path: str) -> _Page | None:
    path = path.partition(";")[0].removesuffix("/")
    wildcards = (_FIRST_SEGMENT.sub("/*", path, count=1), "/**" + path[path.rfind("/") :])
    return paths.get(path) or paths.get(wildcards[0]) or paths.get(wildcards[1])


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
    """Decode a form-encoded value (WHATWG URL, section 5.1); `encoding` is used for bytes that are not UTF-8."""
    # Strings from browsers may hold half a surrogate pair, which can't be encoded.
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
    """Return the rules by host name, then by path: one dictionary for each host that a rule's `hosts` stand for."""
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
