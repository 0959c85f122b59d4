"""How vectors are written: a case a line, so that a difference shows which cases changed."""

import json
from typing import Any

_WIDTH = 120
_DEEPEST = 2
"""Where objects within objects take one line: a file's cases stand in lists, at most so deep in it."""


def as_text(document: Any) -> str:
    """Return a document as JSON, in which each item of a list has a line, however long."""
    return _lines(document, 0) + "\n"


def _lines(value: Any, depth: int) -> str:
    indent, inner = " " * depth, " " * (depth + 1)
    if len(line := _line(value)) + depth <= _WIDTH or not isinstance(value, dict | list) or depth >= _DEEPEST:
        return line
    if isinstance(value, list):
        return f"[\n{inner}" + f",\n{inner}".join(map(_line, value)) + f"\n{indent}]"
    rows = [f"{_line(name)}: {_lines(item, depth + 1)}" for name, item in value.items()]
    return f"{{\n{inner}" + f",\n{inner}".join(rows) + f"\n{indent}}}"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
