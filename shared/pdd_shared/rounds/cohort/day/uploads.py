"""A donor's one message of a day, and the server's running sums of these messages.

An upload is `nonce (16) | c (4 N B) | z (4 K m) | signature (64)`: c is the masked vector in B blocks of N numbers, z
are the hidden shares of the mask's key, K for each of m members. The ticket's Ed25519 key signs it for one context. The
server adds c and z to its sums, and keeps only leaf and nonce of a single upload.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

import numpy as np
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from pdd_shared.protocol.limits import LEAST_TREE
from pdd_shared.rounds.cohort.encoding import digest, statement
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.masking.ring import Elements, blocks_for, from_wire, to_wire
from pdd_shared.rounds.cohort.parameters import DEGREE, CommitteeSize, Q, TreeSize
from pdd_shared.rounds.refusals import Reason, Refused

NONCE_SIZE = 16
"""Bytes of an upload's nonce. It is random, so a restored home that encrypts a day again draws another one."""
SIGNATURE_SIZE = 64
"""Bytes of an Ed25519 signature."""
_WORD = 4
"""Bytes of a field element as it travels."""
_LARGEST_COMMITTEE = 256
"""The most members of a committee. Trees with more leaves have committees of this size too."""


def day_context(
    server: bytes,
    day: date,
    root: bytes,
    *,
    cohort: int,
    sub_cohort: int,
    sub_cohorts: int,
    plan: bytes,
    committee: bytes,
) -> bytes:
    """Return C, the 32 bytes on which every mask, stream and signature of a (sub-)cohort's day depends.

    Two homes that were told different things compute different contexts, so their uploads never add up to a sum.

    Args:
        server: The server's identity key, 32 bytes.
        day: The data day.
        root: The root of the epoch's tree, 32 bytes.
        cohort: The index of the cohort.
        sub_cohort: The sub-cohort, 0 where the cohort is not divided.
        sub_cohorts: Into how many sub-cohorts the cohort is divided, 1 where it is not.
        plan: The plan's digest, 32 bytes. The layout is part of the plan.
        committee: The committee's digest, 32 bytes.
    """
    return digest("context", server, day, root, cohort, sub_cohort, sub_cohorts, plan, committee)


@dataclass(frozen=True)
class UploadFrame:
    """The context and the sizes of a (sub-)cohort's uploads of one day.

    Attributes:
        context: C, 32 bytes.
        blocks: B, how many blocks of 2,048 numbers a masked vector has.
        committee: The size of the committee to which keys are shared.
    """

    context: bytes
    blocks: int
    committee: CommitteeSize

    @property
    def size(self) -> int:
        """Return how many bytes an upload has."""
        return NONCE_SIZE + _WORD * (self._masked + self._shared) + SIGNATURE_SIZE

    @property
    def _masked(self) -> int:
        return DEGREE * self.blocks

    @property
    def _shared(self) -> int:
        return self.committee.columns * self.committee.members

    def split(self, data: bytes) -> tuple[bytes, bytes, bytes, bytes]:
        """Return the nonce, c, z and the signature of an upload. The caller has checked its size."""
        ends = (NONCE_SIZE, NONCE_SIZE + _WORD * self._masked, self.size - SIGNATURE_SIZE)
        return data[: ends[0]], data[ends[0] : ends[1]], data[ends[1] : ends[2]], data[ends[2] :]


def largest_upload(numbers: int) -> int:
    """Return the most bytes of an upload whose vector has so many numbers, over all sizes of committees."""
    sizes = (TreeSize(leaves).committee for leaves in range(LEAST_TREE, _LARGEST_COMMITTEE + 1))
    return max(UploadFrame(b"", blocks_for(numbers), committee).size for committee in sizes)


@dataclass(frozen=True, eq=False)
class Upload:
    """An upload whose signature has been checked.

    Attributes:
        context: C of the day for which it was signed, 32 bytes.
        leaf: The sender's leaf.
        nonce: 16 bytes.
        ciphertext: c, of shape (blocks, 2048).
        shares: z, of shape (members, columns).
    """

    context: bytes
    leaf: Leaf
    nonce: bytes
    ciphertext: Elements = field(repr=False)
    shares: Elements = field(repr=False)


def write_upload(
    frame: UploadFrame, leaf: int, nonce: bytes, ciphertext: Elements, shares: Elements, key: SigningKey
) -> bytes:
    """Sign an upload with its ticket's Ed25519 key, and return its bytes as they travel.

    Args:
        frame: The day's context and sizes.
        leaf: The index of the sender's leaf.
        nonce: 16 random bytes.
        ciphertext: c, of shape (blocks, 2048).
        shares: z, of shape (members, columns).
        key: The ticket's signing key.
    """
    masked, shared = to_wire(ciphertext), to_wire(shares)
    return nonce + masked + shared + key.sign(_submitted(frame, leaf, nonce, masked, shared)).signature


def read_upload(frame: UploadFrame, leaf: Leaf, data: bytes) -> Upload:
    """Read and check an upload that came from a leaf.

    Raises:
        Refused: WRONG_SIZE if it has another size than the day's uploads, or a word that is not below q; BAD_SIGNATURE
            if the leaf's key did not sign it for this context.
    """
    if len(data) != frame.size:
        raise Refused(Reason.WRONG_SIZE, f"an upload of this day has {frame.size} bytes, not {len(data)}")
    nonce, masked, shared, signature = frame.split(data)
    try:
        ciphertext = from_wire(masked, DEGREE * frame.blocks).reshape(frame.blocks, DEGREE)
        shares = from_wire(shared, len(shared) // _WORD).reshape(frame.committee.members, frame.committee.columns)
    except ValueError:
        raise Refused(Reason.WRONG_SIZE, "the upload has a word that is not below q") from None
    if not is_signed(_submitted(frame, leaf.index, nonce, masked, shared), signature, leaf.signing):
        raise Refused(Reason.BAD_SIGNATURE, "the upload is not signed by its ticket's key")
    return Upload(frame.context, leaf, nonce, ciphertext, shares)


def upload_digest(frame: UploadFrame, data: bytes) -> bytes:
    """Return H("upload", nonce, c, z), 32 bytes, of an upload whose size has been checked."""
    return digest("upload", *frame.split(data)[:3])


def is_signed(said: bytes, signature: bytes, key: bytes) -> bool:
    """Return whether the Ed25519 key of a ticket (32 bytes) made this signature over the bytes `said`."""
    try:
        VerifyKey(key).verify(said, signature)
    except (BadSignatureError, ValueError):
        return False
    return True


def _submitted(frame: UploadFrame, leaf: int, nonce: bytes, masked: bytes, shared: bytes) -> bytes:
    return statement("submitted", frame.context, leaf, nonce, digest("upload", nonce, masked, shared))


@dataclass(frozen=True, eq=False)
class Sums:
    """A (sub-)cohort's running sums modulo q.

    Attributes:
        ciphertext: The sum of the masked vectors, of shape (blocks, 2048).
        shares: The sum of the hidden shares, of shape (members, columns).
    """

    ciphertext: Elements = field(repr=False)
    shares: Elements = field(repr=False)

    @classmethod
    def none(cls, frame: UploadFrame) -> "Sums":
        """Return the sums before the first upload: zeros."""
        committee = frame.committee
        return cls(
            np.zeros((frame.blocks, DEGREE), dtype=np.uint64),
            np.zeros((committee.members, committee.columns), dtype=np.uint64),
        )


def fold(sums: Sums, uploads: Iterable[Upload]) -> Sums:
    """Return the sums with these uploads added. A batch costs one copy of the sums, however long it is.

    A batch may have 2^31 uploads at most: numbers are reduced modulo q only at its end, and must stay below 2^64.
    """
    ciphertext, shares = sums.ciphertext.copy(), sums.shares.copy()
    for upload in uploads:
        ciphertext += upload.ciphertext
        shares += upload.shares
    return Sums(ciphertext % Q, shares % Q)
