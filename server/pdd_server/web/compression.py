"""Gzip (RFC 1952) for long JSON responses. They are mostly keys in hex, which shrink to about half."""

import zlib
from collections.abc import Iterable, Iterator

from flask import Response, request

SHORTEST = 1_024
"""The most bytes of a response that is not compressed."""

_GZIP = 16 + zlib.MAX_WBITS
"""zlib's argument for the gzip format with its largest window."""


def compress(response: Response) -> Response:
    """Compress a response in place if it is long JSON and the client accepts gzip, and return it.

    Files are sent as they are: compressing them would read them through Python.
    """
    if response.mimetype != "application/json" or response.direct_passthrough:
        return response
    response.vary.add("Accept-Encoding")
    # The BREACH attack needs a response with a secret and text that the attacker chooses. No response here has both.
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
    # Z_FILTERED ignores short repeats, which in random hex cost more than they save: responses are an eighth smaller.
    compressor = zlib.compressobj(wbits=_GZIP, strategy=zlib.Z_FILTERED)
    for piece in pieces:
        yield compressor.compress(piece)
    yield compressor.flush()
