"""Made-up people: when they use their computers, what they search, and what their browsers keep.

Activity follows the paper (PDD, WWW '19, section 4.1): each person's share of active days is drawn from
Beta(2.217, 0.463). The true counts are computed here from the made-up searches, by a rule of their own: none of the
code that counts for donors is used.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from pathlib import Path
from urllib.parse import quote_plus
from zoneinfo import ZoneInfo

import numpy as np

from pdd_shared.privacy.forecast import ACTIVITY
from scripts.demonstration.campaign import ENTRIES, MAX_HITS, MAX_SEARCHES, STRATA
from scripts.rehearsal.history_writer import Row, write_chrome, write_firefox

OTHER = ("cheap train tickets", "weather tomorrow", "pasta bake recipe", "how to fix a bike chain", "cinema times")
FILLERS = ("what to do about {}", "{}", "{} symptoms", "{} 2026", "best remedy for {}", "{} in children")
ENGINES = (
    "https://www.google.co.uk/search?q={}&hl=en",
    "https://www.bing.com/search?q={}&form=QBLH",
    "https://duckduckgo.com/?q={}&ia=web",
)


@dataclass
class Person:
    """A person with one browser: their region, their days at the computer, and their searches."""

    number: int
    stratum: str
    history: Path = field(repr=False)
    active: frozenset[date]
    searches: dict[date, list[str]] = field(repr=False)

    def truth(self, day: date) -> Counter[str]:
        """Return the true counts of the day by name, which this person's vector should hold."""
        counts: Counter[str] = Counter(joined=1)
        queries = self.searches.get(day, [])[:MAX_SEARCHES]
        hits = dict.fromkeys(entry for query in queries for entry in ENTRIES if occurs(entry, query))
        counts["searches"] = len(queries)
        counts.update(list(hits)[:MAX_HITS])
        return counts


def occurs(entry: str, query: str) -> bool:
    """Return whether a keyword matches a query made of plain lower-case words."""
    if entry.startswith('"'):
        return query == entry.strip('"')
    return set(entry.split(" + ")) <= set(query.split())


class Population:
    """All people, made from one seed: a rehearsal needs no secret randomness."""

    def __init__(self, folder: Path, size: int, first: date, days: int, nights: int, zone: ZoneInfo, seed: int) -> None:
        """Make all people and write their browsers' histories.

        Args:
            folder: where each person has a folder.
            size: how many people.
            first: the first data day.
            days: how many data days.
            nights: how many days from `first` on people may be active.
            zone: their time zone.
            seed: of all random numbers.
        """
        self._generator = np.random.default_rng(seed)  # noqa: TID251 - made-up people, no secrets
        self._zone = zone
        self._weights = np.arange(1, len(ENTRIES) + 1) ** -0.9
        self._weights /= self._weights.sum()
        self._calendar = [first + timedelta(days=n) for n in range(nights)]
        self._data_days = frozenset(self._calendar[:days])
        self.people = [self._person(folder, number) for number in range(size)]

    def _person(self, folder: Path, number: int) -> Person:
        share = self._generator.beta(*ACTIVITY)
        active = frozenset(day for day in self._calendar if self._generator.random() < share)
        searches = {day: self._day() for day in sorted(active & self._data_days)}
        stratum = STRATA[int(self._generator.random() < 0.4)]
        person = Person(number, stratum, folder / f"person-{number:03}" / "History", active, searches)
        person.history.parent.mkdir(parents=True)
        write = (write_chrome, write_chrome, write_firefox)[number % 3]
        write(person.history, sorted(self._visits(person), key=lambda visit: visit[1]))
        return person

    def _day(self) -> list[str]:
        return [self._query() for _ in range(max(0, round(self._generator.normal(2.2, 1.3))))]

    def _query(self) -> str:
        if self._generator.random() < 0.25:
            return str(self._generator.choice(OTHER))
        entry = ENTRIES[int(self._generator.choice(len(ENTRIES), p=self._weights))]
        if entry.startswith('"'):
            return entry.strip('"')
        return str(self._generator.choice(FILLERS)).format(entry.replace(" + ", " "))

    def _visits(self, person: Person) -> Iterator[Row]:
        """Yield a person's visits: a search an hour, some opened twice or paged through, between ordinary pages."""
        for day, queries in person.searches.items():
            midnight = datetime.combine(day, time(), self._zone)
            for hour, query in enumerate(queries, start=7):
                at = midnight + timedelta(hours=hour, seconds=int(self._generator.integers(0, 1500)))
                url = ENGINES[person.number % len(ENGINES)].format(quote_plus(query))
                yield url, at, query
                for again in range(int(self._generator.choice([0, 0, 0, 1, 2]))):
                    yield url, at + timedelta(minutes=2 * (again + 1)), query
                yield f"https://news.example/{hour}?q=flu", at + timedelta(minutes=1), "an ordinary page"
