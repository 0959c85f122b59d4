"""Templates of drafts. A template is a campaign file without dates, contact and consent, which only people can give."""

import tomllib
from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from importlib import resources
from types import MappingProxyType

from pdd_server.services.campaigns.drafts.draft_content import USUAL_PARTS, ConsentText, DraftContent
from pdd_server.services.campaigns.drafts.form_values import typed_of

BLANK = "blank"
"""The template that is empty."""
TEMPLATES: Mapping[str, str] = MappingProxyType(
    {
        "flu": "Flu: where and when it spreads",
        "mental-health": "Mental health: when people look for help",
        "economics": "Economics: work and money",
        BLANK: "Blank",
    }
)
"""What the portal calls each template, in its order."""

_TIME_TO_RECRUIT = timedelta(days=14)
_WEEKS = 18
"""How long a campaign of a template is: a winter. The budget of a longer one gives noisier numbers."""
_MONDAY = 0


def from_template(name: str, protocol: str, today: date) -> DraftContent:
    """Return the content of a new draft.

    Args:
        name: One of TEMPLATES.
        protocol: The server's protocol. `plain` knows neither weeks nor shares of the budget.
        today: The server's data day. A template's campaign begins on a Monday two or three weeks later.

    Raises:
        KeyError: There is no such template.
    """
    in_cohorts = protocol == "cohort"
    if name == BLANK:
        return DraftContent(parts=USUAL_PARTS if in_cohorts else "")
    if name not in TEMPLATES:
        raise KeyError(name)
    values = tomllib.loads(_file(name), parse_float=Decimal)
    start = _next_monday(today + _TIME_TO_RECRUIT)
    content = typed_of(values | {"start": start, "end": start + timedelta(weeks=_WEEKS, days=-1)})
    asked = {"consent": (ConsentText(language="en"),)}
    return content.model_copy(update=asked if in_cohorts else asked | {"period": "day", "parts": ""})


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(f"{name}.toml").read_text(encoding="utf-8")


def _next_monday(day: date) -> date:
    return day + timedelta(days=(_MONDAY - day.weekday()) % 7)
