"""The ids by which browsers know an extension: each store gives it one, and a build of one's own has another."""

import re
from typing import Literal

Family = Literal["chromium", "firefox"]
MOST = 10
"""Limit of ids that a donor allows."""

# Chromium writes a hash with the letters a to p. Firefox takes a GUID, or a text like an address.
_SHAPES: dict[Family, re.Pattern[str]] = {
    "chromium": re.compile("[a-p]{32}"),
    "firefox": re.compile(
        r"\{[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\}|[a-zA-Z0-9._-]{0,60}@[a-zA-Z0-9._-]{1,60}"
    ),
}


def family_of(extension_id: str) -> Family | None:
    """Return the family of browsers that has ids of this shape, None if the text is no id."""
    return next((family for family, shape in _SHAPES.items() if shape.fullmatch(extension_id)), None)


def read_ids(text: str) -> tuple[str, ...] | None:
    """Return the ids in a text, without repetitions; None if a word is no id, or there are too many."""
    ids = tuple(dict.fromkeys(text.replace(",", " ").split()))
    return ids if len(ids) <= MOST and all(map(family_of, ids)) else None
