"""A campaign's completion code is set, changed and removed, by command and by action, and audited."""

import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.exc import DBAPIError

from pdd_server.cli import main
from pdd_server.errors import Rejected
from pdd_server.services.campaigns import completion_code
from pdd_server.services.donors.completion import draw
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store import tables
from pdd_server.store.accounts import audit
from pdd_server.store.campaigns import completions
from pdd_server.store.campaigns.draft_tables import completion_codes
from pdd_server.store.engine import Store, is_busy
from pdd_shared.protocol.limits import MOST_COMPLETIONS
from tests.server.services.campaigns.drafts.draft_authors import act, audited
from tests.server.simulated_server import DAY, HandClock, campaign, new_server

CODE = "K7QM4TXA9W"


def test_set_changed_removed(server: Deployment) -> None:
    """A campaign has one code; each change is in the audit log once, and the code itself never."""
    with act(server) as one:
        for code, days in ((CODE, 5), (CODE, 5), ("other-code", 1)):
            completion_code.put(one, "flu", code, days)
        kept = completions.with_days(one.connection)
        assert [(dated.code.code, dated.code.days) for dated in kept] == [("other-code", 1)]
        completion_code.remove(one, "flu")
        completion_code.remove(one, "flu")
        assert completions.get(one.connection, "flu") is None
    assert [action for _, action, _ in audited(server)] == ["completion.set", "completion.set", "completion.removed"]
    with server.store.read() as connection:
        told = [entry.detail for entry in audit.page(connection, 10, None)]
    assert told == ["", "told after 1 day", "told after 5 days"]


@pytest.mark.parametrize(
    ("code", "days", "key"),
    [
        ("abc", 5, "completion"),
        ("", 5, "completion"),
        ("x" * 41, 5, "completion"),
        ("<b>bold</b>", 5, "completion"),
        ("two words", 5, "completion"),
        ("über-lang", 5, "completion"),
        ("K7QM4TXA9W\n", 5, "completion"),
        (CODE, 0, "days"),
        (CODE, 61, "days"),
    ],
)
def test_invalid_codes_are_refused(server: Deployment, code: str, days: int, key: str) -> None:
    """An invalid code or rule is refused with its field, and nothing is kept."""
    with act(server) as one, pytest.raises(Rejected) as raised:
        completion_code.put(one, "flu", code, days)
    assert raised.value.field == key
    assert audited(server) == []


def test_no_more_days_than_are_kept(tmp_path: Path, clock: HandClock) -> None:
    """Where attendance is kept for a week, a code cannot ask for more days, because no donor would ever get it."""
    server = new_server(tmp_path, clock, retention={"activity": 7})
    with act(server) as one:
        completion_code.put(one, "flu", CODE, 7)
        with pytest.raises(Rejected, match="from 1 to 7"):
            completion_code.put(one, "flu", CODE, 8)
    server.store.dispose()


def test_a_campaign_that_is_not_there(server: Deployment) -> None:
    """A code for an unknown campaign is refused by name."""
    for work in (
        lambda one: completion_code.put(one, "none", CODE, 5),
        lambda one: completion_code.remove(one, "none"),
    ):
        with act(server) as one, pytest.raises(Rejected, match="no such campaign"):
            work(one)


def test_no_more_codes_than_donors_can_be_told(server: Deployment) -> None:
    """A code more than an answer to donors holds is refused, and says what to do. Those that are there can change."""
    others = [f"campaign-{number}" for number in range(MOST_COMPLETIONS)]
    rows = [{"campaign": name, "code": CODE, "days": 1} for name in others]
    with act(server) as one:
        payload = one.connection.execute(select(tables.campaigns.c.payload)).scalar_one()
        one.connection.execute(insert(tables.campaigns), [{"id": name, "payload": payload} for name in others])
        one.connection.execute(insert(completion_codes), rows)
        with pytest.raises(Rejected, match=r"at most 1,000; remove one that nobody needs now") as raised:
            completion_code.put(one, "flu", CODE, 1)
        assert raised.value.field == "completion"
        completion_code.put(one, others[-1], "other-code", 1)
        completion_code.remove(one, others[0])
        completion_code.put(one, "flu", CODE, 1)
        assert len(completions.with_days(one.connection)) == completions.count(one.connection) == MOST_COMPLETIONS


def test_two_connections_never_set_a_code_too_many(server: Deployment) -> None:
    """A process that sets a code while another one sets the last waits for it, counts it too, and is refused."""
    names = [f"campaign-{number}" for number in range(MOST_COMPLETIONS)]
    rows = [{"campaign": name, "code": CODE, "days": 1} for name in names[1:]]
    with act(server) as one:
        payload = one.connection.execute(select(tables.campaigns.c.payload)).scalar_one()
        one.connection.execute(insert(tables.campaigns), [{"id": name, "payload": payload} for name in names])
        one.connection.execute(insert(completion_codes), rows)
    url = server.store.engine.url.render_as_string(hide_password=False)
    other = replace(server, store=Store(url, patience=0.1))
    with act(server) as one:
        completion_code.put(one, names[0], CODE, 1)
        with pytest.raises(DBAPIError) as waited, act(other) as two:
            completion_code.put(two, "flu", CODE, 1)
    assert is_busy(waited.value)
    with act(other) as two:
        with pytest.raises(Rejected, match="at most 1,000"):
            completion_code.put(two, "flu", CODE, 1)
        assert completions.count(two.connection) == MOST_COMPLETIONS
    other.store.dispose()


def test_the_days_of_a_code_end_with_its_campaign(tmp_path: Path, clock: HandClock) -> None:
    """Days count to the campaign's last, or to the one on which it was closed if that was before."""
    days = {"start": DAY, "end": DAY + timedelta(days=20)}
    names = {"early": DAY + timedelta(days=3), "late": DAY + timedelta(days=30), "open": None}
    server = new_server(tmp_path, clock, *(campaign(id=name, **days) for name in names))
    with act(server) as one:
        for name, closed in names.items():
            completion_code.put(one, name, CODE, 1)
            one.connection.execute(update(tables.campaigns).where(tables.campaigns.c.id == name).values(closed=closed))
        found = {dated.code.campaign: (dated.first, dated.last) for dated in completions.with_days(one.connection)}
    assert found == {"early": (DAY, names["early"]), "late": (DAY, days["end"]), "open": (DAY, days["end"])}
    server.store.dispose()


def test_a_new_code_is_one_that_can_be_set(server: Deployment) -> None:
    """A generated code passes its own validation."""
    with act(server) as one:
        assert completion_code.put(one, "flu", draw(os.urandom), 60).days == 60


def test_the_command(server: Deployment, capsys: pytest.CaptureFixture[str]) -> None:
    """The command shows, generates, sets and removes a code; an error is one line and changes nothing."""

    def run(*arguments: str) -> tuple[int, str]:
        try:
            status = main(["campaign", "completion", *arguments, "--data", str(server.folder.path)])
        except SystemExit as stopped:
            status = int(stopped.code or 0)
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    server.store.dispose()
    assert run("flu") == (0, "flu: no completion code\n")
    status, line = run("flu", "--days", "5")
    assert (status, line.endswith(", told after 5 days\n")) == (0, True)
    assert run("flu", "--days", "1", "--code", "C0MPLETE") == (0, "flu: completion code C0MPLETE, told after 1 day\n")
    wrong = (
        ["none"],
        ["flu", "--code", "C0DE"],
        ["flu", "--days", "x"],
        ["flu", "--days", "61"],
        ["flu", "--days", "0"],
    )
    for arguments in (*wrong, ["flu", "--days", "2", "--code", "a b"], ["flu", "--days", "2", "--remove"]):
        status, line = run(*arguments)
        assert (status, line.count("\n")) == (2, 1), line
    assert run("flu") == (0, "flu: completion code C0MPLETE, told after 1 day\n")
    assert run("flu", "--remove") == (0, "flu: no completion code\n")
