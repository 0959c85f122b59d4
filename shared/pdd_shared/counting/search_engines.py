"""The search engines that are known: the rules that recognise their result pages by their URLs.

The rules are data, `search_engines.json`, which is part of the package; the extension is built with the same file.
`search_urls` applies them. There is nothing in a rule to execute. Hosts, parameters and charsets were checked by hand;
Matomo's list (CC0) was the starting point. The file has

- `hints`: substrings of lower-case URLs, one of which is in every URL that a rule accepts;
- `charsets`: what a URL calls a charset, and the WHATWG's name of its encoding, one of `legacy_encodings`;
- `national`: countries as the engines write them, separated by spaces;
- `engines`: each engine's rules, with the fields of `Rule`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pkgutil import get_data
from typing import Any, Literal

Params = Mapping[str, str]
"""A URL's parameters, still encoded, by name."""


@dataclass(frozen=True)
class PageNumber:
    """How a URL says which page of results it is.

    Attributes:
        param: The parameter that has the page's number or the number of its first result.
        first: The parameter's value on page 1.
        step: How much the value grows from page to page.
        size: The parameter that has the step if the URL names it, "" if there is none.
    """

    param: str
    first: int = 1
    step: int = 1
    size: str = ""

    def read(self, params: Params) -> int:
        """Return the page's number, from 1; 1 if the URL has none or a malformed one."""
        step = _number(params.get(self.size, "")) or self.step
        return 1 + max(0, _number(params.get(self.param, "")) - self.first) // step


@dataclass(frozen=True)
class Rule:
    """The rule for one family of a search engine's result pages.

    A parameter that is given twice counts where it first has a value.

    Attributes:
        hosts: Exact host names. "{google}" stands for each word of that list of `national`, so that there is no
            wildcard that would let google.com.evil.example in.
        paths: Exact paths and their tabs. A final "/" does not matter, nor what follows a ";". "/*/x" has any first
            segment, "/**/x" any number of segments before the last, or none. The tab "none" means that the page is no
            search, such as a map or a place.
        query: Parameters that hold what was typed; the first that isn't empty counts.
        fragment: Where the parameters stand: "no" is after "?", "only" after "#", "also" after "#" if one of `query`
            is there, else after "?".
        page: How the URL says which page it is; None if each is page 1.
        tabs: By parameter, its values and their tabs, over the tab of the path. The last parameter that knows its
            value counts. The value "*" stands for every other one.
        charset: The parameter in which the URL may name a charset, for a query whose bytes are not UTF-8.
        bangs: Whether a word such as "!w" makes the engine pass the query on to another site. Such a query is no search
            here, because the page that it leads to may count as one.
    """

    hosts: tuple[str, ...]
    paths: Mapping[str, str]
    query: tuple[str, ...] = ("q",)
    fragment: Literal["no", "also", "only"] = "no"
    page: PageNumber | None = None
    tabs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    charset: str = ""
    bangs: bool = False


def _number(text: str) -> int:
    """Return the value of a short decimal number, 0 for any other text."""
    return int(text) if len(text) <= 6 and text.isascii() and text.isdigit() else 0


def _rule(fields: Mapping[str, Any]) -> Rule:
    """Return a rule of the file; one with a field that is unknown fails."""
    known: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    if "page" in fields:
        known["page"] = PageNumber(**fields["page"])
    return Rule(**known)


# The one file that shared code reads: a part of the package, as its modules are (docs/decisions/0060).
_TABLE = json.loads(get_data(__package__, "search_engines.json") or b"")
HINTS: tuple[str, ...] = tuple(_TABLE["hints"])
CHARSETS: Mapping[str, str] = _TABLE["charsets"]
NATIONAL: Mapping[str, str] = _TABLE["national"]
ENGINES: Mapping[str, tuple[Rule, ...]] = {name: tuple(map(_rule, rules)) for name, rules in _TABLE["engines"].items()}
