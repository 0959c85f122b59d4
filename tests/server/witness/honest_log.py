"""A log for the tests of witnesses: its keys, its lines, and the requests that it sends."""

import base64
from collections.abc import Sequence
from dataclasses import replace

from nacl.signing import SigningKey

from pdd_server.witness.folder import Witness
from pdd_shared.protocol.checkpoints import COSIGNER, LOG, CheckpointNote, NoteKey
from pdd_shared.protocol.merkle_tree import consistency_proof, root_of

ORIGIN, NAME, NOW = "pdd.example.org/log", "witness.example.org", 1_795_990_914
LOG_KEY, OTHER_KEY, WITNESS_KEY = (SigningKey(bytes([one]) * 32) for one in (1, 2, 3))
LINES = [f"line {number}" for number in range(24)]
FORK = ["another line", *LINES[1:]]


def key_of(log: SigningKey, origin: str = ORIGIN) -> NoteKey:
    return NoteKey(origin, LOG, log.verify_key.encode())


def note_of(lines: Sequence[str], origin: str = ORIGIN, key: SigningKey = LOG_KEY) -> CheckpointNote:
    note = CheckpointNote(origin, len(lines), root_of(lines))
    return replace(note, signatures=(note.signed(key),))


def request_of(old: int, proof: Sequence[bytes], note: CheckpointNote) -> bytes:
    hashes = "".join(f"{base64.b64encode(one).decode()}\n" for one in proof)
    return f"old {old}\n{hashes}\n{note}".encode()


def growth(lines: Sequence[str], old: int) -> bytes:
    return request_of(old, consistency_proof(lines, old), note_of(lines))


def public_of(witness: Witness) -> NoteKey:
    return NoteKey(witness.name, COSIGNER, witness.key.verify_key.encode())
