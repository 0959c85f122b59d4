"""The log on standard error: lines for people, or JSON for machines. It holds nothing of a donor.

No line has a network address, a token, or an id of a donor. Lines that a request caused have its id, which is random,
and which the response has in the header `Pdd-Request`. So an error that somebody reports can be found.
"""

import logging
import secrets
import sys
from typing import Literal, TextIO

import structlog

LogFormat = Literal["console", "json"]
HEADER = "Pdd-Request"
"""The response header with the id of the request."""


class _Handler(logging.StreamHandler[TextIO]):
    """Our own handler, which a later call of `configure` replaces; those of others stay."""


def configure(form: LogFormat) -> None:
    """Write the log in this format from now on: warnings of all libraries, and what this program tells."""
    root, handler = logging.getLogger(), _Handler(sys.stderr)
    handler.setFormatter(formatter(form))
    root.handlers = [other for other in root.handlers if not isinstance(other, _Handler)] + [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("pdd_server").setLevel(logging.INFO)


def formatter(form: LogFormat) -> logging.Formatter:
    """Return the formatter of the lines."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
    ]
    if form == "json":
        shared.append(structlog.processors.TimeStamper(fmt="iso", utc=True))
    last: structlog.typing.Processor = structlog.processors.JSONRenderer() if form == "json" else _in_words
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[remove, last])


def begin_request() -> str:
    """Give the request that this thread answers a new id, which is in all its log lines; return the id."""
    made = secrets.token_hex(8)
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request=made)
    return made


def _in_words(_logger: object, _method: str, line: structlog.typing.EventDict) -> str:
    request = f" (request {line['request']})" if "request" in line else ""
    return f"{line['level'].upper()} {line['logger']}: {line['event']}{request}"
