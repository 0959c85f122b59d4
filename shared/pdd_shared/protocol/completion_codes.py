"""Completion codes: the messages in which a server tells every donor about the codes of all its campaigns.

A paid participant hands in a campaign's code to show that it was there on so many days. All donors of a campaign get
the same code, so the code does not identify a donor. Each donor is told those of all campaigns with the answer to its
check-in, so the request does not tell which campaigns it joined.
"""

import re
from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from pdd_shared.protocol.fields import Identifier, Message
from pdd_shared.protocol.limits import MOST_COMPLETION_DAYS, MOST_COMPLETIONS

_CODE = r"^[A-Za-z0-9-]{4,40}$"

Code = Annotated[str, StringConstraints(pattern=_CODE)]
"""A code. People copy it into other programs, so it has only letters, digits and hyphens: nothing can hide in it."""


class Completion(Message):
    """How far a donor is from a campaign's completion code.

    Attributes:
        campaign: The campaign's id.
        days: How many days the donor has to be there.
        there: How many days it was there so far.
        code: The code once `there` reaches `days`, None before.
    """

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


ToldCompletions = Annotated[tuple[Completion, ...], Field(max_length=MOST_COMPLETIONS)]
"""How far a donor is from the completion code of each campaign of a server that has one."""


class Completions(Message):
    """Completion codes by themselves, as a home keeps those of the campaigns that it joined."""

    completions: ToldCompletions


def is_code(text: str) -> bool:
    """Return whether a text can be a completion code: 4 to 40 letters, digits and hyphens."""
    return re.fullmatch(_CODE, text) is not None and "\n" not in text
