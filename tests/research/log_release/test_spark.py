"""Releases on Spark in local mode: the same counts as on one machine before noise, and the same law after it."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy import stats

from pdd_research.cli.main import main
from pdd_research.log_generator import Activity, Plan, write_log
from pdd_research.log_release.algorithms import korolova
from pdd_research.log_release.algorithms.korolova_accounting import Parameters, optimal
from pdd_research.log_release.algorithms.set_union import united
from pdd_research.log_release.algorithms.set_union_accounting import plan
from pdd_research.log_release.logs.activity import Local
from pdd_research.log_release.logs.log import read_log

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("pyspark") is None, reason="pyspark is not installed: pdd-research[spark]"),
    pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java to run Spark on"),
    pytest.mark.filterwarnings("ignore"),
]

NOON = datetime(2006, 3, 1, 12)


@pytest.fixture(scope="module", autouse=True)
def _session() -> Iterator[None]:
    """Start Spark for the first test, and stop it after the last."""
    yield
    from pyspark.sql import SparkSession

    if (active := SparkSession.getActiveSession()) is not None:
        active.stop()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a generated log with rows of all faults, scattered users, and times running backwards."""
    file = tmp_path_factory.mktemp("spark") / "log.csv"
    write_log(Plan(400, 5, Activity(days=10)), file)
    lines = file.read_text().splitlines()
    head, rows = lines[0], lines[1:]
    wrong = [",2006-03-01T12:00:00,flu,,", "a,,flu,,", "a,noon,flu,,", "a,2006-03-01T12:00:00,,,"]
    wrong += ["a,2006-03-01T12:00:00,flu,no url,1", 'a,2006-03-01T12:00:00,"Flu  ""SHOT""",x.example,1']
    wrong += [f"a,2006-03-01T12:00:00,{'x' * 3_000},,", "a,2006-03-01T11:00:00,\u00c9T\u00c9\u00a0 nice,y.example,2"]
    file.write_text("\n".join([head, *rows[1_000:], *wrong, *rows[:1_000]]) + "\n")
    return file


def by_name(items: pl.DataFrame) -> dict[tuple[str, ...], int]:
    return {tuple(row[:-1]): row[-1] for row in items.rows()}


@pytest.mark.parametrize("ending", [".csv", ".parquet", ".tsv"])
def test_the_same_log_is_read(file: Path, ending: str, tmp_path: Path) -> None:
    """Spark reads as many users, the same faults and exactly the same counts before noise, in every form."""
    from pdd_research.log_release.logs.spark_log import read_log_on_spark

    if ending == ".parquet":
        read_log(file).written.collect().write_parquet(file := tmp_path / "log.parquet")
    elif ending == ".tsv":
        write_log(Plan(300, 6, Activity(days=10)), file := tmp_path / "log.tsv")
    here, there = read_log(file), read_log_on_spark(file)
    # Disorder is counted user by user there, and between neighbouring rows here.
    assert (there.users, replace(there.faults, out_of_order=0)) == (here.users, replace(here.faults, out_of_order=0))
    assert there.faults.out_of_order >= here.faults.out_of_order
    local = Local(here.written)
    for most in (1, 7):
        assert by_name(there.written.searches(most).items) == by_name(local.searches(most).items)
        assert by_name(there.written.clicks(most).items) == by_name(local.clicks(most).items)
    chosen = local.searches(7).items.sort("count", "query")["query"].tail(30)
    found = by_name(there.written.clicks(3, chosen).items)
    assert found == by_name(local.clicks(3, chosen).items)
    assert found


def test_weights_are_the_same(file: Path) -> None:
    """Weights are the same in the first round, and after some queries are dropped and others emphasised."""
    from pdd_research.log_release.logs.spark_log import read_log_on_spark

    here, there = Local(read_log(file).written).searches(7), read_log_on_spark(file).written.searches(7)
    for classes in (1, 5):
        weights = []
        for found in (here, there):
            names = found.items["query"]
            emphasis = np.array([1 if classes == 1 else [0, 1, 2, 4, 8][len(name) % 5] for name in names])
            weights.append(dict(zip(names, found.weights(emphasis).tolist(), strict=True)))
        assert weights[0] == weights[1]


def many_small_logs(file: Path, copies: int) -> Path:
    """Return the same small log many times, with users and queries of its own, so that one run is many."""
    searches = [(user, query) for query in range(3) for user in range(8 - 2 * query)]
    rows = [(f"{n} {user}", NOON + timedelta(seconds=q), f"{n} {q}") for n in range(copies) for user, q in searches]
    pl.DataFrame(rows, schema=["user", "time", "query"], orient="row").write_parquet(file)
    return file


@pytest.mark.parametrize("algorithm", ["korolova", "set-union"])
def test_releases_have_the_same_law(algorithm: str, tmp_path: Path) -> None:
    """Of 3,000 copies of a small log the same sets are released on Spark and here, by a chi-square test."""
    from pdd_research.log_release.logs.spark_log import read_log_on_spark

    file, found = many_small_logs(tmp_path / "log.parquet", 3_000), []
    parameters, union = Parameters(3, *optimal(3.0, 0.2, 3)), plan(3.0, 0.2, 3)
    for activity in (Local(read_log(file).written), read_log_on_spark(file).written):
        searched = activity.searches(3)
        out = korolova.chosen(searched, parameters) if algorithm == "korolova" else united(searched, union)
        names = searched.items.filter(pl.Series(out))["query"].str.split(" ")
        queries = pl.DataFrame({"copy": names.list.get(0), "query": names.list.get(1)})
        sets = queries.group_by("copy").agg(pl.col("query").sort().str.join())
        seen = sets["query"].value_counts()
        found.append({**dict(seen.rows()), "": 3_000 - len(sets)})
    outcomes = [name for name in {*found[0], *found[1]} if found[0].get(name, 0) + found[1].get(name, 0) > 9]
    assert len(outcomes) > 2
    table = [[one.get(name, 0) for name in outcomes] for one in found]
    assert stats.chi2_contingency(table).pvalue > 1e-6


def test_from_the_command_line(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A release on Spark with URLs works and reports the log's faults, and what Spark does not run is refused."""
    asked = ["release", str(file), "--engine", "spark", "--epsilon", "400", "--delta", "0.2", "--max-queries", "5"]
    out = ["--out", str(tmp_path / "release")]
    assert main([*asked, "--algorithm", "set-union", "--max-clicks", "5", "--select-urls", *out]) == 0
    assert "long queries: 1" in capsys.readouterr().err
    assert len(pl.read_parquet(tmp_path / "release" / "queries.parquet")) > 0
    assert main([*asked, "--algorithm", "k-anonymous", "--out", str(tmp_path / "other")]) == 2
    assert "korolova and set-union" in capsys.readouterr().err


def test_others_count_for_the_same_in_a_folder(tmp_path: Path) -> None:
    """Others' items are unaffected by one user's rows, in a larger file of their own or among others', with ties."""
    from pdd_research.log_release.logs.spark_log import read_log_on_spark

    head, found = "user,time,query,url", []
    parts = [[f"a,2006-03-01 10:00:00,{query},x.example" for query in queries] for queries in ("cd", "ba")]
    ones = ['u,01/03/2006 10:00,"mine,'] * 500 + ["u,2006-03-01,mine,"]
    for extra in ([], [ones], [[*ones, *parts[0]]]):
        folder = tmp_path / f"logs-{len(found)}"
        folder.mkdir()
        written = [parts[1], *extra] if extra and extra[0] is not ones else [*parts, *extra]
        for number, lines in enumerate(reversed(written)):
            (folder / f"{number}.csv").write_text("\n".join([head, *lines]) + "\n")
        log = read_log_on_spark(folder).written
        both = [by_name(log.searches(2).items), by_name(log.clicks(2).items)]
        found.append([{name: n for name, n in items.items() if name[0] != "mine"} for items in both])
    assert found[0] == [{("a",): 1, ("b",): 1}, {("a", "x.example"): 1, ("b", "x.example"): 1}]
    assert found[1:] == found[:1] * 2
