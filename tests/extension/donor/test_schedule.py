"""The extension plans its check-ins as the desktop client does: the same random bytes give the same moment."""

import json
import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_client.core import schedule
from pdd_client.core.committee_duty import ServedEpoch, served_until
from tests.extension.javascript import EXTENSION, node

ZONES = ("UTC", "Europe/London", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Kolkata")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
Plan = Callable[..., Any]

moments = st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31)).map(lambda time: time.replace(tzinfo=UTC))
drawn = st.binary(min_size=16, max_size=16)
hours = st.one_of(st.none(), st.integers(-60, 60))


@pytest.fixture(scope="module")
def javascript() -> Iterator[Plan]:
    command = [node(), "tests/programs/schedules.js"]
    with subprocess.Popen(
        command, cwd=EXTENSION, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None

        def plan(call: str, random: bytes, *arguments: Any) -> Any:
            stdin.write(json.dumps({"call": call, "with": arguments, "random": random.hex()}) + "\n")
            stdin.flush()
            return json.loads(stdout.readline())

        yield plan
        stdin.close()


def micros(moment: datetime) -> int:
    return (moment - EPOCH) // MICROSECOND


def millis(moment: datetime | None) -> float | None:
    return None if moment is None else micros(moment) / 1000


@settings(max_examples=150)
@given(now=moments, random=drawn, failures=st.integers(1, 30), zone=st.sampled_from(ZONES))
def test_after_a_check_in(javascript: Plan, now: datetime, random: bytes, failures: int, zone: str) -> None:
    """After success and failures, also across clock changes, both plan the same moment, to a microsecond."""
    after = schedule.after_success(now, ZoneInfo(zone), lambda _: random)
    assert abs(javascript("afterSuccess", random, millis(now), zone) - micros(after)) <= 1
    after = schedule.after_success(now, ZoneInfo(zone), lambda _: random, serves=True)
    assert abs(javascript("afterService", random, millis(now), zone) - micros(after)) <= 1
    after = schedule.after_failure(now, failures, lambda _: random)
    assert abs(javascript("afterFailure", random, millis(now), failures) - micros(after)) <= 1


@settings(max_examples=300)
@given(
    now=moments,
    random=drawn,
    planned=hours,
    last=hours,
    zone=st.sampled_from(ZONES),
    waits=st.integers(0, 12),
    started=st.booleans(),
)
def test_impossible_plans_are_drawn_again(
    javascript: Plan,
    now: datetime,
    random: bytes,
    planned: int | None,
    last: int | None,
    zone: str,
    waits: int,
    started: bool,
) -> None:
    """A plan that was slept through, comes too soon after a start, is too far away, or leaves today out is drawn again;
    others stay, in both.
    """
    near, before = (None if one is None else now + timedelta(hours=one / 4) for one in (planned, last))
    expected = schedule.corrected(near, before, now, ZoneInfo(zone), lambda _: random, waits=waits, started=started)
    found = javascript("corrected", random, millis(near), millis(before), millis(now), zone, waits, started)
    assert abs(found - micros(expected)) <= 1


@settings(max_examples=100)
@given(
    starts=st.lists(st.tuples(st.integers(1, 16), st.booleans()), min_size=1, max_size=4),
    ahead=st.integers(-3, 60),
    delay=st.integers(0, 3),
)
def test_until_when_a_home_serves(javascript: Plan, starts: list[tuple[int, bool]], ahead: int, delay: int) -> None:
    """Both languages say until when a home serves, for random sequences of epochs, on any day."""
    day, epochs, served, ours = date(2026, 11, 1), [], [], []
    for number, (length, serves) in enumerate(starts):
        following = day + timedelta(days=length) if number + 1 < len(starts) else None
        epochs.append({"number": number, "start": day.isoformat(), "ticket": "a"})
        if serves:
            served.append(epochs[-1])
            ours.append(ServedEpoch(day, following))
        day = following or day
    today = date(2026, 11, 1) + timedelta(days=ahead)
    expected = served_until(ours, today, delay)
    found = javascript("servesUntil", b"", epochs, served, today.isoformat(), delay)
    assert found == (expected and expected.isoformat())
