"""`pdd-research simulate` as a researcher uses it."""

import json
from pathlib import Path

import polars as pl
import pytest

from pdd_research.cli.main import main
from pdd_shared.privacy.forecast import cohort_confidence

SMALL = ("--donors", "400", "--days", "20", "--runs", "2", "--group-size", "10")


def test_figures_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """JSON has at least confidence, mre and sd, and the requested file has every day."""
    days = tmp_path / "days.csv"
    assert main(["simulate", *SMALL, "--json", "--out", str(days)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert 0 < found["confidence"] < 1
    assert abs(found["mre"] - found["expected_mre"]) < 0.2
    assert found["sd"] > 0
    assert len(pl.read_csv(days)) == 2 * 17


def test_cohort_says_when_days_are_published(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`cohort` reports publication days as JSON, in words and for each data day; its default delay is three days."""
    more = ("--protocol", "cohort", "--donors", "300", "--days", "20", "--runs", "2")
    assert main(["simulate", *more, "--json", "--out", str(tmp_path / "days.csv")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert abs(found["mre"] - found["expected_mre"]) < 0.02
    assert found["nights"] == {"median": 6, "p90": 6}
    assert (found["days_lost"], found["days_dropped"]) == (0, 0)
    assert 1 < found["noise_sd"]["mean"] <= found["noise_sd"]["most"] < 2
    days = pl.read_csv(tmp_path / "days.csv")
    assert days["night"].to_list() == [6] * 40
    assert days["cohorts"].to_list() == [1] * 40
    assert main(["simulate", *more]) == 0
    assert "after night 6 (median), nine in ten by night 6" in capsys.readouterr().out


def test_days_that_are_never_published(capsys: pytest.CaptureFixture[str]) -> None:
    """If hardly anybody is active, all days are lost, and neither a night nor noise is reported."""
    never = ("--protocol", "cohort", "--donors", "10", "--days", "9", "--runs", "2", "--activity", "0.01")
    assert main(["simulate", *never, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["nights"] == {"median": None, "p90": None}
    assert (found["days_lost"], found["days_dropped"], found["expected_mre"]) == (9, 0, None)
    assert main(["simulate", *never]) == 0
    assert "9.00 of 9" in capsys.readouterr().out


def test_windows_that_wait_have_no_closed_form(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a delay fewer donors are lost than stay away the next day, since windows wait for nine in ten."""
    assert main(["simulate", "--protocol", "cohort", "--delay", "0", "--donors", "300", "--days", "20", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["expected_mre"] is None
    assert found["mre"] < 1 - cohort_confidence(0)


def test_errors_of_queries_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With queries and noise, the text says how far counts and frequencies are off."""
    (queries := tmp_path / "queries.csv").write_text("flu,3\ncough,1\n")
    more = ("--queries", str(queries), "--epsilon-per-day", "1", "--max-searches", "5", "--max-hits", "5")
    assert main(["simulate", *SMALL, *more]) == 0
    shown = capsys.readouterr().out
    assert "confidence" in shown
    assert "frequencies off by" in shown


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--days", "2"), "no day's windows are over"),
        (("--donors", "0"), "donors is 0"),
        (("--runs", "0"), "--runs"),
        (("--seed", "-3"), "seed of -3"),
        (("--queries", "nowhere.csv"), "nowhere.csv"),
        (("--epsilon-per-day", "1"), "--max-searches"),
        (("--epsilon-per-day", "1", "--max-searches", "5"), "--max-hits: is missing"),
        (("--protocol", "cohort", "--delay", "7"), "delay is 7"),
        (("--activity", "1"), "mean activity"),
    ],
)
def test_wrong_use_is_one_line(given: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong usage exits with 2 and one line that names the problem."""
    assert main(["simulate", *given]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


@pytest.mark.parametrize("text", ["", "a,b\n", "flu,-1\n", "flu,0\n", "flu,nan\n"])
def test_a_bad_file_of_queries_is_named(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of queries that is empty, without numbers, negative or all zero is refused by name."""
    (file := tmp_path / "queries.csv").write_text(text)
    assert main(["simulate", *SMALL, "--queries", str(file)]) == 2
    assert str(file) in capsys.readouterr().err
