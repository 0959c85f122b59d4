"""A campaign's heading, and its informing lines: what people are told about a study that changes no number and no term.

An informing line is declared here once. The signed campaign, campaign files, drafts, the portal's form and pages, the
public page, the published SQLite file and donors' programs take all lines from this table, and show each line that a
campaign has. A line's words in donors' programs are a text of the catalogue, under the line's name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from pdd_shared.protocol.fields import Identifier, Line, Message, Text, is_none


@dataclass(frozen=True)
class Told:
    """How an informing line is asked for and told, in English.

    Attributes:
        label: What stands before the line where people read it.
        asked: What the form calls it.
        meaning: What the line holds, for the protocol's reference.
        hint: What helps to write it; empty if the question is enough.
        kind: What the line is: an address is a link where it can be opened, a licence is chosen from a list.
    """

    label: str
    asked: str
    meaning: str
    hint: str = ""
    kind: Literal["line", "address", "licence"] = "line"


OptionalLine = Annotated[Line | None, Field(exclude_if=is_none)]
"""A line that only some messages have. The others leave it out, so that readers from before it can read those."""


class CampaignHeading(Message):
    """A campaign's id and title, its question, and the person who answers for it."""

    id: Identifier
    title: Line
    purpose: Text
    contact: Line


class InformingLines(Message):
    """The informing lines, in the order of the signed text. A campaign leaves out those that it has not."""

    ethics: Annotated[Line | None, Told("Ethics", "Ethics approval", "the approval, null where there is none")] = None
    funding: Annotated[
        OptionalLine,
        Told(
            "Paid for by",
            "Who pays for the study",
            "who pays for the study",
            hint="A grant with its number, or the institution itself.",
        ),
    ] = None
    data_protection: Annotated[
        OptionalLine,
        Told(
            "Data protection notice",
            "Data protection notice",
            "the address of the data protection notice",
            hint="Its https address. Donors can open it before they agree. "
            "Its website then sees their network address.",
            kind="address",
        ),
    ] = None
    licence: Annotated[
        OptionalLine,
        Told(
            "Licence of the results",
            "Licence of the results",
            "the SPDX id of the results' licence",
            hint="What others may do with the numbers.",
            kind="licence",
        ),
    ] = None


LINES: Mapping[str, Told] = {
    name: next(one for one in field.metadata if isinstance(one, Told))
    for name, field in InformingLines.model_fields.items()
}
"""How each informing line is told, by its name."""


def told(campaign: InformingLines) -> Mapping[str, str]:
    """Return the informing lines that a campaign has, by name, in order."""
    return {name: text for name in LINES if (text := getattr(campaign, name))}
