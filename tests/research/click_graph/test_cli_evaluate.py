"""`pdd-research evaluate`, `keywords` and `ranking` on a generated log."""

import json
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import polars as pl
import pytest

from pdd_research.cli.main import main
from pdd_research.click_graph import split
from pdd_research.log_generator import Plan, write_log, write_results
from pdd_research.log_release import Parameters, read_log, write
from pdd_research.log_release.algorithms import baselines, korolova
from pdd_research.log_release.logs.result_lists import read_results

SHARE = 0.2
NAMES = {
    "ndcg@10",
    "precision@1",
    "recall@10",
    "queries_evaluated",
    "ndcg@10_all",
    "distinct_released",
    "impressions_released",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a log of 3,000 users with releases of those not held out: by korolova, of 5 users, and raw."""
    folder = tmp_path_factory.mktemp("workbench")
    write_log(Plan(3_000, 1), folder / "log.parquet")
    write_results(folder / "results.csv", 5_000)
    seen, _ = split(read_log(folder / "log.parquet").rows, SHARE)
    parameters = Parameters(d=20, K=60, b=5, b_q=10, d_c=20, b_c=5)
    write(korolova.release(seen, parameters, read_results(folder / "results.csv")), folder / "korolova")
    write(baselines.k_anonymous(seen, 5), folder / "k-anonymous")
    raw = baselines.raw(seen)
    write(replace(raw, manifest={**raw.manifest, "left_out": SHARE}), folder / "raw")
    return folder


def figures(folder: Path, release: str, capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, float]:
    given = [str(folder / release), "--log", str(folder / "log.parquet"), "--held-out", str(SHARE), *more]
    assert main(["evaluate", *given, "--json"]) == 0
    found: dict[str, float] = json.loads(capsys.readouterr().out)
    assert set(found) == NAMES
    return found


@pytest.mark.slow
def test_what_protects_more_serves_less(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Over all held-out searches raw is best and korolova worst; over each release's own queries it is the reverse."""
    raw, k, korolova = (figures(folder, release, capsys) for release in ("raw", "k-anonymous", "korolova"))
    assert raw["ndcg@10_all"] > k["ndcg@10_all"] > korolova["ndcg@10_all"] > 0
    assert raw["distinct_released"] > k["distinct_released"] > korolova["distinct_released"]
    assert korolova["ndcg@10"] > raw["ndcg@10"] > raw["ndcg@10_all"]
    assert all(0 < found[name] <= 1 for found in (raw, k, korolova) for name in ("precision@1", "recall@10"))


def test_a_backward_walk_ranks_otherwise(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A backward walk gives another ranking, and finds pages too."""
    backward = figures(folder, "raw", capsys, "--walk", "backward")
    assert 0 < backward["ndcg@10"] != figures(folder, "raw", capsys)["ndcg@10"]


def test_clicks_that_a_release_may_have_seen_are_warned_of(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Held-out clicks that a release may have seen are warned of, unless its manifest excludes these users."""
    for release, warned in (("k-anonymous", True), ("raw", False)):
        given = [str(folder / release), "--log", str(folder / "log.parquet"), "--held-out", str(SHARE)]
        assert main(["evaluate", *given]) == 0
        said = capsys.readouterr()
        assert ("does not say that it left out 0.2" in said.err) == warned
        assert "held-out searches with clicks" in said.out


def test_keywords_of_a_site(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A site's keywords are queries of its topic, however the site is written; a single page has fewer."""
    clicks = pl.read_parquet(folder / "raw" / "clicks.parquet")
    own = clicks.filter(pl.col("url").str.starts_with("http://www.fearof.com/")).sort("count")
    page = own["url"][-1]
    found = {}
    for seed in ("www.fearof.com", "http://fearof.com/", page):
        assert main(["keywords", str(folder / "raw"), "--seed", seed, "--relevance", "0.2", "--json"]) == 0
        found[seed] = json.loads(capsys.readouterr().out)
    site, spelt, one = found.values()
    assert site == spelt
    assert len(site) > 10
    assert all(row["query"].startswith("fear of ") for row in site)
    assert all(0.2 <= row["probability"] <= 1 for row in site)
    assert len(one) < len(site)
    assert main(["keywords", str(folder / "raw"), "--seed", page]) == 0
    assert capsys.readouterr().out.count("\n") <= len(one)


def test_fears_of_a_release(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A release's fears are as many as asked for, the most searched first, as JSON and in words."""
    given = ["ranking", str(folder / "raw"), "--after", "fear of", "--first", "4"]
    assert main([*given, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["count"] for row in found] == sorted((row["count"] for row in found), reverse=True)
    assert len(found) == 4
    assert main(given) == 0
    assert capsys.readouterr().out.split()[1] == found[0]["rest"].split()[0]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("evaluate", "nowhere", "--log", "LOG", "--held-out", "0.1"), "nowhere"),
        (("evaluate", "RAW", "--log", "nowhere.csv", "--held-out", "0.1"), "nowhere.csv"),
        (("evaluate", "RAW", "--log", "LOG", "--held-out", "0"), "held-out is 0"),
        (("evaluate", "RAW", "--log", "LOG", "--held-out", "1"), "held-out is 1"),
        (("evaluate", "RAW", "--log", "LOG", "--held-out", "0.1", "--min-clicks", "0"), "min-clicks is 0"),
        (("keywords", "RAW", "--seed", "no-such-site.example"), "no-such-site.example"),
        (("keywords", "RAW", "--seed", "www.fearof.com", "--relevance", "0"), "relevance is 0"),
        (("keywords", "FOLDER", "--seed", "a.org"), "has no queries.parquet"),
        (("ranking", "FOLDER", "--after", "fear of"), "has no queries.parquet"),
    ],
)
def test_wrong_use_is_one_line(
    given: tuple[str, ...], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wrong usage exits with 2 and one line that names the problem."""
    places = {"RAW": str(folder / "raw"), "LOG": str(folder / "log.parquet"), "FOLDER": str(folder)}
    assert main([places.get(word, word) for word in given]) == 2
    errors = [line for line in capsys.readouterr().err.splitlines() if "warning" not in line]
    assert len(errors) == 1
    assert said in errors[0]


@pytest.mark.parametrize("damage", ["manifest", "columns", "text"])
def test_a_damaged_release_is_named(
    damage: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A damaged release (manifest no JSON, table missing columns or unreadable) is one line with the folder."""
    release = tmp_path / "release"
    copytree(folder / "k-anonymous", release)
    if damage == "manifest":
        (release / "manifest.json").write_text("{")
    elif damage == "columns":
        pl.DataFrame({"query": ["flu"]}).write_parquet(release / "queries.parquet")
    else:
        (release / "clicks.parquet").write_text("no table")
    assert main(["ranking", str(release), "--after", "fear of"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert str(release) in line
