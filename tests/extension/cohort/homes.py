"""Homes of the extension in one cohort with Python homes, and what they gave with their noise."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from pdd_shared.rounds.cohort.day.layout import CohortLayout, Given, Integers
from pdd_shared.rounds.layout import Counts
from tests.client.cohort_fakes import CohortServer
from tests.extension.donors import Donors

ONE = timedelta(days=1)


@dataclass
class JavaScriptHome:
    """A home of the extension, whose process remembers its random draws."""

    donors: Donors
    name: str

    def call(self, method: str, *given: Any, deadly: int = 0) -> Any:
        """Call a method of its donor and return the result."""
        return self.donors.call(self.name, method, *given, deadly=deadly)

    def join(self, url: str) -> None:
        """Join to send automatically, and make the first contact."""
        self.donors.join(self.name, url)
        self.check_in()

    def check_in(self, deadly: int = 0) -> Any:
        """Contact the server."""
        return self.call("checkIn", deadly=deadly)

    def refusals(self) -> list[str]:
        """Return the reasons of all refusals in its log."""
        return [line["reason"] for line in self.call("log") if line["what"] == "refusal"]

    def rows(self, table: str) -> list[Any]:
        """Return the rows of a table of its database."""
        return list(self.donors.ask(kept=self.name, table=table))

    def noise(self, layout: CohortLayout, nth: int) -> Integers:
        """Return the noise of the home's n-th upload of this layout."""
        drawn = self.donors.ask(drawn=self.name, size=32 * layout.entries)[nth]
        return layout.draw_noise(lambda _: bytes.fromhex(drawn))

    def given(self, day: date, layout: CohortLayout) -> Given:
        """Return what its log says that it gave of a day."""
        lines = [line for line in self.call("log") if line["what"] == "vector" and line["round"] == day.isoformat()]
        found: dict[tuple[str, str | None], Counts] = {}
        for one in (lines[0]["given"] or ()) if lines else ():
            labels = {"flu": 0, "child + fever": 1, "fever + child": 1, "cough": 2}
            counts = [0] * layout.parts[0].entries
            for label, times in one["counts"].items():
                counts[labels[label]] = times
            found[one["campaign"], one["stratum"]] = Counts(one["searches"], tuple(counts))
        return found

    def vector(self, day: date, layout: CohortLayout, nth: int) -> Integers:
        """Return its counts of a day with the noise of its n-th upload."""
        return layout.fill(self.given(day, layout)) + self.noise(layout, nth)


def to_next_day(server: CohortServer, donors: Donors, contact: Callable[[], None], days: int = 1) -> None:
    """Pass to later days, each with a nightly run and then two contacts of each home."""
    for _ in range(days):
        server.to_next_day()
        donors.at(server.clock.now)
        contact()
        contact()


def restorer(server: CohortServer) -> Callable[[], None]:
    """Return a function that makes the server forget everything since now."""
    names = ("donors", "tickets", "made", "receipts", "epochs", "days", "signed_places", "sent", "lines")
    kept = deepcopy({name: getattr(server, name) for name in names})

    def restore() -> None:
        for name, value in deepcopy(kept).items():
            setattr(server, name, value)

    return restore
