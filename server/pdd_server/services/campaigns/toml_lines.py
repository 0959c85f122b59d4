"""On which line of a TOML text a key or an item of a list stands: `tomllib` does not say."""

import re
from collections import defaultdict
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\n]*)
    | (?P<string>"{3}(?:\\.|[^\\])*?"{3} | '{3}.*?'{3} | "(?:\\.|[^"\\\n])*" | '[^'\n]*')
    | ^[ \t]*\[\[?[ \t]*(?P<table>[^\[\]\n]+?)[ \t]*\]\]?[ \t]*(?:\#[^\n]*)?$
    | ^[ \t]*(?P<key>[\w.-]+|"[^"\n]*"|'[^'\n]*')(?=[ \t]*=)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)

Path = tuple[str, ...]


@dataclass(frozen=True)
class Lines:
    """Where the tables and keys of a text stand, and each string of a key's value; all counted from 1."""

    keys: dict[Path, int] = field(default_factory=dict)
    items: dict[Path, list[int]] = field(default_factory=lambda: defaultdict(list))

    def of(self, path: Path) -> int:
        """The line of a list's item, or of the key, or of the nearest table around it that is there; else 1."""
        if path and path[-1].isdigit() and int(path[-1]) < len(self.items.get(path[:-1], ())):
            return self.items[path[:-1]][int(path[-1])]
        while path and path not in self.keys:
            path = path[:-1]
        return self.keys.get(path, 1)


def find_lines(text: str) -> Lines:
    """Scan a text that `tomllib` accepts; it need not know more of TOML than where strings and comments end."""
    lines = Lines()
    table: Path = ()
    key: Path = ()
    for token in _TOKEN.finditer(text):
        line = text.count("\n", 0, token.end()) + 1 - token.group().rstrip().count("\n")
        if token["table"]:
            table = key = _path(token["table"])
            lines.keys.setdefault(key, line)
        elif token["key"]:
            key = (*table, *_path(token["key"]))
            lines.keys.setdefault(key, line)
        elif token["string"]:
            lines.items[key].append(line)
    return lines


def _path(written: str) -> Path:
    return tuple(part.strip().strip("\"'") for part in written.split("."))
