"""`campaign plan` under `plain`: a campaign's expected cost and results, before there is a server."""

import json
import re
from datetime import date
from decimal import Decimal
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from pdd_server.cli import main
from pdd_server.config import Config
from pdd_server.services.campaigns.forecast.noise_and_budget import campaign_forecast, crowd
from pdd_server.services.campaigns.forecast.report import report_text
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.privacy.accounting.composition import basic_epsilon, epsilon
from pdd_shared.privacy.forecast import plain_confidence
from pdd_shared.privacy.noise.distributions import DiscreteLaplace, spread
from pdd_shared.protocol.terms import Budget
from tests.server.services.campaigns.test_campaign_files import GOOD, RESEARCHER
from tests.server.simulated_server import campaign
from tests.support.terms import laplace, terms

MILLIONTH = Decimal("0.000001")
CONFIG = Config(protocol="plain", delay=1)
SIXTY_DAYS = {"start": date(2026, 11, 16), "end": date(2027, 1, 14)}


def planned(**changes: Any) -> dict[str, Any]:
    """Return the plan of a campaign of sixty days and a thousand donors."""
    known = {"terms": terms(min_group=50, noise=laplace(200), budget=Budget(epsilon=Decimal(20), delta=MILLIONTH))}
    return campaign_forecast(campaign(**{**SIXTY_DAYS, **known, **changes}), CONFIG, 1000)


def test_the_noise_and_its_error_are_those_of_the_law() -> None:
    """Sensitivities, deviation, interval and mean error follow from the terms alone, since the server adds the
    noise.
    """
    plan, law = planned(), DiscreteLaplace(200.0)
    assert plan["sensitivity"] == {"l1": 81, "l2": sqrt(1601)}
    assert plan["noise"] == {
        "law": "discrete-laplace",
        "scale": 200.0,
        "added_by": "server",
        "colluders": None,
        "shares": None,
        "of": None,
        "standard_deviation": sqrt(law.variance),
        "half_width_95": spread((law,)).half_width(),
        "mean_absolute_error": spread((law,)).mean_absolute,
    }
    assert 199 < plan["noise"]["mean_absolute_error"] < 201


def test_the_table_has_each_months_end_and_the_last_day() -> None:
    """The cost table has each month's end and the last day, with basic composition beside the accountant's figure."""
    charge = Charge("discrete-laplace", Decimal(200), 81)
    privacy = planned()["privacy"]
    assert [(row["days"], row["date"]) for row in privacy["months"]] == [
        (15, "2026-11-30"),
        (46, "2026-12-31"),
        (60, "2027-01-14"),
    ]
    for row in privacy["months"]:
        assert row["composed"] == pytest.approx(epsilon({charge: row["days"]}, 1e-6), rel=1e-11)
        assert row["basic"] == pytest.approx(basic_epsilon({charge: row["days"]}, 1e-6), rel=1e-11)
        assert row["basic"] > row["composed"]
    assert (privacy["composition"], privacy["day"]) == ("PLD", {"epsilon": 0.405, "delta": 0.0})


@pytest.mark.parametrize(("end", "months", "rows"), [(date(2027, 11, 15), 13, 13), (date(2028, 3, 1), 17, 9)])
def test_a_long_campaign_has_a_short_table(end: date, months: int, rows: int) -> None:
    """The text shows every month's end up to a year, then every second one and the last; JSON has all."""
    plan = planned(end=end, terms=terms(budget=Budget(epsilon=Decimal(1000), delta=Decimal(0))))
    assert len(plan["privacy"]["months"]) == months
    shown = re.findall(r"^[\d,]+ days +(\d{4}-\d\d-\d\d) ", report_text(plan), re.MULTILINE)
    assert (len(shown), shown[0], shown[-1]) == (rows, "2026-11-30", end.isoformat())


def test_the_day_on_which_a_budget_is_spent() -> None:
    """The plan says that a budget lasts to the end, or names the first day for which it is not enough."""
    assert planned()["privacy"]["spent_on"] is None
    few = planned(terms=terms(min_group=50, budget=Budget(epsilon=Decimal(10), delta=Decimal(0))))["privacy"]
    assert (few["days_within_budget"], few["spent_on"], few["composition"]) == (10, "2026-11-26", "basic")


def test_a_threshold_says_what_noise_alone_lists() -> None:
    """The plan states how many entries noise alone lists: the number of entries times the chance to reach the
    threshold.
    """
    chance = spread((DiscreteLaplace(200.0),)).at_least(1000)
    assert planned(threshold=1000)["threshold"] == {"least": 1000, "listed_by_noise_alone": 2 * chance}
    assert 0.001 < chance < 0.01


def test_donors_make_groups_and_a_keyword_an_error() -> None:
    """The plan states groups, confidence in closed form, and the mean error by a keyword's searches."""
    found = planned()["donors"]
    assert (found["groups"], found["confidence"]) == (10, pytest.approx(plain_confidence([100] * 10, 1)))
    rare, common = found["keywords"]
    assert rare["searches"] == pytest.approx(0.01 * round(1000 * found["confidence"]))
    assert rare["relative_error"] == pytest.approx(10 * common["relative_error"])
    assert common["relative_error"] == spread((DiscreteLaplace(200.0),)).mean_absolute / common["searches"]
    paper = crowd(CONFIG, 1050)
    assert paper.confidence == pytest.approx(plain_confidence([105] * 10, 1), rel=1e-12)
    assert crowd(CONFIG, 49).groups == 0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a campaign file with a total budget."""
    made = tmp_path / "flu.toml"
    made.write_text(GOOD.replace("epsilon_per_day = 1.0", "epsilon = 9.0\ndelta = 0.000001"))
    return made


def test_the_command_prints_what_there_is_in_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints the same numbers in JSON and as text of at most 120 columns."""
    assert main(["campaign", "plan", str(file), "--protocol", "plain", "--donors", "2000", "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert main(["campaign", "plan", str(file), "--protocol", "plain", "--donors", "2000"]) == 0
    text = capsys.readouterr().out
    assert max(len(line) for line in text.splitlines()) <= 120
    assert f"of scale {plan['noise']['scale']:,g} on each number, added by the server" in text
    assert f"95% interval ±{plan['noise']['half_width_95']:,};" in text
    assert "epsilon 9, delta 0.000001, of all days together: lasts to the end" in text
    assert re.search(r"136 days +2027-03-31 +9\.000 +\d\d\.\d{3}", text)
    assert "20 groups, coverage 18%: the share of those donors in the totals" in text
    rare = plan["donors"]["keywords"][0]
    assert f"{rare['searches']:,.0f} searches, typical error {rare['relative_error']:,.0%}" in text


def test_the_command_keeps_to_a_servers_settings(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --data the plan uses the server's floor, group size, delay and protocol, and changes nothing in its
    folder.
    """
    data = tmp_path / "data"
    options = ["--protocol", "plain", "--group-size", "10", "--min-group", "7", "--delay", "3"]
    assert main(["init", "--data", str(data), *options]) == 0
    capsys.readouterr()
    before = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    assert main(["campaign", "plan", str(file), "--data", str(data), "--donors", "40", "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert (plan["min_group"], plan["donors"]["groups"]) == (7, 4)
    assert plan["donors"]["confidence"] == plain_confidence([10] * 4, 3)
    assert {path: path.read_bytes() for path in data.rglob("*") if path.is_file()} == before


def test_creating_says_what_was_derived(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`campaign create` prints the terms derived from the budget, the same as `plan`."""
    assert main(["campaign", "plan", str(file), "--protocol", "plain", "--json"]) == 0
    scale = json.loads(capsys.readouterr().out)["noise"]["scale"]
    data = str(tmp_path / "data")
    assert main(["init", "--data", data, "--protocol", "plain"]) == 0
    assert main(["campaign", "create", str(file), "--accept-error", "--data", data]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"winter-flu: discrete-laplace noise of scale {scale}, added by the server; "
        "epsilon 9, delta 0.000001, for all 136 days"
    )


def test_too_few_donors_are_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With fewer donors than the floor, text and JSON say that there is no group, and give no error."""
    assert main(["campaign", "plan", str(file), "--protocol", "plain", "--donors", "49"]) == 0
    assert "too few for a group" in capsys.readouterr().out
    assert main(["campaign", "plan", str(file), "--protocol", "plain", "--donors", "49", "--json"]) == 0
    keywords = json.loads(capsys.readouterr().out)["donors"]["keywords"]
    assert [keyword["relative_error"] for keyword in keywords] == [None, None]


@pytest.mark.parametrize("donors", ["0", "-1", "many", "1e3", "999999999"])
def test_a_wrong_number_of_donors_is_one_line(file: Path, donors: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong number of donors exits with 2 and one line that says what to give."""
    with pytest.raises(SystemExit) as stopped:
        main(["campaign", "plan", str(file), "--protocol", "plain", "--donors", donors])
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "--donors" in error


def test_the_documented_plan_is_what_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The example output in docs/guides/researcher.md is what the command prints for the example file there."""
    text = RESEARCHER.read_text(encoding="utf-8")
    found = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    shown = re.search(r"```\n\$ pdd-server campaign plan flu\.toml --donors 20000\n(.*?)```", text, re.DOTALL)
    assert found
    assert shown
    (tmp_path / "flu.toml").write_text(found[1], encoding="utf-8")
    assert main(["campaign", "plan", str(tmp_path / "flu.toml"), "--donors", "20000"]) == 0
    assert capsys.readouterr().out == shown[1]
