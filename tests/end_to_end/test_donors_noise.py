"""Two campaigns in one round, of which one has its donors add the noise: over HTTP, with real homes and histories."""

import json
import secrets
import sqlite3
from contextlib import ExitStack, closing
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from pdd_client.clock import RehearsalClock
from pdd_client.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from pdd_shared.privacy.shares import DRAW_BYTES, draw_shares
from tests.client.fakes import by_itself
from tests.end_to_end.world import CAMPAIGN, DAY, NOON, World

FIRST = NOON + DAY
NAMES = ("ann", "ben", "cat", "dan", "eve")
SCALE, FLOOR, COLLUDERS = 20, 4, 2
QUIET = (
    CAMPAIGN.replace("winter-flu", "quiet-flu")
    .replace('strata = ["england", "scotland"]\n', "")
    .replace("epsilon_per_day = 1.0", f'scale = {SCALE}\ndelta = 1e-6\nadded_by = "donors"\ncolluders = {COLLUDERS}')
)
NUMBERS = 5
"""joined, searches, and three entries."""


class Remembering:
    """The system's random bytes, and those that were drawn for noise."""

    def __init__(self) -> None:
        self.noise: list[bytes] = []

    def __call__(self, size: int) -> bytes:
        drawn = secrets.token_bytes(size)
        if size == 2 * DRAW_BYTES * NUMBERS:
            self.noise.append(drawn)
        return drawn


def opened(world: World, name: str, random: Remembering) -> Donor:
    home = world.folder / name
    clock = RehearsalClock(world.clock)
    return by_itself(Donor.open(home, clock=clock, keychain=FileKeychain(home), random_bytes=random, find=list))


@pytest.mark.slow
def test_the_server_never_holds_an_exact_sum(tmp_path: Path) -> None:
    """What is published of the campaign is the donors' counts and shares, to the last unit; the server added nothing.

    Also who has not joined it adds shares, so the noise is that of all five. The other campaign of the round is exact
    before the server's noise. The day is charged to both budgets, and to the accounts of those who joined, once.
    """
    world = World(tmp_path)
    world.make_server("--group-size", "5", "--min-group", str(FLOOR))
    (tmp_path / "quiet.toml").write_text(QUIET)
    world.server("campaign", "create", tmp_path / "quiet.toml", "--accept-error")
    queries = {"ann": ["flu"], "ben": ["flu", "cough"], "cat": ["tea"], "dan": [], "eve": ["cough", "cough+flu"]}
    files = {name: world.history(name + ".db", *queries[name], until=FIRST) for name in NAMES}
    randoms = {name: Remembering() for name in NAMES}
    with ExitStack() as stack:
        url = stack.enter_context(world.running())
        donors = {name: stack.enter_context(opened(world, name, randoms[name])) for name in NAMES}
        for name, donor in donors.items():
            wanted = ["winter-flu"] if name == "eve" else ["winter-flu", "quiet-flu"]
            donor.join(url, wanted, stratum="england")
            donor.check_in([files[name]])
        published = []
        for ahead in range(4):
            published += world.night_of(FIRST + ahead * DAY)
            for name, donor in donors.items():
                donor.check_in([files[name]])
        accounts = {name: donor.ledger() for name, donor in donors.items()}
    assert published[0] == [5, 6, 3, 0, 3]
    first = FIRST.date().isoformat()
    results = json.loads(world.server("results", "quiet-flu", "--format", "json"))
    day = next(row for row in results["days"] if row["day"] == first)
    shares = [
        draw_shares(Decimal(SCALE), FLOOR - COLLUDERS, NUMBERS, lambda _size, drawn=randoms[name].noise[0]: drawn)
        for name in NAMES
    ]
    expected = np.array([4, 4, 2, 0, 1]) + np.sum(shares, axis=0)
    assert [day["donors"], day["searches"], *day["totals"].values()] == expected.tolist()
    assert (day["noise"]["added_by"], day["noise"]["shares"]) == ("donors", [[5, 2]])
    assert {name: [c.id for c in account.campaigns] for name, account in accounts.items()} == {
        name: ["winter-flu"] if name == "eve" else ["quiet-flu", "winter-flu"] for name in NAMES
    }
    with closing(sqlite3.connect(tmp_path / "server" / "pdd.sqlite")) as books:
        charged = books.execute("SELECT campaign FROM charges WHERE day = ? ORDER BY campaign", [first]).fetchall()
    assert charged == [("quiet-flu",), ("winter-flu",)]
