"""All that is wrong with a draft, and what is worth knowing: by itself, and beside the campaigns a server has."""

from dataclasses import dataclass

from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.drafts.content_validation import Checked, Fault, check
from pdd_server.services.campaigns.drafts.form_values import Typed, field_of, twice, values_of
from pdd_server.services.campaigns.drafts.keywords import Remark
from pdd_shared.protocol.messages import Campaign

SHOWN = 50
"""The most faults or overlaps of a list of keywords that are told one by one."""


@dataclass(frozen=True)
class Examined:
    """A draft looked through: the campaign it makes, or every fault; `lines` are those of its keywords."""

    campaign: Campaign | None
    faults: tuple[Fault, ...]
    overlaps: tuple[Remark, ...]
    labels: tuple[str, ...]
    lines: tuple[int, ...]

    @property
    def by_field(self) -> dict[str, list[str]]:
        """The faults of each field of the form in words, with the line where the field is a list."""
        found: dict[str, list[str]] = {}
        for fault in self.faults:
            found.setdefault(field_of(fault.path), []).append(self._in_words(fault))
        return found

    @property
    def overlaps_in_words(self) -> list[str]:
        """Entries that others count too, with their lines."""
        return [f"Line {self.lines[remark.index]}: {remark.text}" for remark in self.overlaps]

    def _in_words(self, fault: Fault) -> str:
        reason = f"{fault.reason[:1].upper()}{fault.reason[1:]}"
        if fault.path[0] == "vocabulary" and fault.path[-1].isdigit():
            return f"Line {self.lines[int(fault.path[-1])]}: {reason}"
        if fault.path[0] == "consent" and len(fault.path) > 1:
            return f"{fault.path[1] or 'Language'}: {reason}"
        return reason


def examine(connection: Connection, config: Config, typed: Typed) -> Examined:
    """Look a draft through, beside the campaigns there are."""
    lines = tuple(line for line, _ in typed.entries)
    checked = check(values_of(typed), config.min_group, config.protocol, lambda index: f"line {lines[index]}")
    faults = [*checked.faults, *twice(typed), *_beside_others(connection, config, checked)]
    campaign = None if faults else checked.campaign
    return Examined(campaign, tuple(faults), checked.keywords.overlaps, checked.keywords.labels, lines)


def _beside_others(connection: Connection, config: Config, checked: Checked) -> list[Fault]:
    if checked.campaign is None:
        return []
    return [Fault((one.field,), one.detail) for one in campaigns.refusals(connection, config, checked.campaign)]
