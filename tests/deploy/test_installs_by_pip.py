"""Whoever installs with pip gets what the lock names: pip resolves nothing, whichever version of it a system has."""

import re
import subprocess

from scripts.deploy import by_pip, guide
from scripts.packaging.building import ROOT

_INSTALL = re.compile(r"(?<!uv )\bpip\S* install .*(?:[./$]lock|\.whl)\b.*")
"""A command that installs from a lock or from wheels with pip; in one script the program is `${pip[@]}`."""


def installs() -> dict[str, list[str]]:
    """Return all such commands of this repository by file, but of the tests."""
    command = ["git", "grep", "-I", "--untracked", "--no-color", "-E", "pip[^ ]* install ", "--", ".", ":!tests"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, list[str]] = {}
    for line in told.stdout.splitlines():
        file, _, text = line.partition(":")
        found.setdefault(file, []).extend(_INSTALL.findall(text))
    return {file: commands for file, commands in found.items() if commands}


def test_pip_resolves_nothing() -> None:
    """Each command has --no-deps: Debian 12's pip 23 would look for another pydantic than the lock's, and refuse it."""
    found = installs()
    assert {"deploy/Containerfile", "docs/guides/operator.md", "research/papers/test"} <= found.keys()
    told = {(file, one) for file, commands in found.items() for one in commands if "--no-deps" not in one}
    assert told == set()


def test_every_guide_with_pip_is_tried() -> None:
    """The trial runs the commands of each page that installs from a lock, up to those that start a program."""
    pages = {page.stem: guide.installs(page) for page in by_pip.GUIDES.glob("*.md")}
    assert {name for name, commands in pages.items() if commands} == set(by_pip.STARTED)
    assert pages["donor"].splitlines() == [
        "python3 -m venv donor",
        "donor/bin/pip install --no-deps --require-hashes -r dist/donor-desktop.lock",
        "donor/bin/pip install --no-deps dist/pdd_shared-*.whl dist/pdd_client-*.whl",
    ]
