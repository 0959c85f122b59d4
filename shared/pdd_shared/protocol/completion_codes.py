"""Completion codes: what a server tells every donor about its campaigns' codes, whichever of them the donor joined.

A code proves to whoever pays a donor that it was there on so many days. It is one for all donors of a campaign.
"""

import re
from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from pdd_shared.protocol.fields import Identifier, Message
from pdd_shared.protocol.limits import MOST_COMPLETION_DAYS, MOST_COMPLETIONS

_CODE = r"^[A-Za-z0-9-]{4,40}$"

Code = Annotated[str, StringConstraints(pattern=_CODE)]
"""What a person copies into another program: letters, digits and hyphens, so that nothing can hide in it."""


class Completion(Message):
    """How far a donor is from a campaign's code: `days` it has to be there, those counted so far, then the `code`."""

    campaign: Identifier
    days: Annotated[int, Field(ge=1, le=MOST_COMPLETION_DAYS)]
    there: Annotated[int, Field(ge=0, le=MOST_COMPLETION_DAYS)]
    code: Annotated[Code | None, Field(repr=False)]

    @model_validator(mode="after")
    def _told_when_it_is_due(self) -> Self:
        if self.there > self.days:
            raise ValueError("counts more days than are needed")
        if (self.there == self.days) != (self.code is not None):
            raise ValueError("has the code before its days, or its days without the code")
        return self


class Completions(Message):
    """All campaigns of a server that have a code: every donor asks for all of them, at each check-in."""

    completions: Annotated[tuple[Completion, ...], Field(max_length=MOST_COMPLETIONS)]


def is_code(text: str) -> bool:
    """Whether a text can be a completion code."""
    return re.fullmatch(_CODE, text) is not None and "\n" not in text
