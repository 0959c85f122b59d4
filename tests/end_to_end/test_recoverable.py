"""Real donors and a real server in `recoverable` rounds, over HTTP, under one rehearsal clock."""

import json
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from pdd_client.donor import Donor
from tests.end_to_end.world import DAY, NOON, World

FIRST = NOON + DAY
NAMES = ("ann", "ben", "cat", "dan", "eve")
HOLDING = ("tentative_groups", "tentative_members", "dealings", "reveals")


def kinds(donor: Donor, file: Path) -> list[str]:
    """What a check-in sends, in order: kind and day; nothing is refused."""
    report = donor.check_in([file])
    assert report.refused == ()
    return [f"{sent.kind} {sent.round.day}" for sent in report.sent]


def test_two_days_and_one_donor_that_goes_missing(tmp_path: Path) -> None:
    """A donor that prepares and stays away costs its own counts alone: the others' sum is exact before noise.

    Afterwards the server holds nothing of the rounds, and no home a secret of them.
    """
    world = World(tmp_path)
    world.make_server("--group-size", "5")
    queries = {"ann": ["flu"], "ben": ["flu", "cough"], "cat": ["tea"], "dan": [], "eve": ["cough", "cough+flu"]}
    files = {name: world.history(name + ".db", *queries[name], until=FIRST) for name in NAMES}
    with ExitStack() as stack:
        url = stack.enter_context(world.running())
        donors = {name: stack.enter_context(world.donor(name)) for name in NAMES}
        for name, donor in donors.items():
            donor.join(url, stratum="scotland" if name == "ben" else "england")
            assert kinds(donor, files[name]) == []
        present = [name for name in NAMES if name != "eve"]
        course = [
            (NAMES, ["prepare 21"]),
            (present, ["prepare 22", "submit 21"]),
            (present, ["prepare 23", "submit 22"]),
            (present, ["prepare 24", "submit 23", "reveal 21", "reveal 22"]),
        ]
        for ahead, (there, expected) in enumerate(course):
            assert world.night_of(FIRST + ahead * DAY) == []
            for name in there:
                assert kinds(donors[name], files[name]) == expected
        assert kinds(donors["eve"], files["eve"]) == ["prepare 24", "reveal 21", "reveal 22"]
        published = world.night_of(FIRST + 4 * DAY)
        expected_sums = [[3, 2, 1, 0, 0], [1, 2, 1, 0, 1], [3, 0, 0, 0, 0], [1, 0, 0, 0, 0]]
        assert published == expected_sums
        store = donors["ann"].installation.store
        kept = [store.rounds.get((FIRST + ahead * DAY).date()) for ahead in range(3)]
        assert [one is not None and one.secrets is None for one in kept] == [True, True, True]

    results = json.loads(world.server("results", "winter-flu", "--format", "json"))
    confidence = {row["day"]: row["confidence"] for row in results["days"]}
    assert confidence == {"2026-11-21": 0.8, "2026-11-22": 1.0}
    with closing(sqlite3.connect(tmp_path / "server" / "pdd.sqlite")) as books:
        for table in HOLDING:
            days = {row[0] for row in books.execute(f"SELECT day FROM {table}")}
            assert days.isdisjoint(confidence)


@pytest.mark.slow
def test_log_and_check_in_of_a_recoverable_round(tmp_path: Path) -> None:
    """`pdd-donor check-in` and `log` name preparation, vector and reveal, each with its day and its bytes."""
    world = World(tmp_path)
    world.make_server()
    file = world.history("flu.db", "flu", until=FIRST)
    with ExitStack() as stack:
        url = stack.enter_context(world.running())
        world.cli("ann", "join", url, "--stratum", "england", "--sending", "by-itself", "--accept")
        world.json("ann", "check-in", "--history", file)
        others = [stack.enter_context(world.donor(name)) for name in ("ben", "cat")]
        for donor in others:
            donor.join(url, stratum="england")
            donor.check_in([file])
        reported, published = [], []
        for ahead in range(4):
            published += world.night_of(FIRST + ahead * DAY)
            reported += world.json("ann", "check-in", "--history", file)["sent"]
            for donor in others:
                donor.check_in([file])
        assert published == [[3, 3, 3, 0, 0], [0, 0, 0, 0, 0]]
    of_first = [row for row in reported if row["round"] == FIRST.date().isoformat()]
    assert [row["kind"] for row in of_first] == ["prepare", "submit", "reveal"]
    logged = [line for line in world.json("ann", "log")["log"] if line["round"] == FIRST.date().isoformat()]
    assert [(line["what"], line["bytes"]) for line in logged] == [
        (what, row["bytes"]) for what, row in zip(("preparation", "vector", "reveal"), of_first, strict=True)
    ]
