"""The operator's commands for accounts."""

import re
from pathlib import Path

import pytest

from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store.accounts import accounts
from tests.server.cli.test_cli import refused, run
from tests.server.simulated_server import client_of
from tests.server.web.people import add_person
from tests.server.web.portal.sign_in_steps import open_link


@pytest.fixture
def data(server: Deployment) -> Path:
    """Return the folder of a server with an administrator, ada."""
    add_person(server, Role.ADMINISTRATOR, name="ada")
    return server.folder.path


def test_a_link_by_command(server: Deployment, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The printed link has the requested address and leads to a page that creates the account."""
    (tmp_path / "now").write_text(server.clock().isoformat())
    told = ("--campaign", "flu", "--url", "https://pdd.example.org/", "--rehearsal-clock", tmp_path / "now")
    printed = run(capsys, "account", "invite", "Bob@Example.org", "--role", "researcher", *told, "--data", data)
    link = re.search(r"https://pdd.example.org(/portal/invitation#[0-9a-f]{64})$", printed.strip())
    assert link
    open_link(client := client_of(server), link[1])
    assert "bob@example.org, researcher" in client.get("/portal/invitation/password").text


def test_an_invitation_is_withdrawn_by_command(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An open invitation is withdrawn once, by its address in any case."""
    run(capsys, "account", "invite", "bob@example.org", "--role", "viewer", "--data", data)
    assert "withdrawn" in run(capsys, "account", "withdraw", "BOB@example.org", "--data", data)
    assert "no open invitation" in refused(capsys, "account", "withdraw", "bob@example.org", "--data", data)
    last = run(capsys, "audit", "--last", "1", "--data", data).split("\t")
    assert last[1:4] == ["-", "account.withdrawn", "bob@example.org"]


def test_accounts_by_command(server: Deployment, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Accounts are listed with role, state and campaigns; the list shows changed campaigns and disabled or reset
    accounts.
    """
    for name in ("bob", "cy"):
        add_person(server, Role.VIEWER, ["flu"], name)
    run(capsys, "account", "set-campaigns", "bob@example.org", "--campaign", "sleep", "heat", "--data", data)
    run(capsys, "account", "disable", "bob@example.org", "--data", data)
    assert "/portal/invitation#" in run(capsys, "account", "reset-second-factor", "CY@example.org", "--data", data)
    assert run(capsys, "account", "list", "--data", data).splitlines() == [
        "ada@example.org\tadministrator\tactive\tall\tada",
        "bob@example.org\tviewer\tdisabled\theat,sleep\tbob",
        "cy@example.org\tviewer\treset\tflu\tcy",
    ]
    acts = [line.split("\t")[1:4] for line in run(capsys, "audit", "--data", data).splitlines()]
    assert acts == [
        ["-", "account.reset", "cy@example.org"],
        ["-", "account.disabled", "bob@example.org"],
        ["-", "account.campaigns", "bob@example.org"],
    ]
    assert len(run(capsys, "audit", "--last", "1", "--data", data).splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["disable", "ada@example.org"], "last administrator"),
        (["disable", "nobody@example.org"], "nobody@example.org: there is no account"),
        (["invite", "ada@example.org", "--role", "viewer"], "already"),
        (["invite", "nothing", "--role", "viewer"], "no e-mail address"),
        (["invite", "bob@example.org", "--role", "king"], "king"),
    ],
)
def test_refused_commands(
    server: Deployment, data: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    """A refused command prints one line with the reason, exits with 2 and changes nothing."""
    with server.store.read() as connection:
        before = accounts.all_of(connection)
    assert says in refused(capsys, "account", *arguments, "--data", data)
    with server.store.read() as connection:
        assert accounts.all_of(connection) == before
