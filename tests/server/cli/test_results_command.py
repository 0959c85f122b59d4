"""`pdd-server results` writes the published files, or a part of them, to standard output or a file."""

import io
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest

from pdd_server.cli import main
from pdd_server.services.results.exports import exports
from tests.server.services.results.synthetic_results import LABELS, made_up, numbers
from tests.server.simulated_server import campaign

DAYS = 5


@pytest.fixture
def data(tmp_path: Path) -> str:
    server = made_up(tmp_path, campaign(vocabulary=LABELS), DAYS)
    exports.publish(server.store, server.published)
    server.store.dispose()
    return str(server.folder.path)


@pytest.mark.parametrize("form", ["csv", "json", "parquet", "sqlite", "package"])
def test_each_form_is_the_published_file(data: str, tmp_path: Path, form: str) -> None:
    """Each form is written to a file as published, with nothing beside it."""
    out = tmp_path / "out" / "results"
    out.parent.mkdir()
    assert main(["results", "flu", "--data", data, "--format", form, "--out", str(out)]) == 0
    name = exports.PACKAGE if form == "package" else f"totals.{form}"
    assert out.read_bytes() == (Path(data) / "published" / "flu" / name).read_bytes()
    assert list(out.parent.iterdir()) == [out]


def test_a_part_is_printed(data: str, capfd: pytest.CaptureFixture[str]) -> None:
    """The command prints only the days and keywords that it is asked for."""
    part = ["--from", "2026-11-02", "--to", "2026-11-03", "--entry", "flu"]
    assert main(["results", "flu", "--data", data, "--format", "csv", *part]) == 0
    table = pd.read_csv(io.StringIO(capfd.readouterr().out))
    assert list(table.total) == [numbers(1, 0, 0), numbers(2, 0, 0)]


def test_a_series_is_printed(data: str, capfd: pytest.CaptureFixture[str]) -> None:
    """With --by, --rate or --mean the command prints a series, with the days that are missing."""
    assert main(["results", "flu", "--data", data, "--format", "csv", "--by", "week", "--entry", "flu"]) == 0
    weeks = pd.read_csv(io.StringIO(capfd.readouterr().out))
    assert list(weeks.days_missing) == [6, 3]
    assert weeks.value.isna().all()
    assert main(["results", "flu", "--data", data, "--format", "csv", "--mean", "3", "--entry", "flu"]) == 0
    means = pd.read_csv(io.StringIO(capfd.readouterr().out))
    assert means.value[0] == pytest.approx(sum(numbers(day, 0, 0) for day in range(3)) / 3)


def test_regions_and_periods_are_compared(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """--minus prints one region less another, --change a day less the one before, --stratum one region's rows."""
    server = made_up(tmp_path, campaign(vocabulary=LABELS, strata=("north", "south")), DAYS)
    server.store.dispose()

    def printed(*more: str) -> pd.DataFrame:
        common = ["results", "flu", "--data", str(server.folder.path), "--format", "csv", "--entry", "flu"]
        assert main([*common, "--stratum", "north", *more]) == 0
        return pd.read_csv(io.StringIO(capfd.readouterr().out))

    flu = LABELS.index("flu")
    north = [numbers(day, 0, flu) for day in range(DAYS)]
    assert list(printed().total) == north
    south = [numbers(day, 1, flu) for day in range(DAYS)]
    assert list(printed("--minus", "south").value) == [a - b for a, b in zip(north, south, strict=True)]
    assert list(printed("--change", "1").value) == [b - a for a, b in pairwise(north)]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--entry", "nothing"], "entry: the campaign has none"),
        (["--format", "sqlite", "--entry", "flu"], "leave out"),
        (["--format", "sqlite", "--by", "week"], "leave out"),
        (["--by", "week", "--mean", "7"], "mean is of days"),
        (["--stratum", "north"], "stratum: the campaign has none called 'north'; it has no strata"),
        (["--minus", "north", "--by", "day"], "minus: the campaign has none called 'north'; it has no strata"),
        (["--stratum", "north", "--stratum", "south"], "rows are of one stratum"),
        (["--from", "2026-11-05", "--to", "2026-11-01"], "--to: 2026-11-01 is before --from"),
    ],
)
def test_impossible_results_are_refused_in_one_line(
    data: str, capsys: pytest.CaptureFixture[str], more: list[str], said: str
) -> None:
    """An impossible request exits with 2 and one line that says what can't be given."""
    assert main(["results", "flu", "--data", data, *more]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("option", "given"), [("--change", "500"), ("--change", "0"), ("--mean", "1"), ("--mean", "x")]
)
def test_a_number_out_of_range_is_refused_with_its_range(
    data: str, capsys: pytest.CaptureFixture[str], option: str, given: str
) -> None:
    """The error says from where to where a number may be, and does not list 400 of them."""
    with pytest.raises(SystemExit, match="2"):
        main(["results", "flu", "--data", data, option, given])
    told = capsys.readouterr().err
    assert "give a number from" in told
    assert len(told) < 200
