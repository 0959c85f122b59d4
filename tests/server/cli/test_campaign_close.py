"""`pdd-server campaign close --end` ends a campaign sooner, as the page does."""

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from pdd_server.cli import main
from pdd_server.services.ledger.ledger_file import LedgerFile
from tests.server.services.campaigns.test_campaign_files import GOOD
from tests.server.services.campaigns.test_weekly_terms import WEEKLY

PLAIN = ("--protocol", "plain", "--group-size", "3", "--min-group", "3", "--delay", "0")


@pytest.fixture
def there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[str, ...]:
    """Return the options for a data folder with one campaign and a clock of its own."""
    (tmp_path / "flu.toml").write_text(GOOD)
    (tmp_path / "now").write_text("2026-11-20T09:00:00+00:00")
    assert main(["init", "--data", str(tmp_path / "data"), *PLAIN]) == 0
    options = ("--data", str(tmp_path / "data"), "--rehearsal-clock", str(tmp_path / "now"))
    assert main(["campaign", "create", str(tmp_path / "flu.toml"), "--accept-error", *options]) == 0
    capsys.readouterr()
    return options


def test_a_campaign_ends_sooner(there: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """The last day moves forward, donors read it, and the public files state it."""
    assert main(["campaign", "close", "winter-flu", "--end", "2026-12-01", *there]) == 0
    assert capsys.readouterr().out == "winter-flu: ends on 2026-12-01\n"
    assert main(["campaign", "show", "winter-flu", *there]) == 0
    assert '"end": "2026-12-01"' in capsys.readouterr().out
    with closing(sqlite3.connect(Path(there[1]) / "published" / "winter-flu" / "totals.sqlite")) as published:
        assert published.execute('SELECT "end" FROM campaign').fetchall() == [("2026-12-01",)]


def test_changes_are_in_the_ledger_at_once(there: tuple[str, ...]) -> None:
    """A campaign that is made, appended to or closed by a command is in the ledger before the next nightly run."""
    ledger = LedgerFile(Path(there[1]) / "published" / "ledger.jsonl", b"")
    assert ledger.read().campaigns["winter-flu"].closed is None
    assert main(["campaign", "append", "winter-flu", "sneezing", *there]) == 0
    assert "sneezing" in ledger.read().campaigns["winter-flu"].text
    assert main(["campaign", "close", "winter-flu", *there]) == 0
    assert ledger.read().campaigns["winter-flu"].closed == date(2026, 11, 20)


def test_a_ledger_that_can_not_be_written_keeps_no_change_back(
    there: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    """A campaign is closed although the ledger can't be written. The log says that the ledger waits."""
    ledger = Path(there[1]) / "published" / "ledger.jsonl"
    ledger.unlink()
    ledger.mkdir()
    assert main(["campaign", "close", "winter-flu", *there]) == 0
    assert "the ledger waits for the nightly run" in caplog.text


@pytest.mark.parametrize("day", ["2026-11-01", "2036-01-01", "soon"])
def test_no_other_day_is_taken(there: tuple[str, ...], capsys: pytest.CaptureFixture[str], day: str) -> None:
    """A past day, a later day and a text that is no day are refused in one line, and the campaign stays as it is."""
    before = main(["campaign", "show", "winter-flu", *there]), capsys.readouterr().out
    try:
        code = main(["campaign", "close", "winter-flu", "--end", day, *there])
    except SystemExit as stopped:
        code = int(str(stopped.code))
    refused = capsys.readouterr()
    assert code != 0
    assert (refused.out, refused.err.count("\n")) == ("", 1)
    assert (main(["campaign", "show", "winter-flu", *there]), capsys.readouterr().out) == before


def test_a_weekly_campaign_ends_sooner_on_a_sunday(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A weekly campaign's creation says for how many weeks its budget is; its new last day is a Sunday."""
    (tmp_path / "flu.toml").write_text(WEEKLY)
    (tmp_path / "now").write_text("2026-11-20T09:00:00+00:00")
    assert main(["init", "--data", str(tmp_path / "data")]) == 0
    options = ("--data", str(tmp_path / "data"), "--rehearsal-clock", str(tmp_path / "now"))
    assert main(["campaign", "create", str(tmp_path / "flu.toml"), "--accept-error", *options]) == 0
    assert "for all 19 weeks" in capsys.readouterr().out
    assert main(["campaign", "close", "winter-flu", "--end", "2026-12-01", *options]) != 0
    refused = capsys.readouterr().err
    assert "2026-12-01 is no Sunday, the last day of a week; set it to 2026-11-29 or 2026-12-06" in refused
    assert main(["campaign", "close", "winter-flu", "--end", "2026-12-06", *options]) == 0
