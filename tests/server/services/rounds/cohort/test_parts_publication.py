"""A `cohort` day whose kinds of numbers have noise of their own: what it is charged, and what is published of it."""

import csv
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng  # noqa: TID251 - a simulation in a test

from pdd_server.services.results import published_file
from pdd_server.services.results.exports import exports
from pdd_server.services.results.period_report import Asked, report
from pdd_server.services.results.results import results
from pdd_server.services.rounds.cohort.days import publication
from pdd_server.store import tables
from pdd_server.store.campaigns import campaigns
from pdd_server.store.engine import Store
from pdd_server.store.migrate import upgrade
from pdd_server.store.results import charges, growing_days
from pdd_server.web.results.presentation import latest_day
from pdd_shared.privacy.accounting.charges import charge_of_terms
from pdd_shared.privacy.noise.distributions import DiscreteGaussian, LaplaceShares, half_width
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import NumberNoise, PartNoise
from pdd_shared.rounds.cohort.day.layout import cohort_layout
from pdd_shared.rounds.cohort.day.server import Opened
from pdd_shared.rounds.cohort.messages import CohortPlan
from pdd_shared.rounds.cohort.parameters import TreeSize
from scripts.rehearsal.ground_truth import published as in_vector
from tests.server.services.rounds.cohort.synthetic_days import Day, cohort_campaign, plan_of
from tests.server.simulated_server import DAY, campaign, store_of_tests
from tests.support.cohort.example_day import UNITS

SCALES = {"donors": ("skellam", 10.5), "searches": ("discrete-laplace", 90.0), "totals": ("skellam", 3.5)}
UPLOADS = (4_000, 4_100, 3_900, 4_200)


def noise(law: str, scale: float) -> NumberNoise:
    return NumberNoise.model_validate({"law": law, "scale": Decimal(str(scale)), "unit": 1})


def campaign_in_units(entries: int = 400) -> Campaign:
    """Return a campaign whose kinds of numbers are counted in units of 2, 8 and 4."""
    joined, searches, counts = (
        NumberNoise(law="discrete-laplace", scale=Decimal(scale), unit=unit)
        for scale, unit in (("128", 2), ("200.5", 8), ("128.25", 4))
    )
    made = cohort_campaign(noise=PartNoise(joined=joined, searches=searches, counts=counts))
    return made.model_copy(update={"vocabulary": tuple(f"word{number}" for number in range(entries))})


def parts_campaign(entries: int = 400) -> Campaign:
    """Return a campaign with noise of its own for each kind of number, and many keywords."""
    joined, searches, counts = (noise(*each) for each in SCALES.values())
    made = cohort_campaign(noise=PartNoise(joined=joined, searches=searches, counts=counts))
    return made.model_copy(update={"vocabulary": tuple(f"word{number}" for number in range(entries))})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = store_of_tests(tmp_path)
    upgrade(made)
    yield made
    made.dispose()


def published(store: Store, made: Campaign) -> dict[str, Any]:
    """Return the results of a day of four cohorts that all opened."""
    day = Day(plan_of(made), default_rng(20261123))
    with store.write() as connection:
        campaigns.add(connection, made)
        for cohort, uploads in enumerate(UPLOADS):
            day.charge(connection, cohort)
            publication.add_opened(connection, day.plan, 20_000, day.opened(cohort, uploads))
        publication.finish(connection, day.plan, 20_000, Counter(opened=len(UPLOADS)))
    with store.read() as connection:
        return results(connection, made.id)


def test_the_day_is_charged_by_parts(store: Store) -> None:
    """The day is charged once, for the noise of each kind, and its epsilon is stated at the budget's delta."""
    made = parts_campaign(2)
    found = published(store, made)
    with store.read() as connection:
        assert charges.of_campaign(connection, made.id) == {charge_of_terms(made.terms, made.id): 1}
    (day,) = found["days"]
    assert day["noise"]["delta"] == 1e-6
    assert 0 < day["noise"]["epsilon"] == pytest.approx(found["privacy"]["spent"]["epsilon"], rel=1e-6)


def test_each_kind_of_number_is_published_with_its_own_noise(store: Store) -> None:
    """Law, scale and interval stand beside each kind, and its numbers are within the interval as often as it says."""
    (day,) = published(store, parts_campaign())["days"]
    stated = {"donors": day["noise"]["donors"], "searches": day["noise"]["searches"], "totals": day["noise"]}
    assert {kind: (one["law"], one["scale"]) for kind, one in stated.items()} == SCALES
    widths = [one["half_width_95"] for one in stated.values()]
    assert widths[2] < widths[0] < widths[1]
    off = np.abs(np.array(list(day["totals"].values())) - sum(UPLOADS))
    assert 0.95 - 0.04 < np.mean(off <= widths[2]) < 0.95 + 0.04
    assert abs(day["donors"] - sum(UPLOADS)) < 3 * widths[0]
    assert abs(day["searches"] - sum(UPLOADS)) < 3 * widths[1]


@pytest.mark.parametrize("made", [parts_campaign(), campaign_in_units(), cohort_campaign()])
def test_the_stated_standard_deviation_is_that_of_the_published_noise(store: Store, made: Campaign) -> None:
    """The stated standard deviation is that of all shares in a number, rounding included, and mostly not the scale."""
    made = made.model_copy(update={"vocabulary": tuple(f"word{number}" for number in range(400))})
    (day,) = published(store, made)["days"]
    off = np.array(list(day["totals"].values())) - sum(UPLOADS)
    for stated in (day["noise"], day["noise"].get("searches", day["noise"])):
        draws = sum(Fraction(shares, of) for shares, of in day["noise"]["shares"])
        whole = stated["scale"] ** 2 * (1 if stated["law"] == "skellam" else 2)
        rounding = stated["unit"] ** 2 * sum(UPLOADS) / 4 if stated["unit"] > 1 else 0
        assert stated["sd"] == pytest.approx((whole * float(draws) + rounding) ** 0.5, rel=0.01)
    assert np.std(off) == pytest.approx(day["noise"]["sd"], rel=0.15)


def test_full_has_the_noise_and_the_unit_of_the_counts(store: Store) -> None:
    """`full` is the last number of its campaign's blocks in both cohorts' sums, in counts. Others stay right."""
    caps = {"max_matches": None, "max_hits_per_keyword": 1, "max_campaign_hits": 4}
    units = campaign_in_units(2).terms.noise
    capped = cohort_campaign(noise=units, **caps).model_copy(update={"strata": ("north", "south")})
    beside = cohort_campaign().model_copy(update={"id": "beside"})
    day = Day(plan_of(capped, beside, floors=(3_500, 3_500)), default_rng(20261124))
    sums = [day.opened(cohort, uploads) for cohort, uploads in enumerate(UPLOADS[:2])]
    with store.write() as connection:
        for made in (capped, beside):
            campaigns.add(connection, made)
        for cohort, opened in enumerate(sums):
            day.charge(connection, cohort)
            publication.add_opened(connection, day.plan, 20_000, opened)
        publication.finish(connection, day.plan, 20_000, Counter(opened=2))
        days, others = (results(connection, made.id)["days"] for made in (capped, beside))
    # Two strata of five numbers each, joined, searches, two counts and `full`; then the four of the other campaign.
    numbers = sum(opened.numbers[:14] for opened in sums) * ([2, 8, 4, 4, 4] * 2 + [1] * 4)
    assert [number for one in (*days, *others) for number in in_vector(one)] == numbers.tolist()
    assert [one.get("full") for one in (*days, *others)] == [numbers[4], numbers[9], None]
    assert all(abs(one["full"] - sum(UPLOADS[:2])) < 3 * one["noise"]["half_width_95"] for one in days)


def test_the_sum_of_the_vectors_is_published_in_counts(store: Store) -> None:
    """The numbers of `cohort_round.json` are published in counts, each in its own unit; a closed campaign has none."""
    plan = CohortPlan.model_validate_json(UNITS["plan"]["payload"])
    layout, told = cohort_layout(plan.layout, TreeSize(plan.size), plan.cohorts[0]), UNITS["opened"]
    opened = Opened(layout, len(UNITS["uploads"]), np.array(told["numbers"]), frozenset())
    with store.write() as connection:
        for part in plan.layout:
            campaigns.add(connection, campaign(id=part.campaign, strata=part.strata, terms=part.terms))
        publication.charge_shown(connection, plan, plan.cohorts[0])
        publication.add_opened(connection, plan, 5, opened)
        for one in told["published"]:
            where = one["campaign"], plan.day, one["stratum"]
            made = growing_days.of_day(connection, tables.publications, *where)
            assert made is not None
            assert (made.donors, made.searches, list(made.totals)) == (one["donors"], one["searches"], one["totals"])
        published = growing_days.published_campaigns(connection, plan.day)
    assert published == {one["campaign"] for one in told["published"]}


def test_numbers_in_units_are_published_in_counts(store: Store, tmp_path: Path) -> None:
    """Published numbers and scales are in counts, with the unit beside; intervals hold, on the pages as well."""
    made = campaign_in_units()
    (day,) = published(store, made)["days"]
    stated = [day["noise"]["donors"], day["noise"]["searches"], day["noise"]]
    assert [(one["scale"], one["unit"]) for one in stated] == [(256.0, 2), (1604.0, 8), (513.0, 4)]
    totals = np.array(list(day["totals"].values()))
    assert not (totals % 4).any()
    assert (totals % 8).any()
    assert (day["donors"] % 2, day["searches"] % 8) == (0, 0)
    off = np.abs(totals - sum(UPLOADS))
    assert 0.95 - 0.04 < np.mean(off <= stated[2]["half_width_95"]) < 0.95 + 0.05
    exports.write_all(store, tmp_path / "published")
    with published_file.opened(tmp_path / "published" / made.id) as file:
        found, newest = report(file, Asked()), latest_day(file, DAY)
    assert {row.half_width for row in found.rows} == {stated[2]["half_width_95"]}
    assert newest.donors_half_width == stated[0]["half_width_95"]
    assert found.overall.half_width == stated[1]["half_width_95"]


def test_intervals_in_units_cover_the_rounding(store: Store) -> None:
    """The stated interval is wider than that of the noise alone, and of the size that rounding adds."""
    (day,) = published(store, campaign_in_units(2))["days"]
    donors = sum(UPLOADS)
    draws = sum(Fraction(shares, of) for shares, of in day["noise"]["shares"])
    noise_alone = LaplaceShares(128.25, draws.numerator, draws.denominator)
    rounding = DiscreteGaussian((donors / 4) ** 0.5)
    assert 4 * half_width([noise_alone]) < day["noise"]["half_width_95"]
    assert day["noise"]["half_width_95"] == pytest.approx(4 * half_width([noise_alone, rounding]), abs=8)


def test_decoys_in_units_are_published(store: Store) -> None:
    """The decoys of a campaign in units are those of its laws, in units."""
    found = published(store, campaign_in_units(2))
    laws = Counter((one["law"], one["scale"]) for one in found["decoys"])
    assert laws == {("discrete-laplace", scale): len(UPLOADS) for scale in (128.0, 200.5, 128.25)}


def test_pages_state_the_interval_of_each_kind(store: Store, tmp_path: Path) -> None:
    """On the public pages donors, searches and keywords have intervals from their own noise, and so has a share."""
    made = parts_campaign(4)
    (day,) = published(store, made)["days"]
    widths = {kind: day["noise"][kind]["half_width_95"] for kind in ("donors", "searches")}
    exports.write_all(store, tmp_path / "published")
    with published_file.opened(tmp_path / "published" / made.id) as file:
        found, newest = report(file, Asked()), latest_day(file, DAY)
    assert (found.overall.half_width, newest.donors_half_width) == (widths["searches"], widths["donors"])
    assert {row.half_width for row in found.rows} == {newest.half_width} == {day["noise"]["half_width_95"]}
    apart = (found.overall.searches + widths["searches"]) / (found.overall.searches - widths["searches"])
    for row in found.rows:
        assert row.share.high / row.share.low > apart


def test_tables_state_the_interval_of_each_kind(store: Store, tmp_path: Path) -> None:
    """Rows of the CSV, and of the SQLite file's view, have the half widths of donors, searches and the total."""
    made = parts_campaign(4)
    (day,) = published(store, made)["days"]
    widths = {
        "half_width_95": day["noise"]["half_width_95"],
        **{f"{kind}_half_width_95": day["noise"][kind]["half_width_95"] for kind in ("donors", "searches")},
    }
    exports.write_all(store, tmp_path / "published")
    folder = tmp_path / "published" / made.id
    with (folder / "totals.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [{name: int(row[name]) for name in widths} for row in rows] == [widths] * 4
    assert {float(row["noise_sd"]) for row in rows} == {day["noise"]["sd"]}
    with closing(sqlite3.connect(folder / "totals.sqlite")) as connection:
        found = connection.execute(f"SELECT {', '.join(widths)} FROM totals").fetchall()
    assert found == [tuple(widths.values())] * 4


def test_the_decoys_of_each_law_are_published(store: Store) -> None:
    """Anybody can hold each of the three laws against decoys of every cohort, and the campaign's alone are given."""
    found = published(store, parts_campaign(2))
    laws = Counter((one["law"], one["scale"]) for one in found["decoys"])
    assert laws == dict.fromkeys(SCALES.values(), len(UPLOADS))
    for one in found["decoys"]:
        variance = one["scale"] ** 2 * (1 if one["law"] == "skellam" else 2) * one["shares"] / one["of"]
        assert 0.3 < np.var(one["numbers"]) / variance < 2.5
