"""What a witness answers to a checkpoint: the rules of C2SP's tlog-witness, without HTTP, disk or clock.

A witness vouches that all who see its cosignatures see one history. So it cosigns a checkpoint only if a proof shows
that the log goes on from the checkpoint that it cosigned last. Of the log's lines it sees none.
"""

import re
from dataclasses import dataclass, replace

from nacl.signing import SigningKey

from pdd_shared.protocol.checkpoints import BadNote, CheckpointNote, NoteKey, decoded
from pdd_shared.protocol.merkle_tree import MOST_HASHES, is_consistent, root_of

LARGEST_REQUEST = 64 << 10
"""The most bytes of a request."""
_OLD = re.compile(r"old (0|[1-9][0-9]{0,17})")
_HASH_SIZE = 32


@dataclass(frozen=True)
class Request:
    """A request for a cosignature.

    Attributes:
        old: The size of the checkpoint that the log believes the witness cosigned last.
        proof: The consistency proof from there.
        note: The new checkpoint.
    """

    old: int
    proof: tuple[bytes, ...]
    note: CheckpointNote

    @classmethod
    def parse(cls, body: bytes) -> "Request":
        """Return the request in a body; BadNote if it is none."""
        try:
            head, gap, note = body.decode().partition("\n\n")
        except UnicodeDecodeError:
            raise BadNote("is no UTF-8") from None
        first, *hashes = head.split("\n")
        old = _OLD.fullmatch(first)
        proof = tuple(map(decoded, hashes)) if len(hashes) <= MOST_HASHES else (b"",)
        if old is None or not gap or any(len(one) != _HASH_SIZE for one in proof):
            raise BadNote("begins with no old size, hashes and an empty line")
        return cls(int(old[1]), proof, CheckpointNote.parse(note))


@dataclass(frozen=True)
class Record:
    """What a witness knows of a log.

    Attributes:
        log: The log's key, whose name is the log's origin.
        size: The size of the checkpoint that the witness cosigned last; 0 if it cosigned none.
        root: The root of that checkpoint.
        seconds: When it cosigned it, in seconds since 1970; None if it cosigned none.
    """

    log: NoteKey
    size: int = 0
    root: bytes = root_of(())
    seconds: int | None = None


@dataclass(frozen=True)
class Decision:
    """A witness's answer.

    Attributes:
        status: The HTTP status.
        body: The answer's text.
        cosigned: The checkpoint to remember before the answer is sent; None if the request was refused.
    """

    status: int
    body: str
    cosigned: CheckpointNote | None = None


def decide(record: Record | None, request: Request, name: str, key: SigningKey, seconds: int) -> Decision:
    """Return what a witness answers.

    Args:
        record: What it knows of the log with the request's origin; None if it does not follow that log.
        request: The request.
        name: The witness's name.
        key: The witness's key.
        seconds: The time, in seconds since 1970.
    """
    if record is None:
        return Decision(404, "This witness does not follow the log of this origin.\n")
    return _refused(record, request) or _cosigned(request.note, name, key, seconds)


def _refused(record: Record, request: Request) -> Decision | None:
    """Return why a checkpoint is not cosigned; None if it is."""
    note = request.note
    try:
        note.check_signed(record.log)
    except BadNote as error:
        return Decision(403, f"The checkpoint {error}.\n")
    if request.old > note.size:
        return Decision(400, "The old size is larger than the checkpoint's.\n")
    if request.old != record.size:
        return Decision(409, f"{record.size}\n")
    # The same size with another root is a bad proof, too. Version 1.0.0 of tlog-witness answered it with 409.
    if not is_consistent(record.size, record.root, note.size, note.root, request.proof):
        return Decision(422, "The proof does not show that the log goes on from the last checkpoint.\n")
    return None


def _cosigned(note: CheckpointNote, name: str, key: SigningKey, seconds: int) -> Decision:
    line = note.cosigned(name, key, seconds)
    # Others' lines may be anything, and nobody has checked them.
    own = (one for one in note.signatures if one.startswith(f"— {note.origin} "))
    return Decision(200, f"{line}\n", replace(note, signatures=(*own, line)))
