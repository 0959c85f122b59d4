"""The keys of a campaign file and their types; drafts are converted to the same model.

The bounds are those of the protocol's messages, which the campaign becomes.
"""

from datetime import date
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from pdd_server.services.campaigns.terms import Caps, Privacy
from pdd_shared.protocol.fields import Identifier, Line, Text


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Publication(_Table):
    """Which totals are listed: with a `threshold`, only those that are at least this, noise included."""

    threshold: Annotated[int, Field(ge=1)] | None = None


class Content(_Table):
    """The keys of a campaign file (docs/guides/researcher.md). Keys that protect donors have no default."""

    id: Identifier
    title: Line
    purpose: Text
    contact: Line
    ethics: Line | None = None
    start: date
    end: date
    strata: Annotated[tuple[Identifier, ...], Field(strict=False)] = ()
    vocabulary: Annotated[tuple[Line, ...], Field(strict=False, min_length=1)]
    consent: Annotated[dict[str, Text], Field(min_length=1)]
    caps: Caps
    privacy: Privacy
    publication: Publication = Publication()
