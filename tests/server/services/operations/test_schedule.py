"""The schedule runs once a date, and again after a failure."""

import logging
from datetime import timedelta
from typing import Any

import pytest

from pdd_server.jobs import nightly_run
from pdd_server.jobs.schedule import RETRY_AFTER, NightlySchedule
from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment
from tests.server.simulated_server import DAY, HandClock, campaign, dump, settings
from tests.support.terms import terms

SECRET = "what somebody searched for"
DAY_LONG = timedelta(days=1)


@pytest.mark.parametrize("part", [False, True])
def test_night_runs_once_a_date_and_again_after_a_failure(
    server: Deployment, clock: HandClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, part: bool
) -> None:
    """A nightly run with a failed part is logged by kind and place, without its text, and repeated; a finished one is
    not.

    It is repeated after `RETRY_AFTER`, not at each check before.
    """
    done = nightly_run.Report((), (), ())
    outcomes: list[Any] = [_failed_report() if part else ValueError(SECRET), done, done]
    runs = []

    def run(*_: object) -> nightly_run.Report:
        runs.append(clock.now)
        outcome = outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome  # type: ignore[no-any-return]

    monkeypatch.setattr(nightly_run, "run", run)
    nights, begin = NightlySchedule(server), clock.now
    with caplog.at_level(logging.INFO):
        for later in (0 * RETRY_AFTER, RETRY_AFTER / 2, RETRY_AFTER, 2 * RETRY_AFTER, DAY_LONG, DAY_LONG + RETRY_AFTER):
            clock.now = begin + later
            nights.run_if_due()
    assert runs == [begin, begin + RETRY_AFTER, begin + DAY_LONG]
    assert caplog.text.count("the night failed: ValueError at") == 1
    assert SECRET not in caplog.text


def _failed_report() -> nightly_run.Report:
    """Return a report with an error that was raised, and so has a place."""
    try:
        raise ValueError(SECRET)
    except ValueError as error:
        return nightly_run.Report((), (), (), failures=(error,))


def test_a_clock_that_was_set_back_does_not_delay_the_next_try(
    server: Deployment, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a failure under a clock months ahead, the nightly run is tried again as soon as the clock is right."""
    runs = []

    def run(*_: object) -> nightly_run.Report:
        runs.append(clock.now)
        raise ValueError(SECRET)

    monkeypatch.setattr(nightly_run, "run", run)
    nights = NightlySchedule(server)
    for days in (100, -100):
        clock.next_day(days)
        nights.run_if_due()
    assert len(runs) == 2


def test_a_night_later_than_today_is_logged(
    server: Deployment, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    """If the clock is set back behind the last nightly run, the schedule logs that none runs."""
    nights = NightlySchedule(server)
    nights.run_if_due()
    assert "clock" not in caplog.text
    clock.next_day(-4)
    nights.run_if_due()
    assert "the last night, 2026-11-20, is later than today, 2026-11-16: check the clock" in caplog.text


def test_a_campaign_made_under_a_higher_floor_is_logged_and_nothing_done(
    server: Deployment, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    """A running server whose floor is below a new campaign's plans nothing, and logs what to do."""
    with server.store.write() as connection:
        aches = campaign(id="aches", terms=terms(min_group=6))
        campaigns.create(connection, settings(min_group=6, group_size=6), aches)
    before, nights = dump(server), NightlySchedule(server)
    nights.run_if_due()
    assert "the night is not run: min_group: 3 is below 6, which campaign 'aches' promised" in caplog.text
    assert caplog.text.splitlines()[-1].endswith("then restart the server")
    assert dump(server) == before
    with server.store.write() as connection:
        campaigns.close(connection, "aches", DAY)
    closed = dump(server)
    clock.now += RETRY_AFTER
    nights.run_if_due()
    assert dump(server) != closed
