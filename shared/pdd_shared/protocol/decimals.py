"""Exact decimal numbers in messages.

There is one way to write each number, so its text can be signed and hashed. Floating-point numbers would differ between
languages.
"""

import re
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

_CANONICAL = re.compile(r"(0|[1-9]\d{0,11})(\.\d{0,17}[1-9])?", re.ASCII)


def as_text(number: Decimal) -> str:
    """Return the one way to write a number: digits, a point only before a fraction, no zero that could be left out."""
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _exact(value: Any) -> Decimal:
    if isinstance(value, Decimal):
        value = as_text(value)
    if not (isinstance(value, str) and _CANONICAL.fullmatch(value)):
        raise ValueError('must be a decimal number as text, written the shortest way, such as "40.5"')
    return Decimal(value)


Exact = Annotated[
    Decimal,
    BeforeValidator(_exact),
    PlainSerializer(as_text, return_type=str),
    WithJsonSchema({"type": "string", "pattern": f"^{_CANONICAL.pattern}$"}),
]
"""A decimal of at least zero, with up to 12 digits before the point and 18 after it. In JSON it is a string."""
