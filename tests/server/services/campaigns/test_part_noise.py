"""A file's [privacy] with `parts` gives each kind of number the least noise that keeps its share of the budget."""

import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_server.errors import Rejected
from pdd_server.services.campaigns.campaign_files import read_campaign
from pdd_server.services.campaigns.terms import Caps, Parts, Privacy, describe_terms, terms_of
from pdd_shared.privacy.accounting.budget import days_within, fits
from pdd_shared.privacy.accounting.charges import charge_of_terms
from pdd_shared.protocol.terms import Budget, CohortTerms, NumberNoise, Protocol
from pdd_shared.rounds.cohort.day.floors import server_floor
from pdd_shared.rounds.cohort.day.layout import cohort_layout, cohort_part_of, largest_range
from pdd_shared.rounds.cohort.messages import CohortDay
from pdd_shared.rounds.cohort.parameters import TreeSize
from tests.server.services.campaigns.test_campaign_files import GOOD
from tests.server.simulated_server import campaign

DAYS = 136
"""Of the campaign in GOOD, whose [privacy] is on line 26 and its one key on line 28."""
SHARES = "parts = { joined = 0.05, searches = 0.05, keywords = 0.9 }"
TOTAL = ("epsilon = 10", "delta = 0.000001")
BUDGET = Budget(epsilon=Decimal(10), delta=Decimal("0.000001"))


def terms_in(tmp_path: Path, *lines: str, hits: int = 1, protocol: Protocol = "cohort") -> CohortTerms:
    """Return the terms of GOOD with these lines in its [privacy], and so many hits of a keyword and of all."""
    file = tmp_path / "flu.toml"
    text = GOOD.replace("epsilon_per_day = 1.0", "\n".join(lines))
    text = text.replace("max_hits = 60", f"max_hits = {max(2, hits)}")
    file.write_text(text.replace("max_hits_per_keyword = 20", f"max_hits_per_keyword = {hits}"))
    found = read_campaign(file, min_group=50, protocol=protocol).terms
    assert isinstance(found, CohortTerms)
    return found


def planned(caps: Caps, shares: tuple[str, str, str], days: int, epsilon: str = "10") -> CohortTerms:
    """Return the terms of a campaign with these caps, shares and days."""
    parts = Parts(**dict(zip(("joined", "searches", "keywords"), map(Decimal, shares), strict=True)))
    privacy = Privacy(epsilon=Decimal(epsilon), delta=BUDGET.delta, parts=parts)
    found = terms_of(caps, privacy, days, min_group=50, protocol="cohort")
    assert isinstance(found, CohortTerms)
    return found


def with_less(found: CohortTerms, kind: str) -> CohortTerms:
    """Return the terms with 1% less noise on one kind of number."""
    noise: NumberNoise = getattr(found.noise, kind)
    less = noise.model_copy(update={"scale": (noise.scale * Decimal("0.99")).quantize(Decimal("0.001"))})
    return found.model_copy(update={"noise": found.noise.model_copy(update={kind: less})})


def test_a_weekly_campaign_has_the_noise_of_the_accountings_page() -> None:
    """At epsilon 10 for 18 periods, 2 hits and 35 searches, keywords get the noise that privacy.md states."""
    found = planned(Caps(max_searches=35, max_hits=2, max_hits_per_keyword=1), ("0.05", "0.05", "0.9"), 18)
    assert [noise.law for noise in found.noise.kinds] == ["skellam"] * 3
    assert found.noise.counts.scale == Decimal("3.404")
    assert found.noise.searches.scale == pytest.approx(Decimal("357.4"), rel=Decimal("0.001"))
    assert days_within(charge_of_terms(found, "flu"), BUDGET) == 18


def test_the_noise_of_a_file_lasts_to_its_end_and_none_of_it_is_spare(tmp_path: Path) -> None:
    """All days fit the budget, and no longer do with 1% less noise on the keywords."""
    found = terms_in(tmp_path, *TOTAL, SHARES)
    assert found.budget == BUDGET
    assert fits({charge_of_terms(found, "flu"): DAYS}, BUDGET)
    assert not fits({charge_of_terms(with_less(found, "counts"), "flu"): DAYS}, BUDGET)


def test_shares_of_the_budget_decide_which_numbers_have_less_noise() -> None:
    """A larger share of the budget gives a kind of number less noise, and leaves more on the others."""
    caps = Caps(max_searches=10, max_hits=2, max_hits_per_keyword=1)
    one, other = planned(caps, ("0.1", "0.1", "0.8"), 18), planned(caps, ("0.1", "0.8", "0.1"), 18)
    assert one.noise.counts.scale < other.noise.counts.scale
    assert one.noise.searches.scale > other.noise.searches.scale


def test_a_budget_spent_on_few_hits_is_given_laplace_noise() -> None:
    """Each kind gets the law that needs less noise: one search of one day is hidden better by discrete Laplace."""
    found = planned(Caps(max_searches=1, max_hits=1, max_hits_per_keyword=1), ("0.05", "0.05", "0.9"), 1, "1")
    assert "discrete-laplace" in [noise.law for noise in found.noise.kinds]
    assert fits({charge_of_terms(found, "flu"): 1}, found.budget)


def test_derived_noise_is_stated_by_kind(tmp_path: Path) -> None:
    """One line states law and scale for each kind of number, who adds it, and the total."""
    assert re.fullmatch(
        r"skellam noise of scale [\d.]+ on joined, skellam noise of scale [\d.]+ on searches, "
        r"skellam noise of scale [\d.]+ on keywords, added by the donors; "
        r"epsilon 10, delta 0\.000001, for all 136 days",
        describe_terms(terms_in(tmp_path, *TOTAL, SHARES), DAYS),
    )


def test_a_file_that_says_nothing_of_noise_gets_the_usual_shares(tmp_path: Path) -> None:
    """With a budget alone, keywords get nine tenths of it, and have far less noise than with one for all numbers."""
    found = terms_in(tmp_path, *TOTAL)
    assert found == terms_in(tmp_path, *TOTAL, "parts = { joined = 0.05, searches = 0.05, keywords = 0.9 }")
    one = terms_in(tmp_path, *TOTAL, 'noise = "discrete-laplace"')
    assert one.has_one_laplace
    assert 3 * found.noise.counts.scale < one.noise.counts.scale


@pytest.mark.parametrize(
    ("lines", "line", "says"),
    [
        ((*TOTAL, "parts = { joined = 0.1, searches = 0.1, keywords = 0.9 }"), 30, "adds up to 1.1 with joined"),
        ((*TOTAL, "parts = { joined = 0, searches = 0.1, keywords = 0.9 }"), 30, "joined: .*greater than 0"),
        ((*TOTAL, "parts = { joined = 1, searches = 0.1, keywords = 0.9 }"), 30, "joined: .*less than 1"),
        ((*TOTAL, "parts = { joined = 0.1, keywords = 0.9 }"), 30, "searches"),
        ((*TOTAL, "parts = 0.9"), 30, "parts"),
        ((*TOTAL, SHARES, 'noise = "discrete-laplace"'), 31, "privacy.noise: stands beside parts"),
        (("scale = 9", "delta = 1e-6", SHARES), 30, "privacy.parts: divides the epsilon of all days"),
        (("epsilon = 10", SHARES), 27, "privacy.delta: is needed"),
        (("epsilon = 0.0000001", "delta = 1e-6", SHARES), 28, "privacy.epsilon: is too small: no noise"),
    ],
)
def test_impossible_parts_are_refused_with_their_line(
    tmp_path: Path, lines: tuple[str, ...], line: int, says: str
) -> None:
    """Parts that can't be are refused in one line, at the wrong key, with what to do."""
    with pytest.raises(Rejected) as raised:
        terms_in(tmp_path, *lines)
    message = str(raised.value)
    assert message.startswith(f"{tmp_path / 'flu.toml'}:{line}: "), message
    assert re.search(says, message), message


def test_parts_need_donors_noise_and_few_hits_of_a_keyword(tmp_path: Path) -> None:
    """On a server that adds the noise itself, and with more hits of a keyword than are accounted, parts are refused."""
    with pytest.raises(Rejected, match=r"privacy\.parts: is for the protocol cohort"):
        terms_in(tmp_path, *TOTAL, SHARES, protocol="plain")
    terms_in(tmp_path, *TOTAL, SHARES, hits=10)
    with pytest.raises(Rejected, match=r"caps\.max_hits_per_keyword: is 11, and at most 10 fit"):
        terms_in(tmp_path, *TOTAL, SHARES, hits=11)


def test_many_hits_of_a_keyword_are_refused_with_what_to_lower() -> None:
    """Where so many hits of a keyword are allowed that their cost can't be told, the error names the cap to lower."""
    caps = Caps(max_searches=100, max_hits=300, max_hits_per_keyword=10)
    with pytest.raises(Rejected, match=r"is too small: .* lower max_hits_per_keyword, best to 1, raise epsilon"):
        planned(caps, ("0.05", "0.05", "0.9"), 126)
    lower = caps.model_copy(update={"max_hits_per_keyword": 1})
    assert fits({charge_of_terms(planned(lower, ("0.05", "0.05", "0.9"), 126), "flu"): 126}, BUDGET)


@given(
    caps=st.builds(
        Caps, max_searches=st.integers(1, 50), max_hits=st.integers(3, 12), max_hits_per_keyword=st.integers(1, 3)
    ),
    searches=st.sampled_from(["0.01", "0.05", "0.5"]),
    days=st.integers(1, 130),
    epsilon=st.sampled_from(["0.5", "2", "10", "50"]),
)
@settings(max_examples=5, deadline=None)
def test_all_days_of_whatever_is_accepted_fit_its_budget(caps: Caps, searches: str, days: int, epsilon: str) -> None:
    """However a budget is divided, all the campaign's days together cost at most the budget."""
    keywords = str(Decimal("0.95") - Decimal(searches))
    try:
        found = planned(caps, ("0.05", searches, keywords), days, epsilon)
    except Rejected:
        return
    assert fits({charge_of_terms(found, "flu"): days}, found.budget)
    assert CohortTerms.model_validate_json(found.model_dump_json()) == found


def test_a_small_budget_counts_searches_in_units() -> None:
    """At epsilon 0.5 over 129 days, the noise on searches gets a unit; the terms keep to the budget and fit."""
    found = planned(Caps(max_searches=35, max_hits=20, max_hits_per_keyword=1), ("0.05", "0.05", "0.9"), 129, "0.5")
    joined, searches, counts = found.noise.kinds
    assert (joined.unit, counts.unit) == (1, 1)
    assert (searches.law, searches.unit) == ("discrete-laplace", 4)
    assert fits({charge_of_terms(found, "flu"): 129}, found.budget)
    assert in_range(found)
    assert not fits({charge_of_terms(found, "flu"): 134}, found.budget)
    assert "in units of 4, on searches" in describe_terms(found, 129)


@pytest.mark.parametrize(("searches", "days", "epsilon"), [(100, 129, "0.5"), (200, 30, "0.5"), (1_000, 7, "1")])
def test_one_noise_for_all_numbers_gets_units(searches: int, days: int, epsilon: str) -> None:
    """With one noise as well, a campaign of epsilon 0.5 keeps to its budget and fits a full cohort."""
    caps = Caps(max_searches=searches, max_hits=searches, max_hits_per_keyword=min(searches, 20))
    privacy = Privacy(epsilon=Decimal(epsilon), delta=BUDGET.delta, noise="discrete-laplace")
    found = terms_of(caps, privacy, days, min_group=50, protocol="cohort")
    assert isinstance(found, CohortTerms)
    assert max(noise.unit for noise in found.noise.kinds) > 1
    assert fits({charge_of_terms(found, "flu"): days}, found.budget)
    assert in_range(found)


def in_range(terms: CohortTerms) -> bool:
    """Return whether a full cohort's sums fit their range, however few uploads earlier days had."""
    size = TreeSize(8192)
    floor = server_floor(size, (10,), 1, (Fraction(1), Fraction(3, 10)))
    part = cohort_part_of(campaign(terms=terms))
    return largest_range(cohort_layout([part], size, CohortDay(floor=floor, sub_cohorts=1))).capacity == 8192
