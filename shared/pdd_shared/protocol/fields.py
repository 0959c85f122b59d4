"""The base classes of all messages, and the types of their fields."""

import re
from datetime import date
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from pdd_shared.protocol.limits import MAX_INDEX

_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class Message(BaseModel):
    """A message: frozen, strictly typed, with no field that its reader does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SignedKind(Message):
    """A message that is signed: `KIND` names what it is, so that no signature serves for two kinds."""

    KIND: ClassVar[str]


def is_none(value: object) -> bool:
    """Return whether a value is None. A field that is excluded then is left out of the JSON text."""
    return value is None


def _iso_day(value: Any) -> Any:
    if isinstance(value, str) and _ISO_DAY.fullmatch(value):
        return date.fromisoformat(value)
    if isinstance(value, date):
        return value
    raise ValueError("must be a day such as 2026-11-20")


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole)]
"""An integer as in JSON Schema: 3.0 counts as 3, because some programs write it so. True and "3" are refused."""
Day = Annotated[date, BeforeValidator(_iso_day)]
"""A day of the calendar. In JSON it is ISO text such as 2026-11-20, the only way to write it."""
Index = Annotated[int, Field(ge=0, lt=2**32)]
"""A number from 0 that fits four bytes, such as the index of an epoch, a cohort or a leaf."""

Hex16 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
"""16 bytes in lower-case hexadecimal."""
Hex32 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes in lower-case hexadecimal: a key or a digest."""
Hex64 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{128}$")]
"""64 bytes in lower-case hexadecimal: a signature."""
Identifier = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
"""The id of a campaign or a stratum. It is safe in a URL and in a file name."""

_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction of the text around them (UAX 9). They could make text look like other text."""


def turns_nothing(text: str) -> str:
    """Return the text; ValueError if it has a character that changes the direction of the text around it."""
    if found := _TURNING.search(text):
        raise ValueError(f"holds U+{ord(found[0]):04X}, which turns the direction of text so that it misleads")
    return text


Line = Annotated[
    str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]{1,500}$"), AfterValidator(turns_nothing)
]
"""One line of text. It has no line breaks or control characters, so that it can't pass for other lines beside it."""
EntryText = Annotated[
    str,
    StringConstraints(pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+$", max_length=MAX_INDEX),
    AfterValidator(turns_nothing),
]
"""An entry of a campaign: a line with a keyword, or a longer one with an index and all its keywords."""
Text = Annotated[str, StringConstraints(min_length=1, max_length=20_000), AfterValidator(turns_nothing)]
"""Text of several paragraphs."""
