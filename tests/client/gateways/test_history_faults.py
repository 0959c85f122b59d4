import os
import shutil
import tempfile
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_client.core.visits import HistoryFile, UnreadHistory
from pdd_client.gateways.browser_history import history_copy
from pdd_client.gateways.browser_history import read_visits as browser_history
from pdd_client.gateways.browser_history.history_copy import UnreadableHistory
from pdd_client.gateways.browser_history.read_visits import read_all, read_visits
from scripts.rehearsal.history_writer import WRITERS, alter, searches, write_chrome, write_firefox

SEARCH = "https://www.google.com/search?q=flu"

every_kind = pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
read = partial(read_visits, since=None, until=None, hints=("google.",))


def make_faults(folder: Path) -> dict[str, str]:
    """Return a function that writes a file for each fault and returns their names with the expected reasons."""
    write_chrome(folder / "good", searches(2))
    whole = (folder / "good").read_bytes()
    (folder / "text").write_text("These are no searches.")
    (folder / "empty").touch()
    (folder / "cut").write_bytes(whole[: len(whole) // 2])
    (folder / "scribbled").write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe")
    alter(folder / "unknown", "CREATE TABLE urls (id INTEGER, url TEXT)", "CREATE TABLE visits (place INTEGER)")
    alter(folder / "no tables", "CREATE TABLE gone (id INTEGER)", "DROP TABLE gone")
    return {
        "text": history_copy.NOT_A_DATABASE,
        "empty": history_copy.EMPTY,
        "cut": history_copy.DAMAGED,
        "scribbled": history_copy.DAMAGED,
        "folder": history_copy.NOT_A_FILE,
        "pipe": history_copy.NOT_A_FILE,
        "unknown": browser_history.UNKNOWN_KIND,
        "no tables": browser_history.UNKNOWN_KIND,
        "missing": history_copy.NOT_FOUND,
    }


def test_bad_files_are_named_and_the_others_read(tmp_path, monkeypatch):
    """Each bad file is left out with its own reason, good ones are read, and no copy is left."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    reasons = make_faults(tmp_path)
    write_firefox(tmp_path / "also good", searches(2, datetime(2026, 11, 20, 12, 0, 30, tzinfo=UTC)))
    files = [HistoryFile(tmp_path / name) for name in ("also good", *reasons)] + [
        HistoryFile(tmp_path / "good", "edge")
    ]
    visits, unread = read_all(files, since=None, until=None, hints=["google."])
    assert unread == [UnreadHistory(tmp_path / name, reason) for name, reason in reasons.items()]
    assert [visit.browser for visit in visits] == ["edge", "firefox", "edge", "firefox"]
    assert list((tmp_path / "temporary").iterdir()) == []


@every_kind
@settings(max_examples=30)
@given(data=st.data())
def test_a_file_cut_short_is_never_read_in_part(write, data, tmp_path_factory):
    """A database cut anywhere is refused, and never read with fewer visits."""
    file = tmp_path_factory.mktemp("cut") / "h"
    write(file, searches(3))
    length = data.draw(st.integers(16, file.stat().st_size - 1))
    os.truncate(file, length)
    with pytest.raises(UnreadableHistory, match="cut short or damaged"):
        read(file)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path):
    """A file that this user may not read is refused for that reason."""
    write_chrome(tmp_path / "h", searches(1))
    (tmp_path / "h").chmod(0)
    with pytest.raises(UnreadableHistory, match="permission"):
        read(tmp_path / "h")


class SharingViolation(PermissionError):
    winerror = 32


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (PermissionError(13, "Permission denied"), "cannot be read: permission"),
        (SharingViolation(13, "used by another process"), "locked"),
        (OSError(5, "Input/output error"), "cannot be read: Input/output error"),
    ],
)
def test_what_the_system_refuses(tmp_path, monkeypatch, error, reason):
    """A refusal of the operating system has a plain reason: macOS privacy, Windows sharing, a bad disk."""
    write_chrome(tmp_path / "h", searches(1))

    def refuse(source, target):
        raise error

    monkeypatch.setattr(shutil, "copyfile", refuse)
    with pytest.raises(UnreadableHistory, match=reason):
        read(tmp_path / "h")


def test_a_fault_says_nothing_of_what_is_in_the_file(tmp_path):
    """An error's text and chain have the file's name and the reason, and no URL from the damaged page."""
    write_chrome(tmp_path / "h", searches(2000))
    pages = bytearray((tmp_path / "h").read_bytes())
    for page in range(25 * 4096, len(pages), 4096):
        pages[page : page + 8] = b"damaged!"
    (tmp_path / "h").write_bytes(pages)
    with pytest.raises(UnreadableHistory) as caught:
        read(tmp_path / "h")
    assert str(caught.value) == f"{tmp_path / 'h'}: cut short or damaged"
    assert caught.value.__suppress_context__
