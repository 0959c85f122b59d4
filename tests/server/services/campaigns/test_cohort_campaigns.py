"""Campaigns under `cohort`: their terms, refusals at a launch, a day's parts, and budgets."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pdd_server.errors import Rejected, SetupError
from pdd_server.services.campaigns import campaigns, cohort_limits
from pdd_server.services.campaigns.budgets import affordable
from pdd_server.services.campaigns.campaign_files import read_campaign
from pdd_server.services.rounds.cohort.days import planning, publication
from pdd_server.services.rounds.cohort.days.capacity import Frame, frame_for
from pdd_server.store.campaigns import campaigns as stored
from pdd_server.store.engine import Store
from pdd_server.store.migrate import upgrade
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.rounds import Round, RoundState
from pdd_shared.privacy.accounting.budget import days_within
from pdd_shared.privacy.accounting.charges import Charge, charge_of_terms
from pdd_shared.protocol.messages import Campaign, Signed, UploadTask
from pdd_shared.protocol.terms import Budget, CohortTerms, NumberNoise, PartNoise
from pdd_shared.rounds.cohort.day.floors import server_floor
from pdd_shared.rounds.cohort.day.layout import cohort_layout, cohort_part_of, largest_range
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPart, CohortPlan
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.server.services.campaigns.test_campaign_files import GOOD
from tests.server.services.rounds.cohort.simulated_donors import begin_day, cohort_players, cohort_server, everybody
from tests.server.services.rounds.cohort.synthetic_days import capped_campaign, cohort_campaign, cohort_terms, plan_of
from tests.server.simulated_server import DAY, HandClock, campaign, published, settings, store_of_tests

COHORT = settings(protocol="cohort", group_size=100, min_group=50)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = store_of_tests(tmp_path)
    upgrade(made)
    yield made
    made.dispose()


def read(tmp_path: Path, *lines: str, **changed: str) -> Campaign:
    """Return the campaign of GOOD on a cohort server with these lines in its [privacy]."""
    text = GOOD.replace("epsilon_per_day = 1.0", "\n".join(lines))
    for old, new in changed.items():
        text = text.replace(old, new)
    (tmp_path / "flu.toml").write_text(text)
    return read_campaign(tmp_path / "flu.toml", 50, "cohort")


def terms_in(tmp_path: Path, *lines: str) -> CohortTerms:
    terms = read(tmp_path, *lines).terms
    assert isinstance(terms, CohortTerms)
    return terms


def test_a_file_gives_cohort_terms(tmp_path: Path) -> None:
    """A file that names the law gives the same noise to every kind of number; 10% colluders, and the server's floor
    unless it asks for more.
    """
    terms = terms_in(tmp_path, "epsilon = 9", "delta = 0.000001", 'noise = "discrete-laplace"')
    noise = terms.noise.counts
    assert terms.noise == PartNoise(joined=noise, searches=noise, counts=noise)
    assert (noise.law, noise.unit, terms.period) == ("discrete-laplace", 1, "day")
    assert (terms.colluders, terms.min_cohort) == (10, 50)
    assert terms.budget == Budget(epsilon=Decimal(9), delta=Decimal("0.000001"))
    assert days_within(Charge.of_terms(terms), terms.budget) >= 136
    said = terms_in(tmp_path, "scale = 30", "delta = 1e-6", "colluders = 5", "min_cohort = 2")
    assert (said.colluders, said.min_cohort, said.scale) == (5, 2, Decimal(30))


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        (("epsilon = 9",), "privacy.delta: is needed"),
        (("epsilon = 9", "delta = 1e-6", 'added_by = "donors"'), "privacy.added_by"),
        (("epsilon = 9", "delta = 1e-6", "colluders = -1"), "privacy.colluders"),
        (("epsilon = 9", "delta = 1e-6", 'noise = "discrete-gaussian"'), "privacy.noise: must be discrete-laplace"),
        (("epsilon = 9", "delta = 1e-6", "colluders = 7"), "privacy.colluders: .*5 or 10; choose one of them"),
        (("epsilon = 9", "delta = 1e-6", "min_cohort = 0"), "privacy.min_cohort"),
        (("epsilon_per_day = 0.000001", "delta = 1e-6"), "privacy.epsilon_per_day: needs noise .*1000000 can be"),
        (("scale = 0.1", "delta = 1e-6"), "privacy.scale: costs more"),
    ],
)
def test_a_file_that_cohorts_cannot_keep_is_refused(tmp_path: Path, lines: tuple[str, ...], what: str) -> None:
    """Settings that contradict the protocol are refused by their key, with what to do."""
    with pytest.raises(Rejected, match=what):
        read(tmp_path, *lines)


def test_a_plain_servers_file_names_no_min_cohort(tmp_path: Path) -> None:
    """A `plain` server refuses `min_cohort` in a file, because its own setting decides the smallest sum."""
    (tmp_path / "flu.toml").write_text(GOOD.replace("epsilon_per_day = 1.0", "epsilon = 9\nmin_cohort = 40"))
    with pytest.raises(Rejected, match=r"privacy\.min_cohort: is for the protocol cohort; remove it"):
        read_campaign(tmp_path / "flu.toml", 50, "plain")


def refused(store: Store, *made: Campaign) -> list[str]:
    """Return why a server with all but the last of these campaigns refuses the last."""
    *others, new = made
    with store.write() as connection:
        for other in others:
            stored.add(connection, other)
        return [str(error) for error in campaigns.refusals(connection, COHORT, new)]


def test_caps_that_pass_a_full_cohort_are_refused(store: Store) -> None:
    """Caps that a full cohort's range cannot hold are refused with the largest cap that fits, which then does."""
    (found,) = refused(store, cohort_campaign(max_searches=500))
    assert found.startswith("max_searches: is 500, and at most ")
    most = int(found.split("at most ")[1].split(" ")[0])
    assert 100 < most < 128
    assert refused(store, cohort_campaign(max_searches=most)) == []
    assert len(refused(store, cohort_campaign(max_searches=most + 1))) == 1


def test_noise_that_passes_a_full_cohort_is_refused(store: Store) -> None:
    """Noise that does not fit beside another campaign's caps is refused with the largest scale that fits, which
    then does.
    """

    def noisy(scale: int) -> Campaign:
        return cohort_campaign(str(scale)).model_copy(update={"id": "noisy"})

    (found,) = refused(store, cohort_campaign(max_searches=110), noisy(10_000))
    assert found.startswith("privacy: asks for noise of scale 10000, and at most ")
    scale = int(found.split("at most ")[1].split(" ")[0])
    assert refused(store, noisy(scale)) == []
    assert len(refused(store, noisy(scale + 1))) == 1


def test_the_widest_noise_of_three_decides_whether_it_fits(store: Store) -> None:
    """Where each kind of number has noise of its own, the widest is named, with the largest scale that fits."""

    def noisy(searches: int) -> Campaign:
        joined, widest, counts = (
            NumberNoise(law="skellam", scale=Decimal(scale), unit=1) for scale in (10, searches, 4)
        )
        noise = PartNoise(joined=joined, searches=widest, counts=counts)
        return cohort_campaign(noise=noise).model_copy(update={"id": "noisy"})

    (found,) = refused(store, cohort_campaign(max_searches=110), noisy(10_000))
    assert found.startswith("privacy: asks for noise of scale 10000, and at most ")
    scale = int(found.split("at most ")[1].split(" ")[0])
    assert refused(store, noisy(scale)) == []
    assert len(refused(store, noisy(scale + 1))) == 1


@pytest.mark.parametrize("share", [Fraction(3, 10), Fraction(6, 10), Fraction(1)])
def test_what_is_accepted_fits_whatever_the_floor(store: Store, share: Fraction) -> None:
    """With the largest accepted cap beside much noise, a full cohort still fits after days of few uploads."""
    (found,) = refused(store, cohort_campaign("1500", max_searches=500))
    most = int(found.split("at most ")[1].split(" ")[0])
    size, part = TreeSize(8192), cohort_part_of(cohort_campaign("1500", max_searches=most))
    floor = server_floor(size, (10,), 1, (Fraction(1), share))
    layout = cohort_layout([part], size, CohortDay(floor=floor, sub_cohorts=1))
    assert largest_range(layout).capacity == 8192


def test_campaigns_that_run_together_share_the_range(store: Store) -> None:
    """Two campaigns that fit the range alone, but not together, are refused only if they run at the same time."""
    wide = cohort_campaign(max_searches=120)
    noisy = cohort_campaign("3000").model_copy(update={"id": "noisy"})
    assert refused(store, noisy) == []
    assert "beside the campaigns that run with it" in refused(store, wide, noisy)[0]
    later = noisy.model_copy(update={"start": date(2027, 1, 1), "end": date(2027, 1, 2)})
    with store.read() as connection:
        assert list(campaigns.refusals(connection, COHORT, later)) == []


@pytest.mark.parametrize(("made", "numbers"), [(cohort_campaign(), 4 + 64), (capped_campaign(), 5 + 64)])
def test_decoys_count_for_the_longest_vector(store: Store, made: Campaign, numbers: int) -> None:
    """Each law of noise adds 64 numbers to a day's vector, and a cap over all periods adds one."""
    config = COHORT.model_copy(update={"max_entries": numbers})
    with store.read() as connection:
        assert list(campaigns.refusals(connection, config, made)) == []
        config = COHORT.model_copy(update={"max_entries": numbers - 1})
        (error,) = campaigns.refusals(connection, config, made)
    assert error.field == "vocabulary"
    assert f"{numbers} numbers" in error.detail
    assert "64 decoys" in error.detail


def open_round(store: Store, plan: CohortPlan) -> None:
    """Return an open round of the `cohort` protocol."""
    signed = Signed(payload=plan.model_dump_json(), signature="00" * 64)
    with store.write() as connection:
        rounds.add(connection, Round(plan.day, "cohort", RoundState.OPEN, plan.day, 10, 1, 10), signed)


def test_a_min_cohort_above_four_fifths_of_the_floor_is_refused(store: Store) -> None:
    """A campaign whose `min_cohort` is above 4/5 of the running server's floor is refused: it would lose days."""
    assert refused(store, cohort_campaign(min_cohort=2_000)) == []
    small = plan_of(cohort_campaign(), floors=(100, 120)).model_copy(
        update={"cohorts": (CohortDay(floor=100, sub_cohorts=1), CohortDay(floor=30, sub_cohorts=4))}
    )
    open_round(store, small)
    with store.read() as connection:
        assert cohort_limits.present_floor(connection) == 100
    assert refused(store, cohort_campaign(min_cohort=80)) == []
    (found,) = refused(store, cohort_campaign(min_cohort=81))
    assert found == "min_cohort: is 81, and cohorts here are sure to have 80; lower it to that or less"


def test_a_campaign_of_the_other_kind_is_not_counted(store: Store) -> None:
    """A campaign of the other protocol is neither served, planned nor changed, and its floor binds nothing."""
    groups, cohort = campaign(), cohort_campaign().model_copy(update={"id": "new"})
    with store.write() as connection:
        stored.add(connection, groups)
        stored.add(connection, cohort)
        assert [part.campaign for part in campaigns.cohort_layout_of_day(connection, COHORT, DAY).parts] == ["new"]
        assert [part.campaign for part in campaigns.layout_of_day(connection, settings(), DAY).parts] == ["flu"]
        campaigns.keep_terms(connection, COHORT)
        campaigns.check_floor(connection, COHORT)
        assert {one.campaign.id: one.campaign.terms for one in stored.all_of(connection)} == {
            "flu": groups.terms,
            "new": cohort.terms,
        }
        low = replace_floor(groups)
        stored.replace(connection, low)
        with pytest.raises(SetupError, match="min_group"):
            campaigns.check_floor(connection, settings())


def replace_floor(made: Campaign) -> Campaign:
    """Return the campaign with a floor above that of the tests' settings."""
    return made.model_copy(update={"terms": made.terms.model_copy(update={"min_group": 4})})


def test_open_days_are_reserved_and_charged_days_counted_once(store: Store) -> None:
    """A budget of two days plans no third while two are open, whether or not a list was shown."""
    one = cohort_terms("300")
    charge = Charge.of_terms(one)
    two_days = Budget(epsilon=Decimal(str(2.5 * charge.epsilon)), delta=Decimal("0.000001"))
    made = cohort_campaign("300", budget=two_days)
    assert days_within(charge, two_days) == 2
    first, second = plan_of(made), plan_of(made, day=DAY + timedelta(days=1))
    with store.write() as connection:
        stored.add(connection, made)
    open_round(store, first)
    with store.write() as connection:
        publication.charge_shown(connection, first, first.cohorts[0])
        assert affordable(connection, first.layout).over_budget == ()
    open_round(store, second)
    with store.read() as connection:
        assert [part.campaign for part in affordable(connection, first.layout).over_budget] == ["flu"]
        assert campaigns.cohort_layout_of_day(connection, COHORT, DAY + timedelta(days=2)).parts == ()


def test_days_of_noises_that_differ_are_charged_by_parts_until_the_budget_is_spent(store: Store) -> None:
    """A campaign with noise of its own for each kind of number is planned while its parts fit the budget."""
    joined, searches, counts = (
        NumberNoise(law=law, scale=Decimal(scale), unit=1)
        for law, scale in (("skellam", 10), ("discrete-laplace", 90), ("skellam", 9))
    )
    budget = Budget(epsilon=Decimal(4), delta=Decimal("0.000001"))
    noise = PartNoise(joined=joined, searches=searches, counts=counts)
    made = cohort_campaign(noise=noise, budget=budget, max_matches=None, max_hits=2, max_hits_per_keyword=1)
    lasts = days_within(charge_of_terms(made.terms, made.id), budget)
    assert 1 < lasts < 30
    part = cohort_part_of(made)
    with store.write() as connection:
        stored.add(connection, made)
        for ahead in range(lasts):
            assert affordable(connection, [part]).over_budget == ()
            publication.charge_parts(connection, DAY + timedelta(days=ahead), [part])
        assert affordable(connection, [part]).over_budget == (part,)


def test_a_campaign_without_room_is_left_out_for_that_reason(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A campaign that does not fit the range is missing for that reason, and the other campaign is planned.

    Really that takes some thousand donors, so here the range is said to hold the other campaign alone.
    """
    other = cohort_campaign().model_copy(update={"id": "other"})
    server = cohort_server(tmp_path, clock, cohort_campaign(), other)

    def holds_one(size: TreeSize, divided: Sequence[int], parts: tuple[CohortPart, ...], *others: Any) -> Frame | None:
        return frame_for(size, divided, tuple(part for part in parts if part.campaign == "flu"), *others)

    monkeypatch.setattr(planning, "frame_for", holds_one)
    crowd = cohort_players(server, 4)
    everybody(crowd)
    begin_day(server, clock)
    (task,) = (task for task in crowd[0].tasks() if isinstance(task, UploadTask))
    assert [part.campaign for part in CohortPlan.model_validate_json(task.plan.payload).layout] == ["flu"]
    found = published(server, "other")
    assert [(one["day"], one["reason"], one["needed"]) for one in found["missing"]] == [(DAY.isoformat(), "no-room", 0)]
    assert "no-room: " in found["meaning"]["missing"]
    server.store.dispose()
