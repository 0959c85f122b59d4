"""Random URLs of search engines with parts that two languages could read differently, and Python's result."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from random import Random  # noqa: TID251 - made-up URLs are no secret
from typing import Any

from pdd_shared.counting.search_urls import parse_search_url
from scripts.packaging.shared_data import SEARCH_ENGINES

_ALL = json.loads(SEARCH_ENGINES.read_text("utf-8"))
_RULES = [rule for rules in _ALL["engines"].values() for rule in rules]
CHARSETS = tuple(_ALL["charsets"])

_SCHEMES = (
    *["https://"] * 12,
    "http://",
    "hTTpS://",
    "http\u017f://",
    "httpss://",
    "https:/",
    "https:\\\\",
    " https://",
    "",
)
_ENDINGS = (
    *[""] * 12,
    ".",
    "..",
    ":443",
    ":80",
    ":",
    ":8080",
    ":0443",
    ":\u0664\u0664\u0663",
    ".:443",
    "\u3002",
    "@",
    "%2e",
)
_CASES = (
    *[str] * 8,
    str.upper,
    str.title,
    lambda host: host.replace("k", "\u212a"),
    lambda host: host.replace("i", "\u0130"),
)
_USERS = (*[""] * 12, "user@", "user:pass@", "@", "www.bing.com@")
_NUMBERS = ("1", "10", "007", "999999", "1000000", "-1", "+1", "1.5", "1e1", "\u0661", "\u00b2", "%31", "0x1", "", " 1")
_TEXTS = (
    *(
        "flu",
        "flu",
        "Fieber",
        "\u611f\u5192",
        "%E6%84%9F",
        "%e6%84%9f",
        "caf%C3%A9",
        "%",
        "%4",
        "%zz",
        "%%41",
        "%2525",
        "%u611f",
    ),
    *(
        "+",
        "%20",
        "%2B",
        "\u00a0",
        "%C2%A0",
        "%E3%80%80",
        "\u2003",
        "\u0085",
        "%C2%85",
        "%00",
        "\x00",
        "\n",
        "\r",
        "\x0b",
        "\x1c",
    ),
    *("!", "!g", "+!w", "%20%21g", "\u2003!1", "\x1c!g", "\u0085!\u00e9", "\u180e!g", "!\U0001d488", "!\u0301", "!!g"),
    *(
        "\ufeff",
        "%EF%BB%BF",
        "\u200b",
        "\U0001f912",
        "\u0130",
        "\u017f",
        "=",
        "%26",
        ";",
        "/",
        "?",
        "#",
        "%23",
        "\u03a3",
        "*",
    ),
    *(
        "%80",
        "%C3",
        "%F0%9F",
        "%ED%A0%80",
        "%C0%AF",
        "%F5%80%80%80",
        "__proto__",
        "constructor",
        "\u0661",
        "\\",
        '"',
        "'",
        "<",
    ),
)


def random_url(random: Random, charsets: Sequence[str], texts: Sequence[str] = ()) -> str:
    """Return a URL like those of engines, with charsets from `charsets` and further pieces of queries from `texts`."""
    rule = random.choice(_RULES)
    host = random.choice(_CASES)(_host(random, random.choice(rule["hosts"])))
    path = random.choice([*rule["paths"]] * 4 + ["/", "", "/search"])
    path = path.replace("/**", random.choice(["", "/", "/a", "/a/b", "//\n/%", "/**"]))
    path = path.replace("*", random.choice(["en", "%", "\n", ""]))
    path += random.choice(["", "", "", "", "/", ";x", ";/", "//"])
    pairs = [_pair(random, rule, charsets, [*_TEXTS, *texts]) for _ in range(random.randint(1, 6))]
    random.shuffle(pairs)
    mark = "#" if rule.get("fragment") in ("only", "also") and random.random() < 0.7 else "?"
    params = random.choice(["&", "&", "&", "&&"]).join(pairs)
    return f"{random.choice(_SCHEMES)}{random.choice(_USERS)}{host}{random.choice(_ENDINGS)}{path}{mark}{params}"


def searched(url: str) -> dict[str, Any] | None:
    """Return the search that Python reads from a URL, in JavaScript's form."""
    found = parse_search_url(url)
    return None if found is None else asdict(found)


def _host(random: Random, host: str) -> str:
    for name, words in _ALL["national"].items():
        host = host.replace(f"{{{name}}}", random.choice(words.split()))
    return host


def _pair(random: Random, rule: Any, charsets: Sequence[str], texts: Sequence[str]) -> str:
    page, tabs = rule.get("page", {}), rule.get("tabs", {})
    kind = random.randrange(8)
    if kind == 0 and page:
        return f"{page[random.choice(['param', 'size' if 'size' in page else 'param'])]}={random.choice(_NUMBERS)}"
    if kind == 1 and tabs:
        param = random.choice([*tabs])
        return f"{param}={random.choice([*tabs[param], *texts])}"
    if kind in (2, 3):
        named = random.choice([str, str.upper])(random.choice(charsets))
        return f"{rule.get('charset', random.choice(['', 'ie']))}={named}"
    name = random.choice([*rule.get("query", ["q"])] * 5 + ["", "x"])
    return (
        f"{name}{random.choice(['=', '=', '=', '=', '==', ''])}{''.join(random.choices(texts, k=random.randint(0, 4)))}"
    )
