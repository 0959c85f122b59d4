"""The forecast that is shown beside a draft's form, as far as the draft's content allows one."""

from dataclasses import dataclass
from typing import Any

from pdd_server.config import Config
from pdd_server.services.campaigns.drafts.content_validation import FieldProblem, check
from pdd_server.services.campaigns.drafts.draft_content import DraftContent
from pdd_server.services.campaigns.drafts.draft_validation import ValidatedDraft
from pdd_server.services.campaigns.drafts.form_values import values_of
from pdd_server.services.campaigns.forecast.expected_totals import Assumed, totals
from pdd_server.services.campaigns.forecast.noise_and_budget import campaign_forecast
from pdd_server.services.campaigns.privacy_sentences import sentences
from pdd_shared.planning.answer import answer
from pdd_shared.planning.question import Question, Rates
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
"""Values for keys that are missing or invalid and that hardly change the forecast's numbers."""
_BOUNDS = {"donors": 1_000_000, "rate": 10_000, "share": 99, "effect": 1_000}
"""The largest assumptions that a form takes: donors on a day, searches of one donor a day, and two in percent."""


@dataclass(frozen=True)
class Forecast:
    """The forecast of a draft.

    Attributes:
        plan: The noise and the budget, as of `campaign_forecast`; None if dates, caps or privacy are not valid.
        totals: The totals to expect, as of `expected_totals.totals`; None as for `plan`, or if an assumption is wrong.
        answer: Whether the campaign can answer its question, as of `planning.answer`; None as for `totals`.
        reads: The sentences that a donor will read about the campaign's privacy; empty without a plan.
        problems: The errors in the assumptions.
    """

    plan: dict[str, Any] | None
    totals: dict[str, Any] | None
    answer: dict[str, Any] | None
    reads: tuple[str, ...]
    problems: tuple[FieldProblem, ...]


def forecast(config: Config, typed: DraftContent, validated: ValidatedDraft) -> Forecast:
    """Compute the forecast of a draft. Valid dates, caps and privacy settings are enough for a plan.

    Args:
        config: The settings.
        typed: The draft's content.
        validated: The same content, validated.
    """
    assumed, problems = assumptions(typed)
    campaign = validated.campaign or _sketch(config, typed, validated)
    if campaign is None:
        return Forecast(None, None, None, (), problems)
    plan = campaign_forecast(campaign, config, assumed.donors if assumed else None, months=False)
    expected = totals(campaign, config, assumed) if assumed else None
    asked = _question(typed, assumed) if assumed else None
    answered = answer(campaign, config, asked) if asked else None
    return Forecast(plan, expected, answered, tuple(sentences(campaign, config)), problems)


def _question(typed: DraftContent, assumed: Assumed) -> Question:
    return Question(assumed.donors, assumed.rate, Rates(assumed.share), (_number(typed.effect) or 0.0) / 100)


def assumptions(typed: DraftContent) -> tuple[Assumed | None, tuple[FieldProblem, ...]]:
    """Return a draft's assumptions as numbers, or None and an error for each that is malformed or out of bounds."""
    problems = tuple(
        FieldProblem((key,), f"must be a number above 0, and at most {most:,}")
        for key, most in _BOUNDS.items()
        if (number := _number(getattr(typed, key))) is None or not 0 < number <= most
    )
    if problems:
        return None, problems
    donors, rate, share = (_number(getattr(typed, key)) or 0.0 for key in ("donors", "rate", "share"))
    return Assumed(int(donors), rate, share / 100), ()


def _sketch(config: Config, typed: DraftContent, validated: ValidatedDraft) -> Campaign | None:
    """Return a campaign of the draft's valid keys with stand-ins for others; None without dates, caps or privacy."""
    # The stand-ins of contact and consent belong together, and no number depends on them.
    wrong = {problem.path[0] for problem in validated.problems} | {"contact", "consent"}
    values = {key: value for key, value in values_of(typed).items() if key not in wrong}
    if validated.texts:
        values["vocabulary"] = list(validated.texts)
    return check({**_STAND_IN, **values}, config.min_group, config.protocol).campaign


def _number(text: str) -> float | None:
    stripped = text.strip()
    if not (stripped.isascii() and 0 < len(stripped) <= 20 and stripped.replace(".", "", 1).isdigit()):
        return None
    return float(stripped)
