"""A `cohort` day is charged once, its published numbers grow with each cohort, and the last one makes them final."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.random import Generator, default_rng  # noqa: TID251 - a simulation in a test
from scipy.stats import chi2

from pdd_server.services.results.exports import exports
from pdd_server.services.results.results import results
from pdd_server.services.rounds.cohort.days import publication
from pdd_server.store import tables
from pdd_server.store.campaigns import campaigns
from pdd_server.store.engine import Store
from pdd_server.store.migrate import upgrade
from pdd_server.store.results import charges, growing_days, publications
from pdd_server.store.results.publications import Publication
from pdd_shared.privacy.accounting.charges import Charge, charge_of_terms
from pdd_shared.privacy.noise.distributions import LaplaceShares, half_width
from pdd_shared.protocol.messages import Campaign
from pdd_shared.rounds.cohort.day.server import Opened
from pdd_shared.rounds.cohort.messages import CohortPlan
from pdd_shared.rounds.layout import Block, blocks
from tests.server.services.rounds.cohort.synthetic_days import FLOOR, Day, capped_campaign, cohort_campaign, plan_of
from tests.server.simulated_server import DAY, store_of_tests

NUMBERS = count()
"""Numbers the stories' days and campaigns, which share a store."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = store_of_tests(tmp_path)
    upgrade(made)
    yield made
    made.dispose()


@pytest.fixture
def random() -> Generator:
    return default_rng(20261120)


def launched(store: Store, *made: Campaign) -> None:
    with store.write() as connection:
        for one in made:
            campaigns.add(connection, one)


def run_day(store: Store, day: Day, sums: list[tuple[int, Opened]], active: int = 20_000, **ended: int) -> None:
    """Charge, publish and finish a day on which these cohorts open these sums."""
    with store.write() as connection:
        for cohort, opened in sums:
            day.charge(connection, cohort)
            publication.add_opened(connection, day.plan, active, opened)
        publication.finish(connection, day.plan, active, Counter({"opened": len(sums), **ended}))


def published(store: Store, campaign: str = "flu") -> dict[str, list[dict[str, object]]]:
    with store.read() as connection:
        return results(connection, campaign)


def test_a_day_grows_cohort_by_cohort_until_it_is_final(store: Store, random: Generator) -> None:
    """Each cohort's sum is added with its noise to the published numbers, and the last one makes the day final."""
    made = cohort_campaign()
    launched(store, made)
    day = Day(plan_of(made, floors=(3_500, 3_500, 3_000, 3_500)), random)
    sums = [day.opened(cohort, uploads) for cohort, uploads in enumerate((4_000, 4_100, 3_900, 4_200))]
    for number, opened in enumerate(sums, start=1):
        with store.write() as connection:
            day.charge(connection, number - 1)
            publication.add_opened(connection, day.plan, 20_000, opened)
        (now,) = published(store)["days"]
        so_far = sum(one.numbers[:4] for one in sums[:number]).tolist()
        assert [now["donors"], now["searches"], *now["totals"].values()] == so_far
        assert (now["cohorts"], now["cohorts_planned"], now["final"]) == (number, 4, False)
        assert now["counting_rules"] == 2
        assert now["confidence"] == sum(one.uploads for one in sums[:number]) / 20_000
    with store.write() as connection:
        publication.finish(connection, day.plan, 20_000, Counter(opened=4))
    (last,) = published(store)["days"]
    makers = [one.layout.laws[0].makers for one in sums]
    assert last["noise"]["shares"] == [[3_900, makers[2]], [12_300, makers[0]]]
    power = 3_900 / makers[2] + 12_300 / makers[0]
    assert last["noise"]["half_width_95"] == half_width([LaplaceShares(20.0, round(power * 10**9), 10**9)])
    assert last["final"] is True
    assert published(store)["missing"] == []


@dataclass(frozen=True)
class Story:
    """A day of four cohorts: which open, with how many uploads, in what order and in which nightly runs."""

    floors: tuple[int, ...]
    uploads: tuple[int, ...]
    order: tuple[int, ...]
    nights: tuple[int, ...]
    """For each that opens the night in which it does: those of one night share a transaction."""
    min_cohorts: tuple[int, int]
    threshold: int | None


@st.composite
def stories(draw: st.DrawFn) -> Story:
    order = draw(st.permutations(range(4)).map(lambda cohorts: cohorts[: draw(st.integers(0, 4))]))
    return Story(
        floors=draw(st.tuples(*[st.sampled_from([3_000, FLOOR])] * 4)),
        uploads=draw(st.tuples(*[st.integers(FLOOR, 8_192)] * 4)),
        order=tuple(order),
        nights=tuple(sorted(draw(st.lists(st.integers(0, 3), min_size=len(order), max_size=len(order))))),
        min_cohorts=draw(st.tuples(*[st.sampled_from([1, FLOOR, 4_000])] * 2)),
        threshold=draw(st.none() | st.integers(1, 4 * 8_192)),
    )


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(story=stories())
def test_the_order_of_cohorts_does_not_matter(store: Store, random: Generator, story: Story) -> None:
    """Whatever cohorts open, in any order and nights, the final numbers are the sum of those that opened.

    This holds in a campaign of two strata with a threshold and a cap over all periods, and in one without; for both,
    some cohorts may be too small.
    """
    number = next(NUMBERS)
    listed = capped_campaign(min_cohort=story.min_cohorts[0], threshold=story.threshold)
    listed = listed.model_copy(update={"id": f"listed-{number}", "strata": ("north", "south")})
    whole = cohort_campaign("10", min_cohort=story.min_cohorts[1]).model_copy(update={"id": f"whole-{number}"})
    launched(store, listed, whole)
    plan = plan_of(listed, whole, floors=story.floors, day=DAY + timedelta(days=number))
    day = Day(plan, random)
    sums = {cohort: day.opened(cohort, story.uploads[cohort]) for cohort in story.order}
    for night in range(4):
        with store.write() as connection:
            for cohort in (one for one, opens in zip(story.order, story.nights, strict=True) if opens == night):
                day.charge(connection, cohort)
                publication.add_opened(connection, plan, 20_000, sums[cohort])
    with store.write() as connection:
        publication.finish(connection, plan, 20_000, Counter(opened=len(sums), lost=4 - len(sums)))
    for made, threshold in ((listed, story.threshold), (whole, None)):
        came = [one for one in sums.values() if made.id not in one.layout.closed]
        for block in (block for block in blocks(plan.layout) if block.campaign == made.id):
            assert in_the_end(store, plan, block) == all_at_once(plan, block, made, came, threshold)
        with store.read() as connection:
            decoys = sorted(
                (one.uploads, one.makers, one.numbers) for one in growing_days.decoys_of(connection, made.id)
            )
        assert decoys == sorted(decoys_with(made, sums.values()) if came else [])


def decoys_with(made: Campaign, sums: Iterable[Opened]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Return the numbers of each sum that carry noise of the campaign's law alone."""
    for one in sums:
        for law, numbers in zip(one.layout.laws, one.decoys(), strict=True):
            if law.noise.scale == made.terms.scale:
                yield one.uploads, law.makers, tuple(numbers.tolist())


def in_the_end(store: Store, plan: CohortPlan, block: Block) -> Publication | None:
    with store.read() as connection:
        return growing_days.of_day(connection, tables.publications, block.campaign, plan.day, block.stratum)


def all_at_once(
    plan: CohortPlan, block: Block, made: Campaign, into: list[Opened], threshold: int | None
) -> Publication | None:
    """Return what is published of a block by the documents, from all the sums that the campaign counts in."""
    if not into:
        return None
    joined, searches, *totals = sum(one.numbers[block.start : block.start + block.width] for one in into).tolist()
    full = totals.pop() if made.terms.caps.has_full else None
    shares = Counter[int]()
    for one in into:
        shares[one.layout.laws[int(one.layout.law_of[block.start])].makers] += one.uploads
    return Publication(
        campaign=made.id,
        stratum=block.stratum,
        day=plan.day,
        donors=joined,
        searches=searches,
        confidence=sum(one.uploads for one in into) / 20_000,
        totals=tuple(total if threshold is None or total >= threshold else None for total in totals),
        charge=charge_of_terms(made.terms, made.id),
        shares=tuple((uploads, makers) for makers, uploads in sorted(shares.items())),
        cohorts=len(into),
        cohorts_planned=sum(day.floor >= made.terms.smallest_sum for day in plan.cohorts),
        final=True,
        counting_rules=2,
        full=full,
    )


def test_a_threshold_waits_for_the_final_day(store: Store, random: Generator) -> None:
    """With a threshold nothing is published before the last cohort: a total that disappears would reveal a cohort's."""
    made = cohort_campaign(threshold=6_000)
    launched(store, made)
    day = Day(plan_of(made), random)
    with store.write() as connection:
        for cohort in range(2):
            day.charge(connection, cohort)
            publication.add_opened(connection, day.plan, 20_000, day.opened(cohort, 4_000))
    assert published(store)["days"] == []
    with store.write() as connection:
        publication.finish(connection, day.plan, 20_000, Counter(opened=2, lost=2))
        kept = connection.exec_driver_sql("SELECT count(*) FROM gathering").scalar()
    (now,) = published(store)["days"]
    assert set(now["totals"]) == set(made.vocabulary)
    assert (now["final"], now["cohorts"], kept) == (True, 2, 0)


def test_a_day_is_charged_once_and_before_it_is_opened(store: Store, random: Generator) -> None:
    """Each day is charged once, before any of its cohorts' lists is shown, whether or not a sum opens."""
    made = cohort_campaign()
    launched(store, made)
    day = Day(plan_of(made), random)
    with store.write() as connection:
        for cohort in (0, 1, 1, 3):
            day.charge(connection, cohort)
        assert charges.of_campaign(connection, "flu") == {Charge.of_terms(made.terms): 1}
        assert charges.campaigns_charged(connection, DAY) == {"flu"}


def test_a_campaign_above_the_floor_pays_and_publishes_nothing(store: Store, random: Generator) -> None:
    """Cohorts below a campaign's `min_cohort`, whose numbers carry noise alone, are neither charged nor added."""
    small = cohort_campaign()
    large = cohort_campaign(min_cohort=FLOOR + 1).model_copy(update={"id": "large"})
    some = cohort_campaign(min_cohort=3_000).model_copy(update={"id": "some"})
    launched(store, small, large, some)
    day = Day(plan_of(small, large, some, floors=(FLOOR, 2_500, FLOOR, 2_500)), random)
    run_day(store, day, [(cohort, day.opened(cohort, 4_000)) for cohort in (1, 0)], lost=2)
    with store.read() as connection:
        assert charges.campaigns_charged(connection, DAY) == {"flu", "some"}
    (missing,) = published(store, "large")["missing"]
    assert (missing["reason"], missing["needed"]) == ("min-cohort", FLOOR + 1)
    (part,) = published(store, "some")["days"]
    assert (part["cohorts"], part["cohorts_planned"]) == (1, 2)
    assert published(store)["days"][0]["cohorts"] == 2


@pytest.mark.parametrize(
    ("shown", "ended", "reason"),
    [
        (False, {"lost": 4}, "lost"),
        (False, {"dropped": 4}, "dropped"),
        (True, {"dropped": 1, "lost": 3}, "dropped"),
        (True, {"spoilt": 1, "dropped": 1, "lost": 2}, "spoiled"),
    ],
)
def test_a_day_without_a_sum_says_why(
    store: Store, random: Generator, shown: bool, ended: dict[str, int], reason: str
) -> None:
    """A day without any open cohort is missing, for the reason of the cohort that came furthest."""
    made = cohort_campaign()
    launched(store, made)
    day = Day(plan_of(made), random)
    with store.write() as connection:
        if shown:
            day.charge(connection, 0)
        publication.finish(connection, day.plan, 20_000, Counter(ended))
    (missing,) = published(store)["missing"]
    assert (missing["reason"], missing["active"], missing["needed"]) == (reason, 20_000, FLOOR)
    assert published(store)["privacy"]["spent"]["days"] == int(shown)


def test_what_is_published_names_its_state(store: Store, random: Generator) -> None:
    """Files are written again after each addition and when a day becomes final; each changes the state they name."""
    made = cohort_campaign()
    launched(store, made)
    day, states = Day(plan_of(made), random), []
    with store.write() as connection:
        states.append(publications.state(connection, "flu"))
        day.charge(connection, 0)
        for cohort in range(2):
            publication.add_opened(connection, day.plan, 20_000, day.opened(cohort, 4_000))
            states.append(publications.state(connection, "flu"))
        publication.finish(connection, day.plan, 20_000, Counter(opened=2, lost=2))
        states.append(publications.state(connection, "flu"))
    assert len(set(states)) == len(states) == 4


def fits_the_law(found: list[growing_days.Decoys], chance: float = 1e-6) -> bool:
    """Return whether decoys pass a chi-square test against their stated law, in 16 equally likely bins."""
    counts, expected = np.zeros(16), np.zeros(16)
    for one in found:
        law = LaplaceShares(float(one.scale), one.uploads, one.makers)
        reach = 40 * int(law.variance**0.5)
        angles = np.arange(reach + 1) * (np.pi / reach)
        masses = np.roll(np.fft.irfft(law.characteristic(angles), 2 * reach), reach)
        numbers = np.arange(-reach, reach)
        edges = np.searchsorted(np.cumsum(masses), np.arange(1, 16) / 16)
        which = np.searchsorted(numbers[edges], np.array(one.numbers))
        counts += np.bincount(which, minlength=16)
        expected += len(one.numbers) * np.bincount(np.searchsorted(edges, np.arange(2 * reach)), masses, minlength=16)
    return bool(chi2.sf(((counts - expected) ** 2 / expected).sum(), 15) > chance)


@pytest.mark.parametrize(("noise", "passes"), [(1.0, True), (0.5, False)])
def test_decoys_follow_the_stated_law(store: Store, random: Generator, noise: float, passes: bool) -> None:
    """A month's decoys of four cohorts fit their stated law, and do not with half the noise."""
    made = cohort_campaign()
    launched(store, made)
    for days in range(4):
        day = Day(plan_of(made, day=DAY.replace(day=1 + days)), random)
        run_day(store, day, [(cohort, day.opened(cohort, 4_000, noise)) for cohort in range(4)])
    with store.read() as connection:
        found = list(growing_days.decoys_of(connection, "flu"))
    assert [len(one.numbers) for one in found] == [64] * 16
    assert {(one.uploads, one.makers) for one in found} == {(4_000, day.layout(0).laws[0].makers)}
    assert fits_the_law(found) is passes


def test_intervals_cover_the_sum_of_cohorts_with_different_floors(store: Store, random: Generator) -> None:
    """With four cohorts of different floors 95% of numbers are within the interval, with room for chance.

    2,000 entries: seven standard deviations of a share of 0.95 are 0.034.
    """
    made = cohort_campaign().model_copy(update={"vocabulary": tuple(f"word{number}" for number in range(2_000))})
    launched(store, made)
    day = Day(plan_of(made, floors=(3_500, 2_000, 3_000, 2_500)), random)
    run_day(store, day, [(cohort, day.opened(cohort, 4_000)) for cohort in range(4)])
    (one,) = published(store)["days"]
    half = one["noise"]["half_width_95"]
    within = np.mean([abs(total - 16_000) <= half for total in one["totals"].values()])
    assert 0.95 - 0.034 <= within <= 0.95 + 0.034


def test_published_files_have_the_decoys_and_what_is_in(store: Store, random: Generator, tmp_path: Path) -> None:
    """JSON, CSV, SQLite and the package's description state open cohorts, finality, pairs of shares, and each decoy."""
    made = cohort_campaign()
    launched(store, made)
    day = Day(plan_of(made), random)
    with store.write() as connection:
        for cohort in range(2):
            day.charge(connection, cohort)
            publication.add_opened(connection, day.plan, 20_000, day.opened(cohort, 4_000))
    assert exports.write_all(store, tmp_path / "published") == ("flu",)
    assert exports.write_all(store, tmp_path / "published") == ()
    folder = tmp_path / "published" / "flu"
    told = json.loads((folder / "totals.json").read_text())
    assert (told["days"][0]["cohorts"], told["days"][0]["final"]) == (2, False)
    drawn = [number for one in told["decoys"] for number in one["numbers"]]
    assert len(drawn) == 128
    rows = (folder / "decoys.csv").read_text().splitlines()
    assert rows[0] == "day,law,scale,shares,of,number"
    assert [int(row.rsplit(",", 1)[1]) for row in rows[1:]] == drawn
    with closing(sqlite3.connect(folder / "totals.sqlite")) as published_file:
        assert [number for (number,) in published_file.execute("SELECT number FROM decoys ORDER BY rowid")] == drawn
        ((shares, cohorts, final),) = published_file.execute("SELECT shares, cohorts, final FROM days")
        assert (json.loads(shares), cohorts, final) == (told["days"][0]["noise"]["shares"], 2, 0)
    with store.write() as connection:
        publication.finish(connection, day.plan, 20_000, Counter(opened=2, lost=2))
    assert exports.write_all(store, tmp_path / "published") == ("flu",)
    assert json.loads((folder / "totals.json").read_text())["days"][0]["final"] is True
