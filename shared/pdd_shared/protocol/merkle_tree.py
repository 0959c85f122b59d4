"""The Merkle tree of a log's lines, and the proof that one log goes on from another (RFC 6962, with SHA-256).

It is the one use of SHA-256 in this protocol: public witnesses and others' programs can follow the log with it.
"""

import hashlib
from collections.abc import Iterator, Sequence

MOST_HASHES = 63
"""The most hashes of a proof (C2SP tlog-witness). Trees of up to 2^62 lines need no more."""


def root_of(lines: Sequence[str]) -> bytes:
    """Return the Merkle tree hash of a log, 32 bytes (RFC 6962, section 2.1, with SHA-256)."""
    if not lines:
        return hashlib.sha256().digest()
    if len(lines) == 1:
        return hashlib.sha256(b"\0" + lines[0].encode()).digest()
    middle = _middle(len(lines))
    return _node(root_of(lines[:middle]), root_of(lines[middle:]))


def consistency_proof(lines: Sequence[str], old: int) -> tuple[bytes, ...]:
    """Return the proof that a log begins with its first `old` lines (RFC 6962, section 2.1.2).

    Args:
        lines: All lines of the log.
        old: How many lines the reader knows, at most all of them.

    Returns:
        Hashes of 32 bytes; none if the reader knows no line, or all.
    """
    return _proof(lines, old, is_known=True) if old else ()


def _proof(lines: Sequence[str], old: int, *, is_known: bool) -> tuple[bytes, ...]:
    """Return the proof within a subtree, whose old part is the tree that the reader knows if `is_known`."""
    if old == len(lines):
        return () if is_known else (root_of(lines),)
    middle = _middle(len(lines))
    if old <= middle:
        return (*_proof(lines[:middle], old, is_known=is_known), root_of(lines[middle:]))
    return (*_proof(lines[middle:], old - middle, is_known=False), root_of(lines[:middle]))


def is_consistent(old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Return whether a proof shows that the log with this root begins with the lines under an older root.

    Args:
        old: The lines under the older root; with 0 every log goes on from it, and the proof has to be empty.
        old_root: The older root, 32 bytes.
        size: The lines under the newer root.
        root: The newer root, 32 bytes.
        proof: What `consistency_proof` returns.
    """
    if not 0 <= old <= size or len(proof) > MOST_HASHES:
        return False
    if old == 0:
        return not proof and (size > 0 or root == root_of(()))
    hashes = iter(proof)
    try:
        found = _roots(old, size, old_root, hashes)
    except StopIteration:
        return False
    return found == (old_root, root) and next(hashes, None) is None


def _roots(old: int, size: int, known: bytes | None, hashes: Iterator[bytes]) -> tuple[bytes, bytes]:
    """Return the roots of a subtree's old part and of all of it, from the hashes of a proof.

    Args:
        old: The lines of the old part, at least 1.
        size: The lines of the subtree.
        known: The root of the old part, if that is all of the tree that the reader knows; else None.
        hashes: The rest of the proof.

    Raises:
        StopIteration: The proof is too short.
    """
    if old == size:
        both = known or next(hashes)
        return both, both
    middle = _middle(size)
    if old <= middle:
        before, after = _roots(old, middle, known, hashes)
        return before, _node(after, next(hashes))
    before, after = _roots(old - middle, size - middle, None, hashes)
    left = next(hashes)
    return _node(left, before), _node(left, after)


def _middle(size: int) -> int:
    """Return the lines of the left subtree: the largest power of two below the size, which is at least 2."""
    return 1 << (size - 1).bit_length() - 1


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()
