"""Receiving uploads of `cohort` with the server's database: 64 senders at once, 10,000 numbers, 256 members.

The uploads are real, but all donors share the same secrets with the committee. The server never sees these.
"""

import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from nacl.signing import VerifyKey
from nacl.utils import random
from sqlalchemy import Connection, Row, event, select

from pdd_server.services.concurrency_limit import THREADS
from pdd_server.services.rounds.cohort import donor_tasks
from pdd_server.services.rounds.cohort.days.stored_states import read_sums
from pdd_server.store.rounds.cohort import cohort_days
from pdd_server.store.rounds.cohort.cohort_tables import cohort_leaves
from pdd_server.store.sqlite import PRAGMAS
from pdd_server.store.tables import donors
from pdd_shared.rounds.cohort.day.server import CohortDayFrame
from pdd_shared.rounds.cohort.day.uploads import UploadFrame, upload_digest, write_upload
from pdd_shared.rounds.cohort.encoding import statement
from pdd_shared.rounds.cohort.masking.ring import MaskSeed, add, mask
from pdd_shared.rounds.cohort.masking.sharing import share_key, streams
from pdd_shared.rounds.cohort.parameters import Q
from scripts.benchmarks.figures import Figure, at_most
from scripts.benchmarks.server import cohort_nightly_run
from scripts.benchmarks.server.cohort_database import ENTRIES, Tables, make
from scripts.benchmarks.server.nightly_run import DAY

LEAVES, UPLOADS, WARMING, SENDERS = 8192, 1024, 128, 64
UPLOAD_SECONDS, SERVED_SECONDS = 0.0006, 0.0008
"""The limits for an upload with 64 senders, and with as many as the HTTP server has threads.

With fewer senders, fewer uploads share a transaction.
"""
BESIDE_BARE = 6
_WORD = np.dtype("<u4")


@dataclass(frozen=True)
class Sent:
    """An upload to send.

    Attributes:
        hashed: the hash of its donor's token.
        leaf: the donor's leaf.
        key: the public key that it is signed under.
        data: its bytes.
    """

    hashed: bytes
    leaf: int
    key: bytes
    data: bytes = field(repr=False)


@dataclass(frozen=True)
class Taken:
    """What receiving uploads took.

    Attributes:
        seconds: by the clock.
        cpu: seconds of processor time.
        transactions: how many transactions they were written in.
    """

    seconds: float
    cpu: float
    transactions: int


def uploads(tables: Tables, number: int) -> list[Sent]:
    """Return uploads of the epoch's first `number` leaves."""
    with tables.server.store.read() as connection:
        _, frame = tables.day(connection)
        chosen = select(donors.c.token_hash, cohort_leaves.c.leaf, cohort_leaves.c.exchange, cohort_leaves.c.signing)
        joined = chosen.join_from(cohort_leaves, donors, cohort_leaves.c.donor == donors.c.id)
        rows = connection.execute(joined.order_by(cohort_leaves.c.leaf).limit(number)).all()
    agreed = [random(32) for _ in range(frame.upload.committee.members)]
    return [_upload(tables, frame, row, agreed) for row in rows]


def _upload(
    tables: Tables, frame: CohortDayFrame, row: Row[tuple[bytes, int, bytes, bytes]], agreed: list[bytes]
) -> Sent:
    hashed, leaf, exchange, signing = row
    size, nonce, seed = frame.upload.committee, random(16), MaskSeed(random(32))
    ciphertext = mask(np.arange(ENTRIES, dtype=np.int64) % 10, seed, frame.context)
    encoded = leaf.to_bytes(4, "little") + exchange + signing
    hidden = streams(agreed, frame.context, encoded, nonce, size.columns)
    shares = add(share_key(seed.secret(), seed.polynomial_key(), size), hidden)
    data = write_upload(frame.upload, leaf, nonce, ciphertext, shares, tables.signers[signing])
    return Sent(hashed, leaf, signing, data)


def take(tables: Tables, sent: Sequence[Sent], senders: int = SENDERS) -> Taken:
    """Send uploads to the service that the API calls, from so many senders at once; return what it took."""
    server, begun = tables.server, list[Connection]()
    with server.store.read() as connection:
        context = tables.day(connection)[1].context

    def send(one: Sent) -> None:
        given = {"today": tables.clock.day, "identity": server.identity}
        donor_tasks.receive_upload(server.store, one.hashed, DAY, context, one.data, **given)  # type: ignore[arg-type]

    def count(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if statement == "BEGIN IMMEDIATE":
            begun.append(connection)

    event.listen(server.store.engine, "after_cursor_execute", count)
    with ThreadPoolExecutor(senders) as pool:
        start, working = time.perf_counter(), time.process_time()
        for _ in pool.map(send, sent):
            pass
        return Taken(time.perf_counter() - start, time.process_time() - working, len(begun))


def take_bare(path: Path, frame: UploadFrame, sent: Sequence[Sent], batch: int) -> Taken:
    """Receive uploads in the barest way: check each signature, add, and write sums and nonces once a batch."""
    start, working = time.perf_counter(), time.process_time()
    sums, batches = np.zeros((frame.size - 80) // _WORD.itemsize, dtype=np.uint64), 0
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for pragma in PRAGMAS:
            connection.execute(pragma)
        connection.execute("CREATE TABLE sums (id INTEGER PRIMARY KEY, data BLOB)")
        connection.execute("CREATE TABLE nonces (leaf INTEGER PRIMARY KEY, nonce BLOB)")
        for first in range(0, len(sent), batch):
            some, batches = sent[first : first + batch], batches + 1
            for one in some:
                _check(frame, one)
                sums += np.frombuffer(one.data[16:-64], dtype=_WORD)
            sums %= Q
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT INTO nonces VALUES (?, ?)", [(one.leaf, one.data[:16]) for one in some])
            connection.execute("INSERT OR REPLACE INTO sums VALUES (0, ?)", [sums.astype(_WORD).tobytes()])
            connection.execute("COMMIT")
    return Taken(time.perf_counter() - start, time.process_time() - working, batches)


def _check(frame: UploadFrame, one: Sent) -> None:
    named = upload_digest(frame, one.data)
    VerifyKey(one.key).verify(statement("submitted", frame.context, one.leaf, one.data[:16], named), one.data[-64:])


def measure(folder: Path) -> tuple[Taken, Taken, Taken]:
    """Return what uploads took with 64 senders, with as many as the server has threads, and in the barest way."""
    tables = make(folder, LEAVES)
    tables.night()
    sent = uploads(tables, WARMING + 2 * UPLOADS)
    first, second = WARMING, WARMING + UPLOADS
    take(tables, sent[:first])
    ours = take(tables, sent[first:second])
    served = take(tables, sent[second:], THREADS)
    with tables.server.store.read() as connection:
        stored, frame = tables.day(connection)
        data = cohort_days.data_of(connection, stored.key).sums
    assert stored.uploads == len(sent)
    added = sum(np.frombuffer(one.data[16:-64], dtype=_WORD).astype(np.uint64) for one in sent) % Q
    held = read_sums(frame, data)
    assert (np.concatenate([held.ciphertext.ravel(), held.shares.ravel()]) == added).all()
    bare = take_bare(folder / "bare.sqlite", frame.upload, sent[first:second], round(UPLOADS / ours.transactions))
    tables.server.store.dispose()
    return ours, served, bare


def figures() -> Iterator[Figure]:
    """Measure uploads; then the nightly run of a full cohort and a new epoch's tree, with the database."""
    with tempfile.TemporaryDirectory() as folder:
        ours, served, bare = measure(Path(folder))
    each = ours.cpu / UPLOADS
    yield at_most("cohort_intake: an upload through the database, CPU seconds", each, UPLOAD_SECONDS, 1)
    name = "cohort_intake: the same beside its signature check, addition and write a batch, bare; CPU"
    yield at_most(name, each, bare.cpu / UPLOADS, BESIDE_BARE)
    yield at_most("cohort_intake: the same by the clock", ours.seconds, bare.seconds, BESIDE_BARE)
    name = f"cohort_intake: an upload with {THREADS} senders, CPU seconds"
    yield at_most(name, served.cpu / UPLOADS, SERVED_SECONDS, 1)
    yield at_most("cohort_intake: transactions an upload", ours.transactions / UPLOADS, 0.25, 1)
    yield from cohort_nightly_run.figures()
