"""The lines of the public log that donors may be shown, and its witnesses' cosignatures. Lines are only ever added."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from pdd_server.store.rounds.cohort.cohort_tables import cohort_cosignatures, cohort_log


@dataclass(frozen=True)
class StoredCosignature:
    """A witness's cosignature of the log's first `size` lines, and when it was made, in seconds since 1970."""

    size: int
    seconds: int
    line: str


def lines_from(connection: Connection, first: int) -> tuple[str, ...]:
    """Return the lines from this number on, counted from 0."""
    chosen = select(cohort_log.c.line).where(cohort_log.c.place >= first).order_by(cohort_log.c.place)
    return tuple(connection.execute(chosen).scalars())


def end(connection: Connection) -> tuple[int, str] | None:
    """Return how many lines there are, and the root of their tree in hex; None if there is no line."""
    last = select(cohort_log.c.place, cohort_log.c.root).order_by(cohort_log.c.place.desc()).limit(1)
    row = connection.execute(last).first()
    return (row.place + 1, row.root) if row else None


def append(connection: Connection, first: int, lines: Sequence[tuple[str, str]]) -> None:
    """Add lines, each with the root of the log that ends with it; `first` is the number of the first one."""
    rows = [{"place": place, "line": line, "root": root} for place, (line, root) in enumerate(lines, start=first)]
    if rows:
        connection.execute(insert(cohort_log), rows)


def cosignatures(connection: Connection) -> Mapping[str, StoredCosignature]:
    """Return the newest cosignature of each witness, by the text of its key."""
    rows = connection.execute(select(cohort_cosignatures))
    return {row.witness: StoredCosignature(row.size, row.seconds, row.line) for row in rows}


def keep_cosignature(connection: Connection, witness: str, made: StoredCosignature) -> None:
    """Keep a witness's cosignature in the place of the one before, unless that is of more lines, or newer."""
    kept = cosignatures(connection).get(witness)
    if kept is not None and (kept.size, kept.seconds) > (made.size, made.seconds):
        return
    connection.execute(delete(cohort_cosignatures).where(cohort_cosignatures.c.witness == witness))
    connection.execute(
        insert(cohort_cosignatures).values(witness=witness, size=made.size, seconds=made.seconds, line=made.line)
    )
