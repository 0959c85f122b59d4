"""A log hashed to try an attack: nothing readable is left, and the key is in no file."""

from collections.abc import Callable
from pathlib import Path

import polars as pl

from pdd_research.cli import main


def _hashed(log: Path, to: Path) -> tuple[pl.DataFrame, pl.DataFrame]:
    assert main(["attack", "hash-log", str(log), "--out", str(to / "h.parquet"), "--truth", str(to / "t.csv")]) == 0
    return pl.read_parquet(to / "h.parquet"), pl.read_csv(to / "t.csv", infer_schema=False)


def _words(rows: pl.DataFrame) -> pl.Series:
    return rows["query"].str.split(" ").explode()


def _in_words(hashed: pl.DataFrame, truth: pl.DataFrame) -> pl.Series:
    """The queries with each hash put into its token, in order of the alphabet."""
    split = hashed.select(pl.col("query").str.split(" ").list.eval(pl.element().replace_strict(*truth, default=None)))
    return split["query"].list.join(" ", ignore_nulls=False).sort()


def _shape(rows: pl.DataFrame) -> pl.Series:
    """When each user searched, and by how many words; the users left out."""
    search = pl.format("{} {}", "time", pl.col("query").str.count_matches(" "))
    return rows.sort("time").group_by("user").agg(search.str.join(", "))["time"].sort()


def test_the_truth_fits(folder: Path) -> None:
    """Each hash put into its token gives the log's queries again; no two words have one hash."""
    plain, hashed = (pl.read_parquet(folder / f"{name}.parquet") for name in ("plain", "hashed"))
    truth = pl.read_csv(folder / "truth.csv", infer_schema=False)
    assert _in_words(hashed, truth).equals(plain["query"].sort())
    assert truth["hash"].n_unique() == truth["token"].n_unique() == len(truth)


def test_users_are_hashed_and_sessions_stay(folder: Path) -> None:
    """No user or word of the log is in what is written; when somebody searched, and how many words, is as before."""
    plain, hashed = (pl.read_parquet(folder / f"{name}.parquet") for name in ("plain", "hashed"))
    assert set(hashed["user"]).isdisjoint(plain["user"])
    assert set(_words(hashed)).isdisjoint(_words(plain))
    assert _shape(hashed).equals(_shape(plain))


def test_the_key_is_thrown_away(folder: Path, tmp_path: Path) -> None:
    """The same log hashed again shares not one hash with the first time: each run has a key of its own."""
    again, truth = _hashed(folder / "plain.parquet", tmp_path)
    before = pl.read_csv(folder / "truth.csv", infer_schema=False)
    assert set(truth["hash"]).isdisjoint(before["hash"])
    assert set(again["user"]).isdisjoint(pl.read_parquet(folder / "hashed.parquet")["user"])
    assert truth["token"].sort().equals(before["token"].sort())


def test_queries_alone_are_hashed_too(folder: Path, queries_alone: Callable[[str, Path], Path], tmp_path: Path) -> None:
    """A log of queries gives a log of hashed queries, with no users made up."""
    hashed, truth = _hashed(queries_alone("plain", tmp_path / "plain.tsv"), tmp_path)
    assert hashed.columns == ["query"]
    assert _in_words(hashed, truth).equals(pl.read_parquet(folder / "plain.parquet")["query"].sort())
