"""Numbers that follow from a tree's size: quorums, floors, and the probabilities that cohort.md states."""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_shared.protocol.limits import LEAST_SUB_COHORT, MOST_UPLOADS, SUB_COHORTS
from pdd_shared.rounds.cohort.parameters import DEGREE, DELTA, PSI, RANGE, CommitteeSize, Q, TreeSize

SIZES = st.one_of(st.integers(4, 300), st.integers(300, 20_000), st.integers(20_000, 2**32 - 1))
PERCENT = st.sampled_from([5, 10])
EVERY_COMMITTEE = [TreeSize(leaves).committee for leaves in range(4, 257)]


@st.composite
def divided(draw):
    """Draw a tree's size and a number of sub-cohorts that its cohorts may have."""
    tree = TreeSize(draw(SIZES))
    return tree, draw(st.sampled_from([n for n in SUB_COHORTS if n == 1 or tree.share(n) >= LEAST_SUB_COHORT]))


# The field


def test_the_field_and_its_root():
    """The field has a prime order below 2^32, psi is a root of x^N + 1, and the range is q in Deltas."""
    assert 2**31 < Q == 4_293_918_721 < 2**32
    assert all(Q % divisor for divisor in range(2, int(Q**0.5) + 1))
    assert pow(PSI, DEGREE, Q) == Q - 1
    assert RANGE == 1_048_320 == (Q - 1) // DELTA


# Committees


def test_two_quorums_share_an_honest_member():
    """Two quorums share more than c members, and no smaller quorum would: a second list lacks at least one signer."""
    for committee in EVERY_COMMITTEE:
        members, corrupt, quorum = committee.members, committee.corrupt, committee.quorum
        assert 2 * quorum - members > corrupt
        assert 2 * (quorum - 1) - members <= corrupt
        assert corrupt < quorum <= members


def test_a_committee_shares_a_key():
    """Any c shares reveal nothing about rho secrets, a quorum reveals all, and the columns hold the whole key."""
    for committee in EVERY_COMMITTEE:
        assert committee.secrets == committee.quorum - committee.corrupt >= 1
        assert (committee.columns - 1) * committee.secrets < DEGREE <= committee.columns * committee.secrets


def test_committees_of_some_sizes():
    """Committees have the sizes that cohort.md states."""
    ten, full = TreeSize(10).committee, TreeSize(8192).committee
    assert (ten, ten.quorum, ten.secrets) == (CommitteeSize(10, 3), 7, 4)
    assert (full, full.quorum, full.secrets, full.columns) == (CommitteeSize(256, 94), 176, 82, 25)
    assert TreeSize(4).committee == CommitteeSize(4, 1)


def test_growth_to_256_leaves():
    """From 255 to 256 leaves everybody still serves; ten more may be corrupt, and six more make a quorum."""
    before, after = TreeSize(255).committee, TreeSize(256).committee
    assert (before, before.quorum) == (CommitteeSize(255, 84), 170)
    assert (after, after.quorum) == (CommitteeSize(256, 94), 176)
    assert all(TreeSize(leaves).committee == after for leaves in (257, 8193, 2**32 - 1))


def test_below_256_fewer_than_a_third_may_be_corrupt():
    """Below 256 leaves, fewer than a third may be corrupt, and at least one."""
    for leaves in range(4, 256):
        assert TreeSize(leaves).committee.corrupt == max(number for number in range(leaves) if 3 * number < leaves)


def test_a_tree_has_four_leaves():
    """A tree needs four leaves: with three members one corrupt member would leave no quorum."""
    with pytest.raises(ValueError, match="4 leaves"):
        TreeSize(3)


# Cohorts


def test_growth_to_8193_leaves():
    """At 8,193 leaves there are two cohorts of half the size."""
    assert (TreeSize(8192).cohorts, TreeSize(8192).share()) == (1, 8192)
    assert (TreeSize(8193).cohorts, TreeSize(8193).share()) == (2, Fraction(8193, 2))
    assert TreeSize(13_000).cohorts == 2
    assert TreeSize(13_001).cohorts == 3
    assert TreeSize(10**6).cohorts == 154


@given(SIZES)
def test_no_cohort_is_too_large(leaves):
    """With several cohorts 8,192 uploads are 20 standard deviations above the average, so no cohort is ever full."""
    tree = TreeSize(leaves)
    if tree.cohorts == 1:
        assert leaves <= MOST_UPLOADS
        return
    assert 4096 <= tree.share() <= 6500
    assert (MOST_UPLOADS - tree.share()) ** 2 > 20**2 * tree.share()


# Floors


@given(divided(), PERCENT)
def test_the_least_floor_is_the_smallest_that_hides(case, percent):
    """The least floor is the smallest with 3/10 of the leaves, more than c + 1, and two noise makers."""
    tree, sub_cohorts = case

    def hides(floor: int) -> bool:
        return (
            10 * floor * tree.cohorts * sub_cohorts >= 3 * tree.leaves
            and floor >= tree.committee.corrupt + 2
            and tree.noise_makers(floor, percent, sub_cohorts) >= 2
        )

    floor = tree.least_floor(percent, sub_cohorts)
    assert hides(floor)
    assert not hides(floor - 1)


@given(divided(), PERCENT, st.integers(0, 10_000))
def test_two_honest_donors_make_the_noise(case, percent, more):
    """From the least floor on m_noise is at least 2, and it never falls as the floor rises."""
    tree, sub_cohorts = case
    floor = tree.least_floor(percent, sub_cohorts) + more
    makers = tree.noise_makers(floor, percent, sub_cohorts)
    assert 2 <= makers <= tree.noise_makers(floor + 1, percent, sub_cohorts)
    assert makers + tree.colluders(percent, sub_cohorts) <= floor


@given(divided(), PERCENT)
def test_a_floor_can_be_reached(case, percent):
    """However small or divided a tree is, its least floor is at most its share of the leaves."""
    tree, sub_cohorts = case
    assert tree.least_floor(percent, sub_cohorts) <= tree.share(sub_cohorts)


@given(divided(), PERCENT)
def test_colluders_are_a_share_and_at_least_the_corrupt(case, percent):
    """`colluders` is at least the share of the leaves and the committee's corrupt members, and exactly that in one
    part.
    """
    tree, sub_cohorts = case
    exact = Fraction(percent * tree.leaves, 100 * tree.cohorts * sub_cohorts)
    colluders = tree.colluders(percent, sub_cohorts)
    assert colluders >= max(tree.committee.corrupt, exact)
    if tree.cohorts * sub_cohorts == 1:
        assert colluders == tree.committee.corrupt or colluders - 1 < exact


@given(divided(), PERCENT)
def test_all_are_whole_numbers(case, percent):
    """No number passes through a float, which above 2^53 would differ between languages."""
    tree, sub_cohorts = case
    floor = tree.least_floor(percent, sub_cohorts)
    numbers = (tree.cohorts, floor, tree.colluders(percent, sub_cohorts), tree.noise_makers(floor, percent))
    assert all(type(number) is int for number in (*numbers, tree.committee.quorum, tree.committee.columns))
    assert isinstance(tree.share(sub_cohorts), Fraction)


# Chances (COHORT.md, section 3), computed exactly


def more_than(most: int, chance: Fraction, members: int = 256) -> Fraction:
    """Return the probability that more than so many members have a property that each has with this probability."""
    yes, all_ = chance.numerator, chance.denominator
    ways = sum(
        comb(members, number) * yes**number * (all_ - yes) ** (members - number)
        for number in range(most + 1, members + 1)
    )
    return Fraction(ways, all_**members)


def drawn_more_than(most: int, corrupt: int, leaves: int, members: int = 256) -> Fraction:
    """Return the probability that a drawn committee has more than so many of the tree's corrupt leaves."""
    ways = sum(
        comb(corrupt, number) * comb(leaves - corrupt, members - number)
        for number in range(most + 1, min(corrupt, members) + 1)
    )
    return Fraction(ways, comb(leaves, members))


def test_a_tenth_corrupt_do_not_take_a_committee():
    """With 10% corrupt leaves more than 94 of 256 members are corrupt with probability 2^-100, in small trees less."""
    large = more_than(94, Fraction(1, 10))
    assert Fraction(1, 2**101) < large < Fraction(1, 2**100)
    chances = [drawn_more_than(94, leaves // 10, leaves) for leaves in (300, 1000, 2000, 8190, 100_000)]
    assert chances[0] == 0
    assert chances == sorted(chances)
    assert chances[-1] < large
    # Any of the 154 committees of a million, and 2^45 trees tried in a week, leave about 2^-48.
    assert 154 * 2**45 * large < Fraction(1, 2**47)


def lying_stops(absent: Fraction) -> Decimal:
    """Return the probability that 10% liars, at two answers each, and so many absent of the rest stop an opening."""
    lying, away = Fraction(1, 10), Fraction(9, 10) * absent
    margin = 256 - CommitteeSize(256, 94).quorum
    with localcontext() as context:
        context.prec = 50
        liars, others = Decimal(1) / 10, Decimal(away.numerator) / away.denominator
        there = 1 - liars - others
        opens = sum(
            comb(256, t) * comb(256 - t, a) * liars**t * others**a * there ** (256 - t - a)
            for t in range(margin // 2 + 1)
            for a in range(margin - 2 * t + 1)
        )
    assert lying + away < 1
    return 1 - opens


@pytest.mark.parametrize(("absent", "stated"), [(5, "3e-12"), (10, "1e-6"), (20, "0.11")])
def test_withholding_stops_a_step(absent, stated):
    """With 10% corrupt members that withhold, and 5, 10 or 20% of the rest away, no quorum of 256 as often as
    stated.
    """
    missing = Fraction(1, 10) + Fraction(9, 10) * Fraction(absent, 100)
    chance = more_than(256 - CommitteeSize(256, 94).quorum, missing)
    assert abs(float(chance) / float(stated) - 1) < 0.1


@pytest.mark.parametrize(("absent", "stated"), [(2, 0.008), (5, 0.04), (10, 0.27), (20, 0.95)])
def test_lying_stops_an_opening(absent, stated):
    """With 10% corrupt members that lie, and 2 to 20% of the rest away, an opening fails as often as stated."""
    assert abs(float(lying_stops(Fraction(absent, 100))) / stated - 1) < 0.05
