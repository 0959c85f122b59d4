"""Releases that do not see the users on whom they are evaluated."""

import json
from datetime import datetime
from pathlib import Path

import polars as pl
import pytest

from pdd_research.cli.main import main
from pdd_research.click_graph import split

NOON = datetime(2006, 3, 1, 12)


def test_who_is_left_out_is_not_in_the_release(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Held-out users are not counted, the manifest says so, and an invalid share is refused."""
    schema = {"user": pl.String, "time": pl.Datetime("us"), "query": pl.String, "url": pl.String, "rank": pl.Int32}
    rows = pl.DataFrame([(f"u{n:03}", NOON, "flu", None, None) for n in range(200)], schema, orient="row")
    rows.write_parquet(log := tmp_path / "log.parquet")
    seen = split(rows.lazy(), 0.2)[0].collect()
    assert 100 < len(seen) < 200
    asked = ["release", str(log), "--algorithm", "raw", "--out", str(tmp_path / "release")]
    assert main([*asked, "--leave-out", "1.5"]) == 2
    assert "1.5" in capsys.readouterr().err
    assert main([*asked, "--leave-out", "0.2"]) == 0
    assert pl.read_parquet(tmp_path / "release" / "queries.parquet").rows() == [("flu", len(seen))]
    assert json.loads((tmp_path / "release" / "manifest.json").read_text())["left_out"] == 0.2
