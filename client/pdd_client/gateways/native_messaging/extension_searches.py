"""Asks the connected browser extensions for searches, at the moment when they are counted or shown.

Nothing of an answer is kept: what a person deletes from the browser's history afterwards does not count, and no search
lies in a second place. Each browser has started a host of its own, which has the line to the extension and listens for
this: a socket in a folder of this user alone, or a named pipe on Windows, so nothing on any network.
"""

import json
from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Client, Connection
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pdd_client.core.visits import Visit
from pdd_client.gateways.home_store.extension_store import Connected
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_client.gateways.native_messaging.message_format import MAX_BYTES

PATIENCE = 20.0
"""Seconds to wait for each piece of an answer: the browser may be looking through a long day."""
MAX_PIECES = 1_000
"""Of one answer: more result pages than anybody visits in the days that are asked for."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
Moment = Annotated[int, Field(strict=True, ge=0, lt=32_503_680_000_000_000)]
"""Microseconds since 1970, before the year 3000."""


class Piece(BaseModel):
    """A part of an extension's answer to the question of this number: addresses, and microseconds since 1970."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    type: Literal["visits"]
    number: int
    visits: tuple[tuple[str, Moment], ...]
    last: bool
    failed: bool = False


def extension_visits(
    store: LocalStore, off: Collection[str], since: datetime | None, until: datetime | None, patience: float = PATIENCE
) -> list[Visit] | None:
    """The visits in [since, until) of all extensions connected, but those in browsers that are `off`.

    None if no extension answers: then there is what the browsers' files have.
    """
    answers = [
        _asked(store, extension, since, until, patience)
        for extension in store.extensions.connected()
        if extension.browser not in off
    ]
    found = [answer for answer in answers if answer is not None]
    return [visit for answer in found for visit in answer] if found else None


def _asked(
    store: LocalStore, extension: Connected, since: datetime | None, until: datetime | None, patience: float
) -> list[Visit] | None:
    """The visits of one extension, None if it gives none; a host that is gone is forgotten."""
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
        found = [visit for piece in _pieces(line, patience) for visit in _visits(piece, extension.browser)]
        return [visit for visit in found if (not since or since <= visit.time) and (not until or visit.time < until)]
    return None


def _pieces(line: "Connection[Any, Any]", patience: float) -> Iterator[Piece]:
    """The pieces of an answer, up to the last. Raises OSError, EOFError, ValueError."""
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


def _visits(piece: Piece, browser: str) -> Iterator[Visit]:
    for url, moment in piece.visits:
        yield Visit(url, _EPOCH + timedelta(microseconds=moment), browser)


def _microseconds(time: datetime | None) -> int | None:
    return None if time is None else (time - _EPOCH) // _MICROSECOND
