"""A server whose settings change the protocol: open rounds end under the old one, later days are under the new one."""

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import pytest

from pdd_server.config_text import config_text
from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment, open_folder
from pdd_server.services.rounds.cohort import resets
from pdd_shared.protocol.messages import Campaign, SubmitTask, Task
from pdd_shared.rounds.layout import Counts
from tests.server.services.rounds.cohort.simulated_donors import (
    FAST,
    CohortPlayer,
    a_day,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
    expected,
)
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import DAY, HandClock, campaign, client_of, new_server, published, settings

pytestmark = pytest.mark.sqlite  # a folder with another protocol's rounds, which PostgreSQL can't have

ONE = timedelta(days=1)
LATER = {"id": "later"}
"""The campaign that is launched under the new protocol."""


@dataclass
class Home(CohortPlayer):
    """A home that takes part in both protocols: in `plain` it sends 1, then its seed."""

    def tasks(self) -> list[Task]:
        """Return the `cohort` tasks, and send at once what `plain` asks for."""
        found = super().tasks()
        for task in found:
            if isinstance(task, SubmitTask):
                message = self.blind({"plan": task.plan, "roster": task.roster}, self.today, (1, self.seed))
                assert self.put(*message).status_code == 200
        return [task for task in found if not isinstance(task, SubmitTask)]


def homes(server: Deployment, name: str) -> list[Home]:
    """Return four homes, active on the first day; each gives its seed as searches in the `cohort` campaign."""
    crowd = [Home(**vars(player)) for player in cohort_players(server, 4)]
    for player in crowd:
        player.given = {(name, None): Counts(player.seed, (0, 0))}
    everybody(crowd)
    return crowd


def changed(server: Deployment, clock: HandClock, crowd: list[Home], protocol: str, added: Campaign) -> Deployment:
    """Start the server again with this protocol in its settings, and with a campaign for it."""
    server.store.dispose()
    server.folder.config.write_text(config_text(settings(protocol=protocol, limits=FAST)), encoding="utf-8")
    again = open_folder(server.folder, clock)
    with again.store.write() as connection:
        campaigns.create(connection, again.config, added)
    send = client_of(again).open
    for player in crowd:
        player.send = send
    return again


def totals(server: Deployment, name: str) -> dict[date, tuple[int, int]]:
    """Return the published donors and searches of each data day of a campaign."""
    return {date.fromisoformat(day["day"]): (day["donors"], day["searches"]) for day in published(server, name)["days"]}


def missing(server: Deployment, name: str) -> dict[date, str]:
    """Return why a campaign's data days have no totals."""
    return {date.fromisoformat(day["day"]): day["reason"] for day in published(server, name)["missing"]}


def test_plain_rounds_end_exactly_under_cohort(tmp_path: Path, clock: HandClock) -> None:
    """Open `plain` rounds end with exact sums after a change to `cohort`, and so do the days after it."""
    plain = new_server(tmp_path, clock, protocol="plain", limits=FAST)
    crowd = homes(plain, "later")
    assert begin_day(plain, clock).opened == (DAY,)
    assert crowd[0].work() == []
    server = changed(plain, clock, crowd, "cohort", cohort_campaign().model_copy(update=LATER))
    assert everybody(crowd) == {seed: ["ticket"] for seed in (1, 2, 3, 4)}
    reports = [a_day(server, clock, crowd) for _ in range(4)]
    assert reports[0].published == (DAY,)
    assert [report.opened for report in reports] == [(DAY + ahead * ONE,) for ahead in (1, 2, 3, 4)]
    assert totals(server, "flu") == {DAY: (4, 1 + 2 + 3 + 4)}
    assert totals(server, "later") == {DAY + ONE: tuple(expected(crowd, DAY + ONE)[:2].tolist())}
    assert (missing(server, "flu"), missing(server, "later")) == ({}, {})
    server.store.dispose()


def test_cohort_rounds_end_exactly_under_plain(tmp_path: Path, clock: HandClock) -> None:
    """Open `cohort` rounds end with exact sums after a change to `plain`, and so do the days after it; tickets end."""
    cohort = cohort_server(tmp_path, clock)
    crowd = homes(cohort, "flu")
    assert begin_day(cohort, clock).opened == (DAY,)
    crowd[0].work()
    server = changed(cohort, clock, crowd, "plain", campaign(**LATER))
    served = everybody(crowd)
    assert not any("ticket" in kinds for kinds in served.values())
    reports = [a_day(server, clock, crowd) for _ in range(4)]
    assert [report.opened for report in reports] == [(DAY + ahead * ONE,) for ahead in (1, 2, 3, 4)]
    assert totals(server, "flu") == {DAY: tuple(expected(crowd, DAY)[:2].tolist())}
    assert totals(server, "later") == {DAY + ahead * ONE: (4, 10) for ahead in (1, 2, 3)}
    assert (missing(server, "flu"), missing(server, "later")) == ({}, {})
    server.store.dispose()


def test_the_day_before_a_change_to_cohort_is_missing(tmp_path: Path, clock: HandClock) -> None:
    """The day before a change to `cohort` is missing there, for want of tickets, and the old campaign is not
    counted on.
    """
    plain = new_server(tmp_path, clock, protocol="plain", limits=FAST)
    crowd = homes(plain, "later")
    server = changed(plain, clock, crowd, "cohort", cohort_campaign().model_copy(update=LATER))
    assert begin_day(server, clock).opened == ()
    everybody(crowd)
    assert begin_day(server, clock).opened == (DAY + ONE,)
    assert missing(server, "later") == {DAY: "waiting"}
    assert (totals(server, "flu"), missing(server, "flu")) == ({}, {})
    server.store.dispose()


def test_days_that_a_reset_gave_up_are_not_counted_in_plain(tmp_path: Path, clock: HandClock) -> None:
    """After a reset and a change to `plain`, its campaign has the days that the reset gave up as missing."""
    cohort = cohort_server(tmp_path, clock)
    crowd = homes(cohort, "flu")
    clock.next_day()
    with cohort.store.write() as connection:
        resets.reset(connection, cohort.config, cohort.identity, number=1, today=clock().date())
    server = changed(cohort, clock, crowd, "plain", campaign(**LATER))
    everybody(crowd)
    assert begin_day(server, clock).opened == (DAY + ONE,)
    assert missing(server, "flu") == missing(server, "later") == {DAY: "down"}
    server.store.dispose()
