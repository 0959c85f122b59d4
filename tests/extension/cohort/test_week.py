"""Homes of the extension on an honest cohort server in memory, for weeks, alone and beside Python homes."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from pdd_shared.rounds.cohort.day import server as days
from scripts.rehearsal.history_writer import write_chrome
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import given_of, noise_of, player
from tests.client.fakes import NOON, Clock, visits
from tests.client.loopback import listening
from tests.extension.cohort.homes import JavaScriptHome, to_next_day
from tests.extension.donors import Donors, donors_in_javascript


@pytest.fixture(scope="module")
def donors() -> Iterator[Donors]:
    with donors_in_javascript() as process:
        yield process


@pytest.mark.parametrize(("nights", "least"), [(4, 1), pytest.param(10, 7, marks=pytest.mark.slow)])
def test_cohorts_of_both_languages(donors: Donors, tmp_path: Path, nights: int, least: int) -> None:
    """Two homes of each language have exact sums without refusals, from the first sum to beyond a week."""
    server = CohortServer(Clock())
    donors.at(NOON)
    donors.history(("flu cough", NOON.replace(hour=9)), ("flu", NOON.replace(hour=10)))
    with ExitStack() as stack:
        url = stack.enter_context(listening(server))
        theirs = [JavaScriptHome(donors, f"{nights}-{number}") for number in range(2)]
        ours = []
        for number in range(2):
            history = tmp_path / f"History-{number}"
            write_chrome(history, visits(("child fever", NOON.replace(hour=7 + number))))
            one = player(tmp_path / f"home-{number}", server, history)
            stack.callback(one.donor.close)
            one.donor.campaigns.join(url)
            one.check_in()
            ours.append(one)
        for other in theirs:
            other.join(url)

        def contact() -> None:
            for home in (*ours, *theirs):
                home.check_in()

        to_next_day(server, donors, contact, days=nights)
        opened = {day: planned for day, planned in server.days.items() if isinstance(planned.state, days.Opened)}
        assert sorted(opened)[0] == NOON.date()
        assert len(opened) >= least
        for nth, (day, planned) in enumerate(sorted(opened.items())):
            layout = planned.layout
            vectors = [layout.fill(given_of(one, day, layout)) + noise_of(one, layout, nth) for one in ours]
            vectors += [other.vector(day, layout, nth) for other in theirs]
            assert list(planned.state.numbers) == list(sum(vectors)), day
        assert server.days[NOON.date()].layout.fill(theirs[0].given(NOON.date(), layout)).tolist()[:5] == [
            1,
            2,
            2,
            0,
            1,
        ]
        assert [one.refusals() for one in ours] == [{}] * 2
        assert [other.refusals() for other in theirs] == [[], []]
    assert len(server.epochs) == 1 + nights // 8
    assert not any(path.startswith("/v1/epochs/") and path.count("/") == 3 for path in server.with_token)
