"""`pdd-server results` writes the published files, or a part of them, to standard output or a file."""

import io
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


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--entry", "nothing"], "entry: the campaign has none"),
        (["--format", "sqlite", "--entry", "flu"], "leave out"),
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
