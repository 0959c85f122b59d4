"""A day that the donor withheld stays out of its week, also when the week is given once more."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from pdd_client.cli.texts.reports import review_text
from pdd_client.donor.cohort.erasure import erase_by_calendar
from pdd_client.donor.days import donor_state
from tests.client.cohort_fakes import CohortServer, cohort_campaign
from tests.client.cohort_players import Player
from tests.client.fakes import Clock
from tests.client.weekly_homes import MONDAY, ONE, SUNDAY, asks_again, at, live, search, weekly, weekly_homes

WEDNESDAY = at(2, 12).date()
WITHOUT = {"campaign": "week", "stratum": None, "searches": 2, "counts": {"flu": 1, "cough": 1}}
"""What the first home gives of the week without its Wednesday."""
WHOLE = WITHOUT | {"searches": 3, "counts": {"flu": 2, "cough": 1}}
"""What it gives with its Wednesday: three hits count at most."""


@pytest.fixture
def server() -> CohortServer:
    return CohortServer(Clock(MONDAY - 4 * ONE), campaigns=[cohort_campaign(), weekly()])


@pytest.fixture
def homes(tmp_path: Path, server: CohortServer) -> Iterator[list[Player]]:
    """Four homes with a daily and a weekly campaign, at noon of Wednesday. The first has kept its Wednesday."""
    with weekly_homes(tmp_path, server) as opened:
        search(opened[0], [("flu", at(0, 8)), ("cough flu", at(2, 8)), ("cough", at(4, 8))])
        live(server, opened, at(2, 12))
        assert kept(opened[0]) >= {WEDNESDAY}
        yield opened


def kept(one: Player) -> set[date]:
    """Return the days that the home keeps for the weekly campaign."""
    return set(one.donor.installation.store.kept.every().get("week", {}))


def withheld(one: Player) -> frozenset[date]:
    """Return the days that the home knows to be withheld."""
    return one.donor.installation.store.days.withheld()


def given(one: Player, day: date) -> dict[str, object]:
    """Return what the log says that the weekly campaign was given in the plan of a day."""
    lines = [line for line in one.donor.log() if line.what == "vector" and line.round == day and line.given]
    return dict(next(part for part in lines[0].given or () if part["campaign"] == "week"))


def test_a_withheld_day_stays_out_of_its_week(server: CohortServer, homes: list[Player]) -> None:
    """Nothing of a withheld Wednesday is in the week, before and after it is locked. The review says why."""
    one = homes[0]
    one.donor.days.withhold(WEDNESDAY)
    assert WEDNESDAY not in kept(one)
    live(server, homes, at(6, 12))
    assert one.donor.installation.store.days.locked().keys() >= {WEDNESDAY}
    assert WEDNESDAY not in kept(one)
    assert kept(one) >= {SUNDAY, WEDNESDAY - ONE}
    review = one.donor.days.review(SUNDAY, one.histories)
    (part,) = [part for part in review.campaigns if part.id == "week"]
    assert (part.days[2].why, part.searches) == ("withheld", 2)
    assert "  Wednesday 2026-11-25: nothing counts (withheld)" in review_text(review)
    live(server, homes, at(9, 12))
    assert given(one, SUNDAY) == WITHOUT


@pytest.mark.parametrize("is_cleared", [True, False])
def test_a_withheld_day_stays_out_of_a_repeated_week(
    server: CohortServer, homes: list[Player], *, is_cleared: bool
) -> None:
    """A plan that asks for a lost week once more gets nothing of its withheld day, cleared or not."""
    one, again = homes[0], SUNDAY + 8 * ONE
    one.donor.days.withhold(WEDNESDAY)
    live(server, homes, at(14, 12))
    if is_cleared:
        search(one, [])
    asks_again(server, again, SUNDAY)
    live(server, homes, at(19, 12))
    assert given(one, SUNDAY) == WITHOUT
    assert given(one, again) == WITHOUT | {"repeats": str(SUNDAY)}


def test_a_day_counts_again_if_the_donor_reconsiders(server: CohortServer, homes: list[Player]) -> None:
    """Until a withheld day is locked, the donor can take the decision back. The day then counts in its week."""
    one = homes[0]
    one.donor.days.withhold(WEDNESDAY)
    one.check_in()
    one.donor.days.reconsider(WEDNESDAY)
    live(server, homes, at(3, 12))
    assert kept(one) >= {WEDNESDAY}
    live(server, homes, at(9, 12))
    assert given(one, SUNDAY) == WHOLE


def test_a_withheld_day_is_remembered_while_its_week_can_be_asked_for(
    server: CohortServer, homes: list[Player]
) -> None:
    """The decision is deleted 35 days after its week; that about an open day stays, because the day may still leave."""
    one = homes[0]
    one.donor.days.withhold(WEDNESDAY)
    live(server, homes, at(3, 12))
    one.donor.days.withhold(WEDNESDAY + ONE)
    store = one.donor.installation.store
    erase_by_calendar(store, SUNDAY + 34 * ONE)
    assert withheld(one) == {WEDNESDAY, WEDNESDAY + ONE}
    erase_by_calendar(store, SUNDAY + 35 * ONE)
    assert withheld(one) == {WEDNESDAY + ONE}


def test_nothing_is_remembered_without_a_weekly_campaign(server: CohortServer, homes: list[Player]) -> None:
    """A donor without a weekly campaign keeps no decision about a locked day, nor does an approved day leave one."""
    homes[0].donor.campaigns.leave("week")
    homes[0].donor.days.withhold(WEDNESDAY)
    homes[1].donor.days.review(WEDNESDAY, homes[1].histories)
    homes[1].donor.days.approve(WEDNESDAY)
    live(server, homes, at(4, 12))
    assert [one.donor.installation.store.days.decisions() for one in homes[:2]] == [{}, {}]


def test_a_withheld_day_is_counted_all_the_same(
    server: CohortServer, homes: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The week's upload matches the same searches with and without a withheld day, so its time does not tell."""
    from pdd_client.core.donation import prepare_donation

    one = homes[0]
    live(server, homes, at(6, 12))
    membership, honest = one.donor.installation.membership(), prepare_donation.matched
    state = donor_state.donor_state(one.donor.installation, membership, SUNDAY)
    plan = server.plan_of(SUNDAY, server.running.epoch if server.running else 0)
    found = [search for search, _ in one.donor.days.searches(histories=one.histories, everything=True).searches]
    counted: list[int] = []

    def matched(searches: list[object], *rest: object) -> object:
        counted.append(len(searches))
        return honest(searches, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(prepare_donation, "matched", matched)
    seen = []
    for days in (frozenset[date](), frozenset({WEDNESDAY})):
        changed = prepare_donation.replace(state, withheld=days, kept={})
        prepare_donation.prepare_donation(plan, changed, lambda: found)
        seen.append(counted[:])
        counted.clear()
    assert seen[0] == seen[1]
    assert sum(seen[0]) == 3
