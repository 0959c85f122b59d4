"""`pdd-research compare`: releases of a small generated log beside each other."""

from pathlib import Path

import polars as pl
import pytest

from pdd_research.cli.main import main
from pdd_research.log_generator import Plan, write_log, write_results
from pdd_research.markdown_tables import markdown


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a log of 1,500 users with its result lists beside it."""
    folder = tmp_path_factory.mktemp("logs")
    write_log(Plan(1_500, 3), folder / "log.parquet")
    write_results(folder / "results.csv", 500)
    return folder / "log.parquet"


def test_releases_beside_one_another(log: Path, tmp_path: Path) -> None:
    """Each release has a row, in CSV and markdown; protecting ones state it, and unprotecting ones release most."""
    asked = ["compare", str(log), "--results", str(log.with_name("results.csv")), "--epsilon", "20"]
    assert main([*asked, "--delta", "1e-4", "--most", "5", "--out", str(tmp_path / "out")]) == 0
    table = pl.read_csv(tmp_path / "out" / "comparison.csv")
    names = ["raw", "k-anonymous, k = 5", "k-anonymous, k = 10", "pool", "korolova", "set-union"]
    assert table["release"].to_list() == names
    assert table["epsilon"].to_list()[:3] == [None] * 3
    assert table["epsilon"].to_list()[3:] == pytest.approx([20.0] * 3)
    pool, korolova, union = table["delta"].to_list()[3:]
    assert (pool, union) == (0, pytest.approx(1e-4))
    assert 0 < korolova <= 1e-4  # its threshold is a whole number
    assert table["queries"][0] == table["queries"].max()
    assert table["queries"].min() > 0
    assert table["nDCG@10 of all"].is_between(0, 1).all()
    written = (tmp_path / "out" / "comparison.md").read_text().splitlines()
    assert len(written) == 2 + len(names)
    assert written[2].startswith("| raw |  |  |")


def test_tables_as_markdown() -> None:
    """Tables in markdown show decimals only for fractions, separate thousands, and leave missing values empty."""
    table = pl.DataFrame({"name": ["one", "two"], "count": [1_200, None], "share": [0.123456, 1e-6]})
    assert markdown(table).splitlines()[2:] == ["| one | 1,200 | 0.1235 |", "| two |  | 1e-06 |"]
