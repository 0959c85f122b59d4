"""`pdd-papers release-figures`: the tables and figures of WWW '09, on a generated log."""

from pathlib import Path

import polars as pl
import pytest

from pdd_papers.cli.main import main
from pdd_papers.figures.release_figures import CAPS, COSTS, PRINTED, release_curve
from pdd_research.log_generator import Plan, write_log, write_results


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a log of 1,500 users with its result lists beside it."""
    folder = tmp_path_factory.mktemp("logs")
    write_log(Plan(1_500, 3), folder / "log.parquet")
    write_results(folder / "results.csv", 500)
    return folder / "log.parquet"


@pytest.mark.slow
def test_figures_are_drawn(log: Path, tmp_path: Path) -> None:
    """Each figure is drawn as CSV and SVG, tables as CSV and markdown; with so few users a small d releases more."""
    assert main(["release-figures", str(log), "--days", "7", "92", "--out", str(tmp_path)]) == 0
    for number in (1, 2, 3, 4):
        assert "<svg" in (tmp_path / f"figure-{number}.svg").read_text()
    shares = pl.read_csv(tmp_path / "figure-4.csv")
    assert len(shares) == 2 * len(CAPS)
    assert set(pl.read_csv(tmp_path / "figure-2.csv")["days"]) == {7}
    table = pl.read_csv(tmp_path / "tables-2-and-3.csv")
    assert len(table) == len(COSTS)
    assert table["paper_impressions_percent"].to_list() == [figure for row in PRINTED[1] for figure in row]
    found = shares.filter(days=92)["impressions_percent"]
    assert found[0] > found[-1] >= 0
    assert (tmp_path / "tables-2-and-3.md").read_text().count("\n") == 2 + len(COSTS)


def test_figure_1() -> None:
    """As in the paper, hardly any query below a frequency of 110 is released, and nearly all above 170."""
    curve = release_curve()
    assert (curve["computed"] - curve["drawn"]).abs().max() < 0.01
    assert curve.filter(pl.col("frequency") <= 110)["computed"].max() < 0.02
    assert curve.filter(pl.col("frequency") >= 175)["computed"].min() > 0.98


def test_wrong_use_is_one_line(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong usage exits with 2 and one line, and nothing is written."""
    assert main(["release-figures", str(log), "--days", "0", "--out", str(tmp_path / "out")]) == 2
    assert "--days" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
