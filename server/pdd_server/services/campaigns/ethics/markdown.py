"""Text that a campaign says, escaped so that Markdown shows it as it was written."""

import re
import unicodedata

# NO-BREAK SPACE and its narrow sister stay: numbers and French punctuation have them.
_SPACES = re.compile(r"[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029 ]+")
# What means something inside a line: in CommonMark, tables, strikethrough and footnotes,
# and in pandoc's mathematics, superscripts and citations.
_INLINE = re.compile(r"[\\`*_{}\[\]<>#|~^$&!]|(?<!\w)@")
# What means something at the start of a line: lists, headings, definitions.
_FIRST = re.compile(r"^(?:[-+=:]|\d+(?=[.)](?: |$)))")


class Written(str):
    """Markdown that a template may take as it is."""

    __slots__ = ()


def escaped(value: object) -> str:
    """Return a value as one line of Markdown that shows it literally; Markdown that is `Written` stays as it is."""
    return value if isinstance(value, Written) else _line(str(value))


def quoted(text: str) -> Written:
    """Return a text of several lines as a block quote that shows it literally."""
    lines = [_line(line) for line in text.strip().splitlines()]
    # A backslash at the end of a line keeps its break, unless a paragraph ends there.
    shown = (
        f"> {line}\\" if line and after else f"> {line}" for line, after in zip(lines, [*lines[1:], ""], strict=True)
    )
    return Written("\n".join(map(str.rstrip, shown)))


def _line(text: str) -> str:
    shown = "".join(sign for sign in _SPACES.sub(" ", text) if unicodedata.category(sign) != "Cc").strip()
    inline = _INLINE.sub(lambda found: f"\\{found[0]}", shown)
    return _FIRST.sub(_first, inline)


def _first(found: re.Match[str]) -> str:
    # A digit can't be escaped, but the point behind it can, which makes of "1." a text.
    return f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}"
