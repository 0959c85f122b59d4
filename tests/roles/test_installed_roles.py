"""Each role installed alone from its lock and wheels, doing its main job in an environment of its own."""

import csv
import io
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scripts.packaging import wheels
from scripts.rehearsal.history_writer import write_chrome
from scripts.rehearsal.server import Server
from tests.end_to_end.worlds.programs import CAMPAIGN, DAY, NOON, PLAIN
from tests.support.processes.timeouts import PATIENCE

pytestmark = pytest.mark.slow

IMPORT_ALL = """
import importlib, pkgutil, sys
package, *without = sys.argv[1:]
found = pkgutil.walk_packages(importlib.import_module(package).__path__, package + ".", onerror=lambda name: None)
for name in [one.name for one in found if not one.name.startswith(tuple(without))]:
    importlib.import_module(name)
"""
PACKAGES = {
    "server": ("pdd_server",),
    "donor": ("pdd_client", "pdd_client.desktop."),
    "donor-desktop": ("pdd_client",),
    "research": ("pdd_research", "pdd_research.log_release.logs.spark"),
    "papers": ("pdd_papers",),
    "results": ("pdd_results",),
}
"""Each role's package, and the modules that need what only an extra installs."""


def run(program: Path, *arguments: object, status: int = 0) -> str:
    """Return the output of a role's program, which can import nothing of this checkout."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    quiet = {"QT_QPA_PLATFORM": "offscreen", "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    command, there = [program, *map(str, arguments)], program.parent
    done = subprocess.run(
        command, env=kept | quiet, cwd=there, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == status, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def roles(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the programs of each role, in an environment of its own."""
    folder = tmp_path_factory.mktemp("roles")
    wheels.build(folder / "wheels")
    return {role: wheels.install(role, folder / "wheels", folder / role) for role in PACKAGES}


@pytest.mark.parametrize("role", PACKAGES)
def test_a_role_imports_all_that_it_has(roles: dict[str, Path], role: str) -> None:
    """Every module of a role's package can be imported with only its lock and wheels installed."""
    run(roles[role] / "python", "-c", IMPORT_ALL, *PACKAGES[role])


@pytest.mark.parametrize("role", PACKAGES)
def test_a_role_is_small(roles: dict[str, Path], role: str) -> None:
    """A role takes no more disk space than its limit."""
    assert wheels.megabytes(roles[role].parent) <= wheels.MOST[role]


class Rehearsal(Server):
    """A server and donors, each started from its role's programs, under one clock."""

    def __init__(self, roles: dict[str, Path], folder: Path) -> None:
        super().__init__(folder / "server", folder / "clock", roles["server"] / "pdd-server")
        self.roles, self.folder = roles, folder
        self.set_clock(NOON)

    def command(self, *arguments: object, timed: bool = False) -> str:
        _, *words = self.line(*arguments, timed=timed)
        return run(self.program, *words)

    def donor(self, name: str, *arguments: object) -> str:
        home = ("--home", self.folder / name, "--rehearsal-clock", self.clock)
        return run(self.roles["donor"] / "pdd-donor", *home, *arguments)

    def noon(self, days: int) -> None:
        """Go to noon so many days after the first, and run the nightly run."""
        self.set_clock(NOON + days * DAY)
        self.command("nightly", timed=True)


def test_a_server_and_donors_count_a_day(roles: dict[str, Path], tmp_path: Path) -> None:
    """A campaign is launched, three donors join and check in, nightly runs follow, and the totals are there as CSV.

    Parquet is not installed, and the server says so.
    """
    rehearsal = Rehearsal(roles, tmp_path)
    rehearsal.command("init", *PLAIN, "--delay", "2")
    (tmp_path / "flu.toml").write_text(CAMPAIGN)
    rehearsal.command("campaign", "create", tmp_path / "flu.toml", "--accept-error")
    history = tmp_path / "history"
    write_chrome(history, [("https://www.google.co.uk/search?q=flu", NOON - DAY / 12, "flu")])
    names = ("ann", "ben", "cat")
    with rehearsal.running() as url:
        for name in names:
            rehearsal.donor(name, "join", url, "--stratum", "england", "--sending", "by-itself", "--accept")
            rehearsal.donor(name, "check-in", "--history", history)
        rehearsal.noon(1)
        for name in names:
            rehearsal.donor(name, "check-in", "--history", history)
        rehearsal.noon(2)
    rows = list(csv.DictReader(io.StringIO(rehearsal.command("results", "winter-flu", "--format", "csv"))))
    assert {(row["day"], row["entry"]) for row in rows} == {
        ("2026-11-20", entry) for entry in ("flu", "fever + child", "cough")
    }
    command = ("results", "winter-flu", "--format", "parquet", "--data", tmp_path / "server")
    run(roles["server"] / "pdd-server", *command, status=2)


def test_the_desktop_app_starts(roles: dict[str, Path]) -> None:
    """The desktop app prints its options, and the command-line donor, which has no Qt, refuses to open a window."""
    assert "--hidden" in run(roles["donor-desktop"] / "pdd-donor-app", "--help")
    run(roles["donor"] / "pdd-donor-app", "--help", status=2)


def test_a_researcher_simulates(roles: dict[str, Path]) -> None:
    """A researcher simulates a small campaign, with figures as JSON."""
    asked = ("simulate", "--donors", "2000", "--days", "10", "--group-size", "20", "--runs", "1", "--json")
    found: dict[str, Any] = json.loads(run(roles["research"] / "pdd-research", *asked))
    assert 0 < found["confidence"] <= 1
