"""Real donors and a real server in `cohort` days over HTTP: published numbers are counts plus donors' noise."""

from collections import Counter

import pytest

from tests.end_to_end.worlds.cohort_weeks import Week, after

pytestmark = pytest.mark.slow
"""A server's process and some homes take seconds to start. test_cohort_homes has four homes in one process."""


def test_a_day_of_four_homes(tmp_path):
    """The smallest server of four homes publishes its first day on the fourth night.

    The homes join on one day and are in an epoch on the next. The published numbers less their noise are the homes'
    counts, to the last unit.
    """
    everybody = range(4)
    with Week(tmp_path) as week, week.running():
        week.join(everybody)
        sent = Counter[str]()
        for ahead in range(1, 4):
            sent.update(week.day(after(ahead), *everybody))
        week.night_before(after(4))
        assert week.check_published() == {after(0): frozenset(everybody)}
    assert sent["upload"] == 4 * 3
    assert (sent["certify"], sent["open"]) == (4, 4)


def test_a_week_of_ten_homes_of_which_some_are_missing(tmp_path):
    """Days are published although donors miss the window, members miss both contacts, and a home joins in mid-week.

    A donor that missed the window is not in the day; all others are, to the last unit.
    """
    everybody = frozenset(range(10))
    away = {after(2): {0}, after(3): {0}, after(5): {7, 8, 9}, after(6): {4}}
    with Week(tmp_path) as week, week.running():
        week.join(everybody)
        for ahead in range(1, 12):
            day = after(ahead)
            if ahead == 5:
                week.join([10])
            present = everybody | ({10} if ahead > 5 else set())
            week.day(day, *sorted(present - away.get(day, set())))
        week.night_before(after(12))
        published = week.check_published()
    assert set(published) == {after(ahead) for ahead in range(9)}
    assert published[after(0)] == everybody
    assert published[after(1)] == everybody - {0}
    assert published[after(5)] == everybody | {10}


def test_too_few_members_cost_the_day_and_it_is_said(tmp_path):
    """If two of four members never come back, their quorum of three is missing and the day is dropped three weeks
    later.

    The day's list was shown, so the campaign is charged for it. The days after it don't reach their floor.
    """
    with Week(tmp_path) as week, week.running():
        week.join(range(4))
        week.day(after(1), *range(4))
        week.day(after(2), *range(4))
        for ahead in range(3, 24):
            week.night_before(after(ahead))
            if ahead < 8:
                week.at(after(ahead), 12)
                week.check_in(0, 1)
        missing, spent = week.missing(), week.results()["privacy"]["spent"]["days"]
        assert week.check_published() == {}
    assert missing[after(0)] == "dropped"
    assert missing[after(3)] == "lost"
    assert spent == sum(reason == "dropped" for reason in missing.values())
