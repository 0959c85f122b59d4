"""A server restored from a backup refuses to run until it is reset, and then nothing is counted twice."""

import json
import shutil
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from pdd_server.cli import main
from pdd_server.errors import SetupError
from pdd_server.services.operations.data_folder import Deployment, next_reset, open_folder
from pdd_server.services.rounds.cohort import resets
from pdd_server.services.rounds.cohort.epochs import public_log
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    a_day,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
    expected,
)
from tests.server.simulated_server import DAY, HandClock, client_of, night, published
from tests.support.processes import postgresql_server

ONE = timedelta(days=1)


def copied(server: Deployment, to: Path) -> Path:
    """Return a backup of the database, which with the keys is all that a backup has to contain.

    On PostgreSQL it is another database, of which nothing is at this path.
    """
    server.store.forget()
    server.store.dispose()
    if postgresql_server.is_wanted():
        postgresql_server.database_for(to, template=database_of(server))
    else:
        shutil.copy(server.store.file, to)
    return to


def database_of(server: Deployment) -> str:
    """Return the name of the server's database on PostgreSQL."""
    return str(server.store.engine.url.database)


def restored(server: Deployment, backup: Path, clock: HandClock, crowd: list[CohortPlayer]) -> Deployment:
    """Return the server over its folder with the backup's database; its donors find it at the old address."""
    server.store.dispose()
    if postgresql_server.is_wanted():
        postgresql_server.put_back(database_of(server), backup)
    else:
        for file in server.folder.path.glob("pdd.sqlite*"):
            file.unlink()
        shutil.copy(backup, server.store.file)
    again = open_folder(server.folder, clock)
    send = client_of(again).open
    for player in crowd:
        player.send = send
    return again


def reset(server: Deployment, clock: HandClock) -> None:
    """Reset the server, as the command does, but without the numbers in the public files."""
    number = next_reset(server.folder, clock())
    with server.store.write() as connection:
        public_log.read_back(connection, server.folder.published, server.identity)
        resets.reset(connection, server.config, server.identity, number=number, today=clock().date())
    public_log.show_all(server.store)


Week = tuple[Deployment, list[CohortPlayer], Path]


@pytest.fixture
def week(tmp_path: Path, clock: HandClock) -> Week:
    """Return a server with a backup of its fifth day that has run a new epoch since."""
    server = cohort_server(tmp_path, clock)
    crowd = cohort_players(server, 4)
    everybody(crowd)
    for _ in range(5):
        a_day(server, clock, crowd)
    backup = copied(server, tmp_path / "backup")
    for _ in range(4):
        a_day(server, clock, crowd)
    return server, crowd, backup


@pytest.mark.slow
def test_a_restored_database_is_not_run_unsaid(week: Week, clock: HandClock) -> None:
    """The nightly run of a restored database names the published epoch that it lacks and what to do, and does
    nothing.
    """
    server, crowd, backup = week
    again = restored(server, backup, clock, crowd)
    clock.next_day()
    with pytest.raises(SetupError, match=r"epoch 1 was published.*run pdd-server reset"):
        night(again)
    again.store.dispose()


@pytest.mark.slow
def test_after_a_reset_days_are_charged_and_a_new_epoch_begins(week: Week, clock: HandClock) -> None:
    """After a reset, days that the backup has open or lacks are charged and missing, and homes go on under a new
    epoch.
    """
    server, crowd, backup = week
    before = published(server)
    again = restored(server, backup, clock, crowd)
    today = clock().date()
    reset(again, clock)
    spent = {day["day"]: day["reason"] for day in published(again)["missing"]}
    opened = {day["day"] for day in published(again)["days"]}
    assert opened < {day["day"] for day in before["days"]}
    all_days = {(DAY + ahead * ONE).isoformat() for ahead in range((today - DAY).days)}
    assert (opened | spent.keys(), set(spent.values())) == (all_days, {"down"})
    assert published(again)["privacy"]["spent"]["days"] == len(all_days)
    read = crowd[0].log.lines
    crowd[0].tasks()
    assert [line.partition(" ")[0] for line in crowd[0].log.lines[len(read) - 2 :]] == ["epoch", "epoch", "reset"]
    # They were there today, and come again after the next night. Of the data days from today on all is as ever.
    assert everybody(crowd, "ticket")[1] == ["ticket"]
    for _ in range(5):
        a_day(again, clock, crowd)
    epoch = crowd[0].places[max(crowd[0].places)].epoch
    assert (epoch.start, crowd[0].reset is not None and epoch.reset == crowd[0].reset.number) == (today + ONE, True)
    counted = {date.fromisoformat(day["day"]): day for day in published(again)["days"]}
    assert tuple(counted[today]["totals"].values()) == tuple(expected(crowd, today)[2:4].tolist())
    again.store.dispose()


def test_resets_never_have_a_number_twice(tmp_path: Path, clock: HandClock) -> None:
    """Reset numbers always rise: after two at once, with a clock set back, and after a lost count."""
    server = cohort_server(tmp_path, clock)
    numbers = [next_reset(server.folder, clock()) for _ in range(3)]
    assert numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]
    clock.next_day(-30)
    assert next_reset(server.folder, clock()) == numbers[0] + 3
    clock.next_day(31)
    server.folder.resets.unlink()
    assert next_reset(server.folder, clock()) > numbers[0] + 3
    server.store.dispose()


def test_the_command(tmp_path: Path, clock: HandClock, capsys: pytest.CaptureFixture[str]) -> None:
    """`pdd-server reset` says what it did and publishes the reset, and every check-in's answer has it."""
    server = cohort_server(tmp_path, clock)
    (tmp_path / "now").write_text(clock.now.isoformat())
    data = ["--data", str(server.folder.path), "--rehearsal-clock", str(tmp_path / "now")]
    assert main(["reset", *data]) == 0
    assert "open days before 2026-11-20 are given up" in capsys.readouterr().out
    (player,) = cohort_players(server, 1)
    answer: Any = player.check_in().json
    (file,) = (server.folder.published / "resets").iterdir()
    assert json.loads(file.read_text()) == answer["reset"]
    assert player.work() == ["ticket"]
    server.store.dispose()


def test_an_epoch_that_the_database_does_not_know_stops_the_nights(tmp_path: Path, clock: HandClock) -> None:
    """A published epoch whose number the database would use again keeps the nightly run from doing anything."""
    server = cohort_server(tmp_path, clock)
    crowd = cohort_players(server, 4)
    everybody(crowd)
    begin_day(server, clock)
    (server.folder.published / "epochs" / "7.json").write_text("{}")
    with pytest.raises(SetupError, match="epoch 7 was published"):
        night(server)
    server.store.dispose()
