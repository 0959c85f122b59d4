"""What `pdd-server init` asks on a terminal: the settings that nearly every server needs."""

from collections.abc import Callable

from pdd_server.config import Config, check_options
from pdd_server.errors import SetupError

Parse = Callable[[str], object]
_DATABASE = "Database: empty for a file in the data folder, or such as postgresql://pdd@localhost/pdd"


def _number(text: str) -> object:
    """Return the whole number; text that is none is returned as it is, which validation rejects."""
    return int(text) if text.isdecimal() and text.isascii() else text


_QUESTIONS: tuple[tuple[str, str, str, Parse], ...] = (
    ("name", "Name of the server, for donors", Config().name, str),
    ("zone", "Time zone of the donors (IANA name). It can't be changed once donors have joined", Config().zone, str),
    ("protocol", "Protocol: cohort (donors add the noise) or plain (the server does)", Config().protocol, str),
    ("database", _DATABASE, "", lambda text: text or None),
    ("proxies", "Reverse proxies in front of the server, such as Caddy", "1", _number),
)
"""For each question the setting, the text, what an empty answer stands for, and how an answer becomes a value."""


def interview(ask: Callable[[str], str], tell: Callable[[str], object]) -> dict[str, object]:
    """Ask for the settings, and for each one again until it is valid.

    Args:
        ask: Shows a question and returns the answer; raises EOFError if there is none.
        tell: Shows a line.

    Returns:
        The values by key.

    Raises:
        SetupError: The answers have ended before the questions.
    """
    values: dict[str, object] = {}
    for key, text, default, parse in _QUESTIONS:
        shown = f" [{default}]" if default else ""
        while True:
            try:
                answer = ask(f"{text}{shown}: ").strip() or default
                values[key] = parse(answer)
                check_options(values, str)
                break
            except EOFError:
                raise SetupError("init: no answer; nothing was made. Give the settings as options") from None
            except SetupError as error:
                tell(str(error).partition("; correct this option")[0])
    return values
