"""Responses with published results: a whole file, or the rows or series that the query asks for.

Short parts are cached, because programs ask for the same ones all day. Long parts are sent while they are read.
"""

import hashlib
import re
import sqlite3
import sys
from collections.abc import Hashable, Iterator
from contextlib import ExitStack
from datetime import date
from itertools import chain
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlencode

from cachetools import LRUCache
from flask import Response, make_response, request, send_from_directory

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.concurrency_limit import LONG_ANSWERS
from pdd_server.services.last_days import last_day_in
from pdd_server.services.results import published_file, series, table_slices
from pdd_server.services.results.exports.exports import PACKAGE
from pdd_server.services.results.exports.package import MEDIA
from pdd_server.services.results.exports.tidy import SCHEMA
from pdd_server.services.results.published_file import Period
from pdd_server.services.results.table_slices import After, Slice
from pdd_server.web.api import series_query
from pdd_shared.series.grouping import Asked
from pdd_shared.series.rows import SERIES_SCHEMA

FILES = {form: f"totals.{form}" for form in ("json", "csv", "parquet", "sqlite")} | {"zip": PACKAGE}
"""The file of each form."""
MOST = 100_000
"""The largest `limit`: rows on one page."""
MANY = 100
"""The most keywords that one request may name."""
_KEPT = 32_000_000
"""The most bytes in the cache. Notebooks and dashboards ask for the same all day, and it changes once a night."""
# By folder, state of the published file, form and slice: the body, and the row after which the next page begins.
_kept: LRUCache[Hashable, tuple[bytes, After | None]] = LRUCache(_KEPT, getsizeof=lambda part: len(part[0]))
_lock = Lock()
_STREAMED = 1 << 20
"""Bytes from which on a response without `limit` is sent while it is made, and not cached."""
_TOO_LONG = (
    f"This part has more than {table_slices.MOST_STREAMED:,} rows. Ask for fewer days or entries, or for pages with "
    f"limit={MOST}, "
    "or for all results, without a query."
)
Part = Slice | Asked
_TYPES = {"csv": "text/csv; charset=utf-8", "json": MEDIA["json"], "parquet": MEDIA["parquet"]}
_NAMES = frozenset(("from", "to", "stratum", "entry", "limit", "after")) | series_query.NAMES
_DAY = {"type": "string", "format": "date"}
_AFTER = re.compile(r"^(\d{4}-\d{2}-\d{2})\.([a-z0-9-]{0,64})\.(\d{1,6})$")
PARAMETERS = (
    {"name": "from", "in": "query", "schema": _DAY, "description": "Of this day and later."},
    {
        "name": "to",
        "in": "query",
        "schema": _DAY,
        "description": "Of this day and earlier; a week such as 2026-W20 to its Sunday.",
    },
    {
        "name": "stratum",
        "in": "query",
        "schema": {"type": "array", "items": {"type": "string", "maxLength": 64}},
        "description": "Of this stratum; in a series, of several added up.",
    },
    {
        "name": "entry",
        "in": "query",
        "schema": {"type": "array", "items": {"type": "string"}, "maxItems": MANY},
        "description": "Of these entries.",
    },
    {
        "name": "limit",
        "in": "query",
        "schema": {"type": "integer", "minimum": 1, "maximum": MOST},
        "description": "Rows.",
    },
    {
        "name": "after",
        "in": "query",
        "schema": {"type": "string", "pattern": _AFTER.pattern},
        "description": "As in the Link of the page before.",
    },
    *series_query.PARAMETERS,
)
"""The parameters of the query, for the OpenAPI document."""


def answer(folder: Path, form: str, name: str) -> Response:
    """Return the response to a request for results: the whole file, or the rows or series that the query asks for.

    Args:
        folder: The campaign's folder in published/.
        form: The form, a key of FILES.
        name: The name of the file that browsers save, without its ending.

    Raises:
        Rejected: INVALID for a query that is malformed, asks for too many rows, or asks for a part of a form that has
            no parts; NOT_FOUND for an unknown stratum, keyword or row; BUSY if too many requests wait.
    """
    asked = _asked()
    if asked == Slice():
        return send_from_directory(folder, FILES[form], mimetype=MEDIA[form], download_name=f"{name}.{form}")
    if form in ("sqlite", "zip"):
        raise Rejected(Rejection.INVALID, f"The {form} is of all results: ask for it without a query.")
    now = (folder / FILES["sqlite"]).stat()
    stamp = now.st_mtime_ns, now.st_ino
    etag = hashlib.sha256(repr((stamp, form, asked)).encode()).hexdigest()[:32]
    known = request.if_none_match.contains_weak(etag)
    response = make_response("", 304) if known else _of_part(folder, stamp, form, asked)
    response.set_etag(etag, weak=True)
    return response


def check_form(form: str) -> None:
    """Check that this server offers a form.

    Raises:
        Rejected: NOT_FOUND.
    """
    table_slices.check_form(form)


def forget() -> None:
    """Empty the cache."""
    with _lock:
        _kept.clear()


def _of_part(folder: Path, stamp: tuple[int, int], form: str, asked: Part) -> Response:
    """Return the response with the rows or series asked for, from the cache if they are there."""
    key = (folder, stamp, form, asked)
    with _lock:
        found = _kept.get(key)
    return _whole(form, *found) if found else _made(key, folder, form, asked)


def _whole(form: str, body: bytes, last: After | None) -> Response:
    """Return a response with this body, and with a link to the next page if it has a last row to go on after."""
    response = Response(body, content_type=_TYPES[form])
    if last is not None:
        response.headers["Link"] = f'<{_next(last)}>; rel="next"'
    return response


def _made(key: Hashable, folder: Path, form: str, asked: Part) -> Response:
    """Return the response with rows or a series from the file: short ones whole and cached, long ones streamed.

    The published file is replaced and never changed, so a slow reader makes nobody else wait for the file. A streamed
    response keeps its turn until it is closed.
    """
    with ExitStack() as held:
        held.enter_context(LONG_ANSWERS.turn())
        published = held.enter_context(published_file.opened(folder))
        pieces, last = _pieces(published, form, asked)
        body = b"".join(_until(pieces, sys.maxsize if isinstance(asked, Slice) and asked.limit else _STREAMED))
        more = next(pieces, None)
        if more is not None:
            response = Response(chain((body, more), pieces), content_type=_TYPES[form])
            response.call_on_close(held.pop_all().close)
            return response
    if len(body) <= _kept.maxsize:
        with _lock:
            _kept[key] = body, last
    return _whole(form, body, last)


def _pieces(published: sqlite3.Connection, form: str, asked: Part) -> tuple[Iterator[bytes], After | None]:
    """Return the pieces of a body, and the row after which the next page begins.

    Raises:
        Rejected: INVALID or NOT_FOUND for what the campaign does not have, or for too many rows.
    """
    write = table_slices.AS[form]
    if isinstance(asked, Asked):
        return write(series.rows(published, asked), SERIES_SCHEMA), None
    if asked.limit is None and table_slices.is_longer(published, asked, table_slices.MOST_STREAMED):
        raise Rejected(Rejection.INVALID, _TOO_LONG)
    last = table_slices.last(published, asked)
    return write(table_slices.rows(published, asked), SCHEMA), last


def _until(pieces: Iterator[bytes], size: int) -> Iterator[bytes]:
    """Yield pieces until they have at least so many bytes together."""
    while size > 0 and (piece := next(pieces, None)) is not None:
        size -= len(piece)
        yield piece


def _next(last: After) -> str:
    """Return the address of the page that begins after a row; the rest of the query stays."""
    given = [(name, value) for name, value in request.args.items(multi=True) if name != "after"]
    return f"{request.path}?{urlencode([*given, ('after', '.'.join(map(str, last)))])}"


def _asked() -> Part:
    """Return the rows or series that the request's query asks for; raise Rejected INVALID for a malformed query."""
    given = request.args
    if unknown := set(given) - _NAMES:
        raise Rejected(
            Rejection.INVALID, f"A query has only {', '.join(sorted(_NAMES))}; {len(unknown)} others are in it."
        )
    is_series = series_query.is_series()
    for name in _NAMES - {"entry", *(["stratum"] if is_series else [])}:
        if len(given.getlist(name)) > 1:
            raise Rejected(Rejection.INVALID, f"{name} is given twice; keep one of them.")
    entries = tuple(given.getlist("entry"))
    if len(entries) > MANY:
        raise Rejected(Rejection.INVALID, f"A query names at most {MANY} entries; ask more than once, or for all.")
    period = Period(_day("from"), _day("to"), given.get("stratum"))
    if period.first and period.last and period.last < period.first:
        raise Rejected(Rejection.INVALID, "to is before from; change one of them.")
    if is_series:
        return series_query.asked(period.first, period.last, entries)
    return Slice(period, entries, _limit(), _after())


def _day(name: str) -> date | None:
    text: Any = request.args.get(name)
    try:
        return None if text is None else (last_day_in if name == "to" else date.fromisoformat)(text)
    except ValueError:
        raise Rejected(Rejection.INVALID, f"{name} is a day such as 2026-11-20.") from None


def _limit() -> int | None:
    text = request.args.get("limit")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 7 and 1 <= int(text) <= MOST):
        raise Rejected(Rejection.INVALID, f"limit is a number from 1 to {MOST}.")
    return int(text)


def _after() -> After | None:
    text = request.args.get("after")
    if text is None:
        return None
    if not (text.isascii() and (found := _AFTER.match(text))):
        raise Rejected(Rejection.INVALID, "after is what the Link of the page before says.")
    return found[1], found[2], int(found[3])
