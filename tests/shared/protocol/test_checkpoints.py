"""Checkpoints and cosignatures: vectors that another program made, and the proofs between any two logs."""

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from pdd_shared.protocol.checkpoints import COSIGNER, LOG, BadNote, CheckpointNote, NoteKey, origin_of
from pdd_shared.protocol.merkle_tree import consistency_proof, is_consistent, root_of

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "protocol" / "checkpoints.json").read_text(encoding="utf-8")
)
LINES = [f"line {number}" for number in range(300)]
LOG_KEY = NoteKey.parse(VECTORS["log"], LOG)


def named(vector: dict[str, Any]) -> str:
    return str(vector["why"])


@pytest.mark.parametrize("vector", VECTORS["cosigned"], ids=named)
def test_cosigned_vectors(vector: dict[str, Any]) -> None:
    """What another program's witness cosigned is read, verified and written again as it was."""
    note = CheckpointNote.parse(vector["note"])
    assert note.cosigned_at(NoteKey.parse(VECTORS["witness"], COSIGNER)) == vector["seconds"]
    note.check_signed(LOG_KEY)
    assert note.root == root_of(LINES[: note.size])
    assert str(note) == vector["note"]


@pytest.mark.parametrize("vector", VECTORS["refused"], ids=named)
def test_refused_vectors(vector: dict[str, Any]) -> None:
    """Whatever is altered, there is no cosignature."""
    with pytest.raises(BadNote):
        CheckpointNote.parse(vector["note"]).cosigned_at(NoteKey.parse(vector["witness"], COSIGNER))


@pytest.mark.parametrize("kind", [LOG, COSIGNER])
def test_keys_are_written_as_they_are_read(kind: int) -> None:
    """A key's text is that of the format, and is of one kind."""
    text = VECTORS["log" if kind == LOG else "witness"]
    assert str(NoteKey.parse(text, kind)) == text
    with pytest.raises(BadNote):
        NoteKey.parse(text, LOG + COSIGNER - kind)


def test_only_the_logs_key_signs_its_checkpoints() -> None:
    """A log's signature is refused under another key, and for another text."""
    key, note = SigningKey(b"1" * 32), CheckpointNote("pdd.example.org/log", 300, root_of(LINES))
    signed = replace(note, signatures=(note.signed(key),))
    signed.check_signed(LOG_KEY)
    for wrong in (note, replace(signed, size=299), replace(note, signatures=(note.signed(SigningKey(b"2" * 32)),))):
        with pytest.raises(BadNote):
            wrong.check_signed(LOG_KEY)


def test_origin() -> None:
    """Donors type an address with or without a slash at its end."""
    assert {origin_of(f"https://pdd.example.org{end}") for end in ("", "/")} == {"pdd.example.org/log"}


def subtree_hash(lines: Sequence[str], first: int, end: int) -> bytes:
    """Return the root of some lines, level by level: pairs are joined, and a hash without a pair rises unchanged."""
    row = [sha256(b"\0" + line.encode()).digest() for line in lines[first:end]]
    while len(row) > 1:
        pairs = [sha256(b"\1" + left + right).digest() for left, right in zip(row[::2], row[1::2], strict=False)]
        row = pairs + row[len(pairs) * 2 :]
    return row[0] if row else sha256().digest()


def nodes_of(lines: Sequence[str], old: int) -> list[bytes]:
    """Return a proof's hashes without recursion: complete subtrees on both sides of the border, ordered by level."""
    size, low = len(lines), old
    step = 1
    while low % (2 * step) == 0 and low:
        step *= 2
    found = [] if old == step else [subtree_hash(lines, old - step, old)]
    first = old - step
    while first > 0 or first + step < size:
        if first % (2 * step):
            found.append(subtree_hash(lines, first - step, first))
            first -= step
        elif first + step < size:
            found.append(subtree_hash(lines, first + step, min(first + 2 * step, size)))
        step *= 2
    return found


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 31, 33])
def test_roots_and_proofs_are_those_of_a_slow_second_way(size: int) -> None:
    """Roots and proofs are those that a second way finds, from the leaves up instead of from the root down."""
    lines = LINES[:size]
    assert root_of(lines) == subtree_hash(lines, 0, size)
    for old in range(1, size):
        proof = consistency_proof(lines, old)
        assert list(proof) == nodes_of(lines, old)
        assert is_consistent(old, root_of(lines[:old]), size, root_of(lines), proof)


@given(st.data(), st.integers(1, 40))
def test_an_altered_proof_proves_nothing(data: st.DataObject, size: int) -> None:
    """No proof holds with a hash altered, left out or added, or with other sizes or roots."""
    old = data.draw(st.integers(1, size))
    before, after, proof = root_of(LINES[:old]), root_of(LINES[:size]), consistency_proof(LINES[:size], old)
    assert is_consistent(old, before, size, after, proof)
    place = data.draw(st.integers(0, len(proof)))
    altered = [(*proof[:place], bytes(32), *proof[place:])]
    if proof[place:]:
        altered += [proof[:place] + proof[place + 1 :], (*proof[:place], bytes(32), *proof[place + 1 :])]
    assert not any(is_consistent(old, before, size, after, one) for one in altered)
    assert not is_consistent(old, bytes(32), size, after, proof)
    assert not is_consistent(old, before, size, bytes(32), proof)
    assert not is_consistent(size + 1, before, size, after, proof)


def test_an_empty_log_has_one_root() -> None:
    """Every log goes on from nothing, and nothing has one root."""
    assert is_consistent(0, root_of(()), 5, root_of(LINES[:5]), ())
    assert is_consistent(0, root_of(()), 0, root_of(()), ())
    assert not is_consistent(0, root_of(()), 0, bytes(32), ())
    assert not is_consistent(0, root_of(()), 5, root_of(LINES[:5]), (bytes(32),))
