"""The cohort protocol's ring: its transform, the law of its errors, and sums that are exact or refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from pdd_shared.protocol.limits import MOST_UPLOADS
from pdd_shared.rounds.cohort.encoding import digest
from pdd_shared.rounds.cohort.masking import ring
from pdd_shared.rounds.cohort.masking.field import Elements, keystream, total, uniform
from pdd_shared.rounds.cohort.masking.ring import MaskSeed, Reading, blocks_for, is_sound, mask, read_sum
from pdd_shared.rounds.cohort.parameters import DEGREE, DELTA, PSI, RANGE, ZEROS, Q

CONTEXT = b"C" * 32
REACH = 100


def seeds(number: int) -> list[MaskSeed]:
    return [MaskSeed(index.to_bytes(32, "big")) for index in range(number)]


def polynomial(terms: dict[int, int]) -> Elements:
    values = np.zeros(DEGREE, dtype=np.uint64)
    for power, coefficient in terms.items():
        values[power] = coefficient
    return values


def schoolbook(a: dict[int, int], b: dict[int, int]) -> dict[int, int]:
    """Return the product modulo x^N + 1, term by term: x^N is -1."""
    result: dict[int, int] = {}
    for i, x in a.items():
        for j, y in b.items():
            sign, power = (1, i + j) if i + j < DEGREE else (-1, i + j - DEGREE)
            result[power] = (result.get(power, 0) + sign * x * y) % Q
    return result


def test_psi_has_order_4096():
    """psi^N is -1, so the order of psi is 2 N, N being a power of two."""
    assert pow(PSI, DEGREE, Q) == Q - 1


@pytest.mark.parametrize("place", [0, 1, 2, 3, 777, 1024, 2046, 2047])
def test_the_transform_is_the_one_that_is_written_down(place):
    """The transform is the documented one: NTT(a)[i] is the sum over j of a_j psi^((2 br(i) + 1) j)."""
    values = uniform(bytes(32), DEGREE)
    point = pow(PSI, 2 * int(f"{place:011b}"[::-1], 2) + 1, Q)
    expected = sum(int(value) * pow(point, power, Q) for power, value in enumerate(values)) % Q
    assert int(ring.ntt(values)[place]) == expected


@given(st.binary(min_size=32, max_size=32), st.integers(1, 3))
def test_the_inverse_transform_gives_polynomials_back(key, rows):
    """The inverse transform gives back polynomials, in several rows at once and with q - 1 everywhere."""
    values = uniform(key, DEGREE * rows).reshape(rows, DEGREE)
    for tried in (values, np.full_like(values, Q - 1)):
        assert (ring.intt(ring.ntt(tried)) == tried).all()
        assert (ring.ntt(ring.intt(tried)) == tried).all()
        assert (ring.ntt(tried)[-1] == ring.ntt(tried[-1])).all()


TERMS = st.dictionaries(st.integers(0, DEGREE - 1), st.integers(0, Q - 1), max_size=12)


@given(TERMS, TERMS)
def test_the_transform_multiplies_polynomials(a, b):
    """The product of transforms is the transform of the product modulo x^N + 1."""
    product = ring.intt(ring.ntt(polynomial(a)) * ring.ntt(polynomial(b)) % Q)
    assert (product == polynomial(schoolbook(a, b))).all()


def test_x_to_the_n_is_minus_one():
    """x^(N - 1) times x is -1: the ring is negacyclic."""
    product = ring.intt(ring.ntt(polynomial({DEGREE - 1: 1})) * ring.ntt(polynomial({1: 1})) % Q)
    assert (product == polynomial({0: Q - 1})).all()


def test_blocks_leave_room_for_the_zeros():
    """Blocks leave at least 16 zeros behind the entries."""
    assert [blocks_for(n) for n in (1, 2032, 2033, 4080, 4081, 10_000)] == [1, 1, 2, 2, 3, 5]


def test_the_public_ring_is_one_stream_for_each_context():
    """Each context has its own public ring, of which fewer blocks are the first; a kept ring is read-only."""
    three = ring.public_ring(CONTEXT, 3)
    assert (ring.public_ring(CONTEXT, 1)[0] == three[0]).all()
    assert (ring.public_ring(b"D" * 32, 3) != three).any(axis=1).all()
    with pytest.raises(ValueError, match="read-only"):
        three[0, 0] = 0


def test_errors_are_sums_of_the_low_21_bits(monkeypatch):
    """Errors count the low 21 bits: those of word 2i add, those of word 2i + 1 subtract, and the upper 11 don't
    count.
    """
    words = np.zeros(2 * DEGREE, dtype=np.uint32)
    words[:8] = [2**32 - 1, 0, 0, 2**32 - 1, 2**32 - 2**21, 1 << 21, 0b111, 0b1]
    monkeypatch.setattr(ring, "keystream", lambda *_: words)
    assert MaskSeed(bytes(32)).errors(1)[0, :5].tolist() == [21, -21, 0, 2, 0]


def test_errors_have_the_exact_law():
    """A million errors fit C(42, 21 + e) / 2^42 by chi-square, and sums of neighbours fit the law of 84 coins."""
    errors = MaskSeed(b"e" * 32).errors(512).ravel()
    assert fit(errors, 42) > 0.001
    assert fit(errors[::2] + errors[1::2], 84) > 0.001


def fit(errors: np.ndarray, coins: int) -> float:
    """Return the p-value of a chi-square test against so many fair coins less half their number."""
    reach = int(3.5 * coins**0.5 / 2)
    values = np.arange(-reach, reach + 1)
    law = stats.binom(coins, 0.5)
    inside = law.pmf(values + coins // 2)
    expected = np.array([*inside, 1 - inside.sum()]) * len(errors)
    counted = [int((errors == value).sum()) for value in values]
    return float(stats.chisquare([*counted, len(errors) - sum(counted)], expected).pvalue)


def test_secrets_errors_and_polynomials_have_streams_of_their_own():
    """One seed gives three different keys, for secret, errors and polynomials, and is not printed."""
    one, other = seeds(2)
    assert (one.secret() != other.secret()).any()
    assert (one.errors(1) != other.errors(1)).any()
    assert one.polynomial_key() != other.polynomial_key()
    assert (uniform(one.polynomial_key(), DEGREE) != one.secret()).any()
    assert "\\x00" not in repr(one)


def test_each_stream_has_the_key_that_is_written_down():
    """Keys are as documented: A under H("ring", C), others under H("secret" / "error" / "polynomial", seed)."""
    seed = MaskSeed(b"s" * 32)
    assert (ring.public_ring(CONTEXT, 2).ravel() == uniform(digest("ring", CONTEXT), 2 * DEGREE)).all()
    assert (seed.secret() == uniform(digest("secret", seed.seed), DEGREE)).all()
    words = keystream(digest("error", seed.seed), 4 * DEGREE) & np.uint32(2**21 - 1)
    heads = [int(word).bit_count() for word in words]
    assert seed.errors(2).ravel().tolist() == [up - down for up, down in zip(heads[::2], heads[1::2], strict=True)]
    assert seed.polynomial_key() == digest("polynomial", seed.seed)


def summed(vectors: list[np.ndarray], context: bytes = CONTEXT) -> tuple[Elements, Elements]:
    """Return the sum of the vectors' masks and of their keys, modulo q."""
    drawn = seeds(len(vectors))
    masks = np.array([mask(vector, seed, context) for vector, seed in zip(vectors, drawn, strict=True)])
    return total(masks), total(np.array([seed.secret() for seed in drawn]))


@settings(max_examples=30)
@given(st.integers(1, 6), st.sampled_from([1, 7, 2032, 2033, 4096]), st.data())
def test_sums_are_read_exactly(uploads, entries, data):
    """Numbers of either sign, from one end of the range to the other, are read exactly with the sum of errors."""
    ends = st.integers(0, RANGE - 1) | st.sampled_from([0, RANGE - 1])
    target = np.zeros(entries, dtype=np.int64)
    few = data.draw(st.dictionaries(st.integers(0, entries - 1), ends, max_size=5))
    reach = data.draw(st.integers(0, RANGE - 1))
    for index, shifted in few.items():
        target[index] = shifted - reach
    apart = [np.full(entries, 3 * index - 5, dtype=np.int64) for index in range(uploads - 1)]
    ciphertext, key = summed([*apart, target - sum(apart, np.zeros(entries, dtype=np.int64))])
    reading = read_sum(ciphertext, key, CONTEXT, entries, reach)
    assert (reading.numbers == target).all()
    assert not reading.padding.any()
    assert len(reading.padding) >= ZEROS
    assert (reading.errors == sum(seed.errors(blocks_for(entries)) for seed in seeds(uploads))).all()


def test_a_huge_number_is_taken_modulo_q():
    """A number of 64 bits does not overflow in the ring; it is taken modulo q."""
    vector = np.array([2**62 // Q * Q, -(2**62 // Q) * Q + 1, Q + 2], dtype=np.int64)
    ciphertext, key = summed([vector])
    assert read_sum(ciphertext, key, CONTEXT, 3, REACH).numbers.tolist() == [0, 1, 2]


def test_a_sum_is_read_only_in_its_own_size():
    """Reading a sum with another number of blocks, or a key of another size, is an error."""
    ciphertext, key = summed([np.zeros(5, dtype=np.int64)])
    with pytest.raises(ValueError, match="blocks of 2048"):
        read_sum(ciphertext, key, CONTEXT, 2033, REACH)
    with pytest.raises(ValueError, match="blocks of 2048"):
        read_sum(ciphertext, key[1:], CONTEXT, 5, REACH)


ENTRIES, UPLOADS = 5000, 3
MOST = np.full(ENTRIES, 10, dtype=np.int64)


@pytest.fixture(scope="module")
def right() -> tuple[Elements, Elements]:
    """Return a sum of three uploads in three blocks, each number 3 times its index modulo 11, and its key."""
    return summed([np.arange(ENTRIES) % 11] * UPLOADS)


def sound(ciphertext: Elements, key: Elements, uploads: int = UPLOADS, context: bytes = CONTEXT) -> bool:
    return is_sound(read_sum(ciphertext, key, context, ENTRIES, REACH), uploads, MOST, REACH)


def test_a_right_sum_is_sound(right):
    """A right sum is sound: the tests below alter this one."""
    assert sound(*right)


@pytest.mark.parametrize("uploads", [1, 2, 4, 6])
def test_another_number_of_uploads_is_not_sound(right, uploads):
    """The errors reveal that a sum is not of two or four uploads but of three."""
    assert not sound(*right, uploads)


@pytest.mark.parametrize("block", [0, 1, 2])
def test_garbage_in_any_block_is_not_sound(right, block):
    """Garbage of one donor in one block, with good shares, shows in that block's errors."""
    ciphertext, key = right
    garbled = ciphertext.copy()
    garbled[block] = uniform(b"garbage" + bytes(25), DEGREE)
    reading = read_sum(garbled, key, CONTEXT, ENTRIES, REACH)
    clean = Reading(np.zeros_like(reading.numbers), np.zeros_like(reading.padding), reading.errors)
    assert not sound(garbled, key)
    assert not is_sound(clean, UPLOADS, MOST, REACH)


def test_another_key_or_context_is_not_sound(right):
    """A key that is wrong by one in one coefficient, or another context, gives a sum that is refused."""
    ciphertext, key = right
    wrong = key.copy()
    wrong[77] = (wrong[77] + 1) % Q
    assert not sound(ciphertext, wrong)
    assert not sound(ciphertext, key, context=b"D" * 32)


@pytest.mark.parametrize("place", [ENTRIES, 3 * DEGREE - 1])
def test_padding_that_is_not_zero_is_not_sound(right, place):
    """A one in the first or last number of the padding is refused, although all errors are right."""
    ciphertext, key = right
    changed = ciphertext.copy()
    changed.ravel()[place] = (int(changed.ravel()[place]) + DELTA) % Q
    assert not sound(changed, key)


@pytest.mark.parametrize(
    ("number", "expected"), [(-REACH, True), (-REACH - 1, False), (30 + REACH, True), (31 + REACH, False)]
)
def test_numbers_have_a_range(right, number, expected):
    """A number outside the range of three donors' counts and 100 of noise on either side is refused."""
    ciphertext, key = right
    moved = ciphertext.copy()
    moved.ravel()[11] = (int(moved.ravel()[11]) + DELTA * number) % Q  # its number was 0
    reading = read_sum(moved, key, CONTEXT, ENTRIES, REACH)
    # One below the range reads as one from its other end.
    assert reading.numbers[11] == (number if number >= -REACH else RANGE - REACH - 1)
    assert is_sound(reading, UPLOADS, MOST, REACH) is expected


def test_a_reading_that_never_was_read_has_a_range_too(right):
    """A reading made otherwise than by `read_sum`, with a number below -reach, is refused too."""
    reading = read_sum(*right, CONTEXT, ENTRIES, REACH)
    reading.numbers[4] = -REACH - 1
    assert not is_sound(reading, UPLOADS, MOST, REACH)


def test_the_word_q_minus_1_is_no_number(right):
    """The word q - 1 is refused, even where RANGE - reach would be within what donors can add."""
    ciphertext, key = right
    reading = read_sum(ciphertext, key, CONTEXT, ENTRIES, REACH)
    high = np.full(ENTRIES, RANGE, dtype=np.int64)
    reading.numbers[4] = RANGE - REACH
    assert not is_sound(reading, UPLOADS, high, REACH)
    reading.numbers[4] = RANGE - 1 - REACH
    assert is_sound(reading, UPLOADS, high, REACH)


def test_the_word_q_minus_1_reads_as_the_number_that_is_refused():
    """A ciphertext under a zero key whose shifted word is q - 1 reads as RANGE - reach with error -2048."""
    ciphertext = np.full((1, DEGREE), Q - 1 - DELTA * REACH - DELTA // 2, dtype=np.uint64)
    reading = read_sum(ciphertext, np.zeros(DEGREE, dtype=np.uint64), CONTEXT, 5, REACH)
    assert set(reading.numbers.tolist()) == {RANGE - REACH}
    assert (reading.errors == -DELTA // 2).all()


@pytest.mark.parametrize(("share", "expected"), [(0.7499, False), (0.7501, True), (1.2499, True), (1.2501, False)])
def test_errors_may_vary_by_a_quarter(share, expected):
    """A block's mean square error may be between 3/4 and 5/4 of 10.5 times the uploads."""
    errors = np.zeros((1, DEGREE), dtype=np.int64)
    errors[0, :] = round((share * 10.5 * 8000) ** 0.5)
    left = round(share * 10.5 * 8000 * DEGREE) - int(np.square(errors).sum())
    size = int(errors[0, 0])
    errors[0, : abs(left) // (2 * size)] += 1 if left > 0 else -1
    reading = Reading(np.zeros(2000, dtype=np.int64), np.zeros(48, dtype=np.int64), errors)
    assert is_sound(reading, 8000, np.ones(2000, dtype=np.int64), REACH) is expected


def test_the_errors_of_the_most_uploads_hardly_ever_round_a_number_wrongly():
    """At 8,192 uploads the sum of errors leaves [-2048, 2047] with a probability below 4 in 10^12, by the exact law."""
    coins = 42 * MOST_UPLOADS
    law = stats.binom(coins, 0.5)
    wrong = law.cdf(coins // 2 - DELTA // 2 - 1) + law.sf(coins // 2 + DELTA // 2 - 1)
    assert 2e-12 < wrong < 4e-12


@pytest.mark.slow
def test_a_million_sums_of_a_thousand_uploads_round_right():
    """In 10^6 sums of a thousand uploads no error reaches Delta / 2; mean and variance are within five deviations."""
    uploads, blocks, groups = 1000, 49, 10
    drawn = iter(seeds(uploads * groups))
    groupwise = [sum((next(drawn).errors(blocks) for _ in range(uploads)), np.int64(0)) for _ in range(groups)]
    errors, variance = np.array(groupwise), 10.5 * uploads
    assert errors.size > 10**6
    assert np.abs(errors).max() < DELTA // 2
    assert abs(errors.mean()) < 5 * (variance / errors.size) ** 0.5
    assert abs(np.square(errors).mean() / variance - 1) < 5 * (2 / errors.size) ** 0.5


def test_seeds_are_not_compared_by_their_bytes():
    """Neither ==, a hash nor a repr depends on a seed's bytes."""
    seed = MaskSeed(b"s" * 32)
    assert seed != MaskSeed(b"s" * 32)
    assert hash(seed) != hash((b"s" * 32,))
    assert repr(seed) == "MaskSeed()"
