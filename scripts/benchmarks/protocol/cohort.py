"""The cohort protocol's arithmetic at full size: a donor's day, a member's day, and the server's opening of a cohort.

Figures are processor time, compared with the bare calls and with fixed limits. Keys are agreed once a week, so a day
starts from the shared secrets. If Flower (`flwr`) is installed, a day with its key agreements is compared with one in
SecAgg+.
"""

import hashlib
import importlib.util
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from nacl.bindings import crypto_scalarmult, randombytes_buf_deterministic
from nacl.public import PrivateKey
from nacl.signing import SigningKey
from nacl.utils import random

from pdd_shared.protocol.limits import MOST_UPLOADS
from pdd_shared.rounds.cohort.encoding import digest, statement
from pdd_shared.rounds.cohort.masking.decoding import decode
from pdd_shared.rounds.cohort.masking.ring import (
    Elements,
    MaskSeed,
    add,
    blocks_for,
    is_sound,
    mask,
    read_sum,
    to_wire,
    uniform,
)
from pdd_shared.rounds.cohort.masking.sharing import share_key, streams, sum_of_streams
from pdd_shared.rounds.cohort.parameters import DEGREE, TreeSize
from scripts.benchmarks.figures import Figure, alternate_cpu, at_most, faster_than
from scripts.benchmarks.protocol import cohort_day, cohort_night

ENTRIES, REACH = 10_000, 1_000
SIZE = TreeSize(8192).committee
BLOCKS = blocks_for(ENTRIES)
DONOR_SECONDS, MEMBER_SECONDS, KEY_SECONDS, READING_SECONDS = 0.006, 0.080, 0.016, 0.004
LIES = 40
NEIGHBOURS, THRESHOLD = 100, 67
"""The members of a group in SecAgg+, and how many of them can rebuild a key."""
MOST = np.full(ENTRIES, 100, dtype=np.int64)


@dataclass
class Donor:
    """A donor with a vector, and with the secrets that it agreed on with its committee when the week began."""

    shared: list[bytes]
    leaf: bytes
    key: SigningKey
    vector: np.ndarray

    def day(self) -> None:
        """Make one day's upload: mask the vector, share the key, hide the shares, read the upload again, and sign it.

        Each call has a new context, as each day has.
        """
        context, nonce, seed = random(32), random(16), MaskSeed(random(32))
        ciphertext = mask(self.vector, seed, context)
        shares = share_key(seed.secret(), seed.polynomial_key(), SIZE)
        hidden = add(shares, streams(self.shared, context, self.leaf, nonce, SIZE.columns))
        reading = read_sum(ciphertext, seed.secret(), context, ENTRIES, REACH)
        assert is_sound(reading, 1, MOST, REACH)
        name = digest("upload", nonce, to_wire(ciphertext), to_wire(hidden))
        self.key.sign(statement("submitted", context, self.leaf, nonce, name))


def bare_donor(donor: Donor) -> None:
    """Run the bare operations of a donor's day: keystreams, hashes, signature, transforms and a matrix product.

    The transforms are of floats, which is what NumPy has.
    """
    words = DEGREE * BLOCKS + 2 * DEGREE * BLOCKS + DEGREE + SIZE.corrupt * SIZE.columns
    keystream(words)
    bare_streams(donor.shared, bytes(136))
    hashlib.blake2b(bytes(4 * (DEGREE * BLOCKS + SIZE.members * SIZE.columns)), digest_size=32).digest()
    donor.key.sign(bytes(200))
    for _ in range(2):  # for masking and for reading: the key's transform, and back for each block
        np.fft.fft(np.zeros((1 + BLOCKS, DEGREE)))
    rows = np.zeros((SIZE.members - SIZE.corrupt, SIZE.quorum), dtype=np.uint64)
    np.matmul(rows, np.zeros((SIZE.quorum, 2 * SIZE.columns), dtype=np.uint64))


def bare_streams(shared: list[bytes], text: bytes) -> None:
    for secret in shared:
        key = hashlib.blake2b(text, key=secret, digest_size=32).digest()
        randombytes_buf_deterministic(4 * SIZE.columns, key)


def keystream(words: int) -> None:
    Cipher(algorithms.ChaCha20(bytes(32), bytes(16)), mode=None).encryptor().update(bytes(4 * words))


@dataclass
class Member:
    """A committee member of a full cohort: the list, the secrets shared with its donors, and a certificate to check."""

    shared: list[bytes]
    entries: list[tuple[bytes, bytes]]
    signers: list[SigningKey]
    certificate: list[bytes]

    def day(self) -> None:
        """Do one day's work: check a quorum's signatures, add up the streams of the list, and sign the answer."""
        context = random(32)
        self.check()
        answer = sum_of_streams(self.shared, self.entries, context, 7, SIZE.columns)
        self.signers[0].sign(statement("opened", context, bytes(32), 7, to_wire(answer)))

    def check(self) -> None:
        """Verify the signatures of the certificate."""
        for signer, signature in zip(self.signers, self.certificate, strict=True):
            signer.verify_key.verify(bytes(100), signature)

    def bare(self) -> None:
        """Run the bare operations of a member's day: hashes, keystreams and signatures."""
        self.check()
        bare_streams(self.shared, bytes(136))
        self.signers[0].sign(bytes(200))


def make_donor() -> Donor:
    vector = np.arange(ENTRIES, dtype=np.int64) % 100
    return Donor([random(32) for _ in range(SIZE.members)], random(68), SigningKey.generate(), vector)


def make_member() -> Member:
    signers = [SigningKey.generate() for _ in range(SIZE.quorum)]
    certificate = [signer.sign(bytes(100)).signature for signer in signers]
    entries = [(random(68), random(16)) for _ in range(MOST_UPLOADS)]
    return Member([random(32) for _ in entries], entries, signers, certificate)


def openings() -> tuple[Callable[[], object], ...]:
    """Return the server's three computations: decode all answers, decode answers with LIES lies, and read the sum."""
    seed, context = MaskSeed(random(32)), random(32)
    shares = dict(enumerate(share_key(seed.secret(), seed.polynomial_key(), SIZE), 1))
    lies = shares | {6 * place: uniform(random(32), SIZE.columns) for place in range(1, LIES + 1)}
    ciphertext = mask(np.zeros(ENTRIES, dtype=np.int64), seed, context)
    assert len(decode(lies, SIZE, random).wrong) == LIES
    return (
        partial(decode, shares, SIZE, random),
        partial(decode, lies, SIZE, random),
        partial(_unmask, ciphertext, seed.secret()),
    )


def _unmask(ciphertext: Elements, key: Elements) -> None:
    """Read a sum in a new context, as for each cohort. The context doesn't fit the sum, which takes as long."""
    is_sound(read_sum(ciphertext, key, random(32), ENTRIES, REACH), 1, MOST, REACH)


def figures() -> Iterator[Figure]:
    """Measure donor, member and server; then a day and a night of a million donors by the functions that these call."""
    yield from _donor()
    yield from _member()
    yield from _server()
    yield from cohort_day.figures()
    yield from cohort_night.figures()


def _donor() -> Iterator[Figure]:
    donor = make_donor()
    ours, bare = alternate_cpu(51, donor.day, partial(bare_donor, donor))
    yield at_most("cohort: a donor's day at 10,000 entries beside its bare calls", ours, bare, 3)
    yield at_most("cohort: a donor's day, seconds of one core", ours, DONOR_SECONDS, 1)
    yield from _beside_flower(donor)


def _beside_flower(donor: Donor) -> Iterator[Figure]:
    """Compare with the same vector in SecAgg+, if Flower is installed.

    SecAgg+ agrees on keys each day, so our day includes the week's key agreements here.
    """
    if importlib.util.find_spec("flwr") is None:
        return
    from scripts.benchmarks.protocol.flower import donor_day

    secret, publics = random(32), [PrivateKey.generate().public_key.encode() for _ in range(SIZE.members)]

    def day() -> None:
        donor.shared = [crypto_scalarmult(secret, public) for public in publics]
        donor.day()

    ours, theirs = alternate_cpu(2, day, lambda: donor_day(NEIGHBOURS, THRESHOLD, ENTRIES))
    yield faster_than("cohort: a donor's day with a week's key agreements, faster than SecAgg+", ours, theirs, 50)


def _member() -> Iterator[Figure]:
    member = make_member()
    ours, bare = alternate_cpu(7, member.day, member.bare)
    yield at_most("cohort: a member's day at 8,192 uploads beside its bare calls", ours, bare, 2)
    yield at_most("cohort: a member's day, seconds of one core", ours, MEMBER_SECONDS, 1)


def _server() -> Iterator[Figure]:
    clean, lied, reading = alternate_cpu(31, *openings())
    yield at_most("cohort: a key from 256 answers, seconds of one core", clean, KEY_SECONDS, 1)
    yield at_most("cohort: a key from 256 answers with 40 lies, seconds of one core", lied, KEY_SECONDS, 1)
    yield at_most("cohort: a sum of 10,000 entries unmasked, seconds of one core", reading, READING_SECONDS, 1)
