"""The study of what counts add, from files to table and picture: on made-up data, and on the real data if available."""

import json
import os
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from pdd_papers.cli.main import main
from tests.papers.flu import flu_series
from tests.papers.value import value_series

DATA = os.environ.get("PDD_FLU_DATA")
"""A folder with GTdata.csv and ILINet.csv, of the R package argo."""
FEW = ("--seasons", "1", "--lag", "2", "--donors", "3000", "--budget", "10", "10", "--period", "week", "--draws", "2")


def _studied(queries: Path, target: Path, out: Path, *options: str) -> int:
    return main(["value", "--queries", str(queries), "--target", str(target), "--out", str(out), *options])


def _written(folder: Path) -> tuple[Path, Path]:
    """Write a series in which counts help as both files."""
    series = value_series.series(weeks=330)
    queries, target = folder / "queries.csv", folder / "target.csv"
    rows = zip(series.weeks, series.frequencies, series.rates, strict=True)
    lines = [(f"{week}," + ",".join(map(str, each)), f"{week},{rate}") for week, each, rate in rows]
    queries.write_text("\n".join([",".join(["week", *series.queries]), *(line for line, _ in lines)]) + "\n")
    target.write_text("\n".join(["week,rate", *(line for _, line in lines)]) + "\n")
    return queries, target


@pytest.mark.slow
def test_table_and_picture_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """CSV and JSON are the same, the Markdown has a row for each campaign, and counts gain what they should.

    What is asked for twice is done once.
    """
    assert _studied(*_written(tmp_path), tmp_path / "out", *FEW, "--law", "skellam", "--share", "0.02", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    table = pl.read_csv(tmp_path / "out/value.csv")
    assert answer["table"] == table.to_dicts()
    assert (answer["seasons"], answer["queries"]) == (["2012/13"], value_series.QUERIES)
    campaigns = table.filter(pl.col("donors").is_not_null())
    assert campaigns["counts"].unique(maintain_order=True).to_list() == [
        "3,000 donors, by week, no noise",
        "3,000 donors, by week, epsilon 10, skellam",
    ]
    assert campaigns["way"].to_list() == ["counts alone", "both"] * 2
    gains = {(row["way"], row["counts"]): row["mae_gain"] for row in table.to_dicts()}
    assert gains["rates alone", None] == 0
    assert gains["both", "true frequencies"] > gains["both", "3,000 donors, by week, no noise"] > 0.2
    assert gains["ARGO", "true frequencies"] > 0.4
    assert abs(gains["both", "shuffled weeks"]) < 0.05
    lines = (tmp_path / "out/value.md").read_text().splitlines()
    assert len(lines) == 2 + 3 + 1 + 2 + 2
    assert lines[0].startswith("| estimated from | 2 weeks: MAE of counts alone | MAE | RMSE | gain in MAE |")
    assert "<svg" in (tmp_path / "out/value.svg").read_text()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--draws", "0"), "--draws: is 0; it must be from 1 to 1000"),
        (("--seasons", "0"), "--seasons: is 0"),
        (("--lag", "0"), "--lag: is 0; it must be from 1 to 8"),
        (("--lag", "9"), "--lag: is 9"),
        (("--donors", "3"), "--donors: is 3; it must be from 4 to 1000000"),
        (("--donors", "99999999999"), "--donors: is 99999999999"),
        (("--budget", "0"), "--budget: is 0; it must be from 0.1 to 100"),
        (("--budget", "nan"), "--budget: is nan"),
        (("--share", "0"), "--share: is 0.0"),
        (("--share", "0.9"), "of all searches would be for the queries"),
        (("--seed", "-1"), "a seed of -1 is none"),
        ((), "whole seasons after two years"),
    ],
)
def test_impossible_options_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], said: str
) -> None:
    """Impossible options exit with 2 and one line, and nothing is written."""
    seasons = ("--seasons", "1") if options else ()
    assert _studied(*flu_series.write(tmp_path), tmp_path / "out", *seasons, *options) == 2
    lines = capsys.readouterr().err.splitlines()
    assert said in lines[-1]
    assert lines[-1].startswith("pdd-papers: ")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["queries.csv", "target.csv"]


@pytest.mark.parametrize("options", [("--period", "month"), ("--law", "gauss"), ("--lag", "two"), ("--donors",)])
def test_wrong_usage_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    """A period or law that there is none of, and what is no number, exit with 2 and one line."""
    with pytest.raises(SystemExit, match="2"):
        _studied(*flu_series.write(tmp_path), tmp_path / "out", *options)
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_rates_that_are_no_percentages_and_an_old_folder_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rates above 100 are refused with their week, and a folder that exists before anything is estimated."""
    queries, target = flu_series.write(tmp_path)
    assert _studied(queries, target, tmp_path, "--seasons", "1") == 2
    assert "exists; give a new folder" in capsys.readouterr().err
    rows = (f"{week},{rate}\n" for week, rate in zip(flu_series.DATES, np.rint(flu_series.RATES * 90), strict=True))
    target.write_text("week,rate\n" + "".join(rows))
    assert _studied(queries, target, tmp_path / "out", "--seasons", "1") == 2
    assert "give percentages above 0 and below 100" in capsys.readouterr().err.splitlines()[-1]
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(not DATA, reason="PDD_FLU_DATA names no folder with GTdata.csv and ILINet.csv")
@pytest.mark.slow
def test_the_real_data_gives_what_the_page_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On the real data, with rates out after two weeks, all searches save 15% of the error or more, and noise less."""
    folder = Path(DATA or "")
    options = ("--lag", "2", "--donors", "100000", "--budget", "10", "--period", "week", "--law", "skellam", "--json")
    assert _studied(folder / "GTdata.csv", folder / "ILINet.csv", tmp_path / "out", *options) == 0
    found = pl.DataFrame(json.loads(capsys.readouterr().out)["table"])
    mae = {(row["way"], row["counts"]): row["mae"] for row in found.to_dicts()}
    assert mae["last value", None] > mae["rates alone", None] > mae["both", "true frequencies"] / 0.85
    assert mae["ARGO", "true frequencies"] < mae["ARGO, rates alone", None]
    noisy = mae["both", "100,000 donors, by week, epsilon 10, skellam"]
    assert mae["both", "true frequencies"] * 0.95 < noisy < mae["rates alone", None]
