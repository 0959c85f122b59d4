"""Releases of whole logs: what they contain and never contain, and the claim tried on the real algorithm."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import polars as pl
import pytest
from scipy import stats

from pdd_research.cli.main import main
from pdd_research.errors import ParameterError
from pdd_research.log_release.algorithms import baselines, korolova
from pdd_research.log_release.algorithms.korolova_accounting import Parameters, guarantee
from pdd_research.log_release.logs.log import COLUMNS
from pdd_research.log_release.release import Release, write

NOON = datetime(2006, 3, 1, 12)
HEAD, TAIL = 400, 30
"""How many users search "flu", and how many something of their own."""


def a_log() -> pl.DataFrame:
    """Return a log in which many search "flu", half of whom click on its first result, and some search unique
    queries.
    """
    common = [(f"u{n}", NOON, "flu", "cdc.gov" if n % 2 else "my-own-page.example", 1) for n in range(HEAD)]
    rare = [(f"u{n}", NOON + timedelta(hours=1), f"secret of {n}", "private.example", 1) for n in range(TAIL)]
    return pl.DataFrame(common + rare, schema=dict(COLUMNS), orient="row")


def searched(queries: int, users: int) -> pl.LazyFrame:
    """Return so many queries, each searched once by as many users of its own: so many runs of a log of one query."""
    of_each = [(f"{query}.{user}", NOON, str(query), None, None) for query in range(queries) for user in range(users)]
    return pl.LazyFrame(of_each, schema=dict(COLUMNS), orient="row")


RESULTS = pl.DataFrame({"query": ["flu", "flu", "cold"], "url": ["cdc.gov", "flu.gov", "nhs.uk"]})
PARAMETERS = Parameters(d=2, K=40, b=2, b_q=2, d_c=1, b_c=2)


def test_the_head_is_released_and_the_tail_is_not() -> None:
    """Of the queries only "flu" is released, its count about right, with clicks on each public result and no URL of
    the log.
    """
    found = korolova.release(a_log().lazy(), PARAMETERS, RESULTS)
    assert found.queries["query"].to_list() == ["flu"]
    assert abs(found.queries["count"][0] - HEAD) < 60
    assert found.clicks.select("query", "url").rows() == [("flu", "cdc.gov"), ("flu", "flu.gov")]
    assert abs(found.clicks["count"][0] - HEAD // 2) < 60
    assert abs(found.clicks["count"][1]) < 60
    assert found.manifest["epsilon"] == pytest.approx(guarantee(PARAMETERS).epsilon)


def test_counts_are_fresh_noise() -> None:
    """A released query at the threshold is counted too low as often as too high, so its count has fresh noise."""
    counts = korolova.release(searched(1_000, users=40), PARAMETERS).queries["count"].to_list()
    assert len(counts) > 250
    below, above = sum(n < 40 for n in counts), sum(n > 40 for n in counts)
    assert stats.binomtest(below, below + above).pvalue > 1e-6


@pytest.mark.parametrize(("threshold", "holds"), [(6, True), (2, False)])
def test_a_users_own_query_comes_out_as_rarely_as_claimed(threshold: int, holds: bool) -> None:
    """A query of a single user is released with probability at most delta.

    In 2,000 runs. A selection with a threshold that is too low for its claim is found out by as many.
    """
    claimed = guarantee(Parameters(d=2, K=6, b=2)).delta
    runs = 2_000
    released = len(korolova.release(searched(runs, users=1), Parameters(d=2, K=threshold, b=2)).queries)
    assert (stats.binomtest(released, runs, claimed, alternative="greater").pvalue > 1e-6) == holds


def test_without_scales_there_are_no_counts() -> None:
    """Without scales only queries are selected, without counts and clicks, at a lower cost."""
    found = korolova.release(a_log().lazy(), Parameters(d=2, K=40, b=2), RESULTS)
    assert found.queries.rows() == [("flu", None)]
    assert len(found.clicks) == 0
    assert found.manifest["epsilon"] == 1.0


def test_the_manifest_says_nothing_of_the_log() -> None:
    """The manifest is the same whatever the log contains."""
    whole = korolova.release(a_log().lazy(), PARAMETERS).manifest
    assert korolova.release(a_log().head(3).lazy(), PARAMETERS).manifest == whole


def test_baselines_are_exact_and_say_that_they_protect_nobody() -> None:
    """Baselines release every query and click, or those of k users, with a manifest that claims nothing."""
    everything = baselines.raw(a_log().lazy())
    assert len(everything.queries) == 1 + TAIL
    assert everything.queries.filter(query="flu")["count"].item() == HEAD
    kept = baselines.k_anonymous(a_log().lazy(), 5)
    assert kept.queries.rows() == [("flu", HEAD)]
    assert kept.clicks.sort("url").rows() == [("flu", "cdc.gov", HEAD // 2), ("flu", "my-own-page.example", HEAD // 2)]
    assert kept.manifest["epsilon"] is None
    with pytest.raises(ParameterError):
        baselines.k_anonymous(a_log().lazy(), 0)


def test_a_release_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """If writing fails there is no folder, and an existing one is unchanged."""
    good = baselines.raw(a_log().lazy())
    bad = Release(good.queries, good.clicks, {"not": {"json": object()}})
    with pytest.raises(TypeError):
        write(bad, tmp_path / "release")
    assert list(tmp_path.iterdir()) == []
    write(good, tmp_path / "release")
    with pytest.raises(ParameterError, match="exists"):
        write(good, tmp_path / "release")
    assert {file.name for file in (tmp_path / "release").iterdir()} == {
        "queries.parquet",
        "clicks.parquet",
        "manifest.json",
    }


@pytest.mark.parametrize("algorithm", ["korolova", "set-union"])
def test_releasing_from_the_command_line(algorithm: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From the command line a log's file becomes a release of the requested cost; faults go to the terminal alone."""
    log, results, out = tmp_path / "log.csv", tmp_path / "results.csv", tmp_path / "release"
    a_log().write_csv(log)
    with log.open("a") as file:
        file.write(",2006-03-01T12:00:00.000000,flu,,\n")
    RESULTS.write_csv(results)
    asked = ["--epsilon", "4", "--delta", "0.000001", "--max-queries", "2", "--max-clicks", "1"]
    asked += ["--algorithm", algorithm]
    assert main(["release", str(log), *asked, "--results", str(results), "--out", str(out)]) == 0
    said = capsys.readouterr()
    assert "without user: 1" in said.err
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["epsilon"] == pytest.approx(4)
    assert manifest["delta"] == pytest.approx(1e-6)
    assert "faults" not in manifest
    assert pl.read_parquet(out / "queries.parquet")["query"].to_list() == ["flu"]
    assert len(pl.read_parquet(out / "clicks.parquet")) == 2


@pytest.mark.parametrize("algorithm", ["korolova", "set-union"])
def test_urls_from_the_log(algorithm: str, tmp_path: Path) -> None:
    """URLs from the log are selected within the total cost: those with many clicks are released, a single user's
    are not.
    """
    a_log().write_csv(tmp_path / "log.csv")
    asked = ["--epsilon", "8", "--delta", "0.000001", "--max-queries", "2", "--max-clicks", "2", "--select-urls"]
    out = ["--algorithm", algorithm, "--out", str(tmp_path / "release")]
    assert main(["release", str(tmp_path / "log.csv"), *asked, *out]) == 0
    manifest = json.loads((tmp_path / "release" / "manifest.json").read_text())
    assert manifest["epsilon"] == pytest.approx(8)
    assert manifest["delta"] == pytest.approx(1e-6)
    assert manifest["urls"]["epsilon"] > 0
    clicks = pl.read_parquet(tmp_path / "release" / "clicks.parquet")
    assert clicks.select("query", "url").rows() == [("flu", "cdc.gov"), ("flu", "my-own-page.example")]
    assert abs(clicks["count"][0] - HEAD // 2) < 60


def test_a_delta_too_large_for_the_log_is_warned_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A delta of one in the number of users or more is warned of, and the release is made."""
    a_log().write_csv(tmp_path / "log.csv")
    asked = ["--epsilon", "4", "--delta", "0.01", "--max-queries", "2", "--out", str(tmp_path / "release")]
    assert main(["release", str(tmp_path / "log.csv"), *asked]) == 0
    assert "not below one in the 400 users" in capsys.readouterr().err


def test_explaining_a_file_of_parameters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of parameters is explained as JSON with at least K, b, epsilon and delta, and as the text of table 1."""
    (file := tmp_path / "parameters.toml").write_text("d = 20\nK = 140\nb = 8.69\nb_q = 40\n")
    assert main(["release", "explain", "--parameters", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["K"], found["b"]) == (140, 8.69)
    assert found["epsilon"] == pytest.approx(20 / 8.69 + 0.5)
    assert main(["release", "explain"]) == 0
    assert "1264.49    69.49" in capsys.readouterr().out


def test_the_lowest_threshold_is_for_whom_asks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The paper's threshold and delta are used unless `--tight` is given; the manifest then states a valid delta."""
    costs = ["--epsilon", "2.302585092994046", "--delta", "1e-5", "--max-queries", "20"]
    for more, threshold in (([], 140), (["--tight"], 121)):
        assert main(["release", "explain", *costs, *more, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (round(found["K"]), found["tight"]) == (threshold, bool(more))
        assert 0.9e-5 < found["delta"] <= 1e-5 * (1 + 1e-9)
    (log := tmp_path / "log.csv").write_text("user,time,query\na,2006-03-01,flu\n")
    asked = [*costs, "--split", "1,0,0", "--tight", "--out", str(tmp_path / "release")]
    assert main(["release", str(log), *asked]) == 0
    manifest = json.loads((tmp_path / "release" / "manifest.json").read_text())
    assert (manifest["parameters"]["threshold"], manifest["parameters"]["tight"]) == (121, True)
    assert manifest["delta"] <= 1e-5
    assert "A lower threshold" in manifest["theorem"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["nowhere.csv", "--epsilon", "1", "--delta", "0.1", "--max-queries", "1", "--out", "o"], "nowhere.csv"),
        (["LOG"], "--out"),
        (["LOG", "--out", "o"], "--epsilon"),
        (["LOG", "--epsilon", "0", "--delta", "0.1", "--max-queries", "1", "--out", "o"], "epsilon is 0"),
        (["LOG", "--epsilon", "1", "--delta", "0.1", "--max-queries", "0", "--out", "o"], "d is 0"),
        (
            ["LOG", "--epsilon", "1", "--delta", "0.1", "--max-queries", "1", "--max-clicks", "3", "--out", "o"],
            "--results",
        ),
        (["LOG", "--parameters", "none.toml", "--out", "o"], "none.toml"),
        (
            ["LOG", "--epsilon", "1", "--delta", "0.1", "--max-queries", "1", "--select-urls", "--out", "o"],
            "--max-clicks",
        ),
        (["LOG", "--parameters", "none.toml", "--select-urls", "--out", "o"], "--select-urls"),
        (["LOG", "--engine", "spark", "--leave-out", "0.1", "--parameters", "PARAMETERS", "--out", "o"], "--leave-out"),
        (["explain", "--epsilon", "0"], "epsilon is 0"),
    ],
)
def test_wrong_use_is_one_line(
    given: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wrong usage exits with 2 and one line that names the problem, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    a_log().write_csv(tmp_path / "LOG.csv")
    (tmp_path / "PARAMETERS").write_text("d = 1\nK = 9\nb = 1")
    assert main(["release", *("LOG.csv" if word == "LOG" else word for word in given)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
    assert {file.name for file in tmp_path.iterdir()} == {"LOG.csv", "PARAMETERS"}


@pytest.mark.parametrize(
    "text", ["d = 5\nb = 2", "d = 5.5\nK = 30\nb = 2", "d = 5\nK = 30\nb = 2\ne = 1", "d =", "d = 9\nK = 3\nb = 1"]
)
def test_a_bad_file_of_parameters_is_named(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong file of parameters is named, with the key if there is one."""
    (file := tmp_path / "parameters.toml").write_text(text)
    assert main(["release", "explain", "--parameters", str(file)]) == 2
    assert str(file) in capsys.readouterr().err


def test_a_folder_that_is_there_is_refused_before_the_log_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An existing folder is refused before the log, which is unreadable here, is read, and nothing is left."""
    (log := tmp_path / "log.csv").write_text("no,log\n")
    for out, said in ((tmp_path, f"--out: {tmp_path} exists"), (tmp_path / "out", f"{log}: ")):
        assert main(["release", str(log), "--algorithm", "raw", "--out", str(out)]) == 2
        assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [log]
