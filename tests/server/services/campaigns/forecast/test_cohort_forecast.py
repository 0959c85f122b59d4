"""The forecast of a `cohort` campaign: noise by the size of the tree, in numbers and in words."""

import json
import re
from math import ceil, sqrt
from pathlib import Path

import pytest

from pdd_server.cli import main
from pdd_server.services.campaigns.forecast.expected_totals import Assumed, totals
from pdd_server.services.campaigns.forecast.noise_and_budget import campaign_forecast
from pdd_server.services.campaigns.forecast.report import report_text
from pdd_server.services.campaigns.privacy_sentences import sentences
from pdd_shared.planning.expected_donors import crowd, expected_law
from pdd_shared.privacy.forecast import absence, cohort_confidence
from pdd_shared.privacy.noise.distributions import DiscreteLaplace, LaplaceShares, half_width
from pdd_shared.privacy.noise.skellam import Skellam
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.server.services.campaigns.test_campaign_files import GOOD
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import settings

COHORT = settings(protocol="cohort", group_size=100, min_group=50)


@pytest.mark.parametrize(("donors", "most"), [(60, 2.3), (1_000, 1.45), (10_000, 2.05), (100_000, 5.8)])
def test_noise_grows_with_cohorts_and_hardly_within_one(donors: int, most: float) -> None:
    """The expected noise of a number, in deviations of one central draw, is what the protocol promises for that
    size.
    """
    terms = cohort_campaign("200", min_cohort=20).terms
    law = expected_law(terms, crowd(COHORT, donors, terms))
    assert isinstance(law, LaplaceShares)
    assert 1 <= sqrt(law.variance / DiscreteLaplace(200.0).variance) <= most
    # A tenth of a part's leaves, or more where they are dealt by hash, may add none of it.
    part = TreeSize(donors).share()
    assert law.of <= 0.7 * part + 1 - part / 10


def test_all_who_come_in_the_window_are_counted() -> None:
    """The forecast's share of donors in the totals is that of donors present on any day of the shortest window."""
    there = crowd(COHORT, 20_000, cohort_campaign().terms)
    assert (there.groups, there.confidence) == (4, cohort_confidence(1)) == (4, 1 - absence(1))
    assert there.confidence >= 0.96


def test_too_few_donors_make_no_cohort() -> None:
    """The forecast says how many donors make the first tree: 10/7 of the campaign's own floor."""
    terms = cohort_campaign(min_cohort=50).terms
    assert crowd(COHORT, 71, terms).groups == 0
    assert crowd(COHORT, 72, terms).groups == 1
    found = totals(cohort_campaign(min_cohort=50), COHORT, Assumed(71, 5, 0.01))
    assert (found["donors"]["groups"], found["donors"]["least"]) == (0, 72)
    assert "too few for a cohort" in report_text(campaign_forecast(cohort_campaign(min_cohort=50), COHORT, 71))


def test_donors_needed_are_enough_and_one_less_is_not() -> None:
    """With the stated number of donors the expected error is at most the requested one; with one less it is above."""
    made = cohort_campaign("50")
    needed = totals(made, COHORT, Assumed(1_000, 5, 0.01))["needed"]
    for one in needed:
        donors = one["donors"]
        error = {
            number: totals(made, COHORT, Assumed(number, 5, 0.01))["week"]["relative_error"]
            for number in (donors, ceil(0.97 * donors) - 1)
        }
        assert error[donors] <= 1.02 * one["relative_error"]
        assert error[ceil(0.97 * donors) - 1] > 0.98 * one["relative_error"]


def test_the_plan_of_a_file_is_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a server, `campaign plan` assumes the protocol that `init` chooses; lines have at most 120 characters."""
    file = tmp_path / "flu.toml"
    file.write_text(
        GOOD.replace("epsilon_per_day = 1.0", "epsilon = 9.0\ndelta = 0.000001\nnoise = 'discrete-laplace'")
    )
    assert main(["campaign", "plan", str(file), "--donors", "2000"]) == 0
    text = capsys.readouterr().out
    assert max(len(line) for line in text.splitlines()) <= 120
    assert "by the donors: " in text
    assert "even if 10% of all donors add none" in text
    assert "1 cohort, coverage 99%: the share of those donors in the totals" in text
    assert main(["campaign", "plan", str(file), "--donors", "2000", "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert (plan["protocol"], plan["min_cohort"], plan["noise"]["added_by"]) == ("cohort", 50, "donors")
    assert f"{plan['noise']['of']:,} of {plan['noise']['shares']:,} shares are one draw" in text


def test_the_plan_of_a_file_with_parts_states_each_kinds_noise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where each kind of number has noise of its own, the plan names law, scale and interval of each, and who adds it.

    Its budget lasts to the end: what the planner takes for enough noise is what the accounting charges.
    """
    file = tmp_path / "flu.toml"
    parts = "epsilon = 10\ndelta = 0.000001\nparts = { joined = 0.05, searches = 0.05, keywords = 0.9 }"
    caps = "max_hits = 2\nmax_hits_per_keyword = 1"
    text = GOOD.replace("epsilon_per_day = 1.0", parts).replace("end = 2027-03-31", "end = 2026-12-03")
    file.write_text(text.replace("max_hits = 60\nmax_hits_per_keyword = 20", caps))
    assert main(["campaign", "plan", str(file), "--donors", "2000", "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    noise = plan["noise"]
    for kind in (noise, noise["donors"], noise["searches"]):
        shares = Skellam(kind["scale"], noise["shares"], noise["of"])
        assert kind["law"] == "skellam"
        assert kind["half_width_95"] == half_width([shares])
        assert kind["standard_deviation"] == sqrt(shares.variance)
    assert noise["scale"] < noise["donors"]["scale"] < noise["searches"]["scale"]
    assert (plan["privacy"]["composition"], plan["privacy"]["days_within_budget"]) == ("PLD", 18)
    assert plan["privacy"]["spent_on"] is None
    assert main(["campaign", "plan", str(file), "--donors", "2000"]) == 0
    words = capsys.readouterr().out
    assert max(len(line) for line in words.splitlines()) <= 120
    assert f"skellam of scale {noise['scale']} on each count of a keyword, by the donors" in words
    for kind in ("donors", "searches"):
        assert re.search(rf"{kind} +skellam of scale {noise[kind]['scale']} on their number; 95% interval ±", words)


def test_donors_read_what_the_protocol_keeps() -> None:
    """Donors read who can open what, the least noise, colluders, absences, and what is not protected."""
    made = cohort_campaign("50", min_cohort=40)
    text = " ".join(sentences(made, COHORT))
    assert "at least 39 other people. Only the sum can be opened, never yours alone." in text
    assert f"±{half_width([DiscreteLaplace(50.0)]):,} (95%) or more on each keyword's count." in text
    assert "nobody sees a sum without noise, not even the server" in text
    assert "even if 10 in 100 people add none" in text
    assert "only if the server is honest about who takes part" in text
    assert "with people it made up, and so find out most of your counts" in text
    assert "group" not in text
    assert "at least 2 other people" in " ".join(sentences(cohort_campaign(min_cohort=1), COHORT))


def weekly_file(folder: Path) -> Path:
    """Return a campaign file of 18 weeks with noise of its own for each kind of number."""
    parts = "epsilon = 10\ndelta = 0.000001\nparts = { joined = 0.05, searches = 0.05, keywords = 0.9 }"
    text = GOOD.replace("epsilon_per_day = 1.0", parts).replace("end = 2027-03-31", 'end = 2027-03-21\nperiod = "week"')
    file = folder / "weekly.toml"
    file.write_text(text.replace("max_hits = 60\nmax_hits_per_keyword = 20", "max_hits = 2\nmax_hits_per_keyword = 1"))
    return file


def test_a_weekly_plan_counts_weeks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A weekly campaign's budget is that of its weeks and one again, its donors have three days, the text says week."""
    file = weekly_file(tmp_path)
    assert main(["campaign", "plan", str(file), "--donors", "2000", "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert (plan["period"], plan["periods"], plan["days"]) == ("week", 18, 126)
    assert (plan["privacy"]["days_within_budget"], plan["privacy"]["spent_on"]) == (126, None)
    assert plan["privacy"]["pays_repeat"]
    assert 9.6 < plan["privacy"]["months"][-1]["composed"] < 9.8
    assert plan["donors"]["delay"] == 3
    assert main(["campaign", "plan", str(file)]) == 0
    words = capsys.readouterr().out
    assert "a donor moves the numbers of a week by at most" in words
    assert "of all weeks together: lasts to the end, and for one week again" in words
    assert re.search(r"^a week costs +epsilon ", words, re.MULTILINE)


def test_a_plan_answers_the_question_it_is_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With donors, the plan echoes what it was asked, and answers in numbers and, the same, in words."""
    file = weekly_file(tmp_path)
    options = ["--donors", "5000", "--rate", "headline", "--searches", "4", "--effect", "0.5"]
    assert main(["campaign", "plan", str(file), *options, "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    asked = plan["question"]
    assert (asked["donors"], asked["rate"], asked["searches"], asked["effect"]) == (5000, 0.00012, 4.0, 0.5)
    assert set(plan["donors_needed"]) == {"0.5", "0.1"}
    assert plan["verdict"] in ("can answer", "can answer only as an index", "cannot")
    assert plan["compared"]["best"]["period"] == "week"
    assert main(["campaign", "plan", str(file), *options]) == 0
    words = capsys.readouterr().out
    assert max(len(line) for line in words.splitlines()) <= 120
    assert "do the totals show a rise of 50% from one week to the next?" in words
    assert f"±{plan['half_width_95']:,} (95%)" in words
    assert f"{plan['donors_needed']['0.5']:,} for an error of 50%" in words
    assert f"a chance of {plan['power']:.0%} to see the rise" in words
    assert 'best: period = "week"' in words


def test_a_plan_names_entries_that_never_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Plan and best setting let every entry count: a phrase behind its words is named, and no cap is best for it."""
    file, text = weekly_file(tmp_path), '["flu", "fever + child", "\\"fever child\\""]'
    file.write_text(re.sub(r"vocabulary = \[.*?\]", f"vocabulary = {text}", file.read_text(), flags=re.DOTALL))
    file.write_text(file.read_text().replace("max_hits = 2", "max_hits = 1"))
    assert main(["campaign", "plan", str(file), "--donors", "5000", "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert plan["overlap"]["never_counted"] == ['"fever child"']
    assert plan["compared"]["best"]["max_campaign_hits"] == 4
    assert main(["campaign", "plan", str(file), "--donors", "5000"]) == 0
    assert 'Nothing is ever counted for `"fever child"`' in capsys.readouterr().out


def test_a_plan_refuses_a_floor_that_no_cohort_reaches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What `campaign create` refuses is no plan: with a floor above that of cohorts nothing would be published."""
    file = weekly_file(tmp_path)
    file.write_text(file.read_text().replace("[privacy]", "[privacy]\nmin_cohort = 9999"))
    assert main(["campaign", "plan", str(file), "--donors", "20000"]) == 2
    assert f"{file}: min_cohort: is 9999, and cohorts here are sure to have " in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--rate", "headline"], ["--searches", "4"], ["--effect", "0.5"]])
def test_a_question_without_donors_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: list[str]
) -> None:
    """An option that would be ignored is refused, and the line says what is missing."""
    assert main(["campaign", "plan", str(weekly_file(tmp_path)), *option]) == 2
    assert f"{option[0]}: changes nothing without the donors; add --donors N" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--rate", "2"], "--rate: is 2; give a number above 0 and below 1"),
        (["--rate=-1e-5"], "--rate: is -1e-05; give a number above 0 and below 1"),
        (["--searches", "0"], "--searches: is 0; give a number above 0 and below 10,001"),
        (["--effect", "nan"], "--effect: is nan; give a number above 0 and below 11"),
        (["--effect", "20"], "--effect: is 20; give a share up to 1, as 0.2, or percent, as 20%"),
        (["--rate", "often"], "--rate: often is no number, no file, and none of word, headline, flu, paper, rare"),
        (["--rate", "{rates}"], "rates.csv: line 3: 'x' is no rate; give a share above 0 and below 1"),
        (["--rate", "{short}"], "--rate: there is no rate for "),
    ],
)
def test_a_question_that_makes_no_sense_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], named: str
) -> None:
    """A wrong number, an unknown word and a file with a bad line are refused with place, reason and what to do."""
    rates, short = tmp_path / "rates.csv", tmp_path / "short.csv"
    rates.write_text("keyword,rate\nflu,0.0001\nfever + child,x\n")
    short.write_text("sneeze,0.0001\n")
    filled = [text.format(rates=rates, short=short) for text in options]
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(main(["campaign", "plan", str(weekly_file(tmp_path)), "--donors", "5000", *filled]))
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert named in error
    assert error.count("\n") == 1
