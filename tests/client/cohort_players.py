"""Homes of `cohort` whose noise a test knows."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from secrets import token_bytes

import numpy as np

from pdd_client.donor.contact.report import CheckInReport
from pdd_client.donor.donor import Donor
from pdd_shared.rounds.cohort.day.layout import CohortLayout, Given, Integers
from pdd_shared.rounds.cohort.day.server import Opened
from pdd_shared.rounds.layout import Counts
from scripts.rehearsal.history_writer import write_chrome
from tests.client.cohort_fakes import CohortServer, PlannedDay
from tests.client.fakes import NOON, URL, open_donor, visits


@dataclass
class KnownRandom:
    """A home's random source that records its draws for noise, which it recognises by their length."""

    drawn: dict[int, list[bytes]] = field(default_factory=dict)

    def __call__(self, size: int) -> bytes:
        given = token_bytes(size)
        self.drawn.setdefault(size, []).append(given)
        return given


@dataclass
class Player:
    """A home of a test's cohort, with its known random source and its history."""

    donor: Donor
    random: KnownRandom
    histories: list[Path]

    def check_in(self) -> CheckInReport:
        return self.donor.check_in(self.histories)

    def refusals(self) -> Counter[str | None]:
        """Return how often each refusal occurred, on either side, by its name."""
        return Counter(line.reason for line in self.donor.log() if line.what == "refusal")


def player(home: Path, server: CohortServer, history: Path) -> Player:
    """Return a home that has not joined yet and sends by itself."""
    random = KnownRandom()
    return Player(open_donor(home, server, random_bytes=random), random, [history])


def noise_of(player: Player, layout: CohortLayout, nth: int) -> Integers:
    """Return the noise of the home's n-th upload of this layout."""
    drawn = player.random.drawn[32 * layout.entries][nth]
    return layout.draw_noise(lambda _: drawn)


def given_of(player: Player, day: date, layout: CohortLayout) -> Given:
    """Return what the home's log says that it gave of a day."""
    lines = [line.given for line in player.donor.log() if line.what == "vector" and line.round == day and line.given]
    found: dict[tuple[str, str | None], Counts] = {}
    for one in lines[0] if lines else ():
        labels = {"flu": 0, "child + fever": 1, "fever + child": 1, "cough": 2}
        counts = [0] * layout.parts[0].entries
        for label, times in one["counts"].items():
            counts[labels[label]] = times
        found[one["campaign"], one["stratum"]] = Counts(one["searches"], tuple(counts))
    return found


def expected(players: Iterable[tuple[Player, int]], day: date, layout: CohortLayout) -> list[int]:
    """Return the sum of these homes' counts and noise of a day; each home comes with the number of its upload."""
    vectors = [layout.fill(given_of(one, day, layout)) + noise_of(one, layout, nth) for one, nth in players]
    return [int(number) for number in np.sum(vectors, axis=0)]


def numbers_of(day: PlannedDay) -> list[int]:
    """Return the day's noisy sum."""
    assert isinstance(day.state, Opened)
    return [int(number) for number in day.state.numbers]


@contextmanager
def crowd(folder: Path, server: CohortServer, homes: int = 4) -> Iterator[list[Player]]:
    """Return joined homes with tickets sent; the n-th has n searches for flu on the day of NOON."""
    with ExitStack() as stack:
        opened = []
        for number in range(homes):
            history = folder / f"History-{number}"
            write_chrome(history, visits(*(("flu", NOON.replace(hour=7 + at)) for at in range(number))))
            one = player(folder / f"home-{number}", server, history)
            stack.enter_context(closing(one.donor))
            one.donor.campaigns.join(URL, [text.id for text in server.campaigns])
            one.check_in()
            opened.append(one)
        yield opened


def everybody(players: Iterable[Player]) -> None:
    """Let each home contact the server once."""
    for one in players:
        one.check_in()
