"""The donors of both languages live through the same random days, and agree after every step."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.client.cohort_fakes import CohortServer
from tests.client.fakes import Clock, FakeServer
from tests.client.loopback import listening
from tests.extension.donors import Donors, donors_in_javascript
from tests.extension.twins.cohort_twins import CappedWorld, CohortTwins, CohortWorld, WeeklyWorld
from tests.extension.twins.twins import WORLDS, Burst, Twins, World

Step = tuple[Any, ...]
"""A step is the name of one of Twins' methods, and what it is called with."""
QUERIES = ("flu", "Flu cough", "child with fever", "cough", "asthma and flu", "fever coughs")


def examples(usual: int, searching: int) -> int:
    """Return how many examples a test tries: `searching` only where scripts/test --search looks for new ones."""
    profile = settings.default
    return usual if profile and profile.derandomize else searching


UTC, FLU, HERE = WORLDS[0], Burst("flu"), (0, 0)
MIDNIGHT: list[Step] = [("wait", 700), ("wait", 29), ("search", Burst("flu", pages=2, gap=30))]
"""A search of which one page was opened before midnight and another one after it."""


@pytest.fixture(scope="module")
def javascript() -> Iterator[Donors]:
    with donors_in_javascript() as process:
        yield process


BURSTS = st.builds(
    Burst,
    query=st.sampled_from(QUERIES),
    engine=st.integers(0, 3),
    pages=st.integers(1, 3),
    gap=st.sampled_from([0, 10, 30, 31]),
    browser=st.integers(0, 1),
)
INDEX, BACK = st.integers(0, 1), st.integers(0, 3)


def busy(queries: Sequence[str]) -> list[Burst]:
    """Return more searches than the caps let count."""
    split = [Burst("flu", 2, pages=3, gap=30), Burst("cough", 2, pages=2, gap=31)]
    return split + [Burst(query, engine) for engine in (0, 1) for query in queries]


def _steps(names: str, *values: st.SearchStrategy[Any]) -> st.SearchStrategy[Step]:
    return st.tuples(st.sampled_from(names.split()), *values)


STEPS: st.SearchStrategy[Step] = st.one_of(
    _steps("search", BURSTS),
    st.permutations(QUERIES).map(lambda queries: ("search", *busy(queries))),
    _steps("check_in"),
    _steps("check_in resume forget"),
    _steps("wait", st.sampled_from([1, 29, 31, 240, 700])),
    _steps("ordinary", st.integers(1, 4)),
    _steps("away", st.integers(2, 4)),
    _steps("agree leave agree", INDEX),
    _steps("block unblock", st.sampled_from(QUERIES)),
    _steps("leave_out count_again", INDEX),
    _steps("hours", st.sampled_from([None, "12:00-13:00", "23:00-11:30", "00:00-23:59"])),
    _steps("remove restore", st.tuples(st.integers(0, 2), st.integers(0, 3))),
    _steps("approve withhold reconsider approve", BACK),
    _steps("pause limit", st.sampled_from([0, 3, 40])),
    _steps("send", st.sampled_from(["review", "by-itself"])),
    _steps("change end", st.tuples(INDEX, INDEX)),
    _steps("change", st.tuples(INDEX, st.integers(2, 3))),
    _steps("trouble", st.integers(0, 4)),
    _steps("lie", st.integers(0, 3)),
    _steps("clear", BACK),
)
DAYS = st.lists(st.lists(STEPS, max_size=8), max_size=6)
"""What happens on each of some days, with a night after each."""


def live(twins: Twins, days: list[list[Step]]) -> None:
    """Take the steps of each day, and compare what both donors say after each step."""
    twins.compare()
    for day in days:
        for name, *values in (*day, ("night",)):
            getattr(twins, name)(*values)
            twins.compare()
    twins.compare_accounts()
    twins.compare_exports()


@settings(max_examples=examples(12, 300))
@given(world=st.sampled_from(WORLDS), days=DAYS)
@example(UTC, [[("leave", 0), ("approve", 0)]])
@example(UTC, [[("agree", 1)], [], [("search", *busy(QUERIES)), ("ordinary", 4), ("block", "flu")]])  # budgets run out
@example(UTC, [[("end", (0, 0)), ("check_in",)], [("search", FLU)]])
@example(UTC, [[("end", (0, 0)), ("check_in",), ("end", (0, 1)), ("check_in",)]])
@example(UTC, [[("check_in",), ("end", (0, 1)), ("check_in",)], [("search", FLU)]])
@example(UTC, [[("end", (0, 0)), ("agree", 0), ("change", (0, 0)), ("check_in",)]])
@example(UTC, [[("check_in",), ("trouble", 3)], [("check_in",), ("trouble", 0), ("away", 4)]])
@example(UTC, [[("search", FLU), ("remove", HERE), ("check_in",)], [("check_in",), ("restore", (1, 0))]])
@example(UTC, [[*MIDNIGHT, ("remove", (1, 0)), ("remove", HERE), ("restore", HERE)]])
@example(UTC, [[("search", FLU), ("check_in",), ("approve", 0), ("search", Burst("flu now")), ("remove", HERE)]])
@example(UTC, [[("send", "review"), ("search", FLU), ("check_in",)], [("check_in",), ("approve", 1)]])
def test_both_do_and_say_the_same(javascript: Donors, world: World, days: list[list[Step]]) -> None:
    """Whatever happens in any order, both send the same vectors, and have the same records and reviews."""
    server = FakeServer(Clock(world.start), zone=world.zone)
    with TemporaryDirectory() as folder, listening(server) as url, ExitStack() as stack:
        twins = Twins(javascript, url, server, Path(folder), world)
        stack.callback(twins.one.close)
        live(twins, days)


@pytest.mark.slow
@settings(max_examples=examples(4, 40))
@given(world=st.sampled_from(WORLDS), days=DAYS)
@example(UTC, [[("agree", 1)], [("ordinary", 4)]])
def test_both_do_and_say_the_same_in_a_cohort(javascript: Donors, world: World, days: list[list[Step]]) -> None:
    """The same holds in a cohort, with tickets, uploads and committee duty."""
    server = CohortServer(Clock(world.start), zone=world.zone)
    world = CohortWorld(world.zone, world.start)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        url = stack.enter_context(listening(server))
        twins = CohortTwins(javascript, url, server, Path(folder), world, stack)
        stack.callback(twins.one.close)
        live(twins, days)


WEEK: list[list[Step]] = [[("search", FLU, Burst("cough")), ("check_in",)], [("search", *busy(QUERIES)), ("check_in",)]]
"""Friday and Saturday, on which the donor checks in."""
WAITING: list[list[Step]] = [[("check_in",)], [("check_in",)], [("check_in",)], [("check_in",)]]
"""Monday to Thursday, by which the week is sent."""


WITHHOLDING: list[list[Step]] = [
    *([("agree", 1)], [], []),
    [("search", *busy(QUERIES)), ("withhold", 0), ("check_in",)],
    [("search", FLU), ("check_in",), ("withhold", 0), ("reconsider", 0)],
    [("search", FLU), ("check_in",), ("withhold", 0)],
    [("check_in",), ("clear", 2)],
    *([], []),
    [("search", FLU), ("check_in",)],
]
"""A week from the fourth day on: two days are withheld for good, and about one the donor changes its mind."""
LIVES: list[list[list[Step]]] = [
    [*WEEK, [("search", FLU), ("check_in",)], *WAITING],
    [*WEEK, [("clear", 1), ("clear", 2), ("search", FLU), ("check_in",)], *WAITING],
    [*WEEK, [("clear", 2), ("block", "cough"), ("check_in",)], *WAITING],
    [[("agree", 1)], *WEEK, [("send", "review"), ("check_in",)], [("approve", 1)], *WAITING],
    [*WEEK, [("leave", 0), ("agree", 0), ("search", FLU), ("check_in",)], *WAITING],
    [*WEEK, [("check_in",), ("trouble", 4)], *WAITING],
    [*WEEK, [("pause", 40)], *WAITING],
    [*WITHHOLDING, *WAITING],
]
"""What donors of a weekly campaign do, from a Friday on."""


ATTENDED: st.SearchStrategy[list[Step]] = st.builds(
    lambda day, comes: [*day, ("search", FLU), ("check_in",)] if comes else day,
    st.lists(STEPS, max_size=4),
    st.booleans(),
)
WEEKS = st.lists(ATTENDED, min_size=3, max_size=12)
"""What happens on each day of up to two weeks. On every second day the donor searches and checks in at the end."""


def live_by_week(
    javascript: Donors, world: World, days: list[list[Step]], kind: type[WeeklyWorld] = WeeklyWorld
) -> None:
    """Let both donors of a weekly and a daily campaign live through these days."""
    server = CohortServer(Clock(world.start), zone=world.zone)
    world = kind(world.zone, world.start)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        url = stack.enter_context(listening(server))
        twins = CohortTwins(javascript, url, server, Path(folder), world, stack)
        stack.callback(twins.one.close)
        live(twins, days)


@pytest.mark.slow
@pytest.mark.parametrize("days", LIVES)
def test_both_do_and_say_the_same_of_weeks(javascript: Donors, days: list[list[Step]]) -> None:
    """The same holds for a campaign that counts by week, also if the history is cleared within the week."""
    live_by_week(javascript, UTC, days)


USING: list[Step] = [("search", *busy(QUERIES)), ("check_in",)]
CAPPED_LIVES: list[list[list[Step]]] = [
    [[("agree", 1)], [], *[USING] * 11],
    [[("agree", 1)], [], *[USING] * 4, [("leave", 0), ("leave", 1), ("agree", 0), ("agree", 1)], *[USING] * 6],
    [[("agree", 1)], [], USING, USING, [("change", (0, 3)), ("agree", 0), *USING], *[USING] * 8],
]
"""Donors who use up all hits; the second one leaves and joins again, the third one agrees to a higher cap."""


@pytest.mark.slow
@pytest.mark.parametrize("days", CAPPED_LIVES)
def test_both_use_up_the_same_hits(javascript: Donors, days: list[list[Step]]) -> None:
    """Where campaigns cap the hits of all their periods, both charge the same hits until none are left."""
    live_by_week(javascript, UTC, days, CappedWorld)


@pytest.mark.slow
@settings(max_examples=examples(2, 40))
@given(world=st.sampled_from(WORLDS), days=WEEKS)
def test_both_use_the_same_hits_in_random_weeks(javascript: Donors, world: World, days: list[list[Step]]) -> None:
    """The same holds whatever happens in these weeks."""
    live_by_week(javascript, world, days, CappedWorld)


@pytest.mark.slow
@settings(max_examples=examples(3, 40))
@given(world=st.sampled_from(WORLDS), days=WEEKS)
@example(UTC, [[("change", (1, 3)), ("agree", 1), ("change", (1, 0)), ("change", (0, 1)), ("check_in",)]])
@example(UTC, [[("check_in",)], [("lie", 3), ("check_in",)], [("check_in",)], [("check_in",)], []])
def test_both_do_and_say_the_same_of_random_weeks(javascript: Donors, world: World, days: list[list[Step]]) -> None:
    """The same holds for weeks in which anything may happen, also if a campaign's period changes."""
    live_by_week(javascript, world, days)
