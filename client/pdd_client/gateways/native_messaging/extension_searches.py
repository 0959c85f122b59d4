"""Asks the connected browser extensions for visits, each time that searches are counted or shown.

An extension tells search engine, query and time of each visit to a result page, and whether it was a reload. It tells
no address: an address may hold more than the query, such as a place or an account.

No answer is stored. So a search that the donor deletes from the browser's history no longer counts, and no search is
stored in a second place. Each browser has started a native host of its own, which can talk to the extension. The host
listens on a socket in a folder of this user alone, or on a named pipe on Windows; nothing listens on a network.
"""

import json
from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Client, Connection
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pdd_client.core.visits import ResultPage
from pdd_client.gateways.home_store.extension_store import Connected
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_client.gateways.native_messaging.message_format import MAX_BYTES
from pdd_shared.counting.search_engines import ENGINES
from pdd_shared.protocol.limits import MAX_URL

PATIENCE = 20.0
"""Seconds to wait for each piece of an answer: the browser may be looking through a long day."""
MAX_PIECES = 1_000
"""Limit of pieces in one answer: more result pages than anybody visits in the days that are asked for."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
Moment = Annotated[int, Field(strict=True, ge=0, lt=32_503_680_000_000_000)]
"""Microseconds since 1970, before the year 3000."""
Query = Annotated[str, Field(min_length=1, max_length=MAX_URL)]
"""The text as typed, which is a part of an address."""


class Piece(BaseModel):
    """A part of an extension's answer.

    Attributes:
        number: the number of the question.
        visits: search engine, query and time of each visit to a result page, and whether it was a reload.
        last: whether this is the answer's last piece.
        failed: whether the extension could not read its history; the answer is then unusable.

    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    type: Literal["visits"]
    number: int
    visits: tuple[tuple[str, Query, Moment, bool], ...] = Field(repr=False)
    last: bool
    failed: bool = False


def extension_visits(
    store: LocalStore, off: Collection[str], since: datetime | None, until: datetime | None, patience: float = PATIENCE
) -> list[ResultPage] | None:
    """Return the result pages visited in [since, until), from all connected extensions.

    Args:
        store: the home's store, from which hosts that have ended are deleted.
        off: names of browsers that the donor has switched off; their extensions are not asked.
        since: aware time of the earliest visits, None for no limit.
        until: aware time before which the visits are, None for no limit.
        patience: seconds to wait for each piece of an answer.

    Returns:
        The result pages, None if no extension has answered.

    """
    answers = [
        _asked(store, extension, since, until, patience)
        for extension in store.extensions.connected()
        if extension.browser not in off
    ]
    found = [answer for answer in answers if answer is not None]
    return [page for answer in found for page in answer] if found else None


def _asked(
    store: LocalStore, extension: Connected, since: datetime | None, until: datetime | None, patience: float
) -> list[ResultPage] | None:
    """Return the result pages of one extension, None if it gives no complete answer.

    If its native host no longer exists, the host's address is deleted from the store.
    """
    try:
        line = Client(extension.address)
    except (FileNotFoundError, ConnectionRefusedError):
        with store.transaction():
            store.extensions.disconnect(extension.address)
        return None
    except OSError:
        return None
    with line, suppress(OSError, EOFError, ValueError):
        line.send_bytes(json.dumps({"since": _microseconds(since), "until": _microseconds(until)}).encode())
        found = [page for piece in _pieces(line, patience) for page in _pages(piece, extension.browser)]
        return [page for page in found if (not since or since <= page.time) and (not until or page.time < until)]
    return None


def _pieces(line: "Connection[Any, Any]", patience: float) -> Iterator[Piece]:
    """Yield the pieces of an answer up to the last one.

    Raises:
        OSError: the connection failed, or no piece came in time.
        EOFError: the host has ended.
        ValueError: a piece is malformed, the extension failed, or there are too many pieces.

    """
    for _ in range(MAX_PIECES):
        if not line.poll(patience):
            raise TimeoutError
        piece = Piece.model_validate_json(line.recv_bytes(MAX_BYTES))
        if piece.failed:
            raise ValueError("the extension can't read its history")
        yield piece
        if piece.last:
            return
    raise ValueError("too many visits")


def _pages(piece: Piece, browser: str) -> Iterator[ResultPage]:
    for engine, query, moment, reload in piece.visits:
        if engine in ENGINES:  # a newer extension may know more engines: what the app can't count, it leaves out
            yield ResultPage(engine, query, _EPOCH + timedelta(microseconds=moment), browser, reload)


def _microseconds(time: datetime | None) -> int | None:
    return None if time is None else (time - _EPOCH) // _MICROSECOND
