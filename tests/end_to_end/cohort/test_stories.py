"""Random stories of the whole system in `cohort` days: a day ends with exactly its list's counts, or without any."""

import random as stories  # noqa: TID251 - a story is no secret
from collections import Counter
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pdd_client.donor.donor import Donor
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.results import results
from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.rounds.cohort.day.layout import Given
from pdd_shared.rounds.layout import Counts
from scripts.rehearsal.ground_truth import CohortGroundTruth
from scripts.rehearsal.recorded_randomness import RecordedRandomness
from tests.end_to_end.test_simulation import tell
from tests.end_to_end.worlds.cohort_recorder import Recorder, explained
from tests.end_to_end.worlds.one_process import FIRST, World
from tests.server.services.rounds.cohort.simulated_donors import cohort_server
from tests.server.services.rounds.cohort.synthetic_days import cohort_terms
from tests.server.simulated_server import campaign
from tests.support.cohort.server_records import Homes, findings
from tests.support.stages import SEEDS

DATA_DAYS, ANSWERED = 6, 21
"""Each story is the course of six data days."""
MISHAPS = 0.008
"""How often a contact begins with an old home. Few committees of seven survive two members without their secrets."""


class CohortWorld(World):
    """A world with a `cohort` server. Each home's draws are recorded, whichever copy of the home is opened."""

    def __init__(self, folder: Path, size: int, days: int) -> None:
        self.draws = {number: RecordedRandomness() for number in range(size)}
        super().__init__(folder, size, days)
        self.recorder = Recorder(self.network.inner)
        self.network.inner = self.recorder
        self.ground_truth = CohortGroundTruth(self.server.folder.path / "pdd.sqlite", self.draws)

    def _made(self, end: date, settings: dict[str, Any]) -> Deployment:
        wanted = campaign(vocabulary=self.words, start=FIRST, end=end, terms=cohort_terms())
        return cohort_server(self.folder, self.clock, wanted, **settings)

    def _random(self, number: int) -> RandomBytes:
        return self.draws[number]

    def _has_to_join(self, donor: Donor) -> bool:
        """Return whether the home must join, also after an interruption, because the smallest tree needs four."""
        return not donor.installation.store.consents.newest()

    def _look(self) -> None:
        self.ground_truth.look()

    def given(self, number: int, _day: date) -> Given:
        """Return what a donor gives: it searches once a day for its own word."""
        return {("flu", None): Counts(1, tuple(int(place == number) for place in range(self.size)))}


@pytest.mark.story
@pytest.mark.parametrize("number", SEEDS)
def test_a_story_ends_exact_or_without_totals(number: int, tmp_path: Path) -> None:
    """In any story, published sums less the noise have a 1 for each donor on the list that gave counts, else a 0.

    Check-ins lose requests and answers, donors die around them, come twice or not at all, go back to an old home, are
    erased; the server is away for a day. Each day ends once, and nothing of it is left. All that arrived, with the keys
    of one donor, reveals the sums of the lists that members were shown, and nothing else.
    """
    story = stories.Random(number)
    with closing(CohortWorld(tmp_path, story.randint(4, 8), DATA_DAYS)) as world:
        for _ in range(DATA_DAYS + 8):
            tell(story, world, contacts=(0, 1, 2, 2, 2), erased=MISHAPS / 2, restored=MISHAPS)
            world.next_day(outage=not world.network.down and story.random() < 0.08)
        for _ in range(ANSWERED):
            world.next_day(outage=False)
        with world.server.store.read() as connection:
            document = results(connection, "flu")
        ended = [row["day"] for row in (*document["days"], *document["missing"])]
        assert len(set(ended)) == len(ended)
        for row in document["days"]:
            check(world, row)
        assert_nothing_left(world)
        records = explained(world.recorder.exchanges, Homes(world.draws, world.given))
        corrupt = frozenset([story.randrange(world.size)])
        assert findings(records, records.view(corrupt), corrupt) == []


def check(world: CohortWorld, row: dict[str, Any]) -> None:
    """Check a published row against the homes on its lists: each counts at most once, and nobody else does."""
    joined, searches, *totals = world.ground_truth.sums(row)
    counted = {number for number, total in enumerate(totals) if total}
    assert Counter(totals).keys() <= {0, 1}, row
    assert joined == searches == len(counted), row
    assert counted <= world.ground_truth.counted(date.fromisoformat(row["day"])), row
    assert row["final"], row


def assert_nothing_left(world: World) -> None:
    """Assert that all days of the campaign are over, and the server has no sum, list, entry, signature or answer of
    them.
    """
    with world.server.store.engine.connect() as connection:
        for table in ("cohort_entries", "cohort_signatures", "cohort_answers"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one() == 0
        held = "SELECT count(*) FROM cohort_days WHERE sums IS NOT NULL OR listed IS NOT NULL"
        assert connection.exec_driver_sql(held).scalar_one() == 0
