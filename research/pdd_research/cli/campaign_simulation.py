"""`pdd-research simulate --campaign`: the answer of a campaign's plan, beside that of simulated weeks."""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pdd_research.errors import SettingError
from pdd_research.seeded_randomness import seeded
from pdd_research.simulator.activity import WEEK
from pdd_research.simulator.campaign_weeks import CampaignSetting, SimulatedWeek, simulate_campaign
from pdd_shared.planning.answer import answer
from pdd_shared.planning.answer_text import answer_rows, share
from pdd_shared.planning.keyword_rates import KNOWN_RATES, USUAL
from pdd_shared.planning.measured import keyword_and_index
from pdd_shared.planning.question import Question, QuestionError, Rates, effect_of_text, rates_of_csv, rates_of_text
from pdd_shared.protocol.days import Period
from pdd_shared.protocol.limits import LEAST_WEEK_DELAY
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import CohortTerms

COHORT_DELAY = 3
"""The usual `delay` of a server with `cohort`, in days."""
_NUMBERS = ("donors", "searches", "effect")
"""The numbers of a question that options may change."""


@dataclass(frozen=True)
class _Server:
    """The settings of a server that are assumed."""

    protocol: str
    group_size: int
    delay: int
    min_group: int = 1

    def delay_of(self, period: Period) -> int:
        """Return the delay of a period: a week has at least `LEAST_WEEK_DELAY` days."""
        return max(self.delay, LEAST_WEEK_DELAY) if period == "week" else self.delay


def add_question(parser: argparse.ArgumentParser) -> None:
    """Add `--campaign` and what is asked of it."""
    file = "the JSON of `pdd-server campaign plan --json` or `campaign show`: simulate its weeks"
    parser.add_argument("--campaign", type=Path, metavar="FILE.json", help=file)
    words = ", ".join(KNOWN_RATES)
    rate = f"with --campaign: share of searches that match a keyword, one of {words}, or a CSV"
    parser.add_argument("--rate", metavar="SHARE", help=rate)
    parser.add_argument("--searches", type=float, metavar="N", help="with --campaign: searches of a donor on a day")
    parser.add_argument("--effect", metavar="SHARE", help="with --campaign: the rise to be seen, as 0.2 or 20%%")


def simulate_file(given: argparse.Namespace, seeds: range) -> None:
    """Print the answer for the campaign that `--campaign` names, and what simulated weeks give."""
    campaign, asked = _read(given.campaign)
    server = _Server(campaign.terms.protocol, given.group_size, COHORT_DELAY if given.delay is None else given.delay)
    try:
        question = _question(given, asked)
        found = answer(campaign, server, question)
    except QuestionError as error:
        raise SettingError(f"--campaign: {error}") from None
    weeks = _simulated(campaign, question, server.delay_of(campaign.terms.period), given.days // WEEK, seeds)
    told = {"keyword": found, "index": found["index"]}
    found["simulated"] = {name: _figures(simulated, told[name]["half_width_95"]) for name, simulated in weeks.items()}
    print(json.dumps(found, indent=1) if given.json else _as_text(found))


def _read(file: Path) -> tuple[Campaign, dict[str, Any]]:
    """Return the campaign in a file, and the question in it if it is a plan's JSON.

    Raises:
        SettingError: the file can't be read, or has no campaign.
    """
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        plan = found if isinstance(found, dict) else {}
        return Campaign.model_validate_json(json.dumps(plan.get("message", found))), plan.get("question", {})
    except OSError as error:
        raise SettingError(f"{file}: {error.strerror}; give the JSON of a campaign's plan") from None
    except ValueError:  # also pydantic's ValidationError
        raise SettingError(f"{file}: has no campaign; write it by pdd-server campaign plan --json") from None


def _question(given: argparse.Namespace, asked: dict[str, Any]) -> Question:
    """Return the question of the options; those that are not given are as in the plan."""
    usual = {"donors": 5_000, "searches": 5.0, "effect": 0.2, **asked}
    chosen = {name: usual[name] if getattr(given, name) is None else getattr(given, name) for name in _NUMBERS}
    if given.effect is not None:
        chosen["effect"] = effect_of_text(given.effect)
    if given.rate is None and asked.get("rate", 0.0) is None:
        raise SettingError("--rate: the plan was made with a file of rates; give it again with --rate FILE.csv")
    rates = Rates(asked["rate"]) if given.rate is None and "rate" in asked else _rates(given.rate or USUAL)
    return Question(rates=rates, **chosen)


def _rates(text: str) -> Rates:
    if (found := rates_of_text(text)) is not None:
        return found
    try:
        return rates_of_csv(Path(text).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise SettingError(f"--rate: {text} is no number, no known word and no file ({error.strerror})") from None
    except QuestionError as error:
        raise SettingError(f"{text}: {error}") from None


def _simulated(campaign: Campaign, question: Question, delay: int, weeks: int, seeds: range) -> dict[str, Any]:
    """Return simulated weeks of a keyword, and of an index if the campaign is compared with one.

    Raises:
        SettingError: there is no whole week, or the campaign is of `plain`.
    """
    if weeks < 1:
        raise SettingError("--days: must be 7 or more with --campaign; weeks are simulated")
    if not isinstance(campaign.terms, CohortTerms):
        raise SettingError("--campaign: is a campaign of plain; simulate one of cohort")
    single, index = keyword_and_index(campaign.vocabulary, question.rates)
    found = {}
    for name, measured in (("keyword", single), ("index", index)):
        if measured:
            strata = len(campaign.strata) or 1
            setting = CampaignSetting(campaign.terms, strata, question.donors, question.searches, measured, delay)
            found[name] = [week for seed in seeds for week in simulate_campaign(setting, weeks, seeded(seed))]
    return found


def _figures(weeks: list[SimulatedWeek], half_width: int) -> dict[str, float]:
    true, published = (np.array([getattr(week, name) for week in weeks]) for name in ("true", "published"))
    errors = np.abs(published - true)
    mean = float(true.mean())
    return {
        "weeks": len(weeks),
        "mean": mean,
        "relative_error": float(errors.mean()) / mean if mean else 0.0,
        "within_half_width": float((errors <= half_width).mean()),
    }


def _as_text(found: dict[str, Any]) -> str:
    lines = [f"{name:<13}{text}" for name, text in answer_rows(found)]
    for name, figures in found["simulated"].items():
        text = f"{figures['mean']:,.1f} searches a week, typical error {share(figures['relative_error'])}"
        within = f"{figures['within_half_width']:.0%} of {figures['weeks']:,} weeks within the interval"
        lines.append(f"{'simulated':<13}{name}: {text}; {within}")
    return "\n".join(lines)
