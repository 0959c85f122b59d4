"""What is told beside the form while it is filled in: what the campaign would give and cost, as far as it is known."""

from dataclasses import dataclass
from typing import Any

from pdd_server.config import Config
from pdd_server.services.campaigns.drafts.content_validation import FieldProblem, check
from pdd_server.services.campaigns.drafts.draft_validation import Examined
from pdd_server.services.campaigns.drafts.form_values import DraftContent, values_of
from pdd_server.services.campaigns.forecast.expected_totals import Assumed, totals
from pdd_server.services.campaigns.forecast.noise_and_budget import campaign_forecast
from pdd_server.services.campaigns.privacy_sentences import sentences
from pdd_shared.protocol.messages import Campaign

_STAND_IN: dict[str, Any] = {
    "id": "draft",
    "title": "Draft",
    "purpose": "Draft.",
    "contact": "Draft, draft@example.org",
    "vocabulary": ["draft"],
    "consent": {"en": f"{'Draft. ' * 20} draft@example.org"},
    "strata": [],
}
"""In place of what is missing or wrong, where the numbers don't depend on it much."""
MOST_DONORS, MOST_SEARCHES = 1_000_000, 10_000


@dataclass(frozen=True)
class Forecast:
    """The plan (`outlook`) and the totals (`outlook_totals`) of a draft; None where too much is missing or wrong."""

    plan: dict[str, Any] | None
    totals: dict[str, Any] | None
    reads: tuple[str, ...]
    problems: tuple[FieldProblem, ...]


def forecast(config: Config, typed: DraftContent, examined: Examined, months: bool = False) -> Forecast:
    """Work out what can be: dates, caps and privacy are enough."""
    assumed, problems = assumptions(typed)
    campaign = examined.campaign or _sketch(config, typed, examined)
    if campaign is None:
        return Forecast(None, None, (), problems)
    plan = campaign_forecast(campaign, config, assumed.donors if assumed else None, months)
    expected = totals(campaign, config, assumed) if assumed else None
    return Forecast(plan, expected, tuple(sentences(campaign, config)), problems)


def assumptions(typed: DraftContent) -> tuple[Assumed | None, tuple[FieldProblem, ...]]:
    """The assumptions as numbers; a problem each for those that are none."""
    bounds = {"donors": (1, MOST_DONORS), "rate": (0, MOST_SEARCHES), "share": (0, 100)}
    numbers = {key: _number(getattr(typed, key)) for key in bounds}
    problems = tuple(
        FieldProblem((key,), f"must be a number from {least:,} to {most:,}")
        for key, (least, most) in bounds.items()
        if (number := numbers[key]) is None or not least <= number <= most
    )
    if problems:
        return None, problems
    donors, rate, share = (number or 0.0 for number in numbers.values())
    return Assumed(int(donors), rate, share / 100), ()


def _sketch(config: Config, typed: DraftContent, examined: Examined) -> Campaign | None:
    """The draft with stand-ins for what is not there yet; None where dates, caps or privacy are."""
    # The stand-ins of contact and consent belong together, and no number depends on them.
    wrong = {problem.path[0] for problem in examined.problems} | {"contact", "consent"}
    values = {key: value for key, value in values_of(typed).items() if key not in wrong}
    if examined.labels:
        values["vocabulary"] = list(examined.labels)
    return check({**_STAND_IN, **values}, config.min_group, config.protocol).campaign


def _number(text: str) -> float | None:
    stripped = text.strip()
    if not (stripped.isascii() and 0 < len(stripped) <= 20 and stripped.replace(".", "", 1).isdigit()):
        return None
    return float(stripped)
