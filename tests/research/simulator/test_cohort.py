"""The simulated `cohort` protocol: scenes computed by hand, a model donor by donor, and the design's figures."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import chi2_contingency

from pdd_research.errors import SettingError
from pdd_research.seeded_randomness import seeded
from pdd_research.simulator import Activity, DayNoise, Holiday, Queries, Setting, repeat, simulate
from pdd_research.simulator.cohort import Outcome, Rules, play
from pdd_research.simulator.cohort.days import DataDay
from pdd_research.simulator.cohort.epochs import Epoch
from pdd_research.simulator.run import CohortDay
from pdd_shared.privacy.noise.donor_shares import draw_shares
from pdd_shared.privacy.noise.skellam import draw_skellam_shares
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.support.statistics.distributions import DRAWS

ALWAYS = Activity(alpha=1e9, beta=1)
HALF = Activity.of_mean(0.5)
COHORT = Setting(donors=60, days=100, delay=1, protocol="cohort")


def played(rows: list[str], days: int, rules: Rules) -> list[Outcome]:
    """Return the outcomes for donors active where their row has an x; everybody is active after the rows."""
    longest = max(len(row) for row in rows)
    there = [[row[day : day + 1] != "." for row in rows] for day in range(longest)]
    there += [[True] * len(rows)] * (days - longest)
    return list(play((np.array(day) for day in there), rules, seeded(1)))


@pytest.mark.parametrize(("contacts", "night"), [(2, 7), (1, 8)])
def test_a_day_worked_out_by_hand(contacts: int, night: int) -> None:
    """A day computed by hand: four donors, quorum 3, floor 3; the first tree has all of them, and day 1 is a data day.

    On days 2 and 3 the first, second and fourth donor send. The floor is met in the night of day 3. The window waits
    two nights for the third donor, and closes with a list of 3. On day 6 only two members are there, and certify. The
    others come on day 7, and one of those two again. The third signature is a certificate, so that with a second
    contact three members answer on day 7. With one contact a day all four do on day 8.
    """
    rows = ["xxxxxxxx", "xxxxxxx.", "xx.....x", "x.xx...x"]
    first = played(rows, 10, Rules(contacts=contacts, warm_up=1))[0]
    assert first.day == 1
    assert first.active.tolist() == [True, True, True, False]
    assert first.counted.tolist() == [True, True, False, False]
    assert first.night == night
    assert first.noise == 3 / 2
    assert (first.cohorts, first.lost, first.dropped) == (1, 0, 0)


def test_a_late_member_certifies_and_answers_in_one_contact() -> None:
    """A late member certifies and answers in one contact: three certify on day 4, and the fourth comes on day 5.

    So does the first. Both answer on that day, and the second member's answer on day 6 is the third.
    """
    rows = ["xxxxxx.", "xxxxx.x", "xxxxx..", "xxxx.x."]
    first = played(rows, 8, Rules(contacts=1, warm_up=1))[0]
    assert first.night == 6


def test_an_answer_on_the_last_day_is_in_time() -> None:
    """A day closed after day 3 is opened by a third answer on day 17, and dropped if it comes on day 18."""
    for last, night in ((17, 17), (18, None)):
        third = "xxxxx" + "." * (last - 5) + "x"
        rows = ["x" * 5 + "x" * 14, "x" * 5 + "x" * 14, third, "xxxx" + "." * 15]
        first = played(rows, 20, Rules(contacts=1, warm_up=1))[0]
        assert first.night == night
        assert first.dropped == (night is None)


def test_a_drawn_committee_opens_with_its_quorum() -> None:
    """Of 256 members 176 are a quorum: with one less there is no sum."""
    for there, night in ((175, None), (176, 4)):
        members = np.arange(256) < there
        everybody = np.ones(256, np.bool_)
        days = [everybody] * 5 + [members] * 15
        first = next(play(iter(days), Rules(warm_up=2), seeded(1)))
        assert first.day == 2
        assert first.night == night


def test_two_of_four_members_cannot_open() -> None:
    """With two of four members left nobody certifies the list, and the day is dropped and charged."""
    away = "xxxx" + "." * 20
    first = played(["xxxx", "xxxx", away, away], 22, Rules(warm_up=1))[0]
    assert (first.lost, first.dropped, first.night) == (0, 1, None)
    assert not first.counted.any()


def test_a_list_below_the_floor_is_lost() -> None:
    """With two donors back until D + 7 nothing is opened, and with a third on D + 7 everything is."""
    away = "xx" + "." * 8
    lost = played(["xx", "xx", away, away], 12, Rules(warm_up=1))[0]
    assert (lost.lost, lost.dropped, lost.night) == (1, 0, None)
    late = played(["xx", "xx", "xx......x", away], 14, Rules(warm_up=1))[0]
    assert late.counted.tolist() == [True, True, True, False]


class Model:
    """The same protocol for one cohort in which all are members, donor by donor, with sets.

    Only a home's least floor is taken from the protocol's parameters, which have tests of their own.
    """

    def __init__(self, there: list[set[int]], rules: Rules) -> None:
        self.there, self.rules = there, rules
        self.tickets: set[int] = set()
        self.epochs: list[tuple[int, set[int], dict[int, int]]] = []
        self.days: list[dict[str, Any]] = []

    def run(self) -> list[tuple[int, set[int], int | None]]:
        """Return for each decided data day its number, who is counted, and the night, until the first undecided one."""
        for today, there in enumerate(self.there):
            self.live(today, there)
        decided = []
        for day in self.days:
            if day["end"] is None:
                break
            opened = day["end"] == "opened"
            given = opened and not (self.rules.reviewing and not self.rules.approving)
            counted = day["list"] & self.there[day["day"]] if given else set()
            decided.append((day["day"], counted, day["night"] if opened else None))
        return decided

    def live(self, today: int, there: set[int]) -> None:
        self.tickets |= there
        if self.epochs:
            start, tree, appended = self.epochs[-1]
            for donor in there - tree if today < start + 14 else ():
                appended.setdefault(donor, today)
        for day in self.days:
            if day["end"] is None:
                self.advance(day, today, there)
        self.next_epoch(today + 1)
        if today >= self.rules.warm_up:
            self.open(today)

    def next_epoch(self, start: int) -> None:
        if start < self.rules.warm_up or len(self.tickets) < 4:
            return
        if self.epochs:
            began, tree, _ = self.epochs[-1]
            if start < began + 7 and len(self.tickets) < 1.2 * len(tree) - 1e-9:
                return
        self.epochs.append((start, set(self.tickets), {}))
        self.tickets = set()

    def open(self, today: int) -> None:
        if not self.epochs or today + 1 >= self.epochs[-1][0] + 14:
            self.days.append({"day": today, "end": "lost", "night": None, "list": set(), "share": None})
            return
        _, tree, appended = self.epochs[-1]
        shares = [day["share"] for day in self.days if day["share"] is not None and day["day"] >= today - 14]
        size, corrupt = len(tree), max(1, ceil(len(tree) / 3) - 1)
        low, high = (Fraction(7, 10) * end(shares, default=Fraction(1)) * size for end in (min, max))
        least, colluders = TreeSize(size).least_floor(10), TreeSize(size).colluders(10)
        spared = colluders + ceil(Fraction(max(ceil(high), least) - colluders, 2))
        floor = max(least, ceil(low), ceil(Fraction(3, 10) * size), spared)
        new = {"day": today, "tree": tree, "appended": appended, "floor": floor, "met": None}
        new |= {"awaited": Fraction(9, 10) * max(shares, default=1) * size}
        new |= {"quorum": (size + corrupt) // 2 + 1, "share": None, "end": None, "night": None, "closed": None}
        self.days.append(new | {"list": set(), "signed": set(), "answered": set()})

    def advance(self, day: dict[str, Any], today: int, there: set[int]) -> None:
        if day["closed"] is None:
            if self.rules.reviewing and today < day["day"] + 1 + self.rules.delay:
                there = set()
            later = {donor for donor, since in day["appended"].items() if since <= day["day"]}
            day["list"] |= there & (day["tree"] | later)
            self.close(day, today)
            return
        for _ in range(self.rules.contacts):
            certified = len(day["signed"]) >= day["quorum"]
            for member in there & day["tree"]:
                day["signed"] |= {member}
                if certified:
                    day["answered"] |= {member}
        if len(day["answered"]) >= day["quorum"]:
            day["end"], day["night"] = "opened", today - day["day"] + 1
        elif today == day["closed"] + 14:
            day["end"] = "dropped"

    def close(self, day: dict[str, Any], today: int) -> None:
        of_tree = len(day["list"] & day["tree"])
        last = today == day["day"] + 7
        if today >= day["day"] + 1 + self.rules.delay and of_tree >= day["floor"]:
            day["met"] = today if day["met"] is None else day["met"]
            if of_tree >= day["awaited"] or today >= day["met"] + 2 or last:
                day["closed"] = today
        elif last:
            day["end"] = "lost"
        if day["closed"] is not None or last:
            day["share"] = Fraction(of_tree, len(day["tree"]))


@settings(max_examples=40)
@given(
    data=st.data(),
    donors=st.integers(4, 9),
    activity=st.sampled_from([0.3, 0.6, 0.8, 0.95]),
    delay=st.integers(0, 6),
    contacts=st.integers(1, 3),
    late=st.integers(0, 40),
    review=st.sampled_from([(0.0, 0.6), (1.0, 1.0), (1.0, 0.0)]),
)
def test_every_day_is_as_in_the_model(
    data: st.DataObject,
    donors: int,
    activity: float,
    delay: int,
    contacts: int,
    late: int,
    review: tuple[float, float],
) -> None:
    """Over 60 days the counted donors and publication days equal the model's, with a new donor after some days.

    Nobody reviews, or all do; they approve all their days, or none.
    """
    rng = seeded(data.draw(st.integers(0, 2**32)))
    there = rng.random((60, donors)) < activity
    there[:late, -1] = False
    rules = Rules(delay=delay, contacts=contacts, reviewing=review[0], approving=review[1])
    found = [
        (outcome.day, set(np.flatnonzero(outcome.counted).tolist()), outcome.night)
        for outcome in play(iter(there), rules, rng)
    ]
    assert found == Model([set(np.flatnonzero(day).tolist()) for day in there], rules).run()


def test_a_window_closes_as_soon_as_its_list_is_long_enough() -> None:
    """A window closes as soon as nine of ten donors have come; eight alone wait until day 5.

    Two members more than a quorum are there all the time, and open the day in the night after it closed.
    """
    for late, night in ((3, 4), (4, 5), (5, 6), (9, 6)):
        rows = ["x" * 12] * 8 + ["xx" + "." * (late - 2) + "x" * 9, "xx" + "." * 10]
        first = played(rows, 10, Rules(warm_up=1))[0]
        assert first.night == night
        assert int(first.counted.sum()) == (9 if late <= 5 else 8)


def test_a_short_list_lowers_the_floor_for_fourteen_days() -> None:
    """A short list lowers the floor for fourteen days: day 10 closes after day 14 with 80 of 100 donors.

    It has waited for two nights. Days 14 to 24 have .7 of that as their floor, and day 25 has 70 again.
    """
    everybody, some = np.ones(100, np.bool_), np.arange(100) < 80
    outcomes = play((some if 11 <= day <= 14 else everybody for day in range(40)), Rules(), seeded(1))
    noise = {outcome.day: outcome.noise for outcome in outcomes}
    size = TreeSize(100)
    assert noise[10] == 80 / size.noise_makers(70, 10)
    floors = {day: 56 if 14 <= day <= 24 else 70 for day in range(11, 30)}
    assert {day: noise[day] for day in floors} == {
        day: 100 / size.noise_makers(floor, 10) for day, floor in floors.items()
    }


def test_a_lost_day_lowers_the_floor() -> None:
    """A lost day lowers the floor: from day 7 on 60 of 100 donors are active, so days 7 to 12 are lost below 70.

    The tree of day 14 has the 60 as its leaves. Day 13 has .7 of them as its floor. Day 7 is lost in the night of day
    14, with .6 of its leaves, so that day 14 has .42 of its 60.
    """
    everybody, some = np.ones(100, np.bool_), np.arange(100) < 60
    outcomes = {
        outcome.day: outcome
        for outcome in play((everybody if day < 7 else some for day in range(30)), Rules(), seeded(1))
    }
    size = TreeSize(60)
    assert [outcomes[day].lost for day in range(7, 15)] == [1] * 6 + [0, 0]
    assert outcomes[13].noise == 60 / size.noise_makers(42, 10)
    assert outcomes[14].noise == 60 / size.noise_makers(26, 10)


def test_an_epoch_ends_after_fourteen_days() -> None:
    """An epoch ends after fourteen days: if three of four donors stay and make no new tree, day 13 is the last."""
    found = played(["x" * 30, "x" * 30, "x" * 30, "x" + "." * 29], 30, Rules(warm_up=1))
    assert [outcome.day for outcome in found if outcome.counted.any()] == list(range(1, 14))
    assert all(outcome.lost for outcome in found if outcome.day > 13)


def test_everybody_counts_who_is_always_there() -> None:
    """If everybody is always active nobody is lost; each cohort adds list / m_noise to the noise's variance."""
    (outcome,) = play(iter([np.ones(9000, np.bool_)] * 6), Rules(warm_up=2), seeded(4))
    assert outcome.counted.all()
    assert (outcome.day, outcome.cohorts, outcome.night) == (2, 2, 4)
    assert outcome.noise == 9000 / TreeSize(9000).noise_makers(3150, 10)


def test_committees_are_drawn_from_the_whole_tree() -> None:
    """Committees have 256 different leaves, about half of the other cohort, and nobody without a leaf."""
    tree = np.ones(10_000, np.bool_)
    tree[::10] = False
    epoch = Epoch(0, tree, seeded(1))
    assert epoch.committees.shape == (2, 256)
    assert all(len(set(committee)) == 256 and tree[committee].all() for committee in epoch.committees)
    of_first = (epoch.cohort_of[epoch.committees] == 0).mean(axis=1)
    assert np.all(np.abs(of_first - 0.5) < 0.15)


def test_a_full_cohort_turns_others_away() -> None:
    """Of 8,300 donors of a full cohort 8,192 are taken, and none of them twice."""
    epoch = Epoch(0, np.arange(8300) < 8192, seeded(1))
    everybody = np.ones(8300, np.bool_)
    epoch.append(0, everybody)
    day = DataDay(0, everybody, epoch, Rules(), floor=1, awaited=1)
    first = np.arange(8300) >= 100
    for present in (first, everybody, everybody):
        day.submit(1, present)
    assert day.entries.tolist() == [8192] == [day.listed.sum()]
    assert day.entries_in_tree.tolist() == [day.listed[:8192].sum()]
    assert day.listed[first].sum() == 8192


def test_donors_who_left_neither_send_nor_serve() -> None:
    """Donors who left have no leaf; their replacements submit no day from before their ticket."""
    everybody = np.ones(4, np.bool_)
    epoch = Epoch(0, everybody.copy(), seeded(1))
    days = [DataDay(number, everybody, epoch, Rules(), floor=3, awaited=3) for number in (0, 1)]
    epoch.forget(np.array([True, False, False, False]))
    epoch.append(1, everybody)
    for day in days:
        day.submit(2, everybody)
        day.end(3)
        for _ in range(2):
            day.contact(np.array([True, True, True, False]))
        day.end(4)
    assert days[0].listed.tolist() == [False, True, True, True]
    assert days[1].listed.tolist() == [True, True, True, True]
    assert days[1].entries_in_tree.tolist() == [3]
    assert not any(day.is_decided for day in days)


@pytest.mark.parametrize(
    ("change", "coverage", "median", "p90", "lost"),
    [
        ({"donors": 10_000}, 0.96, 4, 4, 0),
        ({"donors": 10_000, "activity": HALF}, 0.87, 8, 9, 0),
        ({}, 0.96, 4, 4, 0),
        pytest.param({"activity": HALF}, 0.89, 7, 9, 0, marks=pytest.mark.slow),
        pytest.param({"donors": 10}, 0.97, 4, 5, 0, marks=pytest.mark.slow),
        pytest.param({"donors": 4}, 0.97, 4, 6, 2, marks=pytest.mark.slow),
        pytest.param({"leaving": 0.02}, 0.93, 4, 7, 1.5, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_the_designs_coverage_and_nights(
    change: dict[str, object], coverage: float, median: float, p90: int, lost: float
) -> None:
    """With the paper's activity 96% of 10,000 donors count, and a day is published in the night after D + 3.

    At most `lost` of 100 days are never published. Small servers differ from run to run, so they have more runs.
    """
    runs = {10_000: 3, 60: 10}.get(replace(COHORT, **change).donors, 30)  # type: ignore[arg-type]
    found = repeat(replace(COHORT, **change), range(1, 1 + runs))  # type: ignore[arg-type]
    assert found.cohort is not None
    assert found.confidence.mean >= coverage
    assert found.cohort.days_lost <= lost
    assert found.cohort.median is not None
    assert found.cohort.median <= median
    assert found.cohort.p90 is not None
    assert found.cohort.p90 <= p90


def test_who_reviews_sends_at_the_earliest_close() -> None:
    """Donors who review send at the earliest close; one present only on day 2, before any close, sends nothing.

    The others send on day 3, when the window may close. What they did not approve carries their noise and no counts.
    """
    rows = ["x" * 9, "x" * 9, "xxx......", "x" * 9]
    first = played(rows, 12, Rules(warm_up=1, reviewing=1.0, approving=1.0))[0]
    assert first.counted.tolist() == [True, True, False, True]
    withheld = played(rows, 12, Rules(warm_up=1, reviewing=1.0, approving=0.0))[0]
    assert not withheld.counted.any()
    assert (withheld.night, withheld.noise) == (first.night, first.noise)


@pytest.mark.parametrize("donors", [60, 1000, pytest.param(10_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("reviewing", "weekday", "coverage"), [(0.3, 0, 0.82), (1, 0, 0.55), (1, 0.4, 0.53)])
def test_reviewers_lose_what_they_do_not_approve(
    donors: int, reviewing: float, weekday: float, coverage: float
) -> None:
    """Donors who approve .6 of their days have nearly .6 counted; no day is lost, and most are out by night 5."""
    activity = Activity(weekday_donors=weekday)
    found = repeat(replace(COHORT, donors=donors, reviewing=reviewing, activity=activity), range(1, 6))
    assert found.cohort is not None
    assert found.cohort.median is not None
    assert (found.cohort.days_lost, found.cohort.median <= 5) == (0, True)
    assert found.confidence.mean >= coverage


def test_sixty_donors_have_their_days_within_eight() -> None:
    """With sixty donors, some of them absent at weekends, 95% of days are published within eight nights."""
    for activity in (Activity(), Activity(weekday_donors=0.4)):
        nights = repeat(replace(COHORT, activity=activity), range(1, 6)).days["night"]
        assert np.mean(nights.fill_null(99).to_numpy() <= 8) >= 0.95


@pytest.mark.parametrize("donors", [60, 1000, 10_000])
@pytest.mark.parametrize("weekday", [0.1, 0.2, 0.3, 0.4])
def test_no_friday_is_lost(donors: int, weekday: float) -> None:
    """If some donors are away at weekends, Fridays wait for Monday and count like other days."""
    setting = replace(COHORT, donors=donors, days=60, activity=Activity(weekday_donors=weekday))
    days = [day for day in simulate(setting, 1) if day.day % 7 == 4]
    assert all(isinstance(day, CohortDay) and day.night is not None for day in days)
    assert np.mean([day.confidence for day in days]) >= 0.9


@pytest.mark.parametrize(
    ("donors", "weekday", "bound"), [(60, 0, 2.3), (1000, 0, 1.45), (10_000, 0, 2.05), (10_000, 0.4, 2.25)]
)
def test_published_noise(donors: int, weekday: float, bound: float) -> None:
    """Published noise, in deviations of one central draw, with a tenth of colluders, is the design's."""
    found = repeat(replace(COHORT, donors=donors, activity=Activity(weekday_donors=weekday)), range(1, 4)).cohort
    assert found is not None
    assert found.noise_sd is not None
    assert found.noise_sd <= bound


def test_fridays_come_back_after_a_holiday(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a week without half of the donors the floor is lower for two weeks, and Fridays then recover fully.

    If windows did not wait for a list of the usual length, Fridays would close before Monday for good.
    """
    away = Activity(weekday_donors=0.4, holidays=(Holiday(12, 18, 0.5),))
    setting = replace(COHORT, donors=2_000, activity=away)

    def fridays() -> float:
        days = [day for day in simulate(setting, 1) if day.day % 7 == 4 and day.day >= 46]
        return sum(day.confidence for day in days) / len(days)

    assert fridays() > 0.93
    monkeypatch.setattr("pdd_research.simulator.cohort.days.LONGEST_WAIT", timedelta(0))
    assert fridays() < 0.7


@pytest.mark.parametrize(("donors", "bound"), [(60, 2.75), (10_000, 3.1)])
def test_noise_after_a_holiday(donors: int, bound: float) -> None:
    """A week without half of the donors makes no day much noisier than others, on small servers too."""
    away = Activity(weekday_donors=0.4, holidays=(Holiday(14, 20, 0.5),))
    found = repeat(replace(COHORT, donors=donors, days=50, activity=away), range(1, 4)).cohort
    assert found is not None
    assert found.most_noise_sd is not None
    assert found.most_noise_sd <= bound


def test_a_small_server_without_four_donors_publishes_nothing() -> None:
    """If only three donors of four ever come there is no tree: every day is lost, and none is charged."""
    three = np.array([True, True, True, False])
    found = list(play(iter([three] * 20), Rules(), seeded(1)))
    assert [outcome.lost for outcome in found] == [1] * 13
    assert not any(outcome.counted.any() for outcome in found)


def test_days_are_data_days() -> None:
    """There is a row for each data day, numbered from 0; a holiday is on the days that it names."""
    days = list(simulate(replace(COHORT, days=12, activity=replace(ALWAYS, holidays=(Holiday(4, 5, 1.0),))), 1))
    assert [day.day for day in days] == list(range(12))
    assert [day.donors for day in days] == [60] * 4 + [0] * 2 + [60] * 6


def test_noise_of_a_day_has_its_variance() -> None:
    """The noise of so many draws, and parts of one, has as many times one draw's variance; none at all is zero."""
    assert DayNoise(10.0, "skellam").draw(200_000, seeded(1), 2.7).var() == pytest.approx(270, rel=0.03)
    noise = DayNoise(10.0)
    one = 2 * np.exp(-0.1) / (1 - np.exp(-0.1)) ** 2
    for draws in (1, 0.4, 2.7):
        assert noise.draw(200_000, seeded(1), draws).var() == pytest.approx(draws * one, rel=0.03)
    assert not noise.draw(5, seeded(1), 0).any()


@pytest.mark.parametrize("law", ["discrete-laplace", "skellam"])
@pytest.mark.parametrize(("shares", "of"), [(3, 3), (5, 3), (2, 5)])
def test_noise_has_the_law_of_what_donors_add(
    law: Literal["discrete-laplace", "skellam"], shares: int, of: int
) -> None:
    """Simulated noise and the sum of shares from the donors' own samplers are not told apart."""
    draw = draw_skellam_shares if law == "skellam" else draw_shares
    added = sum((draw(Decimal("3.404"), of, DRAWS, seeded(home).bytes) for home in range(shares)), np.zeros(DRAWS, int))
    simulated = DayNoise(3.404, law).draw(DRAWS, seeded(1), shares / of)
    assert same_law(added, simulated)
    assert not same_law(added, DayNoise(3.404, law).draw(DRAWS, seeded(1), (shares + 1) / of))


def same_law(ones: NDArray[np.int64], others: NDArray[np.int64]) -> bool:
    """Return whether a chi-square test finds no difference of two samples; rare numbers count as one."""
    table = np.array([np.bincount(np.clip(sample, -8, 8) + 8, minlength=17) for sample in (ones, others)])
    return float(chi2_contingency(table[:, table.any(axis=0)]).pvalue) > 1e-6


def test_noise_of_cohorts_is_in_the_counts() -> None:
    """With 1.4 times the deviation of one draw, complete counts have a larger error than one draw gives."""
    queries = Queries(("flu", "rest"), np.array([0.5, 0.5]))
    setting = replace(COHORT, donors=1_000, days=400, activity=ALWAYS, queries=queries, noise=DayNoise(40.0))
    found = repeat(setting, [1])
    plain = repeat(replace(setting, protocol="plain", group_size=20), [1])
    assert found.count_error is not None
    assert plain.count_error is not None
    assert found.count_error.mean / plain.count_error.mean == pytest.approx(1.5, abs=0.2)


@pytest.mark.parametrize(
    "change",
    [
        {"donors": 3},
        {"days": 0},
        {"delay": 7},
        {"contacts": 0},
        {"colluders": -1},
        {"leaving": 1.0},
        {"reviewing": 1.1},
        {"approving": -0.1},
        {"protocol": "plain", "reviewing": 0.1},
        {"protocol": "plain", "leaving": 0.1},
    ],
    ids=str,
)
def test_an_impossible_setting_is_refused(change: dict[str, object]) -> None:
    """An impossible setting is refused by name before anything is drawn."""
    with pytest.raises(SettingError, match="|".join(change)):
        replace(COHORT, **change)  # type: ignore[arg-type]


@pytest.mark.parametrize("mean", [0, 1])
def test_a_mean_activity_is_between_its_bounds(mean: float) -> None:
    """A mean activity of 0 or 1 is refused, because no beta law has it; .5 keeps the paper's spread."""
    with pytest.raises(SettingError, match="mean activity"):
        Activity.of_mean(mean)
    half = Activity.of_mean(0.5)
    assert half.alpha == half.beta == pytest.approx(1.3402)
