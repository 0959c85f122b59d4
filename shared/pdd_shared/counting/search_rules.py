"""The classes of the rules that recognise a search engine's result pages by their URLs.

The rules themselves are in `search_engine_table`, which is generated from shared/schema/search_engines.toml. That file
explains each field. `search_urls` applies the rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

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
    """The rule for one family of a search engine's result pages; shared/schema/search_engines.toml has the fields."""

    hosts: tuple[str, ...]
    paths: Mapping[str, str]
    query: tuple[str, ...] = ("q",)
    fragment: Literal["no", "also", "only"] = "no"
    page: PageNumber | None = None
    tabs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    charset: str = ""


def _number(text: str) -> int:
    """Return the value of a short decimal number, 0 for any other text."""
    return int(text) if len(text) <= 6 and text.isascii() and text.isdigit() else 0
