"""Error translation: the core's errors as sentences for a person.

Each says what happened, what it means for the donor's data, and what to do.
"""

from pdd_client.core.errors import Code, DonorError
from pdd_client.desktop.texts.catalogue import named, tr

_LINK = "https://pdd.example.org/join/winter-flu"
_SHARED = {Code.NO_SUCH_CAMPAIGN: Code.NO_CAMPAIGNS}
"""The codes that are told as another one. All others that the app can meet have a text of their own, `error_CODE`."""


def told(error: DonorError) -> str:
    """Return the error in the donor's language; an error that has no code is told in the core's own words."""
    from pdd_client.gateways.server_http.server_http import ServerProblem

    if is_set_aside(error):
        return tr("error_set_aside")
    if isinstance(error, ServerProblem):
        return _problem(error.name, error.detail)
    text = error.code and named("error", _SHARED.get(error.code, error.code))
    return text.format(detail=error.detail, host=_host(error), example=_LINK) if text else _sentence(str(error))


def _host(error: DonorError) -> str:
    """Return the name and port of the server that gave no usable answer; empty for other errors."""
    from pdd_client.gateways.server_http.connection_errors import ServerUnreachable

    return error.host if isinstance(error, ServerUnreachable) else ""


def is_unreachable(error: DonorError) -> bool:
    """Return whether no usable answer came from the server, which passes by itself."""
    from pdd_client.gateways.server_http.connection_errors import ServerUnreachable

    return isinstance(error, ServerUnreachable)


def is_of_server(error: DonorError) -> bool:
    """Return whether no usable answer came from the server, or it refused."""
    from pdd_client.gateways.server_http.server_http import ServerProblem

    return is_unreachable(error) or isinstance(error, ServerProblem)


def is_set_aside(error: DonorError) -> bool:
    """Return whether the home was damaged and set aside, so that it is new when it is opened again."""
    from pdd_client.gateways.home_files.damage import SetAside

    return isinstance(error, SetAside)


def _problem(name: str, detail: str) -> str:
    """Return the sentence about a problem that the server answered with.

    Args:
        name: the problem's name.
        detail: the server's own words; may be empty.

    """
    known = name in ("invitation-needed", "client-too-old", "rate-limited") and named("error", name)
    return known or tr("error_refused", why=_sentence(detail or name))


def _sentence(line: str) -> str:
    """Return a line of the core as a sentence: with a capital letter and a full stop."""
    return f"{line[:1].upper()}{line[1:].rstrip('.')}."
