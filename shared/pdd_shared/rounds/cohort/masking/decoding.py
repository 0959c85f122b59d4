"""Rebuilds a summed key from a committee's answers and locates wrong answers (docs/reference/cohort.md, "Decode").

The shares at the places that answered are a generalised Reed-Solomon code word in each column. All columns are wrong at
the same places, so one random combination of them locates these: syndromes, Berlekamp and Massey's shift register
(Massey, IEEE Trans. Inf. Theory 15:1, 1969), and the roots of its locator. The coefficients are drawn after the answers
came, or else liars could choose lies that cancel.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

import numpy as np

from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.rounds.cohort.masking.field import Elements, interpolation, multiply, total, uniform, weights
from pdd_shared.rounds.cohort.masking.sharing import secret_points
from pdd_shared.rounds.cohort.parameters import DEGREE, CommitteeSize, Q

_SEED_SIZE = 32


class Undecodable(Exception):
    """The answers do not fix a key: there are too few, or too many are wrong."""


@dataclass(frozen=True, eq=False)
class Decoded:
    """The summed key (2,048), and the places whose shares are not on its polynomials, erased ones among them."""

    key: Elements = field(repr=False)
    wrong: frozenset[int]


def decode(
    shares: Mapping[int, Elements],
    size: CommitteeSize,
    random_bytes: RandomBytes,
    erased: frozenset[int] = frozenset(),
) -> Decoded:
    """Return the key that the shares (K each, by place) fix, and the places that are wrong.

    Of n places that are not erased, up to (n - quorum) // 2 may be wrong, whatever their shares. With more, liars who
    agree can pass for right: a lie of theirs is told only by what the key reads (`ring.is_sound`). The same holds for a
    single lie among exactly a quorum, which the zeros past the key's end show only if it is in the last column.

    `erased` places, such as those found wrong on earlier days, are not used. Undecodable if too few are left, if too
    many are wrong, or if what follows the key is not zero. ValueError for a place or a share that cannot be.
    """
    _check(shares, size)
    used = sorted(shares.keys() - erased)
    if len(used) < size.quorum:
        raise Undecodable(f"{len(used)} answers are too few: {size.quorum} are needed")
    located = _locate(used, _combined([shares[place] for place in used], random_bytes), size.quorum)
    nodes = [place for place in used if place not in located][: size.quorum]
    others = sorted(shares.keys() - set(nodes))
    matrix = interpolation(nodes, (*secret_points(size), *others))
    values = multiply(matrix, np.array([shares[place] for place in nodes]))
    packed, expected = values[: size.secrets], values[size.secrets :]
    wrong = {place for place, value in zip(others, expected, strict=True) if (value != shares[place]).any()}
    if wrong - erased != located:
        raise Undecodable("more answers are wrong than can be located")
    key = packed.T.ravel()
    if key[DEGREE:].any():
        raise Undecodable("what follows the key is not zero")
    return Decoded(key[:DEGREE], frozenset(wrong))


def _check(shares: Mapping[int, Elements], size: CommitteeSize) -> None:
    for place, share in shares.items():
        if not 1 <= place <= size.members or share.shape != (size.columns,) or (share >= Q).any():
            raise ValueError(f"no share of a committee of {size.members}: place {place}, {share.shape} elements")


def _combined(rows: Sequence[Elements], random_bytes: RandomBytes) -> Elements:
    """Return one random combination of the columns: a wrong row stays wrong but with chance 1 / q."""
    coefficients = uniform(random_bytes(_SEED_SIZE), len(rows[0]))
    return total((np.array(rows) * coefficients % Q).T)


def _locate(places: Sequence[int], word: Elements, quorum: int) -> set[int]:
    """Return the places at which a word is not of the code of polynomials below degree quorum.

    Raises:
        Undecodable: There are too many.
    """
    locator = _locator(_syndromes(places, word, len(places) - quorum))
    wrong = len(locator) - 1
    points = np.array(places, dtype=np.uint64)
    values = np.zeros(len(points), dtype=np.uint64)
    for coefficient in locator:  # from the lowest on: this is the polynomial whose roots are the places themselves
        values = (values * points + np.uint64(coefficient)) % Q
    located = set(points[values == 0].tolist())
    if 2 * wrong > len(places) - quorum or len(located) != wrong:
        raise Undecodable("more answers are wrong than can be located")
    return located


def _syndromes(places: Sequence[int], word: Elements, number: int) -> list[int]:
    """Return the products of a word with the dual code's base: all zero if no place is wrong."""
    points = np.array(places, dtype=np.uint64)
    terms = word * weights(places) % Q
    found = []
    for _ in range(number):
        found.append(int(total(terms)))
        terms = terms * points % Q
    return found


def _locator(syndromes: Sequence[int]) -> list[int]:
    """Return the shortest shift register that makes the syndromes: its coefficients, from the constant 1 on.

    Massey's algorithm: `before` is the register as it was when its length last grew, `gap` steps ago, with its
    discrepancy.
    """
    register, before = [1], [1]
    length, gap, discrepancy_before = 0, 1, 1
    for position, syndrome in enumerate(syndromes):
        past = reversed(syndromes[:position])
        discrepancy = (syndrome + sum(c * s for c, s in zip(register[1:], past, strict=False))) % Q
        if discrepancy:
            factor = discrepancy * pow(discrepancy_before, -1, Q) % Q
            corrected = _less(register, [0] * gap + [factor * c % Q for c in before])
            if 2 * length <= position:
                length, gap, before, discrepancy_before = position + 1 - length, 0, register, discrepancy
            register = corrected
        gap += 1
    return [*register, *[0] * length][: length + 1]


def _less(a: Sequence[int], b: Sequence[int]) -> list[int]:
    return [(x - y) % Q for x, y in zip_longest(a, b, fillvalue=0)]
