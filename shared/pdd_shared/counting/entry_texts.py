"""The canonical text of an entry, taken apart: a keyword such as `flu`, or `flu index: any of flu, fever + child`.

The text of an entry of a signed campaign is canonical (`Vocabulary.of_campaign`), so that whoever only displays it need
not parse it. No keyword has a colon in its canonical form.
"""

from collections.abc import Iterable

_ANY_OF = ": any of "
_COMMA = ", "


def index_text(name: str, parts: Iterable[str]) -> str:
    """Return the canonical text of an index with this name and these keywords, which are canonical."""
    return name + _ANY_OF + _COMMA.join(parts)


def label_of(text: str) -> str:
    """Return the label of an entry: the name of an index, the whole text of a keyword."""
    return text.partition(_ANY_OF)[0]


def parts_of(text: str) -> tuple[str, ...]:
    """Return the keywords that an index counts together; none if the entry is a keyword."""
    parts = text.partition(_ANY_OF)[2]
    return tuple(parts.split(_COMMA)) if parts else ()
