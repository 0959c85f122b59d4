"""Whole days of small cohorts in memory: the sum without the known noise is exact, whoever is missing or lies."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_shared.protocol.terms import NumberNoise, PartNoise
from pdd_shared.rounds.cohort.day import server
from pdd_shared.rounds.cohort.day.journal import Journal
from pdd_shared.rounds.cohort.day.uploads import write_upload
from tests.support.cohort.memory_cohort import CLOSED, OVER, MemoryCohort, law, part, random_from, secrets_of


@pytest.mark.parametrize(("size", "appended"), [(4, 0), (5, 1), (12, 2)])
def test_everybody_there_gives_the_exact_sum(size: int, appended: int) -> None:
    """With all donors and members present, the opened numbers are the counts plus the donors' noise."""
    cohort = MemoryCohort(size, appended)
    opened = cohort.day(cohort.homes, range(1, len(cohort.committee) + 1))
    assert isinstance(opened, server.Opened)
    assert (opened.uploads, opened.wrong) == (size + appended, frozenset())
    assert np.array_equal(opened.numbers, cohort.expected(cohort.homes))


@settings(max_examples=12, deadline=None)
@given(st.data())
def test_any_donors_and_any_quorum_give_the_exact_sum(data: st.DataObject) -> None:
    """With any donors missing, and any quorum that certifies and answers, the sum is that of the list."""
    cohort = MemoryCohort(data.draw(st.integers(4, 12)), data.draw(st.integers(0, 2)))
    quorum, members = cohort.tree_size.committee.quorum, range(1, cohort.size + 1)
    in_tree = data.draw(st.sets(st.sampled_from(range(cohort.size)), min_size=cohort.least_floor))
    homes = [
        *in_tree,
        *data.draw(st.sets(st.sampled_from(range(cohort.size, cohort.size + 2)), max_size=cohort.appended)),
    ]
    homes = data.draw(st.permutations([home for home in homes if home < cohort.size + cohort.appended]))
    certifying = data.draw(st.permutations(members))[:quorum]
    answering = data.draw(st.permutations(members))[: data.draw(st.integers(quorum, cohort.size))]
    opening = cohort.answered(cohort.opening(cohort.certifying(homes), certifying), answering)
    opened = server.open_sum(opening, OVER, random_from(1))
    assert isinstance(opened, server.Opened)
    assert np.array_equal(opened.numbers, cohort.expected(homes))


def test_several_campaigns_strata_and_a_closed_one() -> None:
    """Each number lands in its block, and a campaign whose floor is above the day's carries noise alone."""
    parts = (part("flu", 3, ("north", "south")), part("ski", 2, min_cohort=6))
    cohort = MemoryCohort(7, parts=parts)
    opened = cohort.day(range(7), range(1, 8))
    assert isinstance(opened, server.Opened)
    noise = [cohort.vector(home) - cohort.donor_day(home).layout.fill(cohort.given(home)) for home in range(7)]
    counts = opened.numbers - np.sum(noise, axis=0)
    given = [cohort.given(home)["flu", "north"] for home in range(7)]
    north = [7, sum(each.searches for each in given), *np.sum([each.entries for each in given], axis=0)]
    assert counts[:5].tolist() == north
    assert not counts[5:].any()
    assert [len(decoys) for decoys in opened.decoys()] == [64] * len(opened.layout.laws)


def test_a_day_in_units_opens_the_rounded_counts() -> None:
    """Homes send counts that they rounded to units, with noise in units; the opened sum is exactly theirs."""
    in_units = NumberNoise(law="discrete-laplace", scale=Decimal(130), unit=8)
    noise = PartNoise(joined=law("2"), searches=in_units, counts=law("8"))
    cohort = MemoryCohort(7, parts=(part("flu", noise=noise), part("ski")))
    opened = cohort.day(range(7), range(1, 8))
    assert isinstance(opened, server.Opened)
    assert np.array_equal(opened.numbers, cohort.expected(range(7)))
    assert opened.layout.units[:7].tolist() == [1, 8, 1, 1, 1, 1, 1]
    assert opened.layout.most[1] == 7
    layout = opened.layout
    kept = [layout.rounded(layout.fill(cohort.given(home)), random_from(home)) for home in range(7)]
    searches = [cohort.given(home)["flu", None].searches for home in range(7)]
    assert all(8 * abs(vector[1] - count / 8) < 8 for vector, count in zip(kept, searches, strict=True))


def test_one_answer_short_opens_nothing() -> None:
    """With one answer less than a quorum nothing opens, and the day is dropped after its last day."""
    cohort = MemoryCohort(7)
    quorum = cohort.tree_size.committee.quorum
    opening = cohort.answered(cohort.opening(cohort.certifying(range(7))), range(1, quorum))
    assert server.open_sum(opening, CLOSED, random_from(1)) == opening
    dropped = server.open_sum(opening, OVER, random_from(1))
    assert dropped == server.Dropped(spoilt=False)


@pytest.mark.parametrize("spare", [0, 1, 2])
def test_a_lying_member_is_located_or_its_lie_found_out(spare: int) -> None:
    """With two spare answers a lie is located; with one, the sum opens without the liar; with none, nothing opens."""
    cohort = MemoryCohort(10)
    quorum = cohort.tree_size.committee.quorum
    opening = cohort.answered(cohort.opening(cohort.certifying(range(10))), range(1, quorum + spare + 1))
    lie = {**opening.answers, 2: opening.answers[2] ^ np.uint64(1)}
    result = server.open_sum(replace(opening, answers=lie), OVER, random_from(1))
    if spare:
        assert isinstance(result, server.Opened)
        assert result.wrong == {2}
        assert np.array_equal(result.numbers, cohort.expected(range(10)))
    else:
        assert result == server.Dropped(spoilt=True)


def test_known_liars_are_left_out() -> None:
    """Liars who were located on an earlier day are left out; the same number of new liars stops a day."""
    cohort = MemoryCohort(10)
    opening = cohort.answered(cohort.opening(cohort.certifying(range(10))), range(1, 11))
    lies = {place: answer ^ np.uint64(place < 4) for place, answer in opening.answers.items()}
    lying = replace(opening, answers=lies)
    waiting = server.open_sum(lying, CLOSED, random_from(1))
    assert isinstance(waiting, server.Opening)
    opened = server.open_sum(waiting, CLOSED, random_from(1), suspects=frozenset({1, 2, 3}))
    assert isinstance(opened, server.Opened)
    assert np.array_equal(opened.numbers, cohort.expected(range(10)))


@pytest.mark.parametrize("block", [0, 1])
def test_garbage_in_any_block_is_never_opened(block: int) -> None:
    """Garbage in any block of one upload stops the day from opening."""
    cohort = MemoryCohort(5, parts=(part(entries=2500),))
    state = cohort.certifying(range(5))
    ciphertext = state.sums.ciphertext.copy()
    ciphertext[block] = np.random.default_rng(1).integers(0, 2**32 - 2**20, 2048, dtype=np.uint64)  # noqa: TID251
    spoilt = replace(state, sums=replace(state.sums, ciphertext=ciphertext))
    opening = cohort.answered(cohort.opening(spoilt), range(1, 6))
    assert server.open_sum(opening, OVER, random_from(1)) == server.Dropped(spoilt=True)


def test_a_restored_home_counts_once() -> None:
    """If a home lost its journal and sends another upload, the first one stays, and the sum contains only that one."""
    cohort = MemoryCohort(6)
    again = cohort.submission(0, Journal(), seed=77).upload
    state = cohort.collected(range(6))
    after, taken = server.receive(state, [cohort.upload(0, again)])
    assert taken == ()
    assert after.entries == state.entries
    closed = server.close(after, CLOSED, 0)
    assert isinstance(closed, server.Certifying)
    opened = server.open_sum(cohort.answered(cohort.opening(closed), range(1, 7)), OVER, random_from(1))
    assert isinstance(opened, server.Opened)
    assert np.array_equal(opened.numbers, cohort.expected(range(6)))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "sub_cohorts"), [(300, 1), (1000, 2)])
def test_a_drawn_committee_with_people_missing_and_liars(size: int, sub_cohorts: int) -> None:
    """A drawn committee of 256 opens an exact sum with donors and members missing and six liars, also of half a
    cohort.
    """
    cohort = MemoryCohort(size, 5, sub_cohorts=sub_cohorts, parts=(part(entries=2500),))
    homes = [home for home in cohort.homes if home % 7]
    opening = cohort.answered(cohort.opening(cohort.certifying(homes), range(80, 257)), range(40, 40 + 189))
    lies = {place: answer ^ np.uint64(place % 30 == 0) for place, answer in opening.answers.items()}
    opened = server.open_sum(replace(opening, answers=lies), CLOSED, random_from(1))
    assert isinstance(opened, server.Opened)
    assert opened.wrong == {60, 90, 120, 150, 180, 210}
    assert opened.uploads == len(homes) > cohort.least_floor
    assert np.array_equal(opened.numbers, cohort.expected(homes))


def test_a_bad_share_looks_like_a_lie_of_its_member() -> None:
    """A donor's wrong share for one member does not stop the day, and does not prove that the member lied."""
    cohort = MemoryCohort(10)
    good = cohort.upload(0)
    shares = good.shares.copy()
    shares[1] ^= np.uint64(1)
    signing = secrets_of(0).signing
    data = write_upload(cohort.frame.upload, 0, good.nonce, good.ciphertext, shares, signing)
    uploads = [cohort.upload(0, data), *(cohort.upload(home) for home in range(1, 10))]
    state = server.close(server.receive(server.Collecting.start(cohort.frame), uploads)[0], CLOSED, 0)
    assert isinstance(state, server.Certifying)
    opened = server.open_sum(cohort.answered(cohort.opening(state), range(1, 11)), CLOSED, random_from(1))
    assert isinstance(opened, server.Opened)
    assert opened.wrong == {2}
    assert np.array_equal(opened.numbers, cohort.expected(range(10)))
