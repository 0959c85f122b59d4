"""How schemathesis reaches an application: its requests come from this computer, and each response is read whole."""

from collections.abc import Callable, Iterable
from typing import Any

from schemathesis import BaseSchema, openapi

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]
"""A WSGI application (PEP 3333)."""


def schema_of(application: Application) -> BaseSchema:
    """Return the OpenAPI document of an application, which generated requests are sent to.

    Requests need an address: a researcher's token from anywhere but this computer is refused without TLS.
    """

    def answer(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        given = application({**environ, "REMOTE_ADDR": "127.0.0.1"}, start_response)
        try:
            return [b"".join(given)]
        finally:
            getattr(given, "close", lambda: None)()

    return openapi.from_wsgi("/openapi.json", answer)
