"""Decoding of a committee's answers: rebuilds a summed key and locates wrong answers (cohort.md, "Decode").

The shares at the places that answered are a generalised Reed-Solomon code word in each column. All columns are wrong at
the same places, so one random combination of the columns locates these places: by syndromes, the Berlekamp-Massey
algorithm (Massey, IEEE Trans. Inf. Theory 15:1, 1969), and the roots of the locator polynomial. The combination is
drawn after the answers came. Otherwise liars could choose lies that cancel in it.
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
"""Bytes of the seed of the random combination."""


class Undecodable(Exception):
    """The answers do not fix a key: there are too few, or too many are wrong."""


@dataclass(frozen=True, eq=False)
class Decoded:
    """The result of decoding.

    Attributes:
        key: The summed key, 2,048 elements.
        wrong: The places whose shares do not lie on the decoded polynomials, erased places among them.
    """

    key: Elements = field(repr=False)
    wrong: frozenset[int]


def decode(
    shares: Mapping[int, Elements],
    size: CommitteeSize,
    random_bytes: RandomBytes,
    erased: frozenset[int] = frozenset(),
) -> Decoded:
    """Return the key that the shares determine, and the places whose shares are wrong.

    Of n places that are not erased, up to (n - quorum) // 2 may be wrong, whatever their shares. If more are, liars who
    agree with each other can pass for right. Then only the sum that the key opens can show it (`ring.is_sound`). The
    same holds for a single lie among exactly a quorum of shares: the zeros past the key's end show it only if it is in
    the last column.

    Args:
        shares: K elements for each place that answered.
        size: The size of the committee.
        random_bytes: A cryptographic random source, drawn from after the answers came.
        erased: Places whose shares are not used, such as those that were wrong on earlier days.

    Raises:
        Undecodable: Too few places are left, too many are wrong, or the elements past the key's end are not zero.
        ValueError: A place is not on the committee, or a share has another size or an element not below q.
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
    """Return one random combination of the columns. A wrong row stays wrong, except with probability 1 / q."""
    coefficients = uniform(random_bytes(_SEED_SIZE), len(rows[0]))
    return total((np.array(rows) * coefficients % Q).T)


def _locate(places: Sequence[int], word: Elements, quorum: int) -> set[int]:
    """Return the places at which a word must change to be the values of a polynomial of degree below `quorum`.

    Raises:
        Undecodable: There are more such places than can be located.
    """
    locator = _locator(_syndromes(places, word, len(places) - quorum))
    wrong = len(locator) - 1
    points = np.array(places, dtype=np.uint64)
    values = np.zeros(len(points), dtype=np.uint64)
    for coefficient in locator:  # read in this order, its roots are the places themselves, not their inverses
        values = (values * points + np.uint64(coefficient)) % Q
    located = set(points[values == 0].tolist())
    if 2 * wrong > len(places) - quorum or len(located) != wrong:
        raise Undecodable("more answers are wrong than can be located")
    return located


def _syndromes(places: Sequence[int], word: Elements, number: int) -> list[int]:
    """Return the first `number` syndromes of a word, its products with a basis of the dual code: zeros if it fits."""
    points = np.array(places, dtype=np.uint64)
    terms = word * weights(places) % Q
    found = []
    for _ in range(number):
        found.append(int(total(terms)))
        terms = terms * points % Q
    return found


def _locator(syndromes: Sequence[int]) -> list[int]:
    """Return the coefficients, from the constant 1 on, of the shortest shift register that produces the syndromes.

    It is Massey's algorithm. `before` is the register before its length last grew, `gap` steps ago, and
    `discrepancy_before` the discrepancy that made it grow.
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
