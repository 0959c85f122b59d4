"""The status over HTTP, for the operator's monitoring, is that of the command."""

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pdd_server.cli import main
from pdd_server.services.accounts.model import Role
from pdd_server.services.operations import disk_forecast, readiness
from pdd_server.services.operations.data_folder import Deployment, open_folder
from pdd_server.services.operations.disk_forecast import Disk
from pdd_server.services.operations.signing_keys import ONLINE_KEY_LIFETIME
from tests.server.simulated_server import HandClock, client_of
from tests.server.web.people import add_person, token_of


def test_it_is_what_the_command_prints(
    server: Deployment,
    clock: HandClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Both have the same fields and warnings, also of the online key and the disk."""
    boss = add_person(server, Role.ADMINISTRATOR)
    server.folder.identity_key.unlink()
    clock.now = datetime.combine(readiness.online_key_end(server) - timedelta(days=9), clock.now.timetz())
    today = clock.now.date()
    for before in range(5, 0, -1):
        disk = Disk(server.folder.path, before << 30)
        disk_forecast.record(server.folder.path, today - timedelta(days=before), [disk])
    monkeypatch.setattr(readiness, "free_bytes", lambda _: 1 << 29)
    answer = client_of(server).get("/v1/status", headers=token_of(server, boss)).json
    (tmp_path / "now").write_text(clock.now.isoformat())
    given = ("--data", str(server.folder.path), "--rehearsal-clock", str(tmp_path / "now"))
    assert main(["status", "--json", *given]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert datetime.fromisoformat(answer.pop("now")) == datetime.fromisoformat(printed.pop("now"))
    assert answer == printed
    [key, disk] = answer["warnings"]
    assert key.startswith("online.json: the server's key ends in 9 days")
    assert "the disk will be full in" in disk


def test_the_command_renews_no_key(
    server: Deployment, clock: HandClock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the online key has to be renewed, the command and HTTP name the key that donors have, and warn. The next
    process that opens the folder to work on it renews the key.
    """
    boss, last = add_person(server, Role.ADMINISTRATOR), readiness.online_key_end(server)
    clock.now = datetime.combine(last - timedelta(days=20), clock.now.timetz())
    (tmp_path / "now").write_text(clock.now.isoformat())
    given = ("--data", str(server.folder.path), "--rehearsal-clock", str(tmp_path / "now"))
    before = server.folder.online.read_bytes()
    assert main(["status", *given]) == 0
    told = capsys.readouterr().out
    assert f"online key: donors take it until {last}; a running server has it once restarted\n" in told
    assert "ends in 20 days" in told
    assert server.folder.online.read_bytes() == before
    answer = client_of(server).get("/v1/status", headers=token_of(server, boss)).json
    assert answer["online_key_ends"] == last.isoformat()
    assert "ends in 20 days" in answer["warnings"][0]
    again, renewed = open_folder(server.folder, clock), clock.now.date() + ONLINE_KEY_LIFETIME
    assert client_of(again).get("/v1/status", headers=token_of(again, boss)).json["online_key_ends"] == str(renewed)
    again.store.dispose()
