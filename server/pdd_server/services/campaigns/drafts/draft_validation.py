"""All that is wrong with a draft, and what is worth knowing: by itself, and beside the campaigns a server has."""

from dataclasses import dataclass

from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.drafts.content_validation import Checked, FieldProblem, check
from pdd_server.services.campaigns.drafts.form_values import DraftContent, field_of, twice, values_of
from pdd_server.services.campaigns.drafts.keywords import Remark
from pdd_shared.protocol.messages import Campaign

SHOWN = 50
"""The most problems or overlaps of a list of keywords that are told one by one."""


@dataclass(frozen=True)
class Examined:
    """A draft looked through: the campaign it makes, or every problem; `lines` are those of its keywords."""

    campaign: Campaign | None
    problems: tuple[FieldProblem, ...]
    overlaps: tuple[Remark, ...]
    labels: tuple[str, ...]
    lines: tuple[int, ...]

    @property
    def by_field(self) -> dict[str, list[str]]:
        """The problems of each field of the form in words, with the line where the field is a list."""
        found: dict[str, list[str]] = {}
        for problem in self.problems:
            found.setdefault(field_of(problem.path), []).append(self._in_words(problem))
        return found

    @property
    def overlaps_in_words(self) -> list[str]:
        """Entries that others count too, with their lines."""
        return [f"Line {self.lines[remark.index]}: {remark.text}" for remark in self.overlaps]

    def _in_words(self, problem: FieldProblem) -> str:
        reason = f"{problem.reason[:1].upper()}{problem.reason[1:]}"
        if problem.path[0] == "vocabulary" and problem.path[-1].isdigit():
            return f"Line {self.lines[int(problem.path[-1])]}: {reason}"
        if problem.path[0] == "consent" and len(problem.path) > 1:
            return f"{problem.path[1] or 'Language'}: {reason}"
        return reason


def examine(connection: Connection, config: Config, typed: DraftContent) -> Examined:
    """Look a draft through, beside the campaigns there are."""
    lines = tuple(line for line, _ in typed.entries)
    checked = check(values_of(typed), config.min_group, config.protocol, lambda index: f"line {lines[index]}")
    problems = [*checked.problems, *twice(typed), *_beside_others(connection, config, checked)]
    campaign = None if problems else checked.campaign
    return Examined(campaign, tuple(problems), checked.keywords.overlaps, checked.keywords.labels, lines)


def _beside_others(connection: Connection, config: Config, checked: Checked) -> list[FieldProblem]:
    if checked.campaign is None:
        return []
    return [FieldProblem((one.field,), one.detail) for one in campaigns.refusals(connection, config, checked.campaign)]
