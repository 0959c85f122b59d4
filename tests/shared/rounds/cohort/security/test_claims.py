"""The numbers in docs/reference/cohort-security.md and privacy.md's theorems, and the steps of their proofs."""

import secrets
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil, comb, floor, log, log2, sqrt
from pathlib import Path

import numpy as np
import pytest

from pdd_shared.protocol.limits import LEAST_SUB_COHORT, MOST_UPLOADS, SUB_COHORTS
from pdd_shared.rounds.cohort.day.floors import server_floor
from pdd_shared.rounds.cohort.masking.decoding import decode
from pdd_shared.rounds.cohort.masking.field import interpolation, multiply
from pdd_shared.rounds.cohort.masking.ring import (
    MaskSeed,
    add,
    blocks_for,
    intt,
    is_sound,
    mask,
    ntt,
    public_ring,
    read_sum,
    subtract,
    uniform,
)
from pdd_shared.rounds.cohort.masking.sharing import packed, secret_points, share_key
from pdd_shared.rounds.cohort.parameters import DEGREE, DELTA, ZEROS, CommitteeSize, Q, TreeSize
from tests.support.stages import mostly_slow
from tests.support.statistics.cohort_claims import (
    CLASSICAL,
    QUANTUM,
    binomial_above,
    block_size,
    log2_binomial_above,
    log2_poisson_above,
    log_choose,
    squares_tail,
    tables_delta,
)

DOCS = Path(__file__).parents[5] / "docs" / "reference"
TEXT = "\n".join((DOCS / name).read_text("utf-8") for name in ("privacy.md", "cohort-security.md"))
PAGE = " ".join(TEXT.split())
FULL = CommitteeSize(256, 94)
COINS = 42
CONTEXT = bytes(32)


def says(*texts: str) -> bool:
    """Return whether the two pages contain all these words, across line breaks."""
    return all(text in PAGE for text in texts)


def row(first: str) -> list[str]:
    """Return the cells of the pages' table row that begins like this, without the first."""
    rows = [line for line in TEXT.splitlines() if line.startswith(f"| {first} |")]
    assert len(rows) == 1
    return [cell.strip() for cell in rows[0].split("|")[2:-1]]


# privacy.md, 1: one list.


@pytest.mark.parametrize("leaves", range(4, 258))
def test_two_certificates_need_more_than_c_corrupt_places(leaves):
    """Up to c corrupt places that sign twice, with all others once, fall short of two quorums."""
    size = TreeSize(leaves).committee
    assert size.members + size.corrupt < 2 * size.quorum
    assert size.corrupt < size.quorum


def test_two_lists_take_96_corrupt_places_of_256():
    """Two lists need 96 corrupt places of 256; at 95 there is only one list."""
    assert 2 * FULL.quorum - FULL.members == 96
    assert says("at 96 corrupt places of 256 two lists can be certified", "one list up to 95 corrupt places")


# privacy.md, 3: only the sum.


def test_the_proofs_step_has_the_law_of_two_errors():
    """A challenge with nu coins and w pairs of two ones gives e_1 and e_1 + e_2 the law of two errors."""
    coins = 6
    honest = Counter(
        (sum(a), sum(a) + sum(b)) for a in product((0, 1), repeat=coins) for b in product((0, 1), repeat=coins)
    )
    made: Counter[tuple[int, int]] = Counter()
    for nu in range(coins + 1):
        for g, w in product(range(nu + 1), range(coins - nu + 1)):
            # Probabilities times 2^(2 coins): nu of Bin(coins, 1/2), g of Bin(nu, 1/2), w of Bin(coins - nu, 1/2).
            made[g + w, nu + 2 * w] += comb(coins, nu) * comb(nu, g) * comb(coins - nu, w)
    assert made == honest


def test_variances_of_errors_in_the_proof():
    """Error variances are those of the proof: 10.5 for an upload, 5.25 on average in RLWE*, hypergeometric given a
    sum.
    """

    def given_sum(ones: float) -> float:
        share = ones / (2 * COINS)
        return COINS * share * (1 - share) * COINS / (2 * COINS - 1)

    assert COINS / 4 == 10.5
    assert sum(comb(COINS, nu) * nu / 4 for nu in range(COINS + 1)) / 2**COINS == 5.25
    assert f"{given_sum(COINS):.2f}" == "5.31"
    assert f"{given_sum(COINS - 4 * sqrt(COINS / 2)):.2f}" == "4.30"
    assert says("5.31 in the middle and 4.30 four standard deviations out", "has 5.25 on average")


def test_with_one_block_a_key_fits_any_ciphertexts_to_any_sum():
    """With one block the simulator finds a key under which a uniform ciphertext reads as any given sum."""
    entries = 2032
    assert (blocks_for(entries), blocks_for(entries + 1)) == (1, 2)
    vector, seed = _numbers(1, entries), MaskSeed(bytes(32))
    scaled = subtract(mask(vector, seed, CONTEXT), mask(0 * vector, seed, CONTEXT))
    blind = uniform(bytes([2]) * 32, DEGREE)[None, :]
    reading = read_sum(blind, _key_that_reads(subtract(blind, scaled)), CONTEXT, entries, reach=10)
    assert (reading.numbers == vector).all()
    assert not reading.padding.any()
    assert not reading.errors.any()


def test_zeros_of_a_block_and_bytes_of_a_key_for_each_block():
    """2^-21 of contexts have a zero in one block; a key for each further block takes 25,600 bytes more."""
    assert floor(log2(DEGREE / Q)) == -21
    blocks = blocks_for(10_000)
    shares = 4 * FULL.columns * FULL.members
    frame = 16 + 64 + 4 * DEGREE * blocks
    assert (blocks, frame + shares, frame + blocks * shares) == (5, 66_640, 169_040)
    assert says("from 66,640 to 169,040 bytes", "Of contexts 2^-21 have a zero")


def test_a_uniform_key_leaves_the_padding_zero_almost_never():
    """Under a uniform key, all 16 numbers of padding read as zero with probability at most 2^-319."""
    assert ZEROS == 16
    assert ZEROS * log2(DELTA / Q) <= -319
    assert says("the sum is sound with chance at most 2^-319 a try", "so are the 16 numbers of padding")


def _numbers(donor: int, entries: int):
    """Return a donor's vector: any numbers from 0 to 4."""
    return (uniform(bytes([donor]) * 32, entries) % 5).astype(np.int64)


def _key_that_reads(ciphertext):
    """Return the key S with A S = ciphertext, for one block."""
    inverses = np.array([pow(int(a), -1, Q) for a in public_ring(CONTEXT, 1)[0]], dtype=np.uint64)
    return intt(ntt(ciphertext) * inverses % Q)[0]


# privacy.md, 4: the smallest honest set.


@pytest.mark.parametrize("step", mostly_slow([1, 10], lambda step: step == 10))
def test_floors_can_be_met_and_leave_honest_noise(step):
    """The least floor is 3/10 to all of a part's leaves, and leaves at least two honest donors."""
    for leaves in [*range(4, 300), *range(300, 9001, step)]:
        size = TreeSize(leaves)
        for percent, sub_cohorts in product((5, 10), _dealings(leaves)):
            least, share = size.least_floor(percent, sub_cohorts), size.share(sub_cohorts)
            assert 3 * share / 10 <= least <= share
            assert size.noise_makers(least, percent, sub_cohorts) >= 2


@pytest.mark.parametrize("leaves", [60, 1000, 10_000, 10**5, 10**6])
def test_the_pages_table_of_noise(leaves):
    """Cohorts, the server's floor, m_noise and the deviation are those of the page's table, with 96% of leaves
    present.
    """
    size, attendance = TreeSize(leaves), Fraction(96, 100)
    floor_, listed = server_floor(size, [10], 1, [attendance]), float(size.share() * attendance)
    makers = size.noise_makers(floor_, 10)
    draws = sqrt(size.cohorts * listed / makers)
    assert row(f"with {leaves:,}") == [str(size.cohorts), f"{floor_:,}", f"{makers:,}", f"{draws:.1f}"]


@pytest.mark.parametrize("leaves", [4, 10, 60, 255, 256, 1000, 8192, 10_000])
def test_the_pages_table_of_sizes(leaves):
    """m, c, quorum, least floor and m_noise are those of the page's table."""
    size = TreeSize(leaves)
    committee, least = size.committee, size.least_floor(10)
    figures = [committee.members, committee.corrupt, committee.quorum, least, size.noise_makers(least, 10)]
    name = f"{leaves:,}" + (f" ({size.cohorts} cohorts)" if size.cohorts > 1 else "")
    assert row(name) == [f"{figure:,}" for figure in figures]


def _dealings(leaves: int) -> list[int]:
    size = TreeSize(leaves)
    return [k for k in SUB_COHORTS if k == 1 or size.share(k) >= LEAST_SUB_COHORT]


def _fullest(most: int) -> Iterator[tuple[int, int, int]]:
    """Return the largest tree for each number of parts, percentage and `dealt`: (corrupt leaves, parts, colluders).

    In smaller trees `colluders` is the same and the corrupt leaves are fewer.
    """
    fullest = {}
    for leaves in range(1000, most + 1):
        cohorts = TreeSize(leaves).cohorts
        for percent, k in product((5, 10), SUB_COHORTS):
            parts = cohorts * k
            if parts > 1 and (k == 1 or leaves >= LEAST_SUB_COHORT * parts):
                fullest[percent, parts, k, -(-percent * leaves // (100 * parts))] = leaves
    for (percent, parts, k, _), leaves in fullest.items():
        yield percent * leaves // 100, parts, TreeSize(leaves).colluders(percent, k)


@pytest.mark.parametrize("most", mostly_slow([10_000, 80_000], lambda most: most == 10_000))
def test_dealing_seldom_puts_more_than_the_colluders_in_a_part(most):
    """Up to 80,000 leaves, a part has more corrupt leaves than `colluders` with probability at most 2^-68."""
    assert max(log2_binomial_above(n, 1 / parts, colluders) for n, parts, colluders in _fullest(most)) <= -68
    assert says("at most 2^-68 for every tree of up to 80,000 leaves, and 2^-67 beyond")


def test_dealing_in_larger_trees():
    """In larger trees that probability is at most 2^-67: a part has at least 750 leaves, and its tail is below
    Poisson's.
    """
    least_share = min(Fraction(leaves, TreeSize(leaves).cohorts * 8) for leaves in range(80_001, 150_001, 7))
    assert ceil(least_share * 5 / 100) >= 38
    tree = TreeSize(10**6)
    assert tree.share() <= 6500
    chances = []
    for dealt in range(38, 651):
        colluders = max(94, dealt + int(sqrt(128 * dealt)) + 1)
        chances.append(log2_poisson_above(dealt, colluders))
    assert max(chances) <= -67
    assert (ceil(TreeSize(8192).share(8) / 10), TreeSize(8192).colluders(10, 8)) == (103, 103 + 115)


# privacy.md, 5: noise.


def test_what_finite_tables_add():
    """The delta charged for finite tables is that of the most donors that can make one draw."""
    assert f"{tables_delta(1.0, MOST_UPLOADS, 81):.1e}" == "2.1e-23"
    assert says("m_noise = 8,192, the most there can be: at L1 = 81 and epsilon_1 = 1 it is 2.1 x 10^-23")


# cohort-security.md: are the numbers right?


def test_rounding():
    """With 8,192 uploads the sum of errors leaves [-2048, 2047] with probability 2.9e-12."""
    coins = COINS * 8192
    middle = coins // 2
    above = 2 ** log2_binomial_above(coins, 0.5, middle + DELTA // 2 - 1)
    below = 2 ** log2_binomial_above(coins, 0.5, middle + DELTA // 2)
    assert f"{above + below:.1e}" == "2.9e-12"
    assert says("chance 2.9 x 10^-12 (exact binomial)")


@pytest.mark.parametrize("uploads", mostly_slow([3, 4, 10, 100, 2000, 8192], lambda uploads: uploads <= 100))
def test_the_mean_square_test_seldom_fails_honest_uploads(uploads):
    """Honest uploads fail the mean-square test, above 5/4 or below 3/4, with probability at most 2^-39."""
    assert 2 ** squares_tail(uploads, 1.25, DEGREE) + 2 ** squares_tail(uploads, 0.75, DEGREE) <= 2**-39
    assert says("at most 2^-39, for 3 to 8,192 uploads")


def _choices(answers: int, liars: int, size: CommitteeSize = FULL) -> int:
    """Return the dimensions that liars may add to a key when decoding mistakes as many honest answers for lies as
    it can.
    """
    return size.quorum - answers + liars + (answers - size.quorum) // 2


def test_how_many_liars_choose_a_key():
    """94 liars can choose a key at up to 200 answers, 82 at 176 and 89 at 189; below 256 leaves c liars never can."""
    assert all(_choices(answers, 94) >= FULL.secrets for answers in range(176, 201))
    assert all(_choices(answers, 94) <= FULL.secrets - 1 for answers in range(201, 257))
    fewest = [next(n for n in range(95) if _choices(answers, n) >= FULL.secrets) for answers in (176, 189)]
    assert fewest == [82, 89]
    for leaves in range(4, 256):
        size = TreeSize(leaves).committee
        assert all(_choices(a, size.corrupt, size) < size.secrets for a in range(size.quorum, leaves + 1))
    assert TreeSize(255).committee.secrets - TreeSize(255).committee.corrupt == 2
    assert says("for every A up to 200", "82 are needed at 176 answers, 89 at 189", "they miss 2 secrets in 86")


@pytest.mark.parametrize("answers", [189, 200])
def test_94_liars_add_to_a_total_of_one_block(answers):
    """The page's attack works: honest answers are taken for the wrong ones, and the altered sum passes every check."""
    vectors = [_numbers(donor, 2000) for donor in range(3)]
    seeds = [MaskSeed(bytes([donor]) * 32) for donor in range(3)]
    summed, shares = np.zeros((1, DEGREE), np.uint64), np.zeros((256, FULL.columns), np.uint64)
    for vector, seed in zip(vectors, seeds, strict=True):
        summed = add(summed, mask(vector, seed, CONTEXT))
        shares = add(shares, share_key(seed.secret(), seed.polynomial_key(), FULL))
    told = _altered(shares, answers, liars=94, added=1000)
    decoded = decode(told, FULL, secrets.token_bytes)
    reading = read_sum(summed, decoded.key, CONTEXT, 2000, reach=10)
    assert decoded.wrong == set(range(95, 95 + (answers - FULL.quorum) // 2))
    assert is_sound(reading, 3, np.full(2000, 1000), reach=10)
    difference = reading.numbers - sum(vectors)
    assert difference[0] == 1000
    assert not difference[1:].any()


def _altered(shares, answers: int, liars: int, added: int) -> dict:
    """Return shares by place, of which the first are lies that add a polynomial whose secrets raise the first
    number.
    """
    shift = np.zeros((1, DEGREE), np.uint64)
    shift[0, 0] = added * DELTA
    key = _key_that_reads(subtract(np.zeros_like(shift), shift))
    blamed = (answers - FULL.quorum) // 2
    honest = list(range(liars + blamed + 1, answers + 1))
    spare = list(range(1, FULL.quorum - FULL.secrets - len(honest) + 1))
    nodes = [*secret_points(FULL), *honest, *spare]
    values = np.zeros((len(nodes), FULL.columns), np.uint64)
    values[: FULL.secrets] = packed(key, FULL)
    places = range(1, liars + 1)
    others = [place for place in places if place not in spare]
    lies = multiply(interpolation(nodes, others), values)
    told = {place: shares[place - 1] for place in range(1, answers + 1)}
    told.update({place: add(shares[place - 1], lie) for place, lie in zip(others, lies, strict=True)})
    return told


# cohort-security.md: what the parameters buy.


def _bits(dimension: int, variance: float, cost: float = CLASSICAL) -> float:
    return cost * block_size(dimension, Q, variance)


def test_core_svp():
    """Core-SVP estimates of the parameters' table: an upload alone, RLWE*, and half the degree."""
    fresh, proof = (10.5, 5.25)
    assert (round(_bits(DEGREE, fresh)), round(_bits(DEGREE, fresh, QUANTUM))) == (218, 198)
    assert (round(_bits(DEGREE, proof)), round(_bits(DEGREE, proof, QUANTUM))) == (209, 190)
    assert round(_bits(1024, proof)) == 83
    assert says("core-SVP 218 bits classical, 198 quantum; RLWE\\* 209 and 190", "| RLWE\\* 83 bits |")


def test_core_svp_of_the_best_samples():
    """For the 2,000 of a million samples with the smallest nu, variance is 2.7 and security 201 bits."""
    left, weight = Fraction(2000, 10**6), Fraction(0)
    for nu in range(COINS + 1):
        taken = min(left, Fraction(comb(COINS, nu), 2**COINS))
        left, weight = left - taken, weight + taken * nu
    assert f"{float(weight / Fraction(2000, 10**6) / 4):.1f}" == "2.7"
    assert floor(_bits(DEGREE, 2.7)) == 201
    assert says("nu / 4 = 2.7 throughout", "201 bits are left")


def test_more_corrupt_places_than_c():
    """Each corrupt place beyond c reveals 25 of the key's 2,048 unknowns."""
    assert FULL.columns == 25
    bits = [str(floor(_bits(DEGREE - 25 * beyond, 10.5))) for beyond in (10, 20, 30, 40, 50)]
    assert row("bits left for one donor's key (core-SVP, one list)") == bits


def test_sybils_in_a_committee():
    """The share of Sybils determines how often they get more than 94 of 256 places, as the page states, rounded up."""
    shares = [10, 11, 12, 13, 14, 15, 20, 25]
    chances = [log2(binomial_above(256, Fraction(share, 100), 94)) for share in shares]
    assert row("2^") == [str(ceil(chance)) for chance in chances]
    assert says("12% withstand 2^64 tries, 15% withstand 2^45")
    assert chances[2] < -64
    assert chances[5] < -45


@pytest.mark.parametrize("leaves", [300, 1000, 8192, 10**5, 10**6])
def test_a_drawn_committee_is_no_worse_than_the_binomial(leaves):
    """Drawing without replacement gives 10% corrupt leaves more than 94 places less often than the binomial law
    says.
    """
    corrupt = leaves // 10
    logs = [
        log_choose(corrupt, i) + log_choose(leaves - corrupt, 256 - i) - log_choose(leaves, 256)
        for i in range(95, min(corrupt, 256) + 1)
    ]
    drawn = sum(np.exp(logs))
    assert drawn <= float(binomial_above(256, Fraction(1, 10), 94))


def test_sybils_beside_few_donors():
    """Below 256 leaves two lists need half as many Sybils as donors, or one more: 5 beside 10, 30 beside 60."""

    def fewest(donors: int) -> int:
        committees = ((sybils, TreeSize(donors + sybils).committee) for sybils in range(1, donors))
        return next(sybils for sybils, size in committees if sybils >= 2 * size.quorum - size.members)

    assert all(fewest(donors) - ceil(donors / 2) in (0, 1) for donors in range(4, 170))
    assert (fewest(10), fewest(60)) == (5, 30)
    assert says("5 beside 10, 30 beside 60")


def test_members_who_stay_away():
    """With 10% withholding, and 5, 10 or 20% of the others away, a quorum fails as often as the page states."""
    away = [Fraction(1, 10) + Fraction(9, 10) * Fraction(share, 100) for share in (5, 10, 20)]
    chances = [float(binomial_above(256, chance, 256 - FULL.quorum)) for chance in away]
    assert [f"{chance:.1e}" for chance in chances[:2]] == ["3.0e-12", "9.5e-07"]
    assert f"{chances[2]:.0%}" == "11%"
    assert says("3.0 x 10^-12, 9.5 x 10^-7 and 11%")


def test_members_who_lie():
    """With 10% lying at a cost of two answers each, and 2 to 20% of the others away, a sum fails as often as stated."""

    def lost(away: Fraction) -> float:
        total = Fraction(0)
        for liars in range(257):
            chance = comb(256, liars) * Fraction(1, 10) ** liars * Fraction(9, 10) ** (256 - liars)
            spare = 256 - liars - (FULL.quorum + liars)
            total += chance * (binomial_above(256 - liars, away, spare) if spare >= 0 else 1)
        return float(total)

    shares = [100 * lost(Fraction(share, 100)) for share in (2, 5, 10, 20)]
    assert [f"{share:.1f}" for share in shares[:2]] == ["0.8", "4.1"]
    assert [round(share) for share in shares[2:]] == [27, 95]
    assert says(".8, 4.1, 27 and 95% of cases")


def test_the_exact_sums_agree_with_logarithms():
    """Exact sums and logarithms give the same tails."""
    exact = log(binomial_above(256, Fraction(1, 10), 94)) / log(2)
    assert log2_binomial_above(256, 0.1, 94) == pytest.approx(exact, abs=1e-9)
