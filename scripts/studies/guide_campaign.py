"""The campaign of the researcher's guide, from its plan to a published index: python -m scripts.studies.guide_campaign.

Takes the campaign file of docs/guides/researcher.md as it is there, but for min_cohort, for which real people would
have to be many. Plans it for a number of donors, launches it on a server of its own, and lets that many homes with
made-up searches donate for its first week. Ends with 1 unless the true number of the index is what the plan promises,
within chance, and the published one is within its interval of the truth, which one run in twenty is not.
"""

import argparse
import json
import re
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, time, timedelta
from math import sqrt
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np

from pdd_client.donor.donor import Donor
from scripts.rehearsal.history_writer import Row, write_chrome
from scripts.rehearsal.homes import STRATA, allow_files, join, open_donor
from scripts.rehearsal.server import Server

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "researcher.md"
ZONE = ZoneInfo("Europe/London")
DAYS_AFTER = 8
"""Days after the week in which its counts are collected and published."""
_FILES_A_HOME = 4


def guide_file(donors: int) -> str:
    """Return the guide's campaign file, with a floor that so many donors reach."""
    found = re.search(r"```toml\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1].replace("[privacy]", f"[privacy]\nmin_cohort = {donors // 3}", 1)


class Person:
    """Somebody with one home, whose searches of the week are a Poisson variable and match keywords by chance."""

    def __init__(self, folder: Path, server: Server, week: date, keywords: Sequence[str], given: Any) -> None:
        """Write the history and make the home; `given` are the options, with a generator of made-up searches."""
        self.queries = [
            f"{given.generator.choice(keywords)} today" if given.generator.random() < given.index else "train times"
            for _ in range(given.generator.poisson(7 * given.searches))
        ]
        folder.mkdir(parents=True)
        self.history, monday = folder / "History", datetime.combine(week, time(8), UTC)
        write_chrome(self.history, [_visit(monday, nth, query) for nth, query in enumerate(self.queries)])
        self.donor: Donor = open_donor(folder / "donor", server.clock)

    @property
    def is_counted(self) -> bool:
        """Whether the index counts one of the searches: the guide's campaign counts each donor once a week."""
        return any(query != "train times" for query in self.queries[:70])

    def check_in(self) -> None:
        """Contact the server."""
        self.donor.check_in([self.history])


def _visit(monday: datetime, nth: int, query: str) -> Row:
    at = monday + timedelta(hours=2 * nth)
    return f"https://www.google.com/search?q={query.replace(' ', '+')}+{nth}", at, query


def played(folder: Path, given: argparse.Namespace) -> tuple[dict[str, Any], list[Person], list[dict[str, Any]]]:
    """Play the campaign's first week.

    Returns:
        The plan's index, the people, and the published rows of the week, one for each region.
    """
    text = guide_file(given.donors)
    campaign = tomllib.loads(text)
    index = next(entry for entry in campaign["vocabulary"] if isinstance(entry, dict))
    server = Server(folder / "server", folder / "clock")
    server.set_clock(datetime.combine(campaign["start"] - timedelta(days=1), time(0, 5), ZONE))
    server.here("init", "--zone", ZONE.key, "--name", "Guide", "--protocol", "cohort", "--delay", 1)
    server.allow("1000000 per minute", "registrations")
    server.launch(text)
    asked = ("--donors", given.donors, "--rate", given.index / len(index["any"]), "--searches", given.searches)
    planned = json.loads(server.here("campaign", "plan", folder / "campaign.toml", *asked, "--json"))
    words = [keyword.replace(" + ", " ") for keyword in index["any"]]
    allow_files(_FILES_A_HOME * given.donors)
    people = [Person(folder / f"person-{nth}", server, campaign["start"], words, given) for nth in range(given.donors)]
    _play(server, people, campaign["start"])
    sunday = str(campaign["start"] + timedelta(days=6))
    return planned["index"], people, [row for row in server.results(campaign["id"])["days"] if row["day"] == sunday]


def _play(server: Server, people: list[Person], week: date) -> None:
    """Let everybody join on the day before the week, and be there on each day until the week is published."""
    with server.running() as url, ThreadPoolExecutor(4) as pool:
        for ahead in range(-1, 7 + DAYS_AFTER):
            day = week + timedelta(days=ahead)
            server.set_clock(datetime.combine(day, time(0, 30), ZONE))
            server.night()
            for noon in (time(12), time(22)):
                server.set_clock(datetime.combine(day, noon, ZONE))
                if ahead < 0 and noon == time(12):
                    for nth, person in enumerate(people):
                        join(person.donor, url, stratum=STRATA[nth % len(STRATA)])
                list(pool.map(Person.check_in, people))
    for person in people:
        person.donor.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the plan's number, the true and the published one; return 0 if they agree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--donors", type=int, default=60, help="people, from 12 on (60)")
    parser.add_argument("--searches", type=float, default=5.0, help="searches of each on a day (5)")
    parser.add_argument("--index", type=float, default=0.03, help="share of the searches that the index counts (.03)")
    parser.add_argument("--seed", type=int, default=None, help="of the made-up searches")
    given = parser.parse_args(arguments)
    given.generator = np.random.default_rng(given.seed)  # noqa: TID251 - made-up people, no secrets
    with tempfile.TemporaryDirectory(prefix="guide-campaign-") as folder:
        planned, people, rows = played(Path(folder), given)
    counted = sum(row["donors"] for row in rows)
    truth = sum(person.is_counted for person in people)
    published = sum(row["totals"][planned["name"]] for row in rows)
    half = max((row["noise"]["half_width_95_together"] for row in rows), default=0)
    chance = 4 * sqrt(max(1.0, planned["expected"] * (1 - planned["expected"] / given.donors)))
    print(f"planned    {planned['name']}: {planned['expected']:.1f} donors a week, ±{chance:.0f} by chance")
    print(f"true       {truth} of {given.donors} donors")
    print(f"published  {published} ±{half} (95%), {counted} donors")
    return 0 if rows and abs(truth - planned["expected"]) <= chance and abs(published - truth) <= half else 1


if __name__ == "__main__":
    sys.exit(main())
