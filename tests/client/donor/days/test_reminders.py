"""What a donor is reminded of, from what its home keeps."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from pdd_client.core.reminders import Reminder
from pdd_client.donor.donor import Donor
from tests.client.donor.campaigns.test_campaign_end import PUBLISHED, RESULTS
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, campaign, open_donor

TODAY = NOON.date()


def begin(donor: Donor, history: Path, mode: str = "review") -> None:
    """Join, be there once, and switch reminders on."""
    donor.campaigns.join(URL)
    donor.settings.set_sending(mode)  # type: ignore[arg-type]
    donor.settings.set_preference("reminders", True)
    donor.check_in([history])


def reminders(donor: Donor, clock: Clock, days: int) -> list[tuple[int, str]]:
    """Ask four times a day for so many days; return the reminders, each with the number of its day."""
    found = []
    for ahead in range(days):
        for hour in (0, 8, 16, 23):
            clock.now = NOON.replace(hour=hour) + ahead * DAY
            if reminder := donor.reminders.next():
                found.append((ahead, reminder.kind))
    return found


def test_a_waiting_day_is_told_once(donor: Donor, clock: Clock, history: Path) -> None:
    """Yesterday waits, and the donor is told until when it can surely decide. Nothing is told before the choice."""
    begin(donor, history)
    assert donor.reminders.next() is None
    clock.now += DAY
    donor.settings.set_preference("reminders", False)
    assert donor.reminders.next() is None
    donor.settings.set_preference("reminders", True)
    assert donor.reminders.next() == Reminder("days-wait", 1, TODAY + 2 * DAY)
    assert donor.reminders.next() is None


def test_another_start_does_not_say_it_again(home: Path, server: FakeServer, clock: Clock, history: Path) -> None:
    """What was told is kept in the home and is in the export."""
    with open_donor(home, server) as donor:
        begin(donor, history)
        clock.now += DAY
        assert donor.reminders.next() is not None
    with open_donor(home, server) as donor:
        assert donor.reminders.next() is None
        donor.export(home / "export.json")
    exported = json.loads((home / "export.json").read_text(encoding="utf-8"))["reminded"]
    assert exported == {
        "at": (NOON + DAY).isoformat(),
        "day": str(TODAY + DAY),
        "waiting": str(TODAY),
        "quiet": None,
        "ends": [],
        "results": [],
    }


def test_a_paused_donor_is_not_told_of_days(donor: Donor, clock: Clock, history: Path) -> None:
    """A donor who paused has said that it gives nothing: it is not reminded of days, nor of a quiet week."""
    begin(donor, history)
    donor.exclusions.pause()
    assert reminders(donor, clock, 20) == []


def test_a_decided_day_is_not_told(donor: Donor, clock: Clock, history: Path) -> None:
    """A day that the donor has decided about waits no more."""
    begin(donor, history)
    clock.now += DAY
    donor.days.approve(TODAY, histories=[history])
    assert donor.reminders.next() is None


def test_a_week_of_nothing(donor: Donor, clock: Clock, history: Path) -> None:
    """While the server is away and days are sent automatically, a week without anything given is told once a week."""
    begin(donor, history, "by-itself")
    assert reminders(donor, clock, 16) == [(7, "nothing-given"), (14, "nothing-given")]


def test_the_end_of_a_campaign_and_its_results(donor: Donor, server: FakeServer, clock: Clock, history: Path) -> None:
    """The end is told three days ahead and once, the results once they are here, unless they were looked at."""
    server.campaigns = [campaign(end=TODAY + 5 * DAY)]
    begin(donor, history, "by-itself")
    assert reminders(donor, clock, 6) == [(2, "campaign-ends")]
    clock.now = NOON + 9 * DAY
    with donor.installation.store.transaction():
        donor.installation.store.results.keep("flu", RESULTS % PUBLISHED)
    assert donor.reminders.next() == Reminder("results")
    clock.now += DAY
    assert donor.reminders.next() is None


def test_results_that_were_looked_at_are_not_told(
    donor: Donor, server: FakeServer, clock: Clock, history: Path
) -> None:
    """Who has opened the page of results is not told that they are here."""
    server.campaigns = [campaign(end=TODAY)]
    begin(donor, history, "by-itself")
    clock.now = NOON + 5 * DAY
    with donor.installation.store.transaction():
        donor.installation.store.results.keep("flu", RESULTS % PUBLISHED)
    donor.reminders.look_at_results()
    assert donor.reminders.next() is None


def test_a_kept_value_of_another_version_counts_as_nothing(donor: Donor, clock: Clock, history: Path) -> None:
    """What this version can't read of earlier reminders does not keep it from the next one."""
    begin(donor, history)
    clock.now += DAY + timedelta(hours=1)
    with donor.installation.store.transaction():
        donor.installation.store.set_fact("reminded", '{"at": "some day"}')
    assert donor.reminders.next() is not None


@pytest.mark.parametrize("days", [30])
def test_at_most_one_a_day(donor: Donor, clock: Clock, history: Path, days: int) -> None:
    """In a month in which nobody decides anything there is never a second reminder on a day."""
    begin(donor, history)
    told = [day for day, _ in reminders(donor, clock, days)]
    assert len(told) == len(set(told))
