"""What all messages have in common: the base of the models in `terms` and `messages`, and how they write a day."""

import re
from datetime import date
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict

_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class Message(BaseModel):
    """A message: frozen, strictly typed, with no field that its reader does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SignedKind(Message):
    """A message that is signed: `KIND` names what it is, so that no signature serves for two kinds."""

    KIND: ClassVar[str]


def _iso_day(value: Any) -> Any:
    if isinstance(value, str) and _ISO_DAY.fullmatch(value):
        return date.fromisoformat(value)
    if isinstance(value, date):
        return value
    raise ValueError("must be a day such as 2026-11-20")


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole)]
"""An integer as JSON Schema has it: 3.0 is one too, which some programs write for 3. True and "3" are none."""
Day = Annotated[date, BeforeValidator(_iso_day)]
"""A day of the calendar; in JSON its ISO text and nothing else: there is one way to write it."""
