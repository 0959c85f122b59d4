"""A plan's answer and simulated weeks of the same campaign agree, and `simulate --campaign` shows both."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pdd_research.cli.main import main as research
from pdd_research.seeded_randomness import seeded
from pdd_research.simulator.campaign_weeks import CampaignSetting, simulate_campaign
from pdd_server.cli import main as server
from pdd_shared.planning.answer import answer
from pdd_shared.planning.measured import keyword_and_index
from pdd_shared.planning.question import Question, Rates
from pdd_shared.protocol.terms import CohortTerms
from tests.server.services.campaigns.forecast.test_cohort_forecast import weekly_file
from tests.shared.planning.test_answer import SETTINGS, flu_study

WEEKS = 400


@pytest.mark.parametrize(
    ("period", "keywords", "strata", "question"),
    [
        ("week", 1, 0, Question(600, 5.0, Rates(0.002))),
        ("week", 60, 2, Question(900, 8.0, Rates(0.0005))),
        ("day", 40, 0, Question(500, 12.0, Rates(0.003))),
    ],
)
def test_an_answer_agrees_with_simulated_weeks(period: str, keywords: int, strata: int, question: Question) -> None:
    """The expected total, the typical error and the interval are those of donors, caps and cohorts played week by week.

    The mean total is within 6%: a plan takes every donor for active on all days, so caps cut a little more than they
    do. The mean error and the share of weeks in the interval are within what chance allows in
    400 weeks, and 5% for the size of the simulated lists.
    """
    campaign = flu_study(period, keywords=keywords, strata=strata)
    assert isinstance(campaign.terms, CohortTerms)
    told = answer(campaign, SETTINGS, question)
    single, index = keyword_and_index(campaign.vocabulary, question.rates)
    assert (index is None) == (keywords == 1)
    setting = CampaignSetting(
        campaign.terms, strata or 1, question.donors, question.searches, single, told["question"]["delay"]
    )
    weeks = list(simulate_campaign(setting, WEEKS, seeded(11)))
    true, published = (np.array([getattr(week, name) for week in weeks]) for name in ("true", "published"))
    errors = np.abs(published - true)
    assert told["expected"] == pytest.approx(true.mean(), rel=0.06)
    assert told["relative_error"] == pytest.approx(errors.mean() / true.mean(), rel=0.05 + 4 * 0.75 / WEEKS**0.5)
    assert 0.92 <= (errors <= told["half_width_95"]).mean() <= 0.99


@pytest.fixture
def plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return the file of a plan's JSON."""
    options = ["--donors", "700", "--rate", "0.004", "--searches", "4", "--effect", "0.5"]
    assert server(["campaign", "plan", str(weekly_file(tmp_path)), *options, "--json"]) == 0
    file = tmp_path / "plan.json"
    file.write_text(capsys.readouterr().out)
    return file


def simulated(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    """Return the JSON that `simulate` prints."""
    assert research(["simulate", *options, "--days", "21", "--runs", "1", "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def _written(plan: Path, text: str) -> Path:
    other = plan.with_name("other.json")
    other.write_text(text)
    return other


def test_plan_and_simulator_say_the_same(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For a plan's JSON the simulator echoes the same question and gives the same answer, to the last digit."""
    planned, found = json.loads(plan.read_text()), simulated(capsys, "--campaign", str(plan))
    assert found.pop("simulated")["keyword"]["weeks"] == 3
    assert found == {key: planned[key] for key in found}
    assert {"question", "relative_error", "donors_needed", "power", "verdict", "index"} <= set(found)
    raised = json.dumps(planned | {"question": planned["question"] | {"effect": 1.5}})
    assert simulated(capsys, "--campaign", str(_written(plan, raised)))["question"]["effect"] == 1.5
    changed = simulated(capsys, "--campaign", str(plan), "--donors", "900", "--rate", "headline")
    assert (changed["question"]["donors"], changed["question"]["rate"]) == (900, 0.00012)
    assert changed["question"]["searches"] == 4.0


def test_the_text_has_the_answer_and_the_simulation(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The text begins with the question, ends with the simulated weeks, and has lines of at most 120 characters."""
    assert research(["simulate", "--campaign", str(plan), "--days", "21", "--runs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "a rise of 50% from one week to the next?" in lines[0]
    assert lines[-1].startswith("simulated    index: ")
    assert "of 3 weeks within the interval" in lines[-1]
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--campaign", "nowhere.json"], "nowhere.json: No such file or directory; give the JSON"),
        (["--campaign", "{empty}"], "has no campaign; write it by pdd-server campaign plan --json"),
        (["--campaign", "{plan}", "--rate", "2"], "--campaign: rate is 2; give a number above 0 and below 1"),
        (["--campaign", "{plan}", "--rate", "often"], "--rate: often is no number, no known word and no file"),
        (["--campaign", "{plan}", "--searches", "0"], "--campaign: searches is 0; give"),
        (["--rate", "0.5"], "--rate: changes nothing without a campaign; add --campaign FILE.json"),
        (["--campaign", "{plan}", "--days", "6"], "--days: must be 7 or more with --campaign"),
        (["--campaign", "{listed}"], "--rate: the plan was made with a file of rates; give it again"),
    ],
)
def test_what_cannot_be_simulated_is_one_clear_line(
    plan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], named: str
) -> None:
    """A file without a campaign, and wrong options, are refused with what to do."""
    empty = tmp_path / "empty.json"
    empty.write_text("[]")
    asked = json.loads(plan.read_text())
    listed = _written(plan, json.dumps(asked | {"question": asked["question"] | {"rate": None}}))
    assert research(["simulate", *(text.format(plan=plan, empty=empty, listed=listed) for text in options)]) == 2
    error = capsys.readouterr().err
    assert named in error
    assert error.count("\n") == 1
