"""A home of the extension and Python players in one cohort of the real server: published numbers are exact."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pdd_server.web.application import create_app
from pdd_shared.rounds.cohort.day.layout import CohortLayout, cohort_layout, cohort_part_of
from pdd_shared.rounds.cohort.messages import CohortDay
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.extension.cohort.homes import ONE, JavaScriptHome
from tests.extension.donors import donors_in_javascript
from tests.server.loopback_server import listening
from tests.server.services.rounds.cohort.simulated_donors import (
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
    expected,
)
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import DAY, HandClock, published


def layout_of_four() -> CohortLayout:
    """Return the layout of a day of four homes, all in the tree."""
    size = TreeSize(4)
    return cohort_layout(
        [cohort_part_of(cohort_campaign())], size, CohortDay(floor=size.least_floor(10), sub_cohorts=1)
    )


@pytest.mark.slow
@pytest.mark.parametrize("days", [4, 12])
def test_a_cohort_of_both_languages(tmp_path: Path, days: int) -> None:
    """With three players and a home of the extension, donor and member, the published numbers are their sum."""
    clock = HandClock()
    server = cohort_server(tmp_path, clock)
    players = cohort_players(server, 3)
    layout = layout_of_four()
    with listening(create_app(server)) as url, donors_in_javascript() as donors:
        donors.at(clock.now)
        searches = [(("flu", "child fever", "x")[at % 3], clock.now + at * ONE) for at in range(days)]
        donors.history(*searches)
        home = JavaScriptHome(donors, "fourth")
        home.join(url)
        everybody(players)
        done = []
        for _ in range(days):
            begin_day(server, clock)
            donors.at(clock.now)
            for _contact in range(2):
                everybody(players)
                done += [one["kind"] for one in home.check_in()["sent"]]
        assert home.refusals() == []
        found = {day["day"]: day for day in published(server)["days"]}
        assert len(found) == days - 3
        for nth, day in enumerate(sorted(found)):
            total = expected(players, DAY + nth * ONE) + home.vector(DAY + nth * ONE, layout, nth)
            assert _numbers(found[day]) == [int(number) for number in total[1:4]], day
        assert np.any([home.given(DAY + nth * ONE, layout) for nth in range(3)])
    assert {kind: done.count(kind) for kind in ("upload", "certify", "open")} == {
        "upload": days,
        "certify": days - 2,
        "open": days - 2,
    }
    server.store.dispose()


def _numbers(day: dict[str, Any]) -> list[int]:
    print(day)
    return [day["searches"], *day["totals"].values()]
