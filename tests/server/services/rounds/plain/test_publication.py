"""Publication of a `plain` round: each number is in its place, with its own noise."""

import csv
import sqlite3
from contextlib import closing
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pdd_server.jobs import nightly_run
from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.results import results
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.privacy.accounting.composition import epsilon
from pdd_shared.privacy.noise.distributions import DiscreteGaussian, DiscreteLaplace, half_width
from pdd_shared.protocol.terms import Noise
from tests.server.simulated_server import (
    DAY,
    HandClock,
    campaign,
    client_of,
    dump,
    keep_order,
    morning_after,
    new_server,
    night,
    no_noise,
    published,
)
from tests.support.terms import AMPLE_FOR_GAUSSIAN, laplace, terms


def test_appended_entries_count_from_the_next_plan_on(server: Deployment, clock: HandClock) -> None:
    """An open round keeps its layout, the next one has the appended entry, and results label both rightly."""
    crowd = morning_after(server, clock, 3)
    with server.store.write() as connection:
        campaigns.append(connection, server.config, "flu", ["cough"])
    for donor in crowd:
        donor.work([1, 1, 1, 1])
    clock.next_day()
    night(server)
    for donor in crowd:
        donor.work([1, 1, 1, 1, 1])
    clock.next_day()
    night(server)
    first, second = published(server)["days"]
    assert first["totals"] == {"flu": 3, "child + fever": 3}
    assert second["totals"] == {"flu": 3, "child + fever": 3, "cough": 3}


def test_strata_and_campaigns_are_published_apart(tmp_path: Path, clock: HandClock) -> None:
    """One vector carries all campaigns by id and strata in order, and each number is published where it belongs."""
    other = campaign(id="aches", vocabulary=("ache",))
    regions = campaign(strata=("north", "south"), vocabulary=("flu",))
    server = new_server(tmp_path, clock, regions, other)
    for donor in morning_after(server, clock, 3):
        donor.work([1, 2, 3, 1, 5, 6, 1, 8, 9])
    clock.next_day()
    night(server)
    with server.store.read() as connection:
        (aches,) = results(connection, "aches")["days"]
        north, south = results(connection, "flu")["days"]
    assert (aches["stratum"], aches["donors"], aches["searches"], aches["totals"]) == (None, 3, 6, {"ache": 9})
    assert (north["stratum"], north["donors"], north["searches"], north["totals"]) == ("north", 3, 15, {"flu": 18})
    assert (south["stratum"], south["donors"], south["searches"], south["totals"]) == ("south", 3, 24, {"flu": 27})
    server.store.dispose()


def test_every_published_number_is_noised_by_its_own_law(tmp_path: Path, clock: HandClock) -> None:
    """Donors, searches and entries are noised alike, each campaign by the law and scale of its own terms."""
    gaussian = Noise(law="discrete-gaussian", scale=Decimal("40.5"))
    round_campaign = campaign(id="round", terms=terms(noise=gaussian, budget=AMPLE_FOR_GAUSSIAN))
    server = new_server(tmp_path, clock, campaign(), round_campaign)
    for donor in morning_after(server, clock, 3):
        donor.work()
    clock.next_day()
    calls: list[tuple[list[int], Noise]] = []

    def add_noise(numbers: list[int], noise: Noise) -> list[int]:
        calls.append((numbers, noise))
        return [number + round(noise.scale * 10) for number in numbers]

    night(server, add_noise=add_noise)
    assert calls == [([0] * 4, laplace(81)), ([0] * 4, gaussian)]
    (day,) = published(server)["days"]
    assert (day["donors"], day["searches"], set(day["totals"].values())) == (810, 810, {810})
    assert day["noise"] == {
        "law": "discrete-laplace",
        "scale": 81.0,
        "unit": 1,
        "added_by": "server",
        "epsilon": 1.0,
        "delta": 0.0,
        "half_width_95": 243,
        "sd": pytest.approx(DiscreteLaplace(81.0).variance ** 0.5),
    }
    (other,) = published(server, "round")["days"]
    charge = Charge("discrete-gaussian", Decimal("40.5"), 1 + 20**2 * 4)
    assert other["donors"] == 405
    assert other["noise"] == {
        "law": "discrete-gaussian",
        "scale": 40.5,
        "unit": 1,
        "added_by": "server",
        "epsilon": epsilon({charge: 1}, 1e-6),
        "delta": 1e-6,
        "half_width_95": half_width([DiscreteGaussian(40.5)]),
        "sd": pytest.approx(40.5),
    }
    assert 78 <= other["noise"]["half_width_95"] <= 81
    server.store.dispose()


def test_totals_below_the_threshold_are_nowhere(tmp_path: Path, clock: HandClock) -> None:
    """A total below the threshold after its noise is in no file and not in the database; donors and searches always
    are.
    """
    regions = campaign(strata=("north", "south"), vocabulary=("flu", "cough", "ache"), threshold=1000)
    server = new_server(tmp_path, clock, regions)
    for donor in morning_after(server, clock, 3):
        donor.work([1, 2, 3, 4, 5, 0, 0, 0, 0, 0])
    clock.next_day()
    moves = iter([[0, 0, 991, 987, 777], [0, 0, 5, 6, 1000]])

    def add_noise(numbers: list[int], _noise: Noise) -> list[int]:
        return [number + move for number, move in zip(numbers, next(moves), strict=True)]

    night(server, add_noise=add_noise)
    north, south = published(server)["days"]
    assert (north["donors"], north["searches"], north["totals"]) == (3, 6, {"flu": 1000})
    assert (south["donors"], south["searches"], south["totals"]) == (0, 0, {"ache": 1000})
    folder = server.folder.published / "flu"
    kept = [line for line in dump(server) if line.startswith('INSERT INTO "publications"')]
    assert len(kept) == 2
    texts = [*kept, *((folder / name).read_text() for name in ("totals.json", "totals.csv"))]
    with closing(sqlite3.connect(folder / "totals.sqlite")) as connection:
        texts += connection.iterdump()
    assert any("1000" in text for text in texts)
    assert not any(str(hidden) in text for text in texts for hidden in (999, 792))
    shown = client_of(server).get("/campaigns/flu").text
    assert "1,000" in shown
    assert "cough" not in shown
    assert "searches, for all keywords, listed or not. It covers noise only" in shown
    server.store.dispose()


def test_a_day_of_which_nothing_is_listed_is_in_the_json_only(tmp_path: Path, clock: HandClock) -> None:
    """A day without listed entries is in the JSON, with donors and searches, and has no row in the CSV, as
    documented.
    """
    server = new_server(tmp_path, clock, campaign(threshold=1000))
    for donor in morning_after(server, clock, 3):
        donor.work([1, 2, 3, 4])
    clock.next_day()
    night(server)
    found = published(server)
    (day,) = found["days"]
    assert (day["donors"], day["searches"], day["totals"]) == (3, 6, {})
    assert len((server.folder.published / "flu" / "totals.csv").read_text().splitlines()) == 1
    assert "is in the JSON only" in found["meaning"]["threshold"]
    assert client_of(server).get("/campaigns/flu").status_code == 200
    server.store.dispose()


def test_intervals_reach_equally_far_on_both_sides_of_the_total(tmp_path: Path, clock: HandClock) -> None:
    """The CSV's bounds are the total minus and plus the half width, below zero too."""
    server = new_server(tmp_path, clock, campaign())
    for donor in morning_after(server, clock, 3):
        donor.work([1, 2, 3, 4])
    clock.next_day()
    night(server, add_noise=lambda *_: [9, 9, -1, 1000])
    with (server.folder.published / "flu" / "totals.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["total"]) for row in rows] == [-1, 1000]
    for row in rows:
        total, half = int(row["total"]), int(row["half_width_95"])
        assert half > 1
        assert (int(row["low_95"]), int(row["high_95"])) == (total - half, total + half)
    server.store.dispose()


def test_a_day_that_cannot_be_published_does_not_keep_the_next_one_back(server: Deployment, clock: HandClock) -> None:
    """If the first of two due days can't be published, the other is published in the same run, and the first in the
    next.
    """
    donors = morning_after(server, clock, 3)
    failing = [DAY]

    def add_noise(numbers: list[int], _: Noise) -> list[int]:
        if failing:
            raise RuntimeError(failing.pop())
        return numbers

    for day in (DAY, DAY + timedelta(days=1)):
        for donor in donors:
            donor.work([1, 2, 2, 1])
        clock.next_day()
        failing[:] = [DAY]
        report = nightly_run.run(server, add_noise, keep_order)
        assert [str(error) for error in report.failures] == [str(DAY)]
        assert report.published == (() if day == DAY else (day,))
    assert night(server).published == (DAY,)


def test_numbers_that_the_ledger_lacks_are_in_no_file(
    server: Deployment, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the ledger can't be written after a day was published, its files wait for the next nightly run."""
    for donor in morning_after(server, clock, 3):
        donor.work([1, 2, 2, 1])
    clock.next_day()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    record = nightly_run.record
    calls = iter([record, full])
    monkeypatch.setattr(nightly_run, "record", lambda *given: next(calls)(*given))
    report = nightly_run.run(server, no_noise, keep_order)
    assert (report.published, report.files, len(report.failures)) == ((DAY,), (), 1)
    monkeypatch.setattr(nightly_run, "record", record)
    assert night(server).files == ("flu",)
