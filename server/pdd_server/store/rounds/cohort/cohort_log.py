"""The lines of the public log that donors may be shown. They are only ever added to."""

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select

from pdd_server.store.rounds.cohort.cohort_tables import cohort_log


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
