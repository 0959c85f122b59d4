"""Random stories of the whole system in `plain`: a round ends once, with whole groups' counts or without any."""

import random as stories  # noqa: TID251 - a story is no secret
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from pdd_server.services.results.results import results
from tests.end_to_end.worlds.one_process import FAULTS, World
from tests.support.stages import SEEDS

DATA_DAYS, DELAY = 7, 3
"""Each story is the course of seven data days, most of which become a round of one or two groups."""


def tell(
    story: stories.Random,
    world: World,
    contacts: Sequence[int] = (0, 1, 1, 1, 1, 2),
    erased: float = 0.02,
    restored: float = 0.03,
) -> None:
    """Play one day: each donor comes or not, in any order, once or twice, with random faults at its contacts."""
    comings = [number for number in range(world.size) for _ in range(story.choice(contacts))]
    story.shuffle(comings)
    for number in comings:
        befalls = story.random()
        if befalls < erased:
            world.erase(number)
        elif befalls < erased + restored:
            world.restore(number)
        elif befalls < 0.15:
            world.back_up(number)
        fault = (story.choice(FAULTS), story.randrange(6)) if story.random() < 0.2 else None
        world.check_in(number, fault)


@pytest.mark.story
@pytest.mark.parametrize("number", SEEDS)
def test_a_story_ends_exact_or_lost(number: int, tmp_path: Path):
    """In any story, published sums (here without noise) have a 1 for each member of a whole group, else a 0.

    Check-ins lose requests and answers, donors die around them, come twice or not at all, go back to an old home, are
    erased; the server is away for a day. No round is published twice, none stays open, and nothing of it is left.
    """
    story = stories.Random(number)
    size = story.randint(4, 8)
    world = World(tmp_path, size, DATA_DAYS, group_size=story.choice([3, 4]), min_group=3, delay=DELAY)
    for _ in range(DATA_DAYS + DELAY + 1 + 3):
        tell(story, world)
        world.next_day(outage=not world.network.down and story.random() < 0.08)
    if world.network.down:
        world.next_day(outage=False)
    with world.server.store.read() as connection:
        document = results(connection, "flu")
    days = [row["day"] for row in document["days"]]
    assert len(set(days)) == len(days)
    for row in document["days"]:
        counted = {n for n, word in enumerate(world.words) if row["totals"][word]}
        assert set(row["totals"].values()) <= {0, 1}
        assert row["donors"] == row["searches"] == len(counted)
        assert counted == set().union(*world.summed[date.fromisoformat(row["day"])])
    assert_nothing_left(world)
    world.close()


def assert_nothing_left(world: World) -> None:
    """Assert that all rounds of the campaign's days are over, and the server has no roster and no sum of them."""
    with world.server.store.engine.connect() as connection:
        for table in ("groups", "members"):
            assert connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one() == 0
