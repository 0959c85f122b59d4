"""Plans of cohorts: what a home refuses, each under its name, and the contexts that plans give."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

import pytest

from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.day.plans import CheckedPlan, HomeView, Limits, open_plan
from pdd_shared.rounds.cohort.messages import CohortDay
from pdd_shared.rounds.cohort.parameters import TreeSize
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.cohort.memory_cohort import DAY, IDENTITY, SERVER, START, MemoryCohort, part

COHORT = MemoryCohort(7)
_FLU = part()


def days(number: int) -> date:
    return DAY + timedelta(days=number)


def opened(view: HomeView | None = None, **changed: object) -> CheckedPlan:
    """Return the cohort's plan with these fields changed, as a home opens it."""
    return open_plan(COHORT.with_plan(**changed).signed, view or COHORT.view)


def reason(view: HomeView | None = None, **changed: object) -> Reason | None:
    """Return the name under which the plan is refused, or None if it is accepted."""
    try:
        opened(view, **changed)
    except Refused as refused:
        return refused.reason
    return None


def cohorts(floor: int, sub_cohorts: int = 1) -> tuple[CohortDay, ...]:
    return (CohortDay.model_construct(floor=floor, sub_cohorts=sub_cohorts),)


REFUSED = {
    "another server": ({"server": "00" * 32}, Reason.FOREIGN_PLAN),
    "another zone": ({"zone": "Europe/Paris"}, Reason.FOREIGN_PLAN),
    "another epoch": ({"epoch": 4}, Reason.FOREIGN_PLAN),
    "another root": ({"root": "00" * 32}, Reason.FOREIGN_PLAN),
    "another size": ({"size": 8}, Reason.FOREIGN_PLAN),
    "another reset": ({"reset": 1}, Reason.FOREIGN_PLAN),
    "two cohorts": ({"cohorts": 2 * cohorts(4)}, Reason.MALFORMED_PLAN),
    "no cohort": ({"cohorts": ()}, Reason.MALFORMED_PLAN),
    "a campaign twice": ({"layout": (_FLU, _FLU)}, Reason.MALFORMED_PLAN),
    "a stratum twice": ({"layout": (part(strata=("a", "a")),)}, Reason.MALFORMED_PLAN),
    "a floor above the capacity": ({"capacity": 3}, Reason.MALFORMED_PLAN),
    "its day not over": ({"day": days(1)}, Reason.DAY_NOT_OVER),
    "the last day there is": ({"day": date.max}, Reason.DAY_NOT_OVER),
    "a day of the epoch before": ({"day": START - timedelta(days=2)}, Reason.WRONG_DAY),
    "a window that closes on its day": ({"earliest_close": DAY}, Reason.WRONG_WINDOW),
    "a window of eight days": ({"latest_close": days(8)}, Reason.WRONG_WINDOW),
    "a window that ends before it begins": ({"earliest_close": days(5), "latest_close": days(4)}, Reason.WRONG_WINDOW),
    "answers for fifteen days": ({"last_answers": days(22)}, Reason.WRONG_WINDOW),
    "answers until before the close": ({"last_answers": days(6)}, Reason.WRONG_WINDOW),
    "a low floor": ({"cohorts": cohorts(3)}, Reason.FLOOR_TOO_LOW),
    "two small sub-cohorts": ({"cohorts": cohorts(4, 2)}, Reason.SUB_COHORTS_TOO_SMALL),
    "three sub-cohorts": ({"cohorts": cohorts(4, 3)}, Reason.SUB_COHORTS_TOO_SMALL),
    "the range reached": ({"capacity": 8192, "reach": (1_048_320 - 8192 * 50) // 2}, Reason.COUNT_TOO_LARGE),
    "too many numbers": ({"layout": (part(entries=49_999),)}, Reason.LAYOUT_TOO_LARGE),
    "too many strata": ({"layout": (part(entries=20_000, strata=("a", "b", "c")),)}, Reason.LAYOUT_TOO_LARGE),
}


def test_an_honest_plan_is_accepted() -> None:
    """The plan that other tests alter is accepted, with the widest window too, and just below the range."""
    assert reason() is None
    assert reason(earliest_close=days(1), latest_close=days(7), last_answers=days(21)) is None
    assert reason(capacity=8192, reach=(1_048_320 - 8192 * 50) // 2 - 1) is None


@pytest.mark.parametrize("case", REFUSED)
def test_a_bad_plan_is_refused_by_its_name(case: str) -> None:
    """Each kind of bad plan is refused by name."""
    changed, name = REFUSED[case]
    assert reason(**changed) == name


def test_a_plan_that_the_online_key_did_not_sign_is_refused() -> None:
    """A plan is accepted only with the signature of the online key, not of the identity key."""
    with pytest.raises(Refused) as refused:
        open_plan(sign(COHORT.plan, IDENTITY), COHORT.view)
    assert refused.value.reason == Reason.BAD_SIGNATURE


VIEWS: dict[str, tuple[Callable[[HomeView], HomeView], Reason | None]] = {
    "today is the data day": (lambda view: replace(view, today=DAY), Reason.DAY_NOT_OVER),
    "the epoch's first day": (lambda view: _starting(view, days(1)), None),
    "the epoch begins a day later": (lambda view: _starting(view, days(2)), Reason.WRONG_DAY),
    "the epoch's last day": (lambda view: _starting(view, days(1 - 13)), None),
    "the epoch is over": (lambda view: _starting(view, days(-13)), Reason.WRONG_DAY),
    "the next epoch begins with its D + 1": (lambda view: replace(view, next_start=days(1)), Reason.WRONG_DAY),
    "the next epoch begins after its D + 1": (lambda view: replace(view, next_start=days(2)), None),
    "the ticket was made that day": (lambda view: replace(view, since=DAY), None),
    "the ticket was made later": (lambda view: replace(view, since=days(1)), Reason.WRONG_DAY),
}


def _starting(view: HomeView, start: date) -> HomeView:
    return replace(view, epoch=view.epoch.model_copy(update={"start": start}))


@pytest.mark.parametrize("case", VIEWS)
def test_the_day_must_be_one_on_which_the_home_takes_part(case: str) -> None:
    """A plan's day must belong to the home's epoch, and the home must have had its ticket by then."""
    changed, name = VIEWS[case]
    assert reason(changed(COHORT.view)) == name


def test_each_number_of_laws_costs_a_table() -> None:
    """A plan with more laws of noise than the limit is refused, because each law costs a home a table."""
    many = tuple(part(f"c{number}", 1, colluders=percent) for number, percent in enumerate((5, 10)))
    signed = COHORT.with_plan(layout=many).signed
    assert open_plan(signed, COHORT.view, Limits(laws=6))
    with pytest.raises(Refused) as refused:
        open_plan(signed, COHORT.view, Limits(laws=5))
    assert refused.value.reason == Reason.LAYOUT_TOO_LARGE


@pytest.mark.parametrize(
    ("size", "sub_cohorts", "least"), [(1200, 1, 360), (1200, 2, 180), (300, 1, 96), (8192, 8, 308)]
)
def test_the_least_floor_follows_from_the_tree_alone(size: int, sub_cohorts: int, least: int) -> None:
    """The least floor follows from the tree alone: 3/10 of a part's leaves, or two honest donors beside the corrupt
    ones.
    """
    cohort = MemoryCohort(size)
    assert open_plan(cohort.with_plan(cohorts=cohorts(least, sub_cohorts)).signed, cohort.view)
    with pytest.raises(Refused) as refused:
        open_plan(cohort.with_plan(cohorts=cohorts(least - 1, sub_cohorts)).signed, cohort.view)
    assert refused.value.reason == Reason.FLOOR_TOO_LOW


def test_a_number_of_any_length_is_refused_by_its_name() -> None:
    """A plan with a number too long for Python to print is refused by name, without another error."""
    assert reason(layout=(part().model_copy(update={"entries": 10**4_300 - 1}),)) in (
        Reason.LAYOUT_TOO_LARGE,
        Reason.BAD_SIGNATURE,
    )


def test_the_least_floor_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan of thousands of cohorts and many campaigns is checked fast, because each different floor is computed
    once.
    """
    calls = []
    usual = TreeSize.least_floor
    monkeypatch.setattr(TreeSize, "least_floor", lambda *asked: calls.append(asked) or usual(*asked))
    size = 6_500 * 40
    day = CohortDay(floor=2_500, sub_cohorts=1)
    parts = tuple(part(f"c{number}", 1) for number in range(180))
    epoch = COHORT.epoch.model_copy(update={"size": size})
    changed = {"size": size, "cohorts": (day,) * 40, "layout": parts}
    assert opened(replace(COHORT.view, epoch=epoch), **changed)
    assert len(calls) <= 9


def test_the_context_is_that_of_the_specification() -> None:
    """C contains server, day, root, cohort, sub-cohort, number of sub-cohorts, plan and committee, in this order."""
    for sub_cohorts in (1, 2):
        cohort = MemoryCohort(1200, sub_cohorts=sub_cohorts)
        named = (SERVER, b"2026-11-20", cohort.tree.root, *(n.to_bytes(4, "little") for n in (0, 0, sub_cohorts)))
        items = (b"pdd/2/context", *named, cohort.checked.digest, b"c" * 32)
        said = b"".join(len(item).to_bytes(4, "little") + item for item in items)
        assert cohort.checked.context(0, 0, b"c" * 32) == hashlib.blake2b(said, digest_size=32).digest()


def test_a_part_of_a_cohort_has_its_own_number_of_noise_makers() -> None:
    """A donor's share of the noise follows from its sub-cohort's floor and possible colluders."""
    cohort = MemoryCohort(2000, sub_cohorts=2)
    makers = cohort.donor_day(0).layout.laws[0].makers
    assert makers == cohort.tree_size.noise_makers(cohort.least_floor, 10, 2)
    assert makers != cohort.tree_size.noise_makers(cohort.least_floor, 10, 1)


def test_a_plan_is_for_a_tree_of_its_size() -> None:
    """A plan for the same root with another size is refused, because that tree has other cohorts."""
    draw = COHORT.place(0).draw
    COHORT.checked.check_tree(draw)
    for other in (replace(draw, size=8), replace(draw, root=bytes(32))):
        with pytest.raises(Refused) as refused:
            COHORT.checked.check_tree(other)
        assert refused.value.reason == Reason.FOREIGN_PLAN


@pytest.mark.parametrize("changed", [{"capacity": 100}, {"reach": 7}, {"layout": (part(entries=4),)}])
def test_the_context_depends_on_the_whole_plan(changed: dict[str, object]) -> None:
    """Any other plan, cohort, sub-cohort or committee gives another context."""
    checked = opened()
    context = checked.context(0, 0, b"c" * 32)
    assert opened(**changed).context(0, 0, b"c" * 32) != context
    assert checked.context(0, 1, b"c" * 32) != context
    assert checked.context(0, 0, b"d" * 32) != context
