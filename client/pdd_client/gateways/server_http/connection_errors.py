"""Connection errors: why no usable answer came from a server, and what the donor can do about it.

`tests/vectors/donor/connection_errors.json` pins the codes and the sentences for donors. The app's window and the
browser extension use the same sentences.
"""

import ssl
from collections.abc import Iterator, Mapping
from socket import gaierror

import httpx

from pdd_client.core.errors import Code, DonorError

_WIFI = "if your Wi-Fi asks you to sign in, do that first"
_LINES: Mapping[Code, str] = {
    Code.UNKNOWN_HOST: "was not found: nothing was sent; check the spelling, and that you are online",
    Code.NO_CONNECTION: "can't be reached: nothing is lost; check the address, or try again later",
    Code.NO_TLS: "does not answer as an encrypted server: nothing was sent; check the address and its port",
    Code.BAD_CERTIFICATE: (
        f"can't prove that it is this server: nothing was sent; {_WIFI}, else ask who runs the server"
    ),
    Code.FOREIGN_ANSWER: f"is not what answers there: nothing is lost; {_WIFI}, else check the address",
    Code.BROKEN_ANSWER: (
        "broke off its answer: nothing is lost; try again later, and if that goes on check the address and its port"
    ),
    Code.SERVER_ERROR: "has a problem at the moment: nothing is lost; try again later",
    Code.TOO_SLOW: "did not answer in time: nothing is lost; try again later",
    Code.ENDLESS_ANSWER: "sends more than a donation server would: nothing is lost; check the address",
    Code.UNREADABLE_ANSWER: (
        "gives an answer that this version can't read: nothing is lost; see whether there is a newer version, or "
        "check the address"
    ),
}

CONNECTION_ERRORS = frozenset(_LINES)
"""The codes of all connection errors."""


class ServerUnreachable(DonorError):
    """No usable answer came from the server. The server may or may not have received the request.

    Attributes:
        host: the server's name, and its port if the address has one.

    """

    def __init__(self, code: Code, url: str) -> None:
        super().__init__(f"the server {url} {_LINES[code]}", code)
        self.host = httpx.URL(url).netloc.decode()


def code_of(error: httpx.HTTPError) -> Code:
    """Return the error code for an exception of httpx.

    httpx raises the same ConnectError for an unknown host, a closed port and a bad certificate. Only the exceptions
    that caused it, which come from the operating system or OpenSSL, tell these apart.
    """
    if isinstance(error, httpx.TimeoutException):
        return Code.TOO_SLOW
    if isinstance(error, httpx.ConnectError | httpx.ProxyError):
        return next(filter(None, map(_of_cause, _causes(error))), Code.NO_CONNECTION)
    return Code.FOREIGN_ANSWER if isinstance(error, httpx.DecodingError) else Code.BROKEN_ANSWER


def _of_cause(cause: BaseException) -> Code | None:
    """Return the error code for an exception of the operating system or of OpenSSL, None if it tells nothing."""
    if isinstance(cause, gaierror):
        return Code.UNKNOWN_HOST
    if isinstance(cause, ssl.SSLCertVerificationError):
        return Code.BAD_CERTIFICATE
    return Code.NO_TLS if isinstance(cause, ssl.SSLError) else None


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an exception and everything that it was raised from."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__
