"""Sticky groups: who moves, who stays, and that nobody is ever in a group too small."""

from hypothesis import given
from hypothesis import strategies as st

from pdd_server.services.sticky import regroup


def no_shuffle(donors):
    """An order that tests can foresee."""
    donors.sort()


SETTINGS = st.tuples(st.integers(3, 8), st.integers(3, 8)).map(lambda pair: (max(pair), min(pair)))


@given(SETTINGS, st.lists(st.sets(st.integers(0, 60)), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_over_many_days_everybody_eligible_is_in_one_group(settings, days, random):
    """Each day every eligible donor is in exactly one group between floor and bound, or there are too few."""
    group_size, min_group = settings
    groups: list[list[int]] = []
    for eligible in days:
        groups = regroup(groups, eligible, group_size, min_group, random.shuffle)
        if len(eligible) < min_group:
            assert groups == []
            continue
        assert sorted(donor for group in groups for donor in group) == sorted(eligible)
        assert all(min_group <= len(group) < max(2 * group_size, group_size + 1) for group in groups)


@given(st.sets(st.integers(0, 299), max_size=60), st.integers(0, 60))
def test_only_joiners_and_leavers_move(leavers, joiners):
    """While no group falls below the floor or doubles, who stayed together stays together."""
    before = [list(range(start, start + 100)) for start in (0, 100, 200)]
    eligible = set(range(300)) - leavers | set(range(1000, 1000 + joiners))
    after = regroup(before, eligible, 100, 30, no_shuffle)
    assert len(after) == 3
    for old, new in zip(before, after, strict=True):
        assert set(old) - leavers == {donor for donor in new if donor < 1000}
        assert len(new) < 200


def test_a_group_below_the_floor_is_dissolved_into_others():
    """Its members join the smallest of the other groups, one after the other; those keep theirs."""
    after = regroup([[1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13]], {1, 2, *range(5, 14)}, 4, 3, no_shuffle)
    assert [set(group) for group in after] == [{2, 5, 6, 7, 8, 9}, {1, 10, 11, 12, 13}]


def test_enough_joiners_make_groups_of_their_own():
    """Joiners don't mix with others while they are a group by themselves."""
    after = regroup([[1, 2, 3, 4]], set(range(1, 14)), 4, 3, no_shuffle)
    assert [set(group) for group in after] == [{1, 2, 3, 4, 13}, {5, 6, 7, 8}, {9, 10, 11, 12}]


def test_a_group_never_passes_255():
    """Shares stand at one byte."""
    after = regroup([list(range(250))], set(range(260)), 200, 50, no_shuffle)
    assert sorted(map(len, after)) == [130, 130]
