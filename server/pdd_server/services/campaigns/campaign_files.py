"""Campaign files: TOML as a researcher writes it (docs/guides/researcher.md), with the line of each error.

`tomllib` does not say on which line a key stands. So the text is scanned a second time, for lines alone.
"""

import re
import tomllib
from collections import defaultdict
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.campaigns.drafts.content_validation import check
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Protocol

_TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\n]*)
    | (?P<string>"{3}(?:\\.|[^\\])*?"{3} | '{3}.*?'{3} | "(?:\\.|[^"\\\n])*" | '[^'\n]*')
    | (?P<brace>[{}])
    | ^[ \t]*\[\[?[ \t]*(?P<table>[^\[\]\n]+?)[ \t]*\]\]?[ \t]*(?:\#[^\n]*)?$
    | ^[ \t]*(?P<key>[\w.-]+|"[^"\n]*"|'[^'\n]*')(?=[ \t]*=)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)

KeyPath = tuple[str, ...]
"""The path of a key in a TOML file, such as ("privacy", "delta"); of an item of a list its index from 0 comes last."""


def read_campaign(file: Path, min_group: int, protocol: Protocol) -> Campaign:
    """Return the campaign that a file describes.

    Args:
        file: The file.
        min_group: The server's floor, in donors.
        protocol: The server's protocol.

    Raises:
        Rejected: INVALID if the file can't be read, is not TOML, or describes no valid campaign; then with the line
            and key of the first error.
    """
    text = _text_of(file)
    checked = check(_values(file, text), min_group, protocol)
    if checked.campaign is None:
        first = checked.problems[0]
        line = find_lines(text).of(first.path)
        raise Rejected(Rejection.INVALID, f"{file}:{line}: {first.key}: {first.reason}")
    return checked.campaign


def read_values(file: Path) -> dict[str, Any]:
    """Return the values in a campaign file by key, whether or not they make a valid campaign.

    Raises:
        Rejected: INVALID if the file can't be read, or is not TOML.
    """
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
    except (ValueError, ArithmeticError):  # raised by int and Decimal, not by tomllib, for numbers that are too long
        raise Rejected(Rejection.INVALID, f"{file}: holds a number of too many digits; write it shorter") from None


@dataclass(frozen=True)
class Lines:
    """The line numbers of a TOML text, from 1.

    Attributes:
        keys: The line of each table and key.
        items: For each key, the lines of the strings and tables in its value, in order.
    """

    keys: dict[KeyPath, int] = field(default_factory=dict)
    items: dict[KeyPath, list[int]] = field(default_factory=lambda: defaultdict(list))

    def of(self, path: KeyPath) -> int:
        """Return the line of a list's item, else of its key, else of the nearest table around it, else 1."""
        if path and path[-1].isdigit() and int(path[-1]) < len(self.items.get(path[:-1], ())):
            return self.items[path[:-1]][int(path[-1])]
        while path and path not in self.keys:
            path = path[:-1]
        return self.keys.get(path, 1)


def find_lines(text: str) -> Lines:
    """Return the lines of the keys in a text that `tomllib` accepts.

    As the text is known to be TOML, the scan only has to recognise strings and comments, which could contain text that
    looks like a key.
    """
    lines = Lines()
    table: KeyPath = ()
    key: KeyPath = ()
    inside = 0
    for token in _TOKEN.finditer(text):
        line = text.count("\n", 0, token.end()) + 1 - token.group().rstrip().count("\n")
        if token["table"]:
            table = key = _key_path(token["table"])
            lines.keys.setdefault(key, line)
        elif token["key"]:
            key = (*table, *_key_path(token["key"]))
            lines.keys.setdefault(key, line)
        elif token["brace"]:
            # A table within a list, such as an index, is one item of it; its own strings are none.
            inside += 1 if token["brace"] == "{" else -1
            if inside == 1 and token["brace"] == "{":
                lines.items[key].append(line)
        elif token["string"] and not inside:
            lines.items[key].append(line)
    return lines


def _key_path(written: str) -> KeyPath:
    return tuple(part.strip().strip("\"'") for part in written.split("."))
