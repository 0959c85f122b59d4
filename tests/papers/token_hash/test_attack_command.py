"""`pdd-papers token-hash` from files to report, and its errors for wrong files and options."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pdd_papers.cli.main import main
from pdd_papers.token_hash.logs.searches import read_searches

SMALL = ("--vocabulary", "200", "--first", "100")
QUICK = ("--method", "start", "--vocabulary", "200")
CYRILLIC = str.maketrans("abcdefghijklmnopqrstuvwxyz", "абвгдежзийклмнопрстуфхцчшщ")


def _attacked(hashed: Path, reference: Path, *options: str) -> int:
    return main(["token-hash", str(hashed), "--reference", str(reference), *options])


def _figures(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def _most_frequent(file: Path, count: int) -> set[str]:
    words = pl.read_parquet(file).select(word=pl.col("query").str.split(" ").explode())
    return set(words.group_by("word").len().sort("len", "word", descending=[True, False])["word"].head(count))


@pytest.mark.slow
def test_the_log_itself_as_reference_is_warned_of(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A log used as its own reference is warned of, because confidence is then too high; another log is not."""
    for reference, warned in (("plain", True), ("reference", False)):
        assert _attacked(folder / "hashed.parquet", folder / f"{reference}.parquet", *QUICK) == 0
        said = capsys.readouterr().err
        assert ("probably the hashed log itself" in said) is warned
        assert ("give another log of the same kind" in said) is warned


def test_words_are_recovered_and_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """JSON has accuracy, matchable and vocabulary; matchable words are those frequent in both logs."""
    truth = ("--truth", str(folder / "truth.csv"))
    assert _attacked(folder / "hashed.parquet", folder / "reference.parquet", *SMALL, *truth, "--json") == 0
    found = _figures(capsys)
    both = _most_frequent(folder / "plain.parquet", 200) & _most_frequent(folder / "reference.parquet", 200)
    assert found["accuracy"] >= 0.8
    assert found["matchable"] == pytest.approx(len(both), abs=2)  # words of one frequency may be in or out
    assert found["vocabulary"] == 200
    assert 0 < found["readable"] < found["searches"] == 60_000
    assert found["precision"] >= 0.9
    assert not found["found_nothing"]
    assert list(found["scripts"]) == ["LATIN", "NONE"]


def test_searches_are_read_with_what_is_known(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An attack that is sure of nothing leaves only those searches readable whose words were all known beforehand."""
    known = list(_most_frequent(folder / "plain.parquet", 50))
    truth = pl.read_csv(folder / "truth.csv", infer_schema=False)
    truth.filter(pl.col("token").is_in(known)).write_csv(tmp_path / "seeds.csv")
    asked = (*QUICK, "--seeds", str(tmp_path / "seeds.csv"), "--json")
    assert _attacked(folder / "hashed.parquet", folder / "reference.parquet", *asked) == 0
    plain = pl.read_parquet(folder / "plain.parquet")["query"]
    assert _figures(capsys)["readable"] == sum(set(query.split(" ")) <= set(known) for query in plain) > 0


@pytest.mark.slow
def test_the_report_for_people_and_its_folder(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the truth no accuracy is reported; answers have a confidence, and are right where it is high.

    A kind that was not found is in the report, too.
    """
    (tmp_path / "verbs.txt").write_text("return\nset\ncall\n")
    (tmp_path / "towns.txt").write_text("springfield\n")
    lists = [("--words", f"{kind}={tmp_path / kind}.txt") for kind in ("verbs", "towns")]
    asked = (*lists[0], *lists[1], "--out", str(tmp_path / "out"))
    assert _attacked(folder / "hashed.parquet", folder / "reference.parquet", *SMALL, *asked) == 0
    said = capsys.readouterr().out
    assert "vocabulary  200 hashes, an unknown number" in said
    assert "accuracy" not in said
    assert "verbs" in said
    report = json.loads((tmp_path / "out/report.json").read_text())
    assert report["accuracy"] is None
    assert "examples" not in report
    assert report["uncovered"] == pl.read_csv(tmp_path / "out/uncovered.csv").to_dicts()
    answers = pl.read_csv(tmp_path / "out/answers.csv", infer_schema=False)
    sure = answers.filter(pl.col("confidence").cast(float) >= 0.9)
    right = sure.join(pl.read_csv(folder / "truth.csv", infer_schema=False), on=["hash", "token"], how="semi")
    assert len(right) / len(sure) >= 0.9
    assert {"kind": "towns", "searches": 0, "sessions": 0} in report["uncovered"]
    assert f"{report['readable']} of 60000 searches can be read in whole" in said
    assert {file.name for file in tmp_path.iterdir()} == {"verbs.txt", "towns.txt", "out"}


@pytest.mark.slow
def test_examples_only_where_they_are_asked_for(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Queries in words are shown with --examples alone, and counts always."""
    (tmp_path / "verbs.txt").write_text("return\n")
    asked = (*QUICK, "--truth", str(folder / "truth.csv"), "--words", f"verbs={tmp_path / 'verbs.txt'}", "--json")
    assert _attacked(folder / "hashed.parquet", folder / "reference.parquet", *asked) == 0
    counted = _figures(capsys)
    assert _attacked(folder / "hashed.parquet", folder / "reference.parquet", *asked, "--examples") == 0
    shown = _figures(capsys)
    assert "examples" not in counted
    assert counted["uncovered"][0]["searches"] >= counted["uncovered"][0]["sessions"] > 0
    assert all("return" in query.split() for query in shown.pop("examples")["verbs"])
    assert shown == counted


@pytest.mark.slow
def test_queries_alone_are_enough(
    folder: Path, queries_alone: Callable[[str, Path], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A log without users and times is attacked too; its sessions are not counted, and the report says so."""
    (tmp_path / "verbs.txt").write_text("return\n")
    asked = (*QUICK, "--truth", str(folder / "truth.csv"), "--words", f"verbs={tmp_path / 'verbs.txt'}")
    assert _attacked(folder / "hashed.parquet", folder / "reference.parquet", *asked, "--json") == 0
    whole = _figures(capsys)
    hashed, reference = (queries_alone(log, tmp_path / f"{log}.csv") for log in ("hashed", "reference"))
    assert _attacked(hashed, reference, *asked, "--json", "--out", str(tmp_path / "out")) == 0
    alone = _figures(capsys)
    (counted,), (of_queries,) = whole.pop("uncovered"), alone.pop("uncovered")
    assert alone == whole
    assert of_queries == counted | {"sessions": None}
    assert counted["sessions"] > 0
    assert _attacked(hashed, reference, *asked) == 0
    assert "its sessions are not counted" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["log.csv", "log.parquet", "log.tsv", "headed.tsv", "log.txt"])
def test_files_of_queries_alone(name: str, tmp_path: Path) -> None:
    """Parquet and CSV with a column `query`, and one query a line with or without a header, give the same log.

    What is left out of it is counted; a tab in a .txt separates words alone.
    """
    queries = pl.DataFrame({"query": ["Flu  cough", '"fever', "", "a" * 3_000, "cough, dry"]})
    file = tmp_path / name
    tab = "\t" if name == "log.txt" else " "
    queries = queries.with_columns(pl.col("query").str.replace(", ", f",{tab}", literal=True))
    if file.suffix == ".parquet":
        queries.write_parquet(file)
    elif file.suffix == ".csv":
        queries.write_csv(file)
    else:
        file.write_text("\n".join([*(["Query"] if name == "headed.tsv" else []), *queries["query"]]) + "\n")
    found = read_searches(file)
    assert found.rows.collect().to_dict(as_series=False) == {"query": ["flu cough", "fever", "cough, dry"]}
    assert found.left_out == {"without_query": 1, "long_queries": 1}


def test_a_vocabulary_larger_than_the_log(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a vocabulary larger than the logs all words are used, and their number is reported for each."""
    for name in ("few", "other"):
        pl.read_parquet(folder / "reference.parquet").head(50).write_parquet(folder / f"{name}.parquet")
    assert _attacked(folder / "few.parquet", folder / "other.parquet", *QUICK, "--vocabulary", "9000", "--json") == 0
    said = capsys.readouterr()
    words = len(_most_frequent(folder / "few.parquet", 9000))
    assert json.loads(said.out)["vocabulary"] == words
    assert said.err.count(f"has {words} words, fewer than the 9000 asked for") == 2


def test_logs_without_a_word_in_common(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a reference in another script nothing is matchable, nothing is found, and the report names the script."""
    rows = pl.read_parquet(folder / "reference.parquet")
    foreign = rows.with_columns(pl.Series("query", [query.translate(CYRILLIC) for query in rows["query"]]))
    foreign.filter(~pl.col("query").str.contains(r"[0-9]")).sample(shuffle=True, seed=1).write_parquet(
        tmp_path / "foreign.parquet"
    )
    asked = (*QUICK, "--truth", str(folder / "truth.csv"), "--json")
    assert _attacked(folder / "hashed.parquet", tmp_path / "foreign.parquet", *asked) == 0
    said = capsys.readouterr()
    found = json.loads(said.out)
    assert (found["accuracy"], found["matchable"], found["found_nothing"]) == (None, 0, True)
    assert found["scripts"] == {"CYRILLIC": 1.0}
    assert "no hash attacked has its word in" in said.err


def _exit_code(arguments: tuple[str, ...]) -> int:
    """Return the exit code, whether the command or the parser finds the error."""
    try:
        return main(arguments)
    except SystemExit as stopped:
        return int(str(stopped.code))


ON_LOG = ("log.csv", "--reference", "log.csv", "--vocabulary", "3")
HASHING = ("hash-log", "log.csv", "--out", "new.csv")
WRONG: list[tuple[tuple[str, ...], str]] = [
    (("none.csv", "--reference", "log.csv", "--vocabulary", "9"), "none.csv"),
    (("log.csv", "--reference", "none.parquet", "--vocabulary", "9"), "none.parquet"),
    (("log.csv", "--reference", "unspaced.csv", "--vocabulary", "9"), "script without it"),
    (("log.csv", "--vocabulary", "9"), "--reference"),
    (("log.csv", "--reference", "log.csv", "--vocabulary", "1"), "--vocabulary: is 1"),
    ((*ON_LOG, "--confidence", "2"), "--confidence: is 2"),
    ((*ON_LOG, "--alpha", "0.5"), "--alpha: is nothing"),
    ((*ON_LOG, "--method", "greedy", "--alpha", "nan"), "--alpha: is nan"),
    ((*ON_LOG, "--method", "greedy", "--alpha", "2"), "is a share"),
    ((*ON_LOG, "--first", "0"), "--first: is 0; it must be above 0"),
    ((*ON_LOG, "--truth", "log.csv"), "hash and token"),
    ((*ON_LOG, "--truth", "twice.csv"), "twice.csv: has a hash with two rows"),
    ((*ON_LOG, "--seeds", "same.csv"), "same.csv: has a token with two rows"),
    ((*ON_LOG, "--truth", "other.csv"), "other.csv: has none of the 3 hashes"),
    ((*ON_LOG, "--seeds", "nothing.csv"), "nothing.csv: has none of the 3 hashes"),
    ((*ON_LOG, "--seeds", "truth.csv"), "truth.csv: has all 3 hashes"),
    ((*ON_LOG, "--truth", "truth.csv", "--seeds", "seeds.csv"), "another token for flu than truth.csv"),
    ((*ON_LOG, "--words", "a=none.txt"), "none.txt"),
    ((*ON_LOG, "--words", "a=empty.txt"), "has no words"),
    ((*ON_LOG, "--examples"), "--examples: are of the kinds"),
    ((*ON_LOG, "--out", "log.csv"), "log.csv exists"),
    ((*ON_LOG, "--out", "log.csv/out"), "--out: log.csv: File exists"),
    (HASHING, "arguments are required: --truth"),
    ((*HASHING, "--truth", "log.csv"), "--truth: log.csv exists"),
    ((*HASHING, "--truth", "./new.csv"), "--truth: new.csv is the file of --out"),
    ((*HASHING, "--truth", "truth.tsv"), "truth.tsv is no .parquet or .csv"),
    ((*HASHING, "--truth", "no/t.csv"), "--truth: no/t.csv: no is no folder to write in"),
    ((*HASHING, "--truth", "t.csv", "--method", "rank"), "unrecognized arguments: --method"),
    (("hash-log", "none.csv", "--out", "new.csv", "--truth", "t.csv"), "none.csv"),
    (("hash-log", "clicks.csv", "--out", "new.csv", "--truth", "t.csv"), "has no column"),
]
UNREADABLE = {"commas.csv": "query\nflu, cough\n", "open.csv": 'query\n"flu\n', "tabs.tsv": "flu\nflu\tcough\n"}
UNREADABLE["table.tsv"] = "query\tplace\nflu\tcough\tparis\n"
WRONG += [(("hash-log", name, "--out", "new.csv", "--truth", "t.csv"), f"{name}: a line has") for name in UNREADABLE]
FILES = UNREADABLE | {
    "log.csv": "query\nflu cough\ncough fever\n",
    "unspaced.csv": "query\n流感咳嗽\n发烧\n",
    "clicks.csv": "user,url\n1,who.int\n",
    "truth.csv": "hash,token\nflu,a\ncough,b\nfever,c\n",
    "seeds.csv": "hash,token\nflu,c\n",
    "twice.csv": "hash,token\nflu,a\nflu,b\n",
    "same.csv": "hash,token\nflu,a\ncough,a\n",
    "other.csv": "hash,token\nheadache,a\n",
    "nothing.csv": "hash,token\n",
    "empty.txt": "\n",
}


@pytest.mark.parametrize(("given", "said"), WRONG, ids=[said for _, said in WRONG])
def test_wrong_use_is_one_line(
    given: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Wrong usage exits with 2 and one line that names the problem, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    before = {file.name for file in tmp_path.iterdir()}
    assert _exit_code(given if given[0] == "hash-log" else ("token-hash", *given)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
    assert {file.name for file in tmp_path.iterdir()} == before


def test_a_list_without_a_file_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    """--words without a file after its kind is wrong usage."""
    with pytest.raises(SystemExit, match="2"):
        main(["token-hash", "log.csv", "--words", "places"])
    assert "write a kind and its file" in capsys.readouterr().err
