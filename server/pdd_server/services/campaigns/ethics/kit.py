"""The kit's files for a campaign, and the zip that has them all. The same campaign and settings give the same bytes."""

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.errors import Rejected, Rejection
from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.donor_texts.texts import LANGUAGES
from pdd_server.services.campaigns.drafts import workflow
from pdd_server.services.campaigns.drafts.draft_validation import validate
from pdd_server.services.campaigns.drafts.launch import digest
from pdd_server.services.campaigns.drafts.model import InvalidDraft
from pdd_server.services.campaigns.ethics.checklist import check
from pdd_server.services.campaigns.ethics.documents import document, questions_in
from pdd_server.services.campaigns.ethics.facts import board_facts, consent_of, facts, fields_of
from pdd_shared.protocol.messages import Campaign

NAME = "ethics-kit.zip"
FOR_DONORS = ("information-sheet.md", "consent.md")
FOR_BOARD = ("board.md", "impact-assessment.md", "operator.md", "checklist.md")
_FIRST = "README.md"


@dataclass(frozen=True)
class Study:
    """What a kit is made of.

    Attributes:
        campaign: The campaign, or the one that a draft makes.
        made_of: The id of the draft or launched campaign that it was read from.
        revision: The draft's revision; None for a launched campaign.
        config: The server's settings.
    """

    campaign: Campaign
    made_of: str
    revision: int | None
    config: Config

    @property
    def version(self) -> dict[str, Any]:
        """What each document says of what it was made from."""
        return {"made_of": self.made_of, "revision": self.revision, "digest": digest(self.campaign)}


def study_of_draft(connection: Connection, config: Config, draft: str) -> Study:
    """Return what a draft's kit is made of.

    Raises:
        Rejected: NOT_FOUND; INVALID if it was launched.
        InvalidDraft: It has validation errors, so that nothing is certain of its terms.
    """
    found = workflow.get(connection, draft)
    if found.campaign is not None:
        raise Rejected(Rejection.INVALID, f"this draft was launched; take the kit of the campaign {found.campaign}")
    validated = validate(connection, config, found.typed)
    if validated.campaign is None:
        raise InvalidDraft(validated.problems)
    return Study(validated.campaign, found.id, found.revision, config)


def study_of_campaign(connection: Connection, config: Config, campaign: str) -> Study:
    """Return what a launched campaign's kit is made of: the campaign as donors read it now.

    Raises:
        Rejected: NO_SUCH_CAMPAIGN.
    """
    found = campaigns.in_force(campaigns.get(connection, campaign).campaign, config)
    return Study(found, found.id, None, config)


def files_of(study: Study) -> dict[str, str]:
    """Return the kit's Markdown files by their names, in the order in which they are read."""
    made = dict(_documents(study))
    listed = [(name, questions_in(text)) for name, text in made.items()]
    return {_FIRST: document(f"board/{_FIRST}", "en", {**_board(study), "files": listed}), **made}


def _documents(study: Study) -> Iterator[tuple[str, str]]:
    for name in FOR_BOARD:
        yield name, document(f"board/{name}", "en", _board(study))
    for tag in LANGUAGES:
        values = {**facts(study.campaign, study.config, tag), **study.version}
        yield from ((f"{tag}/{name}", document(f"{tag}/{name}", tag, values)) for name in FOR_DONORS)


def _board(study: Study) -> dict[str, Any]:
    checked = check(fields_of(study.campaign), consent_of(study.campaign))
    return {**board_facts(study.campaign, study.config), **study.version, "checked": checked}


def packed(files: dict[str, str]) -> bytes:
    """Return a zip of these files, whose bytes depend on the files alone."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in files.items():
            # Without a time of its own a member has the first one that a zip can say.
            member = zipfile.ZipInfo(name)
            member.external_attr, member.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            archive.writestr(member, text)
    return made.getvalue()
