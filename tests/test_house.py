"""The house rules that no linter knows: small folders, and no module that lies outside a checked layer."""

import subprocess
from collections import Counter
from pathlib import Path, PurePosixPath

_ROOT = Path(__file__).parents[1]
_MOST = 25
_LOGS = {"docs/decisions"}
"""Folders that grow by a page a decision: nobody looks for a place in them."""


def test_no_folder_has_too_many_files() -> None:
    """No folder but the log of decisions has more than 25 files."""
    listed = subprocess.run(["git", "ls-files"], cwd=_ROOT, capture_output=True, text=True, check=True).stdout
    count = Counter(str(PurePosixPath(name).parent) for name in listed.splitlines())
    assert {folder: files for folder, files in count.items() if files > _MOST and folder not in _LOGS} == {}
