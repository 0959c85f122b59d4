"""The forecast of when the disk is full: from the free bytes of the last nights, told in status, log and metrics."""

from collections.abc import Callable
from datetime import timedelta
from math import inf
from pathlib import Path

import pytest

from pdd_server.cli import main
from pdd_server.services.operations import disk_forecast, readiness
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.operations.disk_forecast import Disk
from pdd_server.services.operations.gauges import gauges
from pdd_server.services.operations.readiness import Problem
from tests.server.simulated_server import DAY, HandClock, new_server, night
from tests.support.nobody import as_nobody

GB = 10**9


def forecast(folder: Path, free_of_night: Callable[[int], int], nights: int) -> int | None:
    """Return the forecast after so many nights and a day, of a disk whose free bytes follow from the night's number."""
    for number in range(nights):
        disk_forecast.record(folder, DAY + timedelta(days=number), [Disk(folder, free_of_night(number))])
    return disk_forecast.days_left(folder, DAY + timedelta(days=nights), Disk(folder, free_of_night(nights)))


@pytest.mark.parametrize(
    ("lost_a_day", "nights", "left"),
    [
        (GB, 2, None),
        (GB, 3, 97),
        (GB, 20, 80),
        (4 * GB, 20, 5),
        (0, 20, None),
        (-GB, 20, None),
    ],
)
def test_days_are_told_at_the_growth_of_the_last_nights(
    tmp_path: Path, lost_a_day: int, nights: int, left: int | None
) -> None:
    """From the fourth day on, what is free is divided by what a day took. A disk that doesn't fill has no forecast."""
    assert forecast(tmp_path, lambda number: 100 * GB - number * lost_a_day, nights) == left


def test_only_two_weeks_count(tmp_path: Path) -> None:
    """A file that was copied to the disk a month ago does not count any more."""
    assert forecast(tmp_path, lambda number: (100 if number < 9 else 50) * GB - number, 40) is not None
    assert forecast(tmp_path, lambda number: (100 if number < 9 else 50) * GB, 40) is None


@pytest.mark.parametrize(("nights", "left"), [(5, None), (7, None), (8, 10), (15, 3)])
def test_an_enlarged_disk_has_a_forecast_again_after_three_days(tmp_path: Path, nights: int, left: int | None) -> None:
    """A disk with 10 GB left got 50 more on the sixth night. Only the nights since tell the growth."""

    def free(number: int) -> int:
        return 10 * GB if number < 5 else 60 * GB - (number - 5) * 9 * GB // 2

    assert forecast(tmp_path, free, nights) == left


@pytest.mark.parametrize("nights", range(14, 36))
def test_data_that_expire_by_the_week_are_no_larger_disk(tmp_path: Path, nights: int) -> None:
    """A disk that loses 1 GB on six nights and gets it back on the seventh is judged by whole weeks."""
    assert forecast(tmp_path, lambda number: 10 * GB - number % 7 * GB, nights) is None


def test_the_first_night_of_a_date_counts_and_a_damaged_file_is_made_anew(tmp_path: Path) -> None:
    """A second nightly run of a date changes nothing. A file that holds something else does not stop one."""
    disk_forecast.record(tmp_path, DAY, [Disk(tmp_path, 5)])
    before = (tmp_path / "disk.json").read_bytes()
    disk_forecast.record(tmp_path, DAY, [Disk(tmp_path, 4)])
    assert (tmp_path / "disk.json").read_bytes() == before
    for damaged in ("[]", "{", '{"2026-11-20": 1}', f'{{"{tmp_path}": 1}}', f'{{"{tmp_path}": {{"2026": 1}}}}'):
        (tmp_path / "disk.json").write_text(damaged)
        disk_forecast.record(tmp_path, DAY, [Disk(tmp_path, 5)])
        assert (tmp_path / "disk.json").read_bytes() == before


def test_a_disk_that_fills_is_told(
    server: Deployment, clock: HandClock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nightly runs record and warn, the metric has the days, and `status` prints them."""
    free = iter(range(30, 0, -4))
    for _ in range(5):
        now = next(free) * GB
        monkeypatch.setattr(readiness, "free_bytes", lambda _, now=now: now)
        report = night(server)
        clock.next_day()
    warning = f"{server.folder.path}: the disk will be full in 3 days; see docs/guides/operator.md, DiskFullSoon"
    assert report.warnings == (warning,)
    assert [one.value for one in gauges(server) if one.name == "disk_days_left"] == [4]
    (server.folder.path.parent / "now").write_text(clock.now.isoformat())
    given = ("--data", str(server.folder.path), "--rehearsal-clock", str(server.folder.path.parent / "now"))
    assert main(["status", *given]) == 0
    told = capsys.readouterr().out.splitlines()
    assert (told[-1], told[0][:9]) == ("disk: 14.0 GB free, full in 4 days at the present growth", "warning: ")


def test_each_disk_has_a_forecast_of_its_own(tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The metric has the days of each disk, once for all folders on it, and warnings name the one that fills up. A
    folder of `disks` that is not there is warned of.
    """
    other, shm = (
        tmp_path / "other",
        Path("/dev/shm" if tmp_path.stat().st_dev != Path("/dev/shm").stat().st_dev else "/"),
    )
    other.mkdir()
    server = new_server(tmp_path, clock, disks=(str(other), str(shm), str(tmp_path / "gone")))
    free = {server.folder.path: 30, shm: 50}
    monkeypatch.setattr(readiness, "free_bytes", lambda place: free[place] * GB)
    for _ in range(5):
        report = night(server)
        clock.next_day()
        free[shm] -= 10
    assert {one.labels["disk"]: one.value for one in gauges(server) if one.name == "disk_free_bytes"} == {
        str(server.folder.path): 30 * GB,
        str(shm): 0,
    }
    assert [one.value for one in gauges(server) if one.name == "disk_days_left"] == [inf, 0]
    remedy = "see docs/guides/operator.md, DiskFullSoon"
    assert report.warnings == (
        f"{shm}: the disk will be full in 1 days; {remedy}",
        f"{server.folder.config}: disks: {tmp_path / 'gone'} is not there; correct it, or take it out",
    )
    assert Problem.DISK in readiness.problems(server)
    server.store.dispose()


@pytest.mark.sqlite  # another user can't reach the tests' PostgreSQL
def test_a_disk_below_a_closed_folder_counts_as_not_there(clock: HandClock) -> None:
    """A folder of `disks` for which the server may not look stops neither the nightly run nor `status`."""
    with as_nobody() as folder:
        (closed := folder / "closed").mkdir(mode=0)
        server = new_server(folder, clock, disks=(str(closed / "disk"),))
        report = night(server)
        server.store.dispose()
    assert report.failures == ()
    (warning,) = report.warnings
    assert warning == f"{server.folder.config}: disks: {closed / 'disk'} is not there; correct it, or take it out"
