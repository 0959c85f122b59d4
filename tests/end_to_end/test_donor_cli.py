"""Real donors and a real server over HTTP under one rehearsal clock: `plain` rounds, and what both protocols share."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.worlds.programs import DAY, NOON, World


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a server's data."""
    world = World(tmp_path_factory.mktemp("prepared"))
    world.make_server("--delay", "2")
    return world.folder / "server"


@pytest.fixture
def world(tmp_path: Path, prepared: Path) -> Iterator[World]:
    """Return a listening server of the test's own."""
    world = World(tmp_path)
    shutil.copytree(prepared, tmp_path / "server")
    with world.running():
        yield world


def test_from_browsers_to_published_totals(world: World) -> None:
    """Three donors' counts of one day become the campaign's totals, and one sent exactly what it had reviewed.

    The day is in its privacy account, under the budget that it was shown before it joined.
    """
    files = [world.history("one", "flu", "flu+cough"), world.history("two.sqlite", "child+fever")]
    shown = world.cli("ann", "join", world.url, "--stratum", "england", status=2)
    assert "How does flu spread?" in shown.stdout
    assert "A day has a privacy cost of 1. All days together never cost more than" in shown.stdout
    assert "--accept" in shown.stderr
    world.cli("ann", "join", world.url, "--stratum", "england", "--sending", "by-itself", "--accept")
    others = [world.donor("ben"), world.donor("cat")]
    for donor, stratum in zip(others, ("england", "scotland"), strict=True):
        donor.campaigns.join(world.url, stratum=stratum)
        donor.check_in(files)
    assert world.json("ann", "check-in", "--history", *files)["sent"] == []
    review = world.json("ann", "review", "--history", *files)

    world.set_clock(NOON + DAY)
    world.night()
    report = world.json("ann", "check-in", "--history", *files)
    assert [(row["round"], row["kind"]) for row in report["sent"]] == [("2026-11-20", "submit")]
    for donor in others:
        assert len(donor.check_in(files).sent) == 1
        donor.close()
    (given,) = world.json("ann", "log")["log"][-1]["given"]
    assert given["counts"] == {row["entry"]: row["count"] for row in review["campaigns"][0]["entries"]}
    assert (given["searches"], given["stratum"]) == (3, "england")
    account = world.json("ann", "ledger")
    assert (account["days"], account["since"], account["basic_epsilon"]) == (1, "2026-11-20", 1.0)
    assert [(one["id"], one["days"]) for one in account["campaigns"]] == [("winter-flu", 1)]
    assert account["campaigns"][0]["budget"]["epsilon"] > 100
    assert "lasts at least 4 more days" in world.cli("ann", "ceiling", "5").stdout

    world.set_clock(NOON + 2 * DAY)
    world.night()
    results = json.loads(world.here("results", "winter-flu", "--format", "json"))
    days = {(row["day"], row["stratum"]): row for row in results["days"]}
    assert set(days) == {("2026-11-20", "england"), ("2026-11-20", "scotland")}
    assert {row["confidence"] for row in days.values()} == {1.0}
    assert set(days["2026-11-20", "england"]["totals"]) == {"flu", "fever + child", "cough"}


@pytest.mark.slow
def test_restored_and_copied_homes(world: World) -> None:
    """A copied home registers as another donor, and the original goes on under its keys."""
    file = world.history("one", "flu")
    world.cli("ann", "join", world.url, "--stratum", "england", "--sending", "by-itself", "--accept")
    world.json("ann", "check-in", "--history", file)
    shutil.copytree(world.folder / "ann", world.folder / "copy")
    world.json("ann", "check-in", "--history", file)
    world.json("copy", "check-in", "--history", file)
    assert world.registered() == 2
    for home, anew in (("ann", 0), ("copy", 1)):
        assert [line["what"] for line in world.json(home, "log")["log"]].count("registered-anew") == anew
        world.json(home, "check-in", "--history", file)
    assert world.registered() == 2


@pytest.mark.slow
def test_erase_me_and_a_server_that_is_gone(world: World) -> None:
    """Erasing removes the donor from the server; a server that can't be reached is one line, and nothing is lost."""
    world.cli("ann", "join", world.url, "--stratum", "england", "--sending", "by-itself", "--accept")
    assert world.registered() == 1
    assert "can't be undone" in world.cli("ann", "erase-me").stdout
    assert world.registered() == 0
    assert not (world.folder / "ann").exists()
    gone = world.cli("bob", "join", "http://127.0.0.1:9", "--accept", status=2)
    assert gone.stderr.count("\n") == 1
    assert "can't be reached" in gone.stderr
