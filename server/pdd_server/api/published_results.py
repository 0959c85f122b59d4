"""Answers with published results: the files as they are, or the rows a request asks for, read from one of them."""

import hashlib
import json
import re
from datetime import date
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlencode

from cachetools import LRUCache, cached
from flask import Response, make_response, request, send_from_directory

from pdd_server.api.problems import Problem
from pdd_server.services.exports import PACKAGE
from pdd_server.services.reports import reading, slices
from pdd_server.services.reports.package import MEDIA
from pdd_server.services.reports.reading import Period
from pdd_server.services.reports.slices import After, Slice, SliceError

FILES = {form: f"totals.{form}" for form in ("json", "csv", "parquet", "sqlite")} | {"zip": PACKAGE}
MOST = 100_000
"""Rows in one page."""
MANY = 100
"""Entries that one request may name."""
_KEPT = 32_000_000
"""Bytes of answers that are kept: notebooks and dashboards ask for the same all day, and it changes once a night."""
_TYPES = {"csv": "text/csv; charset=utf-8", "json": MEDIA["json"], "parquet": MEDIA["parquet"]}
_NAMES = frozenset(("from", "to", "stratum", "entry", "limit", "after"))
_DAY = {"type": "string", "format": "date"}
_AFTER = re.compile(r"^(\d{4}-\d{2}-\d{2})\.([a-z0-9-]{0,64})\.(\d{1,6})$")
PARAMETERS = (
    {"name": "from", "in": "query", "schema": _DAY, "description": "Of this day and later."},
    {"name": "to", "in": "query", "schema": _DAY, "description": "Of this day and earlier."},
    {"name": "stratum", "in": "query", "schema": {"type": "string", "maxLength": 64}},
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
)
"""Of the query, as the OpenAPI document describes them."""


def answer(folder: Path, form: str, name: str) -> Response:
    """The file of this form; or a part of it, where the query asks for one: Problem invalid-message, not-found."""
    asked = _asked()
    if asked == Slice():
        return send_from_directory(folder, FILES[form], mimetype=MEDIA[form], download_name=f"{name}.{form}")
    if form in ("sqlite", "zip"):
        raise Problem("invalid-message", f"The {form} is of all results: ask for it without a query.")
    now = (folder / FILES["sqlite"]).stat()
    stamp = now.st_mtime_ns, now.st_ino
    etag = hashlib.sha256(repr((stamp, form, asked)).encode()).hexdigest()[:32]
    known = request.if_none_match.contains_weak(etag)
    response = make_response("", 304) if known else _of_part(folder, stamp, form, asked)
    response.set_etag(etag, weak=True)
    return response


def forget() -> None:
    """Keep nothing: what is asked for next is read anew."""
    _part.cache_clear()


def _of_part(folder: Path, stamp: tuple[int, int], form: str, asked: Slice) -> Response:
    try:
        body, last = _part(folder, stamp, form, asked)
    except SliceError as error:
        raise Problem("not-found", "There is no such entry, or no row to go on after.") from error
    response = Response(body, content_type=_TYPES[form])
    if last is not None:
        response.headers["Link"] = f'<{_next(last)}>; rel="next"'
    return response


@cached(LRUCache(_KEPT, getsizeof=lambda part: len(part[0])), lock=Lock())
def _part(folder: Path, _stamp: tuple[int, int], form: str, asked: Slice) -> tuple[bytes, After | None]:
    """The rows in this form, and the last one's name if there are more; kept until the file is another."""
    with reading.opened(folder) as published:
        rows, last = slices.rows(published, asked)
    if form == "parquet":
        return slices.as_parquet(rows), last
    if form == "csv":
        return slices.as_csv(rows).encode(), last
    return json.dumps(slices.as_table(rows), ensure_ascii=False, separators=(",", ":")).encode(), last


def _next(last: After) -> str:
    given = [(name, value) for name, value in request.args.items(multi=True) if name != "after"]
    return f"{request.path}?{urlencode([*given, ('after', '.'.join(map(str, last)))])}"


def _asked() -> Slice:
    given = request.args
    if unknown := set(given) - _NAMES:
        raise Problem(
            "invalid-message", f"A query has only {', '.join(sorted(_NAMES))}; {len(unknown)} others are in it."
        )
    entries = tuple(given.getlist("entry"))
    if len(entries) > MANY:
        raise Problem("invalid-message", f"A query names at most {MANY} entries; ask more than once, or for all.")
    period = Period(_day("from"), _day("to"), given.get("stratum"))
    return Slice(period, entries, _limit(), _after())


def _day(name: str) -> date | None:
    text: Any = request.args.get(name)
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise Problem("invalid-message", f"{name} is a day such as 2026-11-20.") from None


def _limit() -> int | None:
    text = request.args.get("limit")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 7 and 1 <= int(text) <= MOST):
        raise Problem("invalid-message", f"limit is a number from 1 to {MOST}.")
    return int(text)


def _after() -> After | None:
    text = request.args.get("after")
    if text is None:
        return None
    if not (text.isascii() and (found := _AFTER.match(text))):
        raise Problem("invalid-message", "after is what the Link of the page before says.")
    return found[1], found[2], int(found[3])
