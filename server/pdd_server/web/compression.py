"""Long JSON answers in gzip (RFC 1952), for clients that take it: keys in hex shrink to about half."""

import zlib
from collections.abc import Iterable, Iterator

from flask import Response, request

SHORTEST = 1_024
"""Bytes below which an answer travels as it is."""

_GZIP = 16 + zlib.MAX_WBITS


def compress(response: Response) -> Response:
    """The answer, compressed where it is long JSON that its reader takes compressed; files are sent as they are."""
    if response.mimetype != "application/json" or response.direct_passthrough:
        return response
    response.vary.add("Accept-Encoding")
    # No answer mixes a secret with text of its asker's choice, so its length tells nothing (BREACH).
    if request.accept_encodings["gzip"] <= 0:
        return response
    if response.is_streamed:
        response.response = _gzip(response.iter_encoded())
    elif len(data := response.get_data()) > SHORTEST:
        response.set_data(b"".join(_gzip([data])))
    else:
        return response
    response.headers["Content-Encoding"] = "gzip"
    return response


def _gzip(pieces: Iterable[bytes]) -> Iterator[bytes]:
    # Z_FILTERED: repeats of a few digits in random hex are no use; it makes these answers smaller by an eighth.
    compressor = zlib.compressobj(wbits=_GZIP, strategy=zlib.Z_FILTERED)
    for piece in pieces:
        yield compressor.compress(piece)
    yield compressor.flush()
