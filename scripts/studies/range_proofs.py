"""python -m scripts.studies.range_proofs: what proofs that an upload's numbers are in range would cost a donor.

No proof is made. Each way's dominating operations are counted by a formula, times the processor time of one on this
machine. What is left out (hashing, padding, folding of generators) makes a real proof slower. See docs/decisions/0067.

- floor: one commitment to 10,000 random scalars. Each such proof that we know masks its witness with one.
- Bulletproofs: Bünz et al., IEEE S&P 2018, for one vector commitment to all bits.
- three squares: in the manner of ACORN (ePrint 2022/1461), 4 x (B - x) + 1 as three squares (Groth, ACNS 2005).
- ring: Lyubashevsky, EUROCRYPT 2012, for the upload's own ring-LWE relation.
- Prio3: `proof_len` of draft-irtf-cfrg-vdaf with one gadget ParallelSum(Mul), and a second operator.
- committee: the same bits, shared among the committee in the packing of our keys.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from math import ceil, comb, e, log2, pi, sqrt

from nacl.bindings import crypto_core_ed25519_scalar_reduce, crypto_scalarmult_ed25519_noclamp
from nacl.signing import SigningKey

from pdd_shared.rounds.cohort.day.layout import Law, cohort_layout, cohort_part_of, reach_of
from pdd_shared.rounds.cohort.masking.field import keystream
from pdd_shared.rounds.cohort.masking.ring import Elements, MaskSeed, intt, mask, ntt, uniform
from pdd_shared.rounds.cohort.masking.sharing import share_key, streams
from pdd_shared.rounds.cohort.messages import CohortDay
from pdd_shared.rounds.cohort.parameters import DEGREE, Q, TreeSize
from scripts.benchmarks.figures import alternate_cpu
from scripts.benchmarks.protocol import donors_noise
from scripts.benchmarks.protocol.cohort import BLOCKS, ENTRIES, SIZE, make_donor
from scripts.studies.caps.campaign import campaign_of
from scripts.studies.caps.setting import SINGLE

BITS = 5
"""Enough for a count of 0 or 1 with a share of noise from -8 to 8: see `lies`."""
POINT, SCALAR_BITS = 32, 253
WITNESS = 4 * ENTRIES + DEGREE * (1 + BLOCKS)
"""Numbers and three squares for each, the mask's key and its errors."""
UPLOAD = 4 * (DEGREE * BLOCKS + SIZE.members * SIZE.columns) + 16 + 64


@dataclass(frozen=True)
class Cost:
    """What a way adds to upload, donor's day and server's work; all of it (`is_whole`) where no number is masked."""

    name: str
    size: int
    donor: float
    server: float
    is_whole: bool = False

    def row(self, day: float) -> str:
        """Return the way's row: the whole upload, and the donor's day beside one of today."""
        size, seconds = (self.size, self.donor) if self.is_whole else (UPLOAD + self.size, day + self.donor)
        times, server = f"{seconds / day:,.1f} times", f"{1000 * self.server:,.2f} ms"
        return f"| {self.name} | {size / 1000:,.0f} KB | {1000 * seconds:,.1f} ms | {times} | {server} |"


def additions(terms: int) -> int:
    """Return the group operations of a sum of multiples, by Pippenger's buckets of the best width."""
    return min(ceil(SCALAR_BITS / width) * (terms + (1 << width)) for width in range(4, 20))


def in_group(operation: float) -> Iterator[Cost]:
    """Count the proofs in a group such as ristretto255, without the folding of generators."""
    yield Cost("floor: one commitment to 10,000 scalars", POINT, operation * additions(ENTRIES), 0)
    for name, length, masked in (
        (f"Bulletproofs, {BITS} bits", BITS * ENTRIES, 2 * BITS * ENTRIES),
        ("three squares, ring-LWE relation", WITNESS, WITNESS),
    ):
        rounds = ceil(log2(length))
        lefts_and_rights = sum(2 * additions(max(length >> k, 1)) for k in range(rounds))
        work = masked + additions(masked) + lefts_and_rights
        yield Cost(name, POINT * (2 * rounds + 9), operation * work, operation * additions(2 * length))


def in_ring(masking: float, transform: float) -> Cost:
    """Count a proof of short errors and numbers: responses as long as the witness, three tries on average."""
    ones = next(k for k in range(1, 100) if log2(comb(DEGREE, k)) + k >= 128)
    deviation = 11 * ones * sqrt(DEGREE * BLOCKS * 10.5)
    bits = 2 * DEGREE * BLOCKS * log2(deviation * sqrt(2 * pi * e)) + 32 * DEGREE
    seconds = 3 * (masking + transform * (2 * BLOCKS + 1))
    return Cost(f"ring, shows numbers below {12 * deviation:,.0f} up to a factor", round(bits / 8), seconds, masking)


def shared(bits: int, element: int, proofs: int, transform: float, word: float, product: float) -> Cost:
    """Count Prio3 with a second operator, in the chunk length that makes the proof shortest, in our field's time."""

    def gadget(chunk: int) -> tuple[int, int]:
        points = 1 << ceil(bits * ENTRIES / chunk).bit_length()
        return 2 * chunk + 2 * (points - 1) + 1, points

    chunk = min(range(1, bits * ENTRIES), key=lambda chunk: gadget(chunk)[0])
    proof, points = gadget(chunk)
    length = bits * ENTRIES + proofs * proof
    expanding = word * element / 4 * length
    transforms = 2 * proofs * 2 * chunk * 2 * points / DEGREE
    server = expanding + product * (proofs * bits * ENTRIES)
    name = f"Prio3, {bits}-bit numbers, {8 * element}-bit field, {proofs} times"
    return Cost(name, element * length + 4 * POINT, expanding + transform * transforms, server, True)


def lies() -> Iterator[str]:
    """Say which numbers a donor could prove of one keyword, if a share of noise passes its range with chance 2^-40."""
    yield "| donors | noise of a list and of a share, Skellam | the same, discrete Laplace of the same variance |"
    for donors in (6, 1000, 8192):
        part = cohort_part_of(campaign_of(SINGLE))
        layout = cohort_layout((part,), TreeSize(donors), CohortDay(floor=ceil(0.7 * donors), sub_cohorts=1))
        law, numbers = layout.laws[-1], layout.entries
        scale = (law.noise.scale / Decimal(2).sqrt()).quantize(law.noise.scale)
        laplace = Law(law.noise.model_copy(update={"law": "discrete-laplace", "scale": scale}), law.makers)
        reaches = ((reach_of(one, donors, numbers), reach_of(one, 1, numbers * donors)) for one in (law, laplace))
        yield f"| {donors:,} | {' | '.join(f'{of_list} and {of_share}' for of_list, of_share in reaches)} |"


def main() -> None:
    """Measure the operations and print a row for each way."""
    donor, layout = make_donor(), donors_noise.layout("81", 8192, 5735)
    point, scalar = SigningKey(os.urandom(32)).verify_key.encode(), crypto_core_ed25519_scalar_reduce(os.urandom(64))
    rows: Elements = uniform(os.urandom(32), 20 * DEGREE).reshape(20, DEGREE)
    seed, key, stream = MaskSeed(os.urandom(32)), rows[0], (bytes(32), donor.leaf, bytes(16))
    day, noise, multiple, masking, sharing, transforms, words, products = alternate_cpu(
        101,
        donor.day,
        partial(layout.draw_noise, os.urandom),
        lambda: [crypto_scalarmult_ed25519_noclamp(scalar, point) for _ in range(100)],
        lambda: mask(donor.vector, seed, os.urandom(32)),
        lambda: (share_key(key, os.urandom(32), SIZE), streams(donor.shared, *stream, SIZE.columns)),
        lambda: intt(ntt(rows)),
        lambda: keystream(os.urandom(32), 100_000),
        lambda: rows * rows % Q,
    )
    day += noise
    # libsodium multiplies by windows of 4 bits: 252 doublings, 64 additions, and a table of 8.
    operation, transform, word, product = multiple / 100 / 324, transforms / 40, words / 100_000, products / rows.size
    print(f"today: a donor's day {1000 * day:.2f} ms, {UPLOAD:,} bytes. A group operation {1e6 * operation:.3f} us.")
    prio = [shared(*kind, transform, word, product) for kind in ((1, 16, 1), (1, 8, 3), (BITS, 8, 3))]
    costs = [*in_group(operation), in_ring(masking, transform), *prio]
    for bits in (1, BITS):  # sharing grows with the columns; what members check is left out
        columns = ceil(bits * ENTRIES / (SIZE.quorum - SIZE.corrupt))
        name, size = f"committee, {bits}-bit numbers, shares alone", 4 * SIZE.members * columns
        costs.append(Cost(name, size, sharing * columns / SIZE.columns, 0))
    print("\n| way | upload | donor's day | beside today's | server, an upload |")
    print(*(cost.row(day) for cost in costs), "", *lies(), sep="\n")


if __name__ == "__main__":
    main()
