"""Campaign files: checked TOML (docs/guides/researcher.md), with the line of each error."""

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.campaigns.drafts.content_validation import check
from pdd_server.services.campaigns.toml_lines import find_lines
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Protocol


def read_campaign(file: Path, min_group: int, protocol: Protocol) -> Campaign:
    """The campaign a file describes, under the server's floor and protocol; Rejected names the line."""
    text = _text_of(file)
    checked = check(_values(file, text), min_group, protocol)
    if checked.campaign is None:
        first = checked.faults[0]
        line = find_lines(text).of(first.path)
        raise Rejected(Rejection.INVALID, f"{file}:{line}: {first.key}: {first.reason}")
    return checked.campaign


def read_values(file: Path) -> dict[str, Any]:
    """What a file says, whether or not it makes a campaign; Rejected where it is no TOML."""
    return _values(file, _text_of(file))


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise Rejected(Rejection.INVALID, f"{file}: {error.strerror}; give the path of a campaign file") from None
    except UnicodeDecodeError:
        raise Rejected(Rejection.INVALID, f"{file}: is not UTF-8 text; save it as UTF-8") from None


def _values(file: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise Rejected(Rejection.INVALID, f"{file}: is not TOML: {error}; correct it there") from None
    except (ValueError, ArithmeticError):  # of Python's own numbers
        raise Rejected(Rejection.INVALID, f"{file}: holds a number of too many digits; write it shorter") from None
