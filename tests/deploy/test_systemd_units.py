"""The systemd units: they are valid, sandboxed, and start commands that there are."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from scripts.packaging.server_debian import UNITS
from tests.deploy.commands import parsed

SERVICES = sorted(UNITS.glob("pdd-server-*.service"))
MOST_EXPOSED = 15
"""In tenths: what systemd-analyze calls OK begins at 2.0 and ends at 0; a service without any sandbox has 9.6."""
needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="needs systemd-analyze: Debian's package systemd"
)


def settings(file: Path) -> dict[str, str]:
    """Return a unit's settings, of all its sections; of a repeated one the last."""
    return dict(re.findall(r"^(\w+)=(.*)$", file.read_text(), re.MULTILINE))


@needs_systemd
@pytest.mark.parametrize("file", [*SERVICES, *sorted(UNITS.glob("*.t*"))], ids=lambda file: file.name)
def test_systemd_understands_each_unit(file: Path) -> None:
    """Systemd finds nothing wrong with a unit, but that the program is not installed here."""
    done = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True, check=False)
    expected = re.compile(r"Command /usr/bin/pdd-server is not executable|Unit pdd-server\S* not found")
    assert [line for line in done.stderr.splitlines() if not expected.search(line)] == []


@needs_systemd
@pytest.mark.parametrize("file", SERVICES, ids=lambda file: file.name)
def test_every_service_is_sandboxed(file: Path) -> None:
    """The shared sandbox reaches each service: its exposure, as systemd counts it, is at most 1.5 of 10."""
    command = ["systemd-analyze", "security", "--offline=yes", f"--threshold={MOST_EXPOSED}", file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_user_without_rights_on_a_system_that_is_read_only() -> None:
    """The sandbox names the user, and forbids rights, writing, and all of the network but this machine."""
    sandbox = settings(UNITS / "pdd-server-.service.d" / "sandbox.conf")
    promised = {
        "User": "pdd",
        "CapabilityBoundingSet": "",
        "NoNewPrivileges": "yes",
        "ProtectSystem": "strict",
        "IPAddressDeny": "any",
        "IPAddressAllow": "localhost",
        "UMask": "0077",
    }
    assert {key: sandbox.get(key) for key in promised} == promised
    for file in SERVICES:
        assert not set(settings(file)) & (set(sandbox) - {"StateDirectory", "StateDirectoryMode"}), file.name


def test_units_start_commands_that_there_are() -> None:
    """Web, nightly runs and backup are started by commands that pdd-server knows, on one data folder."""
    for name, words in (("web", "run --no-nights"), ("night", "nightly --scheduled"), ("backup", "backup")):
        line = settings(UNITS / f"pdd-server-{name}.service")["ExecStart"]
        arguments = re.split(r"/usr/bin/pdd-server ", line.rstrip("'"))[1].replace("$PDD_WEB_OPTIONS", "")
        assert arguments.startswith(words)
        assert parsed(shlex.split(arguments)).data == Path("/var/lib/pdd")


def test_one_target_starts_and_stops_all() -> None:
    """The target wants web, nightly runs and the backups' timer, and each of them stops with it."""
    wanted = settings(UNITS / "pdd-server.target")["Wants"].split()
    assert len(wanted) == 3
    for name in wanted:
        assert settings(UNITS / name)["PartOf"] == "pdd-server.target"


@pytest.mark.parametrize("file", SERVICES, ids=lambda file: file.name)
def test_every_service_waits_for_the_right_time(file: Path) -> None:
    """A nightly run, a key and a backup go by the date, so none of them begins before the clock is set."""
    assert "time-sync.target" in settings(file)["After"].split()


@pytest.mark.parametrize("wrong", [[0], [400], [-30], [400, 401]])
def test_a_wrong_clock_costs_no_other_backup(tmp_path: Path, wrong: list[int]) -> None:
    """Of daily backups those of two weeks are kept, also if the newest ones were made under a clock that was ahead."""
    day, newest = 86_400, 1_800_000_000
    made = {f"made {at}": newest + at * day for at in wrong}
    daily = {f"{age}": newest - age * day for age in range(1, 25)}
    for name, at in (made | daily).items():
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (at, at))
    command = settings(UNITS / "pdd-server-backup.service")["ExecStartPost"]
    for written, meant in (("$$", "$"), ("%%", "%"), ("/var/lib/pdd-backups", str(tmp_path))):
        command = command.replace(written, meant)
    subprocess.run(shlex.split(command), check=True)
    kept = {one.name for one in tmp_path.iterdir()}
    assert {f"{age}" for age in range(1, 13)} <= kept
    assert not {f"{age}" for age in range(16, 25)} & kept
    assert {name for name in made if made[name] >= newest} <= kept
