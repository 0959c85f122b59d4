"""Studies of both protocols, of which the tests make kits, and Markdown as a board reads it."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from markdown_it import MarkdownIt

from pdd_server.services.campaigns.ethics.kit import Study
from pdd_shared.protocol.terms import Budget
from tests.server.simulated_server import campaign, settings
from tests.support.terms import cohort_terms, terms

_BUDGET = Budget(epsilon=Decimal(10), delta=Decimal("0.000001"))
_FULL: dict[str, Any] = {
    "contact": "Dr A. Example, flu@example.org",
    "ethics": "Ethics board of Example University, no. 12345",
    "funding": "Example Fund, grant 678",
    "data_protection": "https://flu.example.org/notice",
    "licence": "CC-BY-4.0",
    "strata": ("north", "south", "unstated"),
    "vocabulary": ("flu", "fever + child", "flu index: any of flu, influenza"),
}


def plain(**changes: Any) -> Study:
    """Return a study of `plain` whose optional fields are filled in."""
    made = campaign(**{**_FULL, "terms": terms(budget=_BUDGET, min_group=50), **changes})
    return Study(made, "flu", None, settings(group_size=100, min_group=50))


def cohort(**changes: Any) -> Study:
    """Return a study of `cohort` that counts weeks, and whose optional fields are filled in."""
    agreed = cohort_terms(12, budget=_BUDGET, min_cohort=120, period="week")
    made = campaign(**{**_FULL, "terms": agreed, **changes})
    return Study(made, "flu", None, settings(protocol="cohort", group_size=100, min_group=50))


def bare(study: Study) -> Study:
    """Return a study without the optional fields."""
    empty = {**dict.fromkeys(("ethics", "funding", "data_protection", "licence")), "strata": ()}
    return replace(study, campaign=study.campaign.model_copy(update=empty))


def daily(study: Study) -> Study:
    """Return the study counted by day."""
    agreed = study.campaign.terms.model_copy(update={"period": "day"})
    return replace(study, campaign=study.campaign.model_copy(update={"terms": agreed}))


STUDIES = {
    "plain": plain(),
    "cohort": cohort(),
    "plain-bare": bare(plain()),
    "cohort-bare": bare(cohort()),
    "cohort-daily": daily(cohort()),
}


def html(markdown: str) -> str:
    """Return Markdown as HTML, with the tables, strikethrough and links of GitHub's dialect."""
    return str(MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(markdown))
