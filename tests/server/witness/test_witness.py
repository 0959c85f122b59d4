"""`pdd-witness`: it cosigns logs that only grow, over real HTTP, and forgets nothing."""

import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_server.witness.folder import Witness, open_witness
from pdd_server.witness.rules import LARGEST_REQUEST, Decision, Record, Request, decide
from pdd_server.witness.web import create_app
from pdd_shared.protocol.checkpoints import CheckpointNote
from pdd_shared.protocol.merkle_tree import consistency_proof, root_of
from tests.server.loopback_server import listening
from tests.server.witness.honest_log import (
    FORK,
    LINES,
    LOG_KEY,
    NAME,
    NOW,
    OTHER_KEY,
    WITNESS_KEY,
    growth,
    key_of,
    note_of,
    public_of,
    request_of,
)


def with_other_last_bits(body: bytes) -> bytes:
    """Return a request whose first hash decodes to the same bytes by a careless reader, and is written otherwise."""
    end = body.index(b"=\n")
    return body[: end - 1] + bytes([body[end - 1] + 1]) + body[end:]


@pytest.fixture
def address(witness: Witness) -> Iterator[str]:
    with listening(create_app(witness, lambda: NOW + 0.5)) as found:
        yield found


def post(address: str, body: bytes) -> tuple[int, str, str]:
    try:
        with urllib.request.urlopen(f"{address}/add-checkpoint", body) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers["Content-Type"], error.read().decode()


def test_a_log_that_grows_is_cosigned(witness: Witness, address: str) -> None:
    """Over HTTP, a growing log gets cosignatures that its readers can check, also twice for one checkpoint."""
    for old, size in [(0, 1), (1, 2), (2, 7), (7, 8), (8, 19), (19, 19), (19, 24)]:
        status, _, line = post(address, growth(LINES[:size], old))
        note = note_of(LINES[:size])
        assert status == 200
        assert (
            replace(note, signatures=(*note.signatures, line.removesuffix("\n"))).cosigned_at(public_of(witness)) == NOW
        )
    assert witness.records() == [Record(key_of(LOG_KEY), 24, root_of(LINES), NOW)]


REFUSED = {
    "unknown origin": (404, request_of(8, (), note_of(LINES, "other.example.org/log"))),
    "key of another": (403, request_of(8, (), note_of(LINES, key=OTHER_KEY))),
    "changed after it was signed": (403, request_of(8, (), replace(note_of(LINES), size=23))),
    "old size above the size": (400, request_of(8, (), note_of(LINES[:7]))),
    "first line altered": (422, request_of(8, consistency_proof(FORK, 8), note_of(FORK))),
    "same size, other root": (422, request_of(8, (), note_of(FORK[:8]))),
    "a hash too few": (422, request_of(8, consistency_proof(LINES, 8)[1:], note_of(LINES))),
    "a hash too many": (422, request_of(8, (*consistency_proof(LINES, 8), bytes(32)), note_of(LINES))),
    "a hash at the same size": (422, request_of(8, (bytes(32),), note_of(LINES[:8]))),
    "64 hashes": (400, request_of(8, (bytes(32),) * 64, note_of(LINES))),
    "a hash of 31 bytes": (400, request_of(8, (bytes(31),), note_of(LINES))),
    "Base64 with other last bits": (400, with_other_last_bits(growth(LINES, 8))),
    "Base64 without its end": (400, growth(LINES, 8).replace(b"=\n", b"\n", 1)),
    "a leading zero": (400, growth(LINES, 8).replace(b"old 8", b"old 08")),
    "a number of another script": (400, growth(LINES, 8).replace(b"old 8", "old ٨".encode())),
    "an extension line": (400, growth(LINES, 8).replace("\n\n— ".encode(), "\nmore\n\n— ".encode())),
    "no signatures": (400, growth(LINES, 8).partition("— ".encode())[0]),
    "nothing": (400, b""),
    "no UTF-8": (400, b"old 8\n\n\xff"),
    "too long": (413, growth(LINES, 8) + b"A" * LARGEST_REQUEST),
}


def test_refused_requests_change_nothing(witness: Witness, address: str) -> None:
    """Each wrong request has its status, and leaves the witness where it was."""
    assert post(address, growth(LINES[:8], 0))[0] == 200
    before = witness.records()
    assert {why: post(address, body)[0] for why, (_, body) in REFUSED.items()} == {
        why: status for why, (status, _) in REFUSED.items()
    }
    assert witness.records() == before


def test_a_log_is_told_the_size_to_go_on_from(address: str) -> None:
    """A log with another old size learns the recorded one, in the form that the protocol fixes."""
    assert post(address, growth(LINES, 7)) == (409, "text/x.tlog.size", "0\n")
    assert post(address, growth(LINES[:8], 0))[0] == 200
    assert post(address, growth(LINES, 7)) == (409, "text/x.tlog.size", "8\n")
    assert post(address, growth(LINES[:7], 7)) == (409, "text/x.tlog.size", "8\n")


def test_63_hashes_and_an_unknown_signature_are_read(address: str) -> None:
    """A proof of the most hashes is judged, not refused unread; a signature that nobody knows is ignored."""
    assert post(address, growth(LINES[:8], 0))[0] == 200
    assert post(address, request_of(8, (bytes(32),) * 63, note_of(LINES)))[0] == 422
    assert post(address, growth(LINES, 8) + "— other.example.org AAAAAAAA\n".encode())[0] == 200


def test_an_empty_log_has_one_root(witness: Witness) -> None:
    """Of size 0 no other root is cosigned than that of nothing."""
    odd = replace(note_of([]), root=bytes(32))
    odd = replace(odd, signatures=(odd.signed(LOG_KEY),))
    assert witness.answer(request_of(0, (), odd), lambda: NOW).status == 422
    assert witness.answer(growth([], 0), lambda: NOW).status == 200


def decided(record: Record, body: bytes) -> Decision:
    return decide(record, Request.parse(body), NAME, WITNESS_KEY, NOW)


@given(st.lists(st.integers(0, len(LINES)), max_size=6).map(sorted))
def test_honest_growth_is_always_cosigned(sizes: list[int]) -> None:
    """Every log that only appends is cosigned, whatever the steps."""
    record = Record(key_of(LOG_KEY))
    for size in sizes:
        assert decided(record, growth(LINES[:size], record.size)).status == 200
        record = replace(record, size=size, root=root_of(LINES[:size]))


@given(st.data(), st.integers(1, len(LINES)))
def test_a_log_with_other_old_lines_is_never_cosigned(data: st.DataObject, size: int) -> None:
    """No log whose old lines differ is cosigned: not with its own proof, an honest one, or one that was altered."""
    old = data.draw(st.integers(1, size))
    place, lines = data.draw(st.integers(0, old - 1)), LINES[:size]
    fork = [*lines[:place], "altered", *lines[place + 1 :]]
    record = Record(key_of(LOG_KEY), old, root_of(lines[:old]))
    roots = [root_of(some[first:last]) for some in (lines, fork) for first, last in [(0, old), (old, size)]]
    proofs = [consistency_proof(fork, old), consistency_proof(lines, old)]
    proofs += [data.draw(st.lists(st.sampled_from([*proofs[0], *proofs[1], *roots]), max_size=8).map(tuple))]
    decisions = [decided(record, request_of(old, proof, note_of(fork))) for proof in proofs]
    assert [(one.status, one.cosigned) for one in decisions] == [(422, None)] * 3


def test_of_two_at_once_one_is_cosigned(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two extensions of one checkpoint that race, one is cosigned and the other is told the new size."""
    assert open_witness(folder).answer(growth(LINES[:8], 0), lambda: NOW).status == 200
    both_may, found, write = Barrier(2), list[Decision](), Witness._cosign

    def together(witness: Witness, *given: Any) -> Decision:
        both_may.wait(10)
        return write(witness, *given)

    monkeypatch.setattr(Witness, "_cosign", together)
    bodies = [growth([*LINES[:8], *rest], 8) for rest in (["one"], ["another", "and another"])]
    threads = [
        Thread(target=lambda body: found.append(open_witness(folder).answer(body, lambda: NOW)), args=(body,))
        for body in bodies
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    taken, refused = sorted(found, key=lambda decision: decision.status)
    assert (taken.status, refused.status) == (200, 409)
    assert taken.cosigned is not None
    assert refused.body == f"{taken.cosigned.size}\n"
    assert open_witness(folder).records()[0].root == taken.cosigned.root


@pytest.mark.slow
def test_a_kill_before_the_answer_loses_nothing(folder: Path) -> None:
    """A witness that is killed after it signed, before its answer is sent, refuses another history afterwards."""
    code = "import os, sys; from pathlib import Path; from pdd_server.witness.folder import open_witness; "
    code += "open_witness(Path(sys.argv[1])).answer(sys.stdin.buffer.read(), lambda: 5); os.kill(os.getpid(), 9)"
    killed = subprocess.run([sys.executable, "-c", code, str(folder)], input=growth(LINES[:8], 0), check=False)
    assert killed.returncode == -9
    witness = open_witness(folder)
    assert witness.records() == [Record(key_of(LOG_KEY), 8, root_of(LINES[:8]), 5)]
    assert witness.answer(growth(FORK[:8], 0), lambda: NOW).body == "8\n"


@contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `pdd-witness serve` while the block runs; return its process and its address."""
    code = "import sys; from pdd_server.witness import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "serve", str(folder), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().strip().removeprefix("listening on ")
        finally:
            process.kill()


@pytest.mark.slow
def test_a_killed_server_goes_on_where_it_was(folder: Path) -> None:
    """`serve` that is killed remembers after its next start what it cosigned, and ends in order when asked to."""
    with serving(folder) as (process, address):
        assert post(address, growth(LINES[:8], 0))[0] == 200
        process.kill()
    with serving(folder) as (process, address):
        assert post(address, request_of(8, consistency_proof(FORK, 8), note_of(FORK)))[0] == 422
        assert post(address, growth(LINES, 8))[0] == 200
        process.terminate()
        assert process.wait(20) == 0


def test_the_last_checkpoint_is_kept_with_both_signatures(witness: Witness) -> None:
    """The stored note has the log's signature and the cosignature, and no line that nobody checked."""
    body = growth(LINES[:8], 0) + "— other.example.org AAAAAAAA\n".encode()
    assert witness.answer(body, lambda: NOW).status == 200
    with closing(sqlite3.connect(witness.database)) as connection:
        note = CheckpointNote.parse(connection.execute("SELECT note FROM logs").fetchone()[0])
    note.check_signed(key_of(LOG_KEY))
    assert note.cosigned_at(public_of(witness)) == NOW
    assert len(note.signatures) == 2


def test_a_database_that_cant_be_used_is_answered_503(witness: Witness, address: str) -> None:
    """A log hears that it may try again, and nothing of the witness's files."""
    witness.database.write_bytes(b"damaged" * 1000)
    status, _, text = post(address, growth(LINES[:8], 0))
    assert (status, str(witness.database) in text) == (503, False)
