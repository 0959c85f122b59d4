"""Long JSON answers in gzip (RFC 1952), for clients that take it: keys in hex shrink to about half."""

import zlib

from flask import Flask, Response, request

SHORTEST = 1_024
"""Bytes below which an answer travels as it is."""

_GZIP = 16 + zlib.MAX_WBITS


def install(app: Flask) -> None:
    """Compress an application's answers."""
    app.after_request(compress)


def compress(response: Response) -> Response:
    """The answer, compressed where it is long JSON that its reader takes compressed; files are sent as they are."""
    if response.mimetype != "application/json" or response.direct_passthrough or response.is_streamed:
        return response
    response.vary.add("Accept-Encoding")
    data = response.get_data()
    # No answer mixes a secret with text of its asker's choice, so its length tells nothing (BREACH).
    if len(data) > SHORTEST and request.accept_encodings["gzip"] > 0:
        response.set_data(_gzip(data))
        response.headers["Content-Encoding"] = "gzip"
    return response


def _gzip(data: bytes) -> bytes:
    # Z_FILTERED: repeats of a few digits in random hex are no use; it makes these answers smaller by an eighth.
    compressor = zlib.compressobj(wbits=_GZIP, strategy=zlib.Z_FILTERED)
    return compressor.compress(data) + compressor.flush()
