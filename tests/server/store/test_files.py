"""Files that must survive a crash, and files that only their owner may read."""

import os
from pathlib import Path

import pytest

from pdd_server.store.files import replace_secret, write_secret
from tests.server.crashes.killed_steps import kills


def test_a_killed_replacement_leaves_the_old_secret_or_the_new_one(tmp_path: Path) -> None:
    """Killed before or after each flush, the file is whole, only its owner may read it, and a repeat succeeds."""
    file = tmp_path / "online.json"
    left = set()
    for _ in kills(lambda: replace_secret(file, "new"), lambda: replace_secret(file, "old"), least=6):
        left.add(file.read_text())
        assert file.stat().st_mode & 0o777 == 0o600
    assert left == {"old", "new"}
    assert list(tmp_path.iterdir()) == [file]


def test_a_new_secret_overwrites_nothing_and_is_private(tmp_path: Path) -> None:
    """Under a mask that hides nothing, only the owner can read a new key; a second one doesn't take its place."""
    file = tmp_path / "server.key"
    before = os.umask(0)
    try:
        write_secret(file, b"first")
    finally:
        os.umask(before)
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(FileExistsError):
        write_secret(file, b"second")
    assert file.read_bytes() == b"first"
