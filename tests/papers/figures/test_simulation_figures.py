"""`pdd-papers simulation-figures`: the PDD paper's figures, simulated again."""

from pathlib import Path

import polars as pl
import pytest

from pdd_papers.cli.main import main


@pytest.mark.slow
def test_figures_are_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each of the six figures is written as numbers and as a picture, with both protocols."""
    assert main(["simulation-figures", "--donors", "600", "--days", "25", "--runs", "1", "--out", str(tmp_path)]) == 0
    figures = [f"figure-{name}" for name in ("4", "5a", "5b", "6")]
    names = [f"{name}.{kind}" for name in (*figures, "publication", "small-servers") for kind in ("csv", "svg")]
    assert capsys.readouterr().out.split() == [str(tmp_path / name) for name in names]
    by_size = pl.read_csv(tmp_path / "figure-4.csv")
    plain, cohort = (by_size.filter(line=name).sort("group_size")["mre"] for name in ("plain", "cohort"))
    assert plain.is_sorted()
    assert cohort[0] == cohort[1] < plain.max()
    assert "<svg" in (tmp_path / "figure-6.svg").read_text()
    over_delays = pl.read_csv(tmp_path / "figure-6.csv").filter(line="plain, groups of 50").sort("delay")["confidence"]
    assert over_delays[-1] > over_delays[0]


@pytest.mark.slow
def test_publication_stands_beside_loss(tmp_path: Path) -> None:
    """`plain` publishes a night before `cohort` and loses more; from a delay of 1 on each day of delay costs a night.

    Without a delay `cohort` takes as long as with a day: too few uploads are in after one day for its window to close.
    """
    assert main(["simulation-figures", "--donors", "600", "--days", "25", "--runs", "1", "--out", str(tmp_path)]) == 0
    table = pl.read_csv(tmp_path / "publication.csv").sort("delay")
    cohort, plain = (table.filter(line=name) for name in ("cohort", "plain, groups of 10"))
    assert cohort["night"].to_list() == [4, 4, 5, 6, 7, 8]
    assert plain["night"].to_list() == [2, 3, 4, 5, 6, 7]
    assert all(ours < theirs for ours, theirs in zip(cohort["mre"], plain["mre"], strict=True))
    assert cohort["mre"].is_sorted(descending=True)
    small = pl.read_csv(tmp_path / "small-servers.csv")
    assert small["donors"].unique().sort().to_list() == [60, 200, 1000]
    assert "cohort, weekday people" in small["line"].to_list()
    assert small.filter(pl.col("line").str.starts_with("cohort"))["days_lost"].max() == 0
