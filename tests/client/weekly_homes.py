"""Homes with a weekly campaign, and the searches of a week that is over its caps."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path

from pdd_shared.protocol.messages import Campaign
from pdd_shared.rounds.cohort.day.layout import cohort_part_of
from scripts.rehearsal.history_writer import write_chrome
from tests.client.cohort_fakes import CohortServer, cohort_campaign, cohort_terms
from tests.client.cohort_players import Player, player
from tests.client.fakes import NOON, URL, visits

ONE = timedelta(days=1)
MONDAY = NOON + 3 * ONE
"""Monday 23 November 2026, at noon."""
SUNDAY = (MONDAY + 6 * ONE).date()


def at(day: int, hour: int) -> datetime:
    """Return an hour of the week's day of this number, from 0 for Monday."""
    return (MONDAY + day * ONE).replace(hour=hour)


WEEKLY = cohort_terms(period="week", max_searches=4, max_hits=3, max_hits_per_keyword=2, max_matches=None)
SEARCHES: list[tuple[str, datetime]] = [
    ("flu", at(0, 8)),
    ("weather", at(0, 9)),
    ("cough flu", at(2, 8)),
    ("flu", at(4, 8)),
    ("cough", at(6, 8)),
]


def weekly() -> Campaign:
    """Return a campaign that counts by week, of six weeks."""
    return cohort_campaign(id="week", title="By week", start=date(2026, 11, 16), end=date(2026, 12, 27), terms=WEEKLY)


@contextmanager
def weekly_homes(folder: Path, server: CohortServer) -> Iterator[list[Player]]:
    """Return four homes that have joined all campaigns and send by themselves; the first has made SEARCHES."""
    opened = []
    for number in range(4):
        history = folder / f"History-{number}"
        write_chrome(history, [])
        opened.append(player(folder / f"home-{number}", server, history))
        opened[-1].donor.campaigns.join(URL, [text.id for text in server.campaigns])
        opened[-1].donor.settings.set_sending("by-itself")
        opened[-1].check_in()
    server.night()
    search(opened[0], SEARCHES)
    try:
        yield opened
    finally:
        for one in opened:
            one.donor.close()


def search(one: Player, searches: list[tuple[str, datetime]]) -> None:
    """Let the home's history have these searches and no others."""
    for file in one.histories:
        file.unlink()
        write_chrome(file, visits(*searches))


def live(server: CohortServer, homes: list[Player], until: datetime) -> None:
    """Let every home check in at noon of each day until a moment, with a nightly run between."""
    while server.clock.now < until:
        server.to_next_day()
        for one in homes:
            one.check_in()


def asks_again(server: CohortServer, day: date, week: date) -> None:
    """Let the plan of a day ask for the week that ended on `week` once more."""
    running = server.running
    assert running is not None
    part = cohort_part_of(server.campaigns[-1]).model_copy(update={"repeats": week})
    own = tuple(cohort_part_of(text) for text in server.campaigns[:-1])
    closes = {"earliest_close": day + 4 * ONE}
    server.days[day] = server.planned(server.plan_of(day, running.epoch, layout=(*own, part), **closes), running)
