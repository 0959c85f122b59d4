"""A lying donor in `plain` changes published numbers only within bounds, and learns no more of others' counts."""

import logging
from pathlib import Path

import pytest

from pdd_server.jobs.schedule import RETRY_AFTER, NightlySchedule
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.exports import exports
from pdd_shared.protocol.terms import Noise
from tests.server.simulated_server import DAY, HandClock, dump, morning_after, new_server, night, published, status_of

LIES = [0, 2**31 - 1, 2**31 - 2, 2**31, 2**30, 2**32 - 1, 2**32 - 60, 60]
"""What the liar adds to one entry, also where the honest sum of the others makes it pass an edge."""


def seen_before_noise(server: Deployment) -> list[int]:
    """Return the numbers to which a nightly run adds noise."""
    seen: list[list[int]] = []

    def add_noise(numbers: list[int], _noise: Noise) -> list[int]:
        seen.append(numbers)
        return numbers

    night(server, add_noise=add_noise)
    (numbers,) = seen
    return numbers


def plain_day(folder: Path, victim: list[int], lie: int) -> list[int]:
    """Return the numbers before noise after a day of a victim, an honest donor and a liar, in `plain`."""
    clock = HandClock()
    server = new_server(folder, clock)
    liar, honest, attacked = morning_after(server, clock, 3)
    liar.work([1, 0, lie, 0])
    honest.work([1, 1, 0, 0])
    attacked.work(victim)
    clock.next_day()
    numbers = seen_before_noise(server)
    server.store.dispose()
    return numbers


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_cannot_make_a_victims_count_matter_more(tmp_path: Path, lie: int) -> None:
    """Whatever a member adds, another member's count of 1 moves the number before noise by at most 1."""
    without, with_it = (plain_day(tmp_path / str(count), [1, 1, count, 0], lie) for count in (0, 1))
    assert abs(with_it[2] - without[2]) <= 1
    assert with_it[:2] == without[:2] == [3, 2]


@pytest.mark.parametrize("lie", [2**31 - 1000, 2**30, 10**6])
def test_no_number_is_above_what_its_donors_could_have_given(server: Deployment, clock: HandClock, lie: int) -> None:
    """With each donor counted once, with 20 searches, no number is above what donors could give, and no group is
    left out.
    """
    liar, *honest = morning_after(server, clock, 3)
    liar.work([lie, lie, lie, 0])
    for donor in honest:
        donor.work([1, 2, 2, 1])
    clock.next_day()
    night(server)
    (day,) = published(server)["days"]
    assert (day["donors"], day["searches"], day["totals"]) == (3, 60, {"flu": 60, "child + fever": 2})
    assert day["confidence"] == 1.0


def test_the_operator_is_told_once_how_many_numbers_were_bounded(
    server: Deployment, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    """The nightly run's log says how many numbers were bounded; database, status and results do not."""
    liar, *honest = morning_after(server, clock, 3)
    liar.work([7, 100, 0, 0])
    for donor in honest:
        donor.work([1, 2, 2, 1])
    clock.next_day()
    with caplog.at_level(logging.WARNING):
        NightlySchedule(server).run_if_due()
        NightlySchedule(server).run_if_due()
    (line,) = [record.getMessage() for record in caplog.records]
    assert line.startswith(f"night: {DAY}: 2 numbers in groups' sums were out of range and were bounded; ")
    texts = [*dump(server), str(status_of(server)), str(published(server))]
    assert not any("bound" in text or "out of range" in text for text in texts)


def test_the_operator_is_told_of_bounded_numbers_even_if_the_night_fails_later(
    server: Deployment, clock: HandClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The warning about bounded numbers, which can't be computed again, is logged even if writing the files fails.

    The next try writes them and does not repeat the warning.
    """
    liar, *honest = morning_after(server, clock, 3)
    liar.work([7, 100, 0, 0])
    for donor in honest:
        donor.work([1, 2, 2, 1])
    clock.next_day()
    nights = NightlySchedule(server)
    with monkeypatch.context() as broken:
        broken.setattr(exports, "write_all", full_disk)
        nights.run_if_due()
    warning, failure = (record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING)
    assert "were bounded" in warning
    assert "the night failed: OSError" in failure
    caplog.clear()
    clock.now += RETRY_AFTER
    nights.run_if_due()
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert published(server)["days"]


def full_disk(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_honest_donors_cause_no_warning(server: Deployment, clock: HandClock) -> None:
    """Honest sums at the caps are within bounds and cause no warning."""
    for donor in morning_after(server, clock, 3):
        donor.work([1, 20, 20, 20])
    clock.next_day()
    assert night(server).warnings == ()
    assert published(server)["days"][0]["totals"] == {"flu": 60, "child + fever": 60}
