"""Validation of a draft, by itself and beside the campaigns that a server has already."""

from dataclasses import dataclass

from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.drafts.content_validation import FieldProblem, ValidationResult, check
from pdd_server.services.campaigns.drafts.draft_content import DraftContent
from pdd_server.services.campaigns.drafts.form_values import field_of, twice, values_of
from pdd_server.services.campaigns.drafts.keywords import Remark
from pdd_shared.protocol.messages import Campaign

SHOWN = 50
"""The most problems of a field that a page lists."""


@dataclass(frozen=True)
class ValidatedDraft:
    """A validated draft.

    Attributes:
        campaign: The campaign that the draft makes; None if there are errors.
        problems: All errors.
        overlaps: Keywords whose searches another keyword counts, too.
        texts: The valid keywords and indexes, in canonical form.
        lines: For each keyword that was typed, its line in the form's field, from 1.
    """

    campaign: Campaign | None
    problems: tuple[FieldProblem, ...]
    overlaps: tuple[Remark, ...]
    texts: tuple[str, ...]
    lines: tuple[int, ...]

    @property
    def by_field(self) -> dict[str, list[str]]:
        """The errors of each field of the form as sentences; those of keywords begin with their line."""
        found: dict[str, list[str]] = {}
        for problem in self.problems:
            found.setdefault(field_of(problem.path), []).append(self._in_words(problem))
        return found

    @property
    def overlaps_in_words(self) -> list[str]:
        """The overlaps as sentences that begin with the keyword's line."""
        return [f"Line {self.lines[remark.index]}: {remark.text}" for remark in self.overlaps]

    def _in_words(self, problem: FieldProblem) -> str:
        reason = f"{problem.reason[:1].upper()}{problem.reason[1:]}"
        if problem.path[0] == "vocabulary" and problem.path[-1].isdigit():
            return f"Line {self.lines[int(problem.path[-1])]}: {reason}"
        if problem.path[0] == "consent" and len(problem.path) > 1:
            return f"{problem.path[1] or 'Language'}: {reason}"
        return reason


def validate(connection: Connection, config: Config, typed: DraftContent) -> ValidatedDraft:
    """Validate a draft under the server's settings and beside its campaigns."""
    lines = tuple(line for line, _ in typed.entries)
    checked = check(values_of(typed), config.min_group, config.protocol, lambda index: f"line {lines[index]}")
    problems = [*checked.problems, *twice(typed), *_beside_others(connection, config, checked)]
    campaign = None if problems else checked.campaign
    return ValidatedDraft(campaign, tuple(problems), checked.keywords.overlaps, checked.keywords.texts, lines)


def _beside_others(connection: Connection, config: Config, checked: ValidationResult) -> list[FieldProblem]:
    """Return the errors that a valid campaign has under these settings and beside the server's campaigns."""
    if checked.campaign is None:
        return []
    return [FieldProblem((one.field,), one.detail) for one in campaigns.refusals(connection, config, checked.campaign)]
