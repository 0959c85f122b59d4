"""The keys of a campaign file and their types; drafts are converted to the same model.

The bounds are those of the protocol's messages, which the campaign becomes.
"""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pdd_server.services.campaigns.terms import Caps, Privacy
from pdd_shared.counting.entries import KeywordIndex
from pdd_shared.protocol.days import Period
from pdd_shared.protocol.fields import EntryText, Identifier, Text
from pdd_shared.protocol.informing_lines import CampaignHeading, InformingLines


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Publication(_Table):
    """Which totals are listed: with a `threshold`, only those that are at least this, noise included."""

    threshold: Annotated[int, Field(ge=1)] | None = None


def entry_text(written: Any) -> Any:
    """Return an index of a campaign file as text; a keyword, which is text already, stays as it is.

    Args:
        written: A text, or a table with an index's name and its keywords: `{ name = "flu index", any = [...] }`.

    Raises:
        ValueError: The table has other keys or types, or makes no index.
    """
    if not isinstance(written, Mapping):
        return written
    if set(written) != {"name", "any"}:
        found = ", ".join(sorted(map(str, written))) or "none"
        raise ValueError(f"an index has the two keys name and any, and this one has {found}")
    name, parts = written["name"], written["any"]
    if not isinstance(name, str) or not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        raise ValueError("an index has a text as its name, and as any a list of keywords")
    return KeywordIndex.of(name, parts).text


class Content(InformingLines, CampaignHeading):
    """The keys of a campaign file (docs/guides/researcher.md). Keys that protect donors have no default."""

    start: date
    end: date
    period: Period = "day"
    strata: Annotated[tuple[Identifier, ...], Field(strict=False)] = ()
    vocabulary: Annotated[
        tuple[Annotated[EntryText, BeforeValidator(entry_text)], ...], Field(strict=False, min_length=1)
    ]
    consent: Annotated[dict[str, Text], Field(min_length=1)]
    caps: Caps
    privacy: Privacy
    publication: Publication = Publication()
