"""A week of a real server that real homes lose together, and give once more."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from scripts.rehearsal.campaigns import campaign_file
from tests.end_to_end.worlds.cohort_weeks import Week, after

ONE = timedelta(days=1)
FIRST, SUNDAY = date(2026, 11, 23), date(2026, 11, 29)
HOMES = (0, 1, 2, 3)


class Weekly(Week):
    """A server with one campaign that counts by week, and homes in one region."""

    epsilon, end = 400, date(2026, 12, 20)

    def make_cohort_server(self) -> None:
        """See Week; the caps hold for a week of a home's searches."""
        self.here("init", "--protocol", "cohort", "--zone", "UTC", "--delay", 1)
        privacy = f"epsilon = {self.epsilon}\ndelta = 1e-6\nmin_cohort = 1\nnoise = 'discrete-laplace'"
        text = campaign_file(start=FIRST, end=self.end, caps=(100, 60, 30), privacy=privacy)
        self.launch(text.replace("[consent]", 'period = "week"\n[consent]'))


class Tight(Weekly):
    """The same with three weeks, whose budget leaves the noise no more room than a launch plans."""

    epsilon, end = 30, SUNDAY + 14 * ONE


@pytest.fixture
def week(tmp_path: Path) -> Iterator[Weekly]:
    """A server and four homes on the first day."""
    with Weekly(tmp_path) as world, world.running():
        world.join(HOMES)
        yield world


def test_a_week_that_all_homes_miss_is_given_once_more(week: Weekly) -> None:
    """Nobody is there while the first week is taken. Once the homes are back, the server asks for it again.

    Each home charges it once, under the day of that plan, and logs the counts of the whole week. The published row is
    that of the week's Sunday. Less the noise, it is the sum of the homes' weeks, to the last unit.
    """
    for ahead in range(1, (SUNDAY - after(0)).days + 1):
        week.day(after(ahead), *HOMES)
    for ahead in range(1, 9):
        week.night_before(SUNDAY + ahead * ONE)
    assert week.missing() == {SUNDAY: "lost"}
    for ahead in range(9, 26):
        week.day(SUNDAY + ahead * ONE, *HOMES)
    assert SUNDAY not in week.missing()
    (row,) = [row for row in week.results()["days"] if (row["day"], row["stratum"]) == (str(SUNDAY), "england")]
    (asked,) = {one.day for one in week.homes[0].donor.installation.store.charges.given() if one.repeats == SUNDAY}
    truth = [7 * sum(column) for column in zip(*(home.truth[1:] for home in week.homes.values()), strict=True)]
    assert week.ground_truth.sums(row | {"day": str(asked)}) == [len(HOMES), *truth]
    for home in week.homes.values():
        charges = [one for one in home.donor.installation.store.charges.given() if one.repeats == SUNDAY]
        (line,) = [line for line in home.donor.log() if line.round in {one.day for one in charges} and line.given]
        (given,) = line.given or ()
        assert given["repeats"] == str(SUNDAY)
        assert given["searches"] == 7 * home.counts.searches
        assert list(given["counts"].values()) == [7 * times for times in home.counts.entries if times]


def test_homes_that_gave_a_lost_week_give_the_last_one_too(tmp_path: Path) -> None:
    """Two of four homes give the first week, which stays below its floor, and then once more: they charge it twice.

    Their budget has room for that, so in the campaign's last week they give their counts, and not noise alone. Each
    published row is the sum of all homes' weeks, to the last unit less the noise.
    """
    with Tight(tmp_path) as week, week.running():
        week.join(HOMES)
        for ahead in range(1, (SUNDAY - after(0)).days + 1):
            week.day(after(ahead), *HOMES)
        for ahead in range(1, 9):
            week.day(SUNDAY + ahead * ONE, *HOMES[: 2 * (ahead < 5)])
        assert week.missing() == {SUNDAY: "lost"}
        for ahead in range(9, 22):
            week.day(SUNDAY + ahead * ONE, *HOMES)
        charges = week.homes[0].donor.installation.store.charges.given()
        assert [one.repeats for one in charges] == [None, None, SUNDAY, None]
        asked = {SUNDAY: SUNDAY + 8 * ONE}
        truth = [7 * sum(column) for column in zip(*(home.truth[1:] for home in week.homes.values()), strict=True)]
        rows = [row for row in week.results()["days"] if row["stratum"] == "england"]
        assert [date.fromisoformat(row["day"]) for row in rows] == [SUNDAY, SUNDAY + 7 * ONE, SUNDAY + 14 * ONE]
        for row in rows:
            day = date.fromisoformat(row["day"])
            assert row["confidence"] == 1
            assert week.ground_truth.sums(row | {"day": str(asked.get(day, day))}) == [len(HOMES), *truth]
