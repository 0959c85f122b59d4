"""The server's draws are exact: thresholds, ties and the parts of a draw, compared with exact numbers."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Context, Decimal, getcontext, localcontext
from fractions import Fraction
from hashlib import shake_256
from io import BytesIO
from itertools import accumulate, count, pairwise, takewhile
from os import urandom
from typing import Any

import mpmath
import numpy as np
import pytest
from numpy.typing import NDArray

from pdd_shared.privacy.noise import sampling
from pdd_shared.privacy.noise.tables import ExactTable, Integers, whole_parts

mpf = mpmath.mpf
DIGITS = 350
"""Of the exact numbers here: more than any comparison below needs."""
TINY = "0.000000000000000001"
"""The least scale a message can carry."""


def exact(number: mpmath.mpf) -> Fraction:
    return Fraction(int(mpmath.floor(number * 2**1150)), 2**1150)


def blocks(scale: str, rows: int) -> list[Fraction]:
    """Return P(Q <= k) for the block of a geometric draw."""
    width = sampling.geometric_tables(Decimal(scale))[0]
    with mpmath.workdps(DIGITS):
        return [exact(1 - mpmath.exp(-width * (k + 1) / mpf(scale))) for k in range(rows)]


def places(scale: str, rows: int) -> list[Fraction]:
    """Return P(D <= k) for the place within a block of a geometric draw."""
    width = sampling.geometric_tables(Decimal(scale))[0]
    with mpmath.workdps(DIGITS):
        return [exact(mpmath.expm1(-(k + 1) / mpf(scale)) / mpmath.expm1(-width / mpf(scale))) for k in range(rows)]


def gaussian_blocks(scale: str, rows: int) -> list[Fraction]:
    """Return P(Q <= k) for the block of a Gaussian draw."""
    width = sampling.block_width(Decimal(scale))
    with mpmath.workdps(DIGITS):
        endless = (mpmath.exp(-((width * q / mpf(scale)) ** 2) / 2) for q in count())
        sums = list(accumulate(takewhile(lambda weight: weight > mpf(10) ** -DIGITS, endless)))
        return [exact(up_to / sums[-1]) for up_to in sums[:rows]]


def coin(scale: str, rows: int) -> list[Fraction]:
    """Return P(0) of the coin of the fourth bit."""
    with mpmath.workdps(DIGITS):
        return [exact(mpmath.exp(-16 / (2 * mpf(scale) ** 2)))][:rows]


Exact = Callable[[str, int], list[Fraction]]
TABLES: dict[str, tuple[Callable[[Decimal], ExactTable], Exact]] = {
    "blocks": (lambda scale: sampling.geometric_tables(scale)[1], blocks),
    "places": (lambda scale: sampling.geometric_tables(scale)[2], places),
    "gaussian blocks": (sampling.gaussian_blocks, gaussian_blocks),
    "coin": (lambda scale: sampling.coin(scale, 4), coin),
}
each_table = pytest.mark.parametrize("name", TABLES)


@each_table
@pytest.mark.parametrize("bits", [64, 128, 1024])
@pytest.mark.parametrize("scale", ["0.3", "3", "81.5"])
def test_thresholds_are_right_to_the_last_bit(name: str, scale: str, bits: int) -> None:
    """Every row is floor(2^bits P(X <= k)), and the rows end where no further one could differ from 1."""
    made, law = TABLES[name]
    rows = whole_parts(made(Decimal(scale)).values, bits)
    assert rows == [int(threshold * 2**bits) for threshold in law(scale, len(rows))]
    endless = name.endswith("blocks")
    assert (rows[-1] == 2**bits - 1) or not endless


@pytest.mark.parametrize("name", ["blocks", "places", "gaussian blocks"])
@pytest.mark.parametrize("scale", ["10000", "1000000"])
def test_few_rows_do_for_wide_noise(name: str, scale: str) -> None:
    """At the largest scales a table has at most some thousand rows; the first rows are right to the last bit."""
    rows = whole_parts(TABLES[name][0](Decimal(scale)).values, 64)
    assert len(rows) < 7_000
    assert rows[:20] == [int(threshold * 2**64) for threshold in TABLES[name][1](scale, 20)]


def test_a_value_next_to_a_whole_number_is_computed_with_more_digits() -> None:
    """A value just above or below a whole number, closer than the first attempt resolves, is computed with more
    digits.
    """

    def values() -> Iterator[Decimal]:
        yield from (Decimal("0.25") + Decimal(10) ** -60, Decimal("0.5") - Decimal(10) ** -60)

    assert whole_parts(values, 64) == [2**62, 2**63 - 1]


def given(words: Sequence[int]) -> Callable[[int], bytes]:
    """Return a random source that gives these words and no more."""
    left = bytearray(b"".join(word.to_bytes(8, "little") for word in words))

    def take(number: int) -> bytes:
        assert number <= len(left), "more random bytes than were meant to be needed"
        taken = bytes(left[:number])
        del left[:number]
        return taken

    return take


def words_of(threshold: Fraction, number: int) -> list[int]:
    """Return the first words of a threshold's bits."""
    whole = int(threshold * 2 ** (64 * number))
    return [whole >> (64 * at) & (2**64 - 1) for at in reversed(range(number))]


@each_table
@pytest.mark.parametrize("scale", ["3", "81.5"])
@pytest.mark.parametrize("tied", [1, 2, 5])
def test_ties_are_decided_by_as_many_more_bits_as_it_takes(name: str, scale: str, tied: int) -> None:
    """If u shares 64, 128 or 320 bits with a threshold, the next word decides, and no further word is drawn."""
    made, law = TABLES[name]
    table, row = made(Decimal(scale)), 0 if name == "coin" else 1
    threshold = law(scale, row + 1)[row]
    *shared, last = words_of(threshold, tied + 1)
    assert 0 < last < 2**64 - 1
    for word, expected in ((last - 1, row), (last + 1, row + 1)):
        u = Fraction(sum(each << (64 * at) for at, each in enumerate([word, *reversed(shared)])), 2 ** (64 * tied + 64))
        assert expected == row + (u >= threshold)
        take = given([*shared, word])
        assert table.draw(1, take).tolist() == [expected]
        assert take(0) == b""
        with pytest.raises(AssertionError):
            take(1)


@each_table
def test_a_draw_without_a_tie_takes_one_word(name: str) -> None:
    """If u differs from a threshold's leading bits, even by one, a single word decides."""
    made, law = TABLES[name]
    threshold = law("3", 1)[0]
    (word,) = words_of(threshold, 1)
    assert made(Decimal(3)).draw(2, given([word - 1, word + 1])).tolist() == [0, 1]


def test_the_far_end_of_an_endless_law_is_drawn_too() -> None:
    """A word of ones, which no row of 64 bits decides, leads to further words and to numbers far beyond the table."""
    table = sampling.gaussian_blocks(Decimal(3))
    rows = len(whole_parts(table.values, 64))
    (drawn,) = table.draw(1, given([2**64 - 1, 2**64 - 1, 0]))
    assert rows < drawn < 3 * rows
    assert gaussian_blocks("3", int(drawn) + 1)[int(drawn) - 1] < 1 - Fraction(1, 2**128)
    (none,) = sampling.geometric_tables(Decimal(TINY))[1].draw(1, given([2**64 - 1, 2**64 - 1, 0]))
    assert none == 0


def law_of(table: ExactTable, bits: int = 256) -> list[Fraction]:
    """Return the probabilities of a table, each with an error below 2^-bits; the last number has the rest."""
    ups = [0, *whole_parts(table.values, bits), 2**bits]
    return [Fraction(up - down, 2**bits) for down, up in pairwise(ups)]


@pytest.mark.parametrize("scale", ["0.3", "7.3"])
def test_a_block_and_a_place_make_a_geometric_draw(scale: str) -> None:
    """P(Q = q) P(D = d) equals (1 - a) a^(n q + d) for every number of the tables, to 75 digits."""
    width, by_block, by_place = sampling.geometric_tables(Decimal(scale))
    by_blocks, by_places = law_of(by_block), law_of(by_place)
    assert len(by_places) == width
    with mpmath.workdps(DIGITS):
        a = mpmath.exp(-1 / mpf(scale))
        for q, block in enumerate(by_blocks[:20]):
            for d, place in enumerate(by_places):
                assert abs(block * place - exact((1 - a) * a ** (width * q + d))) < Fraction(1, 2**250)


@pytest.mark.parametrize("scale", ["3", "33", "200"])
def test_a_block_a_place_and_coins_make_a_gaussian_draw(scale: str) -> None:
    """The probability of proposing and keeping x is the same multiple of e^(-c x^2) for every number x."""
    width, by_blocks = sampling.block_width(Decimal(scale)), law_of(sampling.gaussian_blocks(Decimal(scale)))
    assert width == {"3": 1, "33": 2, "200": 8}[scale]
    coins = [law_of(sampling.coin(Decimal(scale), bit))[0] for bit in range(16)]
    multiples = []
    for q in range(0, 40, 3):
        for r in range(width):
            m = (2 * width * q + r) * r
            kept = Fraction(1)
            for bit, heads in enumerate(coins):
                kept *= heads if m >> bit & 1 else 1
            with mpmath.workdps(DIGITS):
                weight = exact(mpmath.exp(-((width * q + r) ** 2) / (2 * mpf(scale) ** 2)))
            multiples.append(by_blocks[q] * kept / weight)
    assert max(multiples) - min(multiples) < Fraction(1, 2**100)


def test_a_gaussian_number_is_kept_by_what_it_differs_from_its_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each proposed number x is kept by coins for x^2 - (n q)^2, its difference from its block's square."""
    asked: list[int] = []

    def all_kept(_scale: Decimal, exponents: Integers, _random: object) -> NDArray[np.bool_]:
        asked.extend(exponents.tolist())
        return np.ones(len(exponents), dtype=np.bool_)

    monkeypatch.setattr(sampling, "coins", all_kept)
    drawn = abs(sampling.draw_gaussian(Decimal(100), 10_000, urandom))
    width = sampling.block_width(Decimal(100))
    expected = (drawn**2 - (drawn // width * width) ** 2).tolist()
    # Zeros apart: one with a minus is asked about and then drawn anew.
    assert [*filter(None, asked)] == [*filter(None, expected)]


@pytest.mark.parametrize("bits", [0b1, 0b1000, 0b1011])
def test_coins_are_those_of_the_bits_set(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is one coin for each bit that is set, and a number is kept exactly if all its coins are zero."""

    def coin(_scale: Decimal, bit: int) -> ExactTable:
        return ExactTable(lambda: iter([Decimal("0.3") if bits >> bit & 1 else Decimal("1e-9")]))

    monkeypatch.setattr(sampling, "coin", coin)
    take = given([2**60] * bits.bit_count())
    assert sampling.coins(Decimal(3), np.array([bits, 0]), take).tolist() == [True, True]
    with pytest.raises(AssertionError):
        take(1)
    assert not sampling.coins(Decimal(3), np.array([bits]), given([2**63] * bits.bit_count()))[0]


@pytest.mark.parametrize("draw", [sampling.draw_laplace, sampling.draw_gaussian])
def test_noise_is_as_often_below_zero_as_above(draw: Any) -> None:
    """Noise is as often below zero as above, within five standard errors, so it shifts no total."""
    drawn = draw(Decimal(3), 100_000, BytesIO(shake_256(b"signs").digest(10_000_000)).read)
    assert abs(np.sign(drawn).sum()) < 5 * np.sqrt(100_000)


@pytest.mark.parametrize("draw", [sampling.draw_laplace, sampling.draw_gaussian])
@pytest.mark.parametrize("scale", [TINY, "0.001", "0.05", "1000000"])
def test_the_least_and_the_largest_noise_can_be_drawn(draw: Any, scale: str) -> None:
    """The least noise draws only zeros, a scale of a million spreads as wide as that, and no draws give no numbers."""
    drawn = draw(Decimal(scale), 1_000, urandom)
    assert len(drawn) == 1_000
    if float(scale) < 1:
        assert not drawn.any()
    else:
        assert 0.5e6 < drawn.std() < 2.5e6
    assert draw(Decimal(scale), 0, urandom).tolist() == []


@pytest.mark.parametrize("draw", [sampling.draw_laplace, sampling.draw_gaussian])
def test_the_digits_of_others_change_no_draw(draw: Any) -> None:
    """The same random bytes give the same noise even if the caller's decimal context has three digits."""

    def drawn() -> list[int]:
        return list(draw(Decimal("31.999"), 500, BytesIO(shake_256(b"the same").digest(100_000)).read))

    expected = drawn()
    with localcontext(Context(prec=3)):
        assert drawn() == expected
        sampling.geometric_tables.cache_clear()
        sampling.gaussian_blocks.cache_clear()
        assert drawn() == expected


def test_the_digits_of_others_are_left_alone() -> None:
    """Drawing noise leaves the caller's decimal context unchanged."""
    before = getcontext().prec
    sampling.draw_gaussian(Decimal("12.345"), 10, urandom)
    assert getcontext().prec == before
