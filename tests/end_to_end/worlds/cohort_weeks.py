"""Weeks of the `cohort` protocol with real homes and a real server, under one rehearsal clock.

Every home searches each word as often as its number says, the same every day. The noise that each draws is recorded, so
that a published day less its noise can be compared with the counts of the homes on its lists.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

from pdd_client.gateways.server_http.server_http import Connect, ServerHttp
from pdd_server.jobs import nightly_run
from pdd_shared.rounds.cohort.day.layout import Given
from scripts.rehearsal.campaigns import campaign_file
from scripts.rehearsal.ground_truth import CohortGroundTruth
from scripts.rehearsal.homes import Home, join, open_donor
from scripts.rehearsal.recorded_randomness import RecordedRandomness
from tests.end_to_end.worlds.programs import World

JOINED = date(2026, 11, 20)
"""The day on which the first homes join, and the first data day."""
_DAYS = 40


class Week(World):
    """A server and homes; each method is one event. Use as a context, which closes the homes."""

    def __init__(self, folder: Path, connect: Connect = ServerHttp) -> None:
        """Make a server of the protocol on the day on which homes join."""
        super().__init__(folder)
        self.connect = connect
        self.homes: dict[int, Home] = {}
        self.draws: dict[int, RecordedRandomness] = {}
        self.ground_truth = CohortGroundTruth(self.books, self.draws)
        self._stack = ExitStack()
        self.at(JOINED, 0)
        self.make_cohort_server()

    def __enter__(self) -> "Week":
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def make_cohort_server(self) -> None:
        """Make a server's data with one campaign, whose sums may be as small as the protocol allows."""
        self.here("init", "--protocol", "cohort", "--zone", "UTC", "--delay", 1)
        self.launch(campaign_file(privacy="epsilon_per_day = 1.0\ndelta = 1e-6\nmin_cohort = 1"))

    def at(self, day: date, hour: int) -> None:
        """Set the clock of server and homes."""
        self.set_clock(datetime.combine(day, time(hour), UTC))

    # --- homes

    def join(self, numbers: Iterable[int], strata: Mapping[int, str] | None = None) -> None:
        """Let new homes join, send by themselves, and check in. They are in England but for `strata`."""
        for number in numbers:
            home = self._home(number, (strata or {}).get(number, "england"))
            join(home.donor, self.url, stratum=home.stratum)
            self.check_in(number)

    def _home(self, number: int, stratum: str) -> Home:
        folder, draws = self.folder / f"home-{number}", RecordedRandomness()
        folder.mkdir()
        donor = open_donor(folder / "home", self.clock, connect=self.connect, random_bytes=draws)
        home = Home(number, stratum, draws, self._stack.enter_context(donor), folder / "History")
        home.search(JOINED, _DAYS)
        self.draws[number], self.homes[number] = draws, home
        return home

    def check_in(self, *numbers: int) -> list[str]:
        """Let homes check in, one after the other; return what they sent, in order; fail if something is refused."""
        sent = []
        for number in numbers:
            report = self.homes[number].donor.check_in([self.homes[number].history])
            assert report.refused == (), (number, report.refused)
            sent += [one.kind for one in report.sent]
        return sent

    def day(self, day: date, *numbers: int) -> list[str]:
        """Run a nightly run, then two contacts of these homes; return what they sent."""
        self.night_before(day)
        self.at(day, 12)
        sent = self.check_in(*numbers)
        self.at(day, 21)
        return sent + self.check_in(*numbers)

    def night_before(self, day: date) -> nightly_run.Report:
        """Run the nightly job that begins a day in this process."""
        self.ground_truth.look()
        self.at(day, 0)
        return self.night()

    # --- what was published

    def check_published(self) -> dict[date, frozenset[int]]:
        """Check each published row, less its noise, against the counts of the homes on its lists.

        Returns:
            For each day the homes that are in its sums.
        """
        found: dict[date, frozenset[int]] = {}
        for row in self.results()["days"]:
            day = date.fromisoformat(row["day"])
            counted = self.ground_truth.counted(day)
            rows = [self.homes[number].truth for number in counted if self.homes[number].stratum == row["stratum"]]
            assert self.ground_truth.sums(row) == [sum(column) for column in zip([0] * 5, *rows, strict=True)], row
            found[day] = counted
        return found

    def missing(self) -> dict[date, str]:
        """Return the days without totals, with the reasons."""
        return {date.fromisoformat(row["day"]): row["reason"] for row in self.results()["missing"]}


def after(days: int) -> date:
    """Return the date so many days after the first homes joined."""
    return JOINED + timedelta(days=days)


def given_by(homes: dict[int, Home]) -> Callable[[int, date], Given]:
    """Return a function that says what a home gives of a day."""
    return lambda number, _day: {("winter-flu", homes[number].stratum): homes[number].counts}
