"""Upgrades of running servers from every schema to a made-up next one: no row is lost, days go on, and nothing is
charged twice.
"""

import os
import signal
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from typing import cast

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Engine, event, select, text, update

from pdd_server.config import read_config
from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns.drafts import workflow
from pdd_server.services.operations.data_folder import Deployment, open_folder
from pdd_server.store.engine import Store
from pdd_server.store.migrate import revision as revision_of
from pdd_server.store.migrate import upgrade
from pdd_server.store.tables import gathering, metadata, publications
from tests.server.crashes.crash_points import ended, forked
from tests.server.services.campaigns.drafts.draft_authors import account, act, typed
from tests.server.services.operations.recovery.restored_servers import move
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    a_day,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
    expected,
)
from tests.server.simulated_server import (
    DAY,
    Donor,
    HandClock,
    client_of,
    morning_after,
    new_server,
    night,
    published,
)
from tests.server.store.upgrades.former_schemas import NEXT, REVISIONS, copy_of, in_former_schema, take_next_version
from tests.server.web.people import add_person, token_of

BEYOND = [("remove_table", "notes"), ("remove_column", "charges.note")]
"""How the tables of the code differ from the next schema."""


class Cut(BaseException):
    """Cuts off a nightly run, as a kill does."""


def cut_off_night(server: Deployment, statements: int) -> None:
    """Begin a nightly run, and cut it off at one of its SQL statements."""
    steps = count(1)

    def burn(*_: object) -> None:
        if next(steps) == statements:
            raise Cut

    event.listen(server.store.engine, "before_cursor_execute", burn)
    with pytest.raises(Cut):
        night(server)
    event.remove(server.store.engine, "before_cursor_execute", burn)


@pytest.fixture
def running(tmp_path: Path, clock: HandClock) -> Iterator[tuple[Deployment, list[CohortPlayer], dict[str, str]]]:
    """Return a `cohort` server with published days, an open day that has half of its uploads, and half a nightly run.

    It has an account with a second factor and a token, whose header is returned, and a draft.
    """
    server = cohort_server(tmp_path, clock)
    crowd = cohort_players(server, 4)
    everybody(crowd)
    for _ in range(5):
        a_day(server, clock, crowd)
    header = token_of(server, add_person(server, Role.RESEARCHER, ["flu"]))
    with act(server, account(server, "ada")) as done:
        workflow.start(done, "winter flu", typed())
    begin_day(server, clock)
    everybody(crowd[:2])
    clock.next_day()
    cut_off_night(server, 30)
    with server.store.write() as connection:
        for table in (publications, gathering):  # as of days that the first schema's servers published
            connection.execute(update(table).values(counting_rules=1))
    yield server, crowd, header
    server.store.dispose()


def rows(store: Store) -> dict[str, list[str]]:
    """Return the rows of each table."""
    with store.read() as connection:
        return {one.name: sorted(map(str, connection.execute(select(one)).all())) for one in metadata.sorted_tables}


def is_next(store: Store) -> bool:
    """Return whether the schema is the next one, to the last column, key and index, and has what was made of rows."""
    with store.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        beyond = [(one[0], str(one[-1])) for one in compare_metadata(context, metadata)]
        notes = connection.execute(text("SELECT campaign FROM notes")).scalars().all()
        noted = connection.execute(text("SELECT note = charge FROM charges")).scalars().all()
    return beyond == BEYOND and notes == ["flu"] and all(noted)


@pytest.mark.parametrize("former", REVISIONS)
def test_a_running_server_is_upgraded_with_all_its_data(
    running: tuple[Deployment, list[CohortPlayer], dict[str, str]],
    clock: HandClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    former: str,
) -> None:
    """Opening a folder of a former schema brings its tables to the newest, and leaves every row as it was."""
    server, _, header = running
    take_next_version(monkeypatch, tmp_path)
    before = rows(server.store)
    full = {"accounts", "audit_log", "charges", "cohort_days", "cohort_entries", "drafts", "publications", "tokens"}
    assert all(before[name] for name in full)
    again = open_folder(in_former_schema(server, former, tmp_path / "former"), clock)
    assert is_next(again.store)
    assert rows(again.store) == before
    assert client_of(again).get("/v1/portal/campaigns/flu/entries", headers=header).status_code == 200
    again.store.dispose()


@pytest.mark.parametrize("former", REVISIONS)
def test_days_go_on_after_an_upgrade(
    running: tuple[Deployment, list[CohortPlayer], dict[str, str]],
    clock: HandClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    former: str,
) -> None:
    """After an upgrade in the middle of a nightly run, the same donors go on. Days that were published stay, the open
    one is published exactly, and each day is charged once.
    """
    server, crowd, _ = running
    take_next_version(monkeypatch, tmp_path)
    before, cost = numbers(server), published(server)["privacy"]["spent"]
    again = open_folder(in_former_schema(server, former, tmp_path / "former"), clock)
    assert (numbers(again), published(again)["privacy"]["spent"]) == (before, cost)
    night(again)
    move(cast(list[Donor], crowd), again)
    open_day = DAY + timedelta(days=5)
    assert open_day not in before
    for _ in range(5):
        everybody(crowd)
        a_day(again, clock, crowd)
    after = numbers(again)
    assert before.items() <= after.items()
    assert open_day in after
    for day, totals in after.items():
        assert totals == tuple(expected(crowd, day)[2:4].tolist())
    once = again.folder.ledger.read_text().count('"charge":')
    assert once == len(again.ledger.read().charges) == published(again)["privacy"]["spent"]["days"]
    again.store.dispose()


def numbers(server: Deployment) -> dict[date, tuple[int, ...]]:
    return {date.fromisoformat(day["day"]): tuple(day["totals"].values()) for day in published(server)["days"]}


def test_open_rounds_of_plain_go_on_after_an_upgrade(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Vectors that came before and after an upgrade are in the same published day."""
    server = new_server(tmp_path, clock, delay=0)
    crowd = morning_after(server, clock)
    for donor in crowd[:4]:
        donor.work([1, 2, 3])
    server.store.dispose()
    take_next_version(monkeypatch, tmp_path)
    again = open_folder(server.folder, clock)
    move(crowd, again)
    for donor in crowd[4:]:
        donor.work([1, 2, 3])
    clock.next_day()
    night(again)
    assert numbers(again) == {DAY: (18, 0)}
    again.store.dispose()


# --- killed


def kill_upgrade(url: str, step: int) -> int:
    """Return how an upgrade ended that was killed (SIGKILL) at an SQL statement or commit: 0 if it had fewer."""

    def run() -> None:
        steps = count(1)

        def burn(*_: object) -> None:
            if next(steps) == step:
                os.kill(os.getpid(), signal.SIGKILL)

        for moment in ("before_cursor_execute", "after_cursor_execute", "commit"):
            event.listen(Engine, moment, burn)
        upgrade(Store(url))

    return ended(forked(run))


@pytest.mark.parametrize("every", [pytest.param(5, marks=pytest.mark.slow), 29])
def test_an_upgrade_killed_anywhere_is_finished_or_rolled_back(
    running: tuple[Deployment, list[CohortPlayer], dict[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    every: int,
) -> None:
    """Killed at any step, an upgrade leaves the schema from before or the newest. Run again, it loses no row."""
    server, _, _ = running
    take_next_version(monkeypatch, tmp_path)
    before, former = rows(server.store), REVISIONS[0]
    folder = in_former_schema(server, former, tmp_path / "former")
    store, found = Store(folder.database_url(read_config(folder.config))), set[str | None]()
    for step in range(1, 2_000, every):
        copy = copy_of(store, tmp_path / str(step))
        end = kill_upgrade(copy.engine.url.render_as_string(hide_password=False), step)
        found.add(revision_of(copy))
        upgrade(copy)
        assert is_next(copy)
        assert rows(copy) == before
        copy.dispose()
        if end == 0:
            break
        assert end == -signal.SIGKILL
    assert step > 30
    assert found == {former, NEXT}
