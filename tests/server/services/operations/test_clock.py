"""The rehearsal clock."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pdd_server.clock import rehearsal_clock, system_clock
from pdd_server.errors import SetupError


def test_rehearsal_clock_reads_its_file_at_each_use(tmp_path: Path) -> None:
    """The rehearsal clock is what its file says at each use, converted to UTC."""
    file = tmp_path / "now"
    clock = rehearsal_clock(file)
    for text, hour in (("2026-11-20T03:00:00+01:00\n", 2), ("2026-11-20T05:00:00Z", 5)):
        file.write_text(text)
        assert clock() == datetime(2026, 11, 20, hour, tzinfo=UTC)


@pytest.mark.parametrize("text", [None, "", "soon", "2026-11-20T03:00:00", "2026-02-30T03:00:00Z"])
def test_bad_rehearsal_clock_is_named(tmp_path: Path, text: str | None) -> None:
    """A clock file that is missing, holds no time, has no offset or an impossible date is refused by name."""
    file = tmp_path / "now"
    if text is not None:
        file.write_text(text)
    with pytest.raises(SetupError, match=r"now: .*write a time such as"):
        rehearsal_clock(file)()


def test_system_clock_is_aware() -> None:
    """The system clock's time has an offset, that of UTC."""
    assert system_clock().utcoffset() == timedelta(0)
