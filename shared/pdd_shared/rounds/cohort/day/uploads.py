"""A donor's one message of a day: its masked vector, its hidden key shares, and its ticket's signature.

`nonce (16) | c (4 N B) | z (4 K m) | signature (64)`. The server adds c and z up and keeps (leaf, nonce) alone.
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
SIGNATURE_SIZE = 64
_WORD = 4
_LARGEST_COMMITTEE = 256


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

    `plan` and `committee` are digests; the layout is part of the plan.
    """
    return digest("context", server, day, root, cohort, sub_cohort, sub_cohorts, plan, committee)


@dataclass(frozen=True)
class UploadFrame:
    """What an upload of a (sub-)cohort's day looks like: its context, blocks of the ring, and committee."""

    context: bytes
    blocks: int
    committee: CommitteeSize

    @property
    def size(self) -> int:
        """Bytes of an upload."""
        return NONCE_SIZE + _WORD * (self._masked + self._shared) + SIGNATURE_SIZE

    @property
    def _masked(self) -> int:
        return DEGREE * self.blocks

    @property
    def _shared(self) -> int:
        return self.committee.columns * self.committee.members

    def split(self, data: bytes) -> tuple[bytes, bytes, bytes, bytes]:
        """Return nonce, c, z and signature of an upload of the right size."""
        ends = (NONCE_SIZE, NONCE_SIZE + _WORD * self._masked, self.size - SIGNATURE_SIZE)
        return data[: ends[0]], data[ends[0] : ends[1]], data[ends[1] : ends[2]], data[ends[2] :]


def largest_upload(numbers: int) -> int:
    """Return the most bytes that an upload of so many numbers has, whatever the size of its committee."""
    sizes = (TreeSize(leaves).committee for leaves in range(LEAST_TREE, _LARGEST_COMMITTEE + 1))
    return max(UploadFrame(b"", blocks_for(numbers), committee).size for committee in sizes)


@dataclass(frozen=True, eq=False)
class Upload:
    """An upload that its leaf signed for a context: `ciphertext` (blocks, 2048) and `shares` (members, columns)."""

    context: bytes
    leaf: Leaf
    nonce: bytes
    ciphertext: Elements = field(repr=False)
    shares: Elements = field(repr=False)


def write_upload(
    frame: UploadFrame, leaf: int, nonce: bytes, ciphertext: Elements, shares: Elements, key: SigningKey
) -> bytes:
    """Return an upload as it travels, signed by its ticket's Ed25519 key."""
    masked, shared = to_wire(ciphertext), to_wire(shares)
    return nonce + masked + shared + key.sign(_submitted(frame, leaf, nonce, masked, shared)).signature


def read_upload(frame: UploadFrame, leaf: Leaf, data: bytes) -> Upload:
    """Return a leaf's upload.

    Refused WRONG_SIZE if it has another size or a word that is no field element, BAD_SIGNATURE if the leaf's key did
    not sign it for this context.
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
    """Return the digest of an upload of the right size, its signature apart: H("upload", nonce, c, z)."""
    return digest("upload", *frame.split(data)[:3])


def is_signed(said: bytes, signature: bytes, key: bytes) -> bool:
    """Return whether a ticket's Ed25519 key (32 bytes) signed this."""
    try:
        VerifyKey(key).verify(said, signature)
    except (BadSignatureError, ValueError):
        return False
    return True


def _submitted(frame: UploadFrame, leaf: int, nonce: bytes, masked: bytes, shared: bytes) -> bytes:
    return statement("submitted", frame.context, leaf, nonce, digest("upload", nonce, masked, shared))


@dataclass(frozen=True, eq=False)
class Sums:
    """A (sub-)cohort's running sums modulo q: of the masked vectors, and of each member's hidden shares."""

    ciphertext: Elements = field(repr=False)
    shares: Elements = field(repr=False)

    @classmethod
    def none(cls, frame: UploadFrame) -> "Sums":
        """Return the sums before any upload."""
        committee = frame.committee
        return cls(
            np.zeros((frame.blocks, DEGREE), dtype=np.uint64),
            np.zeros((committee.members, committee.columns), dtype=np.uint64),
        )


def fold(sums: Sums, uploads: Iterable[Upload]) -> Sums:
    """Return the sums with these uploads; a batch costs one copy, however many it has (at most 2^31)."""
    ciphertext, shares = sums.ciphertext.copy(), sums.shares.copy()
    for upload in uploads:
        ciphertext += upload.ciphertext
        shares += upload.shares
    return Sums(ciphertext % Q, shares % Q)
