"""The search for donors who spoil a cohort's days, simulated without cryptography."""

from dataclasses import dataclass
from datetime import date, timedelta
from statistics import median

import numpy as np
import pytest

from pdd_shared.rounds.cohort.day.offenders import Search, SeenList, learn, next_epoch, resting, sub_cohorts
from pdd_shared.rounds.cohort.epoch.draws import Draw
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.support.stages import mostly_slow

MONDAY = date(2026, 11, 16)


@dataclass(frozen=True)
class Found:
    """How a search ended: nights since the first spoilt day, the share of uploads lost, and innocent donors accused."""

    days: int | None
    lost: float
    innocent: int


def search(size: int, offenders: int, seed: int, attendance: float = 0.83, most: int = 120) -> Found:
    """Run days until all persistent offenders are found; each leaf is present with the same chance each day."""
    random = np.random.default_rng(seed)  # noqa: TID251
    draw, leaf_of = Draw(seed.to_bytes(32, "big"), size), {leaf: leaf for leaf in range(size)}
    bad = frozenset(random.choice(size, offenders, replace=False).tolist())
    state, first, lost, sent = Search(), None, 0, 0
    for number in range(most):
        day = MONDAY + timedelta(days=number)
        parts = sub_cohorts(draw.tree_size, state)
        away = state.quarantined | resting(state, draw, day, leaf_of)
        here = [leaf for leaf in np.flatnonzero(random.random(size) < attendance).tolist() if leaf not in away]
        dealt = [draw.sub_cohort_of(leaf, day, parts) if parts > 1 else 0 for leaf in here]
        lists = [
            frozenset(leaf for leaf, part in zip(here, dealt, strict=True) if part == each) for each in range(parts)
        ]
        seen = [SeenList(each, bool(each & bad)) for each in lists]
        first = number if first is None and any(each.spoilt for each in seen) else first
        lost, sent = lost + sum(len(each.donors) for each in seen if each.spoilt), sent + len(here)
        state = learn(state, seen)
        if first is not None and bad <= state.quarantined:
            return Found(number - first + 1, lost / sent, len(state.quarantined - bad))
    return Found(None, lost / sent, len(state.quarantined - bad))


CASES = [(10, 1, 7), (10, 2, 40), (60, 1, 10), (60, 2, 30), (300, 1, 12), (300, 2, 45), (8192, 1, 8), (8192, 4, 15)]


@pytest.mark.parametrize(("size", "offenders", "within"), mostly_slow(CASES, lambda case: case[0] < 300))
def test_persistent_offenders_are_found(size: int, offenders: int, within: int) -> None:
    """All persistent offenders are found, in about as many days as documented, and nobody else is accused."""
    found = [search(size, offenders, seed) for seed in range(3 if size > 1000 else 15)]
    assert sum(each.innocent for each in found) == 0
    assert median(each.days or 1000 for each in found) <= within


@pytest.mark.slow
def test_eight_offenders_in_a_full_cohort() -> None:
    """Eight offenders in a full cohort are found in under four weeks, while more than a quarter of the counts are
    kept.
    """
    found = search(8192, 8, 1)
    assert found.days is not None
    assert found.days <= 27
    assert found.lost <= 0.7
    assert found.innocent == 0


def lists(*seen: tuple[set[int], bool]) -> list[SeenList]:
    return [SeenList(frozenset(donors), spoilt) for donors, spoilt in seen]


def test_nothing_is_divided_while_nothing_is_wrong() -> None:
    """A sound day starts no search, creates no sub-cohorts and lets nobody rest."""
    state = learn(Search(), lists(({1, 2, 3}, False)))
    assert not state.active
    assert sub_cohorts(TreeSize(8192), state) == 1
    assert resting(state, Draw(bytes(32), 10), MONDAY, {}) == frozenset()


@pytest.mark.parametrize(
    ("size", "parts"), [(999, 1), (1000, 2), (1999, 2), (2000, 4), (4000, 8), (8192, 8), (20_000, 8)]
)
def test_a_cohort_is_divided_as_far_as_500_leaves_allow(size: int, parts: int) -> None:
    """During a search a cohort is divided into 8, 4 or 2 sub-cohorts of at least 500 leaves."""
    state = learn(Search(), lists(({1, 2, 3}, True)))
    assert sub_cohorts(TreeSize(size), state) == parts
    assert sub_cohorts(TreeSize(size), Search()) == 1


def test_the_last_uncleared_donor_is_the_offender() -> None:
    """Sound sums clear their donors, whatever the order, and the only donor left of a spoilt list is the offender."""
    state = learn(Search(), lists(({1, 2, 3, 4}, True), ({5, 6}, False)))
    assert state.suspects == {1, 2, 3, 4}
    state = learn(state, lists(({1, 2}, False), ({3, 4, 5}, True)))
    assert (state.suspects, state.common) == ({3, 4}, {3, 4})
    state = learn(state, lists(({1, 4}, False)))
    assert state.quarantined == {3}
    assert not state.active


def test_several_offenders_are_told_apart() -> None:
    """A list that a known offender explains says nothing about others; a list that none explains is searched
    further.
    """
    state = learn(Search(), lists(({1, 2}, True), ({3, 4}, True), ({5}, False)))
    assert state.common == frozenset()
    state = learn(state, lists(({2, 5}, False)))
    assert state.quarantined == {1}
    assert state.suspects == {3, 4}


def test_a_known_offender_explains_all_its_lists() -> None:
    """A spoilt list that contains a known offender makes no other donor a suspect any longer."""
    state = learn(Search(), lists(({1, 2}, True)))
    state = learn(state, lists(({1, 3}, True), ({2}, False)))
    assert state.quarantined == {1}
    assert not state.active


def test_a_contradiction_ends_all_quarantines() -> None:
    """If all donors of a spoilt list were in sound sums, all quarantines end and the search starts anew."""
    state = Search((), frozenset({1, 2, 3}), frozenset({9}))
    state = learn(state, lists(({1, 2}, True)))
    assert state == Search((frozenset({1, 2}),), frozenset(), frozenset())


def test_a_framed_donor_is_set_free() -> None:
    """A liar who spoils only the victim's lists makes the victim look like the offender.

    The victim is released with the first list that is spoilt and has no suspect.
    """
    victim, liar = 1, 2
    state = learn(Search(), lists(({victim, liar, 3}, True)))
    state = learn(state, lists(({liar, 3}, False)))
    assert state.quarantined == {victim}
    state = learn(state, lists(({liar, 3, 4}, True)))
    assert state.quarantined == {victim, 4}
    state = learn(state, lists(({liar, 3}, True)))
    assert state.quarantined == frozenset()


def test_at_most_a_quarter_of_the_leaves_rests() -> None:
    """At most a quarter of the leaves rests, so that the list can reach its floor, and at least one."""
    draw, everybody = Draw(bytes(32), 60), {leaf: leaf for leaf in range(60)}
    state = learn(Search(), lists((set(range(60)), True)))
    assert len(resting(state, draw, MONDAY, everybody)) == 15
    four = learn(Search(), lists(({0, 1, 2, 3}, True)))
    assert len(resting(four, Draw(bytes(32), 4), MONDAY, {leaf: leaf for leaf in range(4)})) == 1


def test_nobody_rests_where_the_cohort_is_divided() -> None:
    """Nobody rests in a divided cohort, where sub-cohorts find offenders, or without a search."""
    state = learn(Search(), lists((set(range(60)), True)))
    for leaves in (999, 1000, 8192):
        everybody = {leaf: leaf for leaf in range(leaves)}
        rest = resting(state, Draw(bytes(32), leaves), MONDAY, everybody)
        assert bool(rest) == (leaves < 1000)
        assert resting(Search(), Draw(bytes(32), leaves), MONDAY, everybody) == frozenset()


def test_who_rests_is_drawn_anew_each_day() -> None:
    """The resting donors are drawn anew each day among the suspects, from the tree's root and the day."""
    draw, everybody = Draw(bytes(32), 60), {leaf: leaf for leaf in range(60)}
    state = learn(Search(), lists((set(range(30)), True)))
    days = {resting(state, draw, MONDAY + timedelta(days=number), everybody) for number in range(5)}
    assert len(days) == 5
    assert all(rest <= set(range(30)) for rest in days)
    assert resting(state, draw, MONDAY, {5: 5}) == {5}


def test_a_new_epoch_ends_quarantines_and_keeps_what_is_cleared() -> None:
    """A new epoch ends quarantines and keeps who is cleared.

    A returning offender is found by its first spoilt day, and cohorts do not search for each other's suspects.
    """
    state = Search((frozenset({7, 8}),), frozenset({1, 2, 3, 4}), frozenset({9}))
    again = next_epoch(state, 1)
    assert again == Search((frozenset({7, 8}),), frozenset({1, 2, 3, 4}))
    assert not next_epoch(state, 2).active
    assert learn(next_epoch(state, 2), lists(({1, 2, 3, 9}, True))).quarantined == {9}


def test_a_cleared_donor_can_frame_a_joiner() -> None:
    """A cleared liar can make one joiner look guilty for each spoilt day; the next spoilt day without the joiner
    clears it.
    """
    cleared = learn(Search(), lists(({1, 2, 3}, False)))
    framed = learn(cleared, lists(({1, 2, 3, 4}, True)))
    assert framed.quarantined == {4}
    freed = learn(framed, lists(({1, 2, 3}, True)))
    assert freed == Search((frozenset({1, 2, 3}),))


def test_no_log_shows_who_is_searched() -> None:
    """The repr of a search shows no suspect, cleared donor or offender, and that of a list no donor."""
    donors = frozenset({4711})
    shown = repr((Search((donors,), donors, donors), SeenList(donors, spoilt=True)))
    assert "4711" not in shown
