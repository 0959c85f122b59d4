"""A log hashed to try an attack: nothing readable is left, and the key is in no file."""

import resource
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from pdd_papers.cli.main import main


def _hashed(log: Path, to: Path) -> tuple[pl.DataFrame, pl.DataFrame]:
    assert main(["hash-log", str(log), "--out", str(to / "h.parquet"), "--truth", str(to / "t.csv")]) == 0
    return pl.read_parquet(to / "h.parquet"), pl.read_csv(to / "t.csv", infer_schema=False)


def _words(rows: pl.DataFrame) -> pl.Series:
    return rows["query"].str.split(" ").explode()


def _in_words(hashed: pl.DataFrame, truth: pl.DataFrame) -> pl.Series:
    """Return the queries with each hash replaced by its token, in alphabetical order."""
    split = hashed.select(pl.col("query").str.split(" ").list.eval(pl.element().replace_strict(*truth, default=None)))
    return split["query"].list.join(" ", ignore_nulls=False).sort()


def _shape(rows: pl.DataFrame) -> pl.Series:
    """Return when each user searched and by how many words, without the users."""
    search = pl.format("{} {}", "time", pl.col("query").str.count_matches(" "))
    return rows.sort("time").group_by("user").agg(search.str.join(", "))["time"].sort()


def test_the_truth_fits(folder: Path) -> None:
    """Replacing each hash by its token gives the log's queries; hashes are unique, and only the owner can read the
    truth.
    """
    plain, hashed = (pl.read_parquet(folder / f"{name}.parquet") for name in ("plain", "hashed"))
    truth = pl.read_csv(folder / "truth.csv", infer_schema=False)
    assert _in_words(hashed, truth).equals(plain["query"].sort())
    assert truth["hash"].n_unique() == truth["token"].n_unique() == len(truth)
    assert (folder / "truth.csv").stat().st_mode & 0o077 == 0


def test_users_are_hashed_and_sessions_stay(folder: Path) -> None:
    """No user or word of the log is written; when somebody searched, and by how many words, is as before."""
    plain, hashed = (pl.read_parquet(folder / f"{name}.parquet") for name in ("plain", "hashed"))
    assert set(hashed["user"]).isdisjoint(plain["user"])
    assert set(_words(hashed)).isdisjoint(_words(plain))
    assert _shape(hashed).equals(_shape(plain))


def test_the_key_is_thrown_away(folder: Path, tmp_path: Path) -> None:
    """Hashing the same log again gives no common hash, because each run has its own key."""
    again, truth = _hashed(folder / "plain.parquet", tmp_path)
    before = pl.read_csv(folder / "truth.csv", infer_schema=False)
    assert set(truth["hash"]).isdisjoint(before["hash"])
    assert set(again["user"]).isdisjoint(pl.read_parquet(folder / "hashed.parquet")["user"])
    assert truth["token"].sort().equals(before["token"].sort())


def test_queries_alone_are_hashed_too(folder: Path, queries_alone: Callable[[str, Path], Path], tmp_path: Path) -> None:
    """A log of queries gives a log of hashed queries, without invented users."""
    hashed, truth = _hashed(queries_alone("plain", tmp_path / "plain.tsv"), tmp_path)
    assert hashed.columns == ["query"]
    assert _in_words(hashed, truth).equals(pl.read_parquet(folder / "plain.parquet")["query"].sort())


@pytest.mark.parametrize(("rows", "searches"), [(",2006-03-01,flu cough\n1,2006-03-01,rain\n", 1), (",,rain\n", 0)])
def test_rows_that_are_no_searches_are_told(
    rows: str, searches: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The number of rows left out and the reason are reported; a log without any row left is refused."""
    (log := tmp_path / "log.csv").write_text(f"user,time,query\n{rows}")
    out = ["--out", str(tmp_path / "h.csv"), "--truth", str(tmp_path / "t.csv")]
    assert main(["hash-log", str(log), *out]) == (0 if searches else 2)
    said = capsys.readouterr().err
    assert "rows that are left out: without user: 1" in said
    assert ("has no row that is a search" in said) == (searches == 0)
    assert len(list(tmp_path.iterdir())) == (3 if searches else 1)


@pytest.mark.parametrize("name", ["h.csv", "h.parquet"])
def test_a_full_disk_is_one_line(name: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On a full disk both files are named in one line, and nothing is left of either."""
    allowed = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, allowed[1]))
    try:
        out = ["--out", str(tmp_path / name), "--truth", str(tmp_path / "t.csv")]
        assert main(["hash-log", str(folder / "plain.parquet"), *out]) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, allowed)
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{tmp_path / name}, {tmp_path / 't.csv'}: cannot be written" in line
    assert not list(tmp_path.iterdir())
