"""The operator's commands, run in this process and as processes of their own."""

import csv
import io
import json
import re
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pdd_server.cli import COMMANDS, main
from pdd_server.config import read_config
from pdd_server.services.operations.signing_keys import REPLACE_IT
from tests.server.services.campaigns.test_campaign_files import GOOD
from tests.server.simulated_server import Donor, over_http
from tests.support.processes.imported_modules import loaded_by
from tests.support.processes.server_program import COMMAND
from tests.support.processes.timeouts import PATIENCE, until

PLAIN = ("--protocol", "plain", "--group-size", "3", "--min-group", "3", "--delay", "0")
CLOCK = ("--rehearsal-clock", "{}/../now")
MORNING = "2026-11-21T09:00:00+00:00"


@pytest.fixture
def data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return a data folder with one campaign, made by the commands."""
    (tmp_path / "flu.toml").write_text(GOOD)
    (tmp_path / "now").write_text("2026-11-20T09:00:00+00:00")
    folder = tmp_path / "data"
    assert main(["init", "--data", str(folder), *PLAIN]) == 0
    created = ["campaign", "create", str(tmp_path / "flu.toml"), "--accept-error", "--data", str(folder)]
    assert main([*created, "--rehearsal-clock", str(tmp_path / "now")]) == 0
    capsys.readouterr()
    return folder


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Return what a command prints when it succeeds."""
    assert main([str(argument) for argument in arguments]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Return the one line on stderr of a command that fails with exit code 2."""
    try:
        code: object = main([str(argument) for argument in arguments])
    except SystemExit as stopped:
        code = stopped.code
    assert code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


@pytest.mark.parametrize("arguments", [["--help"], ["fly"], []])
def test_help_and_wrong_usage_wait_for_no_library(arguments: list[str]) -> None:
    """Commands that need no data folder import none of the server's libraries, which take long to import."""
    loaded, _ = loaded_by("pdd_server", arguments)
    assert "pdd_server" in loaded
    heavy = {"alembic", "flask", "nacl", "numpy", "pdd_shared", "pydantic", "sqlalchemy"}
    assert not loaded & heavy


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    """Each command that `pdd-server --help` lists has a help of its own with the same description."""
    for name, (_, _, text) in COMMANDS.items():
        with pytest.raises(SystemExit, match="0"):
            main([name, "--help"])
        printed = " ".join(capsys.readouterr().out.split())
        assert printed.startswith(f"usage: pdd-server {name} ")
        assert text in printed
        assert "--rehearsal-clock" not in printed


def test_init_makes_new_keys_and_prints_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each new folder has keys of its own, and `init` prints only the settings' path and no secret."""
    run(capsys, "init", "--data", tmp_path / "other")
    printed = run(capsys, "init", "--data", tmp_path / "d", "--invitation", "one", "two", "--invitation", "three")
    assert printed == f"settings: {tmp_path / 'd' / 'config.toml'}\n"
    keys = [
        (tmp_path / folder / key).read_text() for folder in ("d", "other") for key in ("identity.key", "server.key")
    ]
    assert len(set(keys)) == 4
    assert {len(key.strip()) for key in keys} == {64}
    assert 'invitations = ["one", "two", "three"]' in (tmp_path / "d" / "config.toml").read_text()


def test_init_makes_a_server_of_cohorts_unless_told_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`init` makes a server of `cohort` with its delay, unless the command line names another protocol."""
    for name, options, protocol, delay in (
        ("a", (), "cohort", 3),
        ("b", ("--protocol", "plain"), "plain", 2),
    ):
        run(capsys, "init", "--data", tmp_path / name, *options)
        found = read_config(tmp_path / name / "config.toml")
        assert (found.protocol, found.delay, found.min_group) == (protocol, delay, 50)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "required"),
        (["fly"], "fly"),
        (["status"], "--data"),
        (["status", "--data", "{}", "--xml"], "--xml"),
        (["results", "--data", "{}"], "ID"),
        (["results", "cold", "--data", "{}"], "cold: .*no such campaign"),
        (["results", "winter-flu", "--data", "{}", "--format", "xml"], "xml"),
        (["campaign", "--data", "{}"], "campaign"),
        (["campaign", "show", "cold", "--data", "{}"], "cold"),
        (["campaign", "close", "cold", "--data", "{}"], "cold"),
        (["campaign", "append", "winter-flu", "FLU", "--data", "{}"], "same searches"),
        (
            ["campaign", "create", "{}/../flu.toml", "--accept-error", "--data", "{}", *CLOCK],
            "flu.toml: id: .*exists already",
        ),
        (["campaign", "create", "nowhere.toml", "--data", "{}"], "nowhere.toml"),
        (["init", "--data", "{}"], "already"),
        (["init", "--data", "{}/new", "--min-group", "2"], "^pdd-server: --min-group: "),
        (["init", "--data", "{}/new", "--group-size", "2"], "^pdd-server: --group-size: "),
        (["init", "--data", "{}/new", "--group-size", "20"], "^pdd-server: --group-size: .*at least min_group"),
        (["init", "--data", "{}/new", "--invitation", ""], "^pdd-server: --invitation: "),
        (["init", "--data", "{}/new", "--group-size", "ten"], "ten"),
        (["init", "--data", "{}/new", "--protocol", "magic"], "protocol"),
        (["init", "--data", "/proc/nowhere"], "/proc/nowhere"),
        (["status", "--data", "{}/nowhere"], "config.toml"),
        (["nightly", "--data", "{}", "--rehearsal-clock", "{}/nowhere"], "nowhere"),
        (["run", "--data", "{}", "--port", "http"], "http"),
        (["run", "--data", "{}", "--port", "65536"], "--port: '65536' is no port"),
        (["run", "--data", "{}", "--port", "-1"], "--port: '-1' is no port"),
        (["run", "--data", "{}", "--host", "no.such.invalid"], "no.such.invalid:8400: .*--host"),
        (["run", "--data", "{}", "--rehearsal-clock", "{}/nowhere"], "nowhere"),
    ],
)
def test_wrong_usage_and_bad_input(
    data: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    """Wrong usage and bad input exit with 2 and one line on stderr that names the problem."""
    line = refused(capsys, *(argument.replace("{}", str(data)) for argument in arguments))
    assert line.startswith("pdd-server")
    assert re.search(says, line), line


def test_campaign_commands(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A campaign is listed, shown as donors read it, gets another keyword, and is closed."""
    assert run(capsys, "campaign", "list", "--data", data).split("\t")[0] == "winter-flu"
    run(capsys, "campaign", "append", "winter-flu", "cough", "runny + nose", "--data", data)
    shown = json.loads(run(capsys, "campaign", "show", "winter-flu", "--data", data))
    assert shown["vocabulary"][-2:] == ["cough", "runny + nose"]
    assert shown["terms"]["min_group"] == 3
    run(capsys, "campaign", "close", "winter-flu", "--data", data)
    assert "closed" in run(capsys, "campaign", "list", "--data", data)


def test_too_many_entries_are_refused_with_the_reason(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Campaigns that run together share max_entries: one that would exceed it is refused, unless it runs at another
    time.
    """
    config = data / "config.toml"
    config.write_text(config.read_text().replace("max_entries = 50000", "max_entries = 19"))
    other = tmp_path / "other.toml"
    other.write_text(GOOD.replace("winter-flu", "other"))
    create = ("campaign", "create", other, "--accept-error", "--data", data, "--rehearsal-clock", tmp_path / "now")
    assert "20 numbers" in refused(capsys, *create)
    later = GOOD.replace("winter-flu", "other").replace("2026-11-16", "2027-04-01").replace("2027-03-31", "2027-05-01")
    other.write_text(later)
    assert run(capsys, *create).startswith("other: 3 entries")


@pytest.fixture
def url(data: Path, tmp_path: Path) -> Iterator[str]:
    """Run `pdd-server run` on loopback; it must end with 0 on SIGTERM and log nothing but nightly runs."""
    command = [*COMMAND, "run", "--data", data, "--port", "0", "--rehearsal-clock", tmp_path / "now"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        line = process.stdout.readline()
        assert line.startswith("listening on http://127.0.0.1:")
        yield line.split()[-1]
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert all(" night: opened " in told for told in errors.splitlines()), errors


def test_a_campaign_by_commands_and_http(
    data: Path, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A served folder groups donors by its rehearsal clock, takes vectors over HTTP and publishes what the commands
    print.
    """
    send = over_http(url)
    info = send("/v1/server").json
    online = json.loads(info["online"]["payload"])
    crowd = [Donor(send, bytes.fromhex(info["key"]), bytes.fromhex(online["key"])) for _ in range(3)]
    for donor in crowd:
        donor.register()
        donor.check_in()
    _set_clock(tmp_path, MORNING)
    _until_night(data, tmp_path, capsys, "2026-11-21")
    for donor in crowd:
        assert len(donor.work([1, 5, 2]).json["tasks"]) == 1
    _set_clock(tmp_path, MORNING.replace("21T", "22T"))
    _until_night(data, tmp_path, capsys, "2026-11-22")
    found = json.loads(run(capsys, "results", "winter-flu", "--data", data, "--format", "json"))
    assert [(day["day"], day["stratum"]) for day in found["days"]] == [
        ("2026-11-20", "england"),
        ("2026-11-20", "scotland"),
    ]
    assert found["days"][0]["confidence"] == 1.0
    assert abs(found["days"][0]["totals"]["flu"] - 6) < 81 * 40
    rows = list(csv.DictReader(io.StringIO(run(capsys, "results", "winter-flu", "--data", data, "--format", "csv"))))
    assert [int(row["total"]) for row in rows] == [n for day in found["days"] for n in day["totals"].values()]
    assert "coverage 100% of 3 active donors" in run(
        capsys, "status", "--data", data, "--rehearsal-clock", tmp_path / "now"
    )


def _set_clock(folder: Path, text: str) -> None:
    """Set the clock in one step, so that a server never reads half a time."""
    (folder / "next").write_text(text)
    (folder / "next").replace(folder / "now")


def _until_night(data: Path, folder: Path, capsys: pytest.CaptureFixture[str], day: str) -> None:
    """Ask for the status until the server's own schedule has done the nightly run and finished its rounds."""

    def done() -> bool:
        status = json.loads(run(capsys, "status", "--data", data, "--json", "--rehearsal-clock", folder / "now"))
        return bool(status["last_night"] == day) and all(one["state"] != "closing" for one in status["rounds"])

    until(done)


def test_a_server_whose_key_ended_serves_the_public(data: Path, tmp_path: Path) -> None:
    """With the identity key elsewhere, `run` starts after the online key's last day, and says how to replace it."""
    (data / "identity.key").unlink()
    _set_clock(tmp_path, "2029-11-20T09:00:00+00:00")
    command = [*COMMAND, "run", "--no-nights", "--data", data, "--port", "0", "--rehearsal-clock", tmp_path / "now"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            found = over_http(process.stdout.readline().split()[-1])("/readyz").json
        finally:
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=PATIENCE)
    assert found == {"status": "ready", "problems": ["nightly-run", "online-key"]}
    assert REPLACE_IT in errors


@pytest.mark.slow
def test_two_servers_may_not_share_a_port(tmp_path: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A port in use exits with 2 and one line, also for the server of another folder."""
    other = tmp_path / "other"
    run(capsys, "init", "--data", other)
    command = [*COMMAND, "run", "--data", other, "--port", url.split(":")[-1]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    remedy = "stop the other program, or give another --port"
    assert done.stderr == f"pdd-server: {url.removeprefix('http://')}: Address already in use; {remedy}\n"


def test_night_twice_by_command(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second `nightly` of the same date does nothing and changes no file."""
    clock = ["--rehearsal-clock", tmp_path / "now"]
    run(capsys, "nightly", "--data", data, *clock)
    before = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    assert run(capsys, "nightly", "--data", data, *clock) == "opened: nothing\npublished: nothing\n"
    assert {path: path.read_bytes() for path in data.rglob("*") if path.is_file()} == before


def test_a_campaign_that_is_over_is_warned_of(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A campaign that is already over by the server's clock is created with a warning, since its year is likely
    mistyped.
    """
    other = tmp_path / "other.toml"
    other.write_text(GOOD.replace("winter-flu", "other"))
    create = ("campaign", "create", other, "--accept-error", "--data", data, "--rehearsal-clock", tmp_path / "now")
    _set_clock(tmp_path, "2027-04-01T00:00:00+00:00")
    assert main([str(argument) for argument in create]) == 0
    assert "warning: other ended on 2027-03-31, before today, 2027-04-01" in capsys.readouterr().err


def test_a_night_later_than_today_is_told(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After a nightly run under a clock that was ahead, `nightly` and both forms of `status` say so."""
    clock = ("--data", data, "--rehearsal-clock", tmp_path / "now")
    _set_clock(tmp_path, MORNING)
    run(capsys, "nightly", *clock)
    assert json.loads(run(capsys, "status", *clock, "--json"))["warnings"] == []
    assert "warning" not in run(capsys, "status", *clock)
    _set_clock(tmp_path, "2026-11-16T09:00:00+00:00")
    warning = "the last night, 2026-11-21, is later than today, 2026-11-16: check the clock"
    warning += "; once it is right, run pdd-server nightly --clock-was-ahead"
    assert json.loads(run(capsys, "status", *clock, "--json"))["warnings"] == [warning]
    assert f"warning: {warning}\n" in run(capsys, "status", *clock)
    assert main(["nightly", *map(str, clock)]) == 0
    assert capsys.readouterr().err == f"pdd-server: warning: {warning}\n"


def test_a_database_of_a_newer_version_is_named(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A database of a newer version exits with one line that names file, revision and remedy; nothing changes."""
    file = data / "pdd.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    line = refused(capsys, "status", "--data", data)
    assert line == f"pdd-server: {file}: has schema '9999' of a newer version of this program; install that version\n"


@pytest.mark.parametrize("kept", [0, 16384])
def test_a_damaged_database_is_named(data: Path, capsys: pytest.CaptureFixture[str], kept: int) -> None:
    """A damaged database, overwritten at its start or after its first page, exits with one line that names file and
    remedy.
    """
    file = data / "pdd.sqlite"
    content = file.read_bytes()
    file.write_bytes(content[:kept] + b"\xee" * (len(content) - kept))
    line = refused(capsys, "status", "--data", data)
    assert line.startswith(f"pdd-server: {file}: is damaged: ")
    assert "docs/guides/operator.md" in line
