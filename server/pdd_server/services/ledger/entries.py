"""What the ledger says: the entries, and the chain of hashes that binds each line to all lines before it.

Each line of the file is a JSON object: its number, the hash of the line before it, and an entry. Nobody can change,
leave out or insert a line without changing all the hashes after it. An entry holds nothing about a donor.

This module reads and writes no file.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pdd_shared.protocol.encoding import digest


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Server(_Entry):
    """Whose ledger it is: the server's public identity key, in hex. It is the first entry."""

    kind: Literal["server"] = "server"
    identity: str


class Launched(_Entry):
    """A campaign as it is from here on: the text of its `Campaign` message, and when it was closed before its end."""

    kind: Literal["campaign"] = "campaign"
    campaign: str
    text: str
    closed: date | None


class Charged(_Entry):
    """A charge: what a data day costs a campaign's budget, as a text of pdd_shared's `charge_texts`."""

    kind: Literal["charged"] = "charged"
    campaign: str
    day: date
    charge: str


class Listed(_Entry):
    """A list that a member was about to be shown: the digest of the list of a (sub-)cohort's day, in hex."""

    kind: Literal["list"] = "list"
    day: date
    cohort: int
    sub_cohort: int
    digest: str


class Published(_Entry):
    """Numbers that were published of a campaign's day.

    Attributes:
        campaign: The campaign's id.
        day: The data day.
        state: How many strata there are, how many (sub-)cohorts are in their numbers, and how many strata are final.
            The numbers change only together with these.
        digest: The digest of the numbers, in hex, as of `numbers_digest`.
    """

    kind: Literal["published"] = "published"
    campaign: str
    day: date
    state: tuple[int, int, int]
    digest: str


class WasReset(_Entry):
    """A reset: its number, and the data day of the restore."""

    kind: Literal["reset"] = "reset"
    number: int
    day: date


Entry = Server | Launched | Charged | Listed | Published | WasReset


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    number: int
    before: str
    entry: Annotated[Entry, Field(discriminator="kind")]


class BrokenChain(Exception):
    """A line is no entry, or does not follow the line before it. The text names the line."""


@dataclass(frozen=True)
class Ledger:
    """What the entries of a ledger say together.

    Attributes:
        head: The hash of the last line, in hex; empty for no line.
        identity: The identity key of the server that it belongs to, in hex; None while it is empty.
        campaigns: The last entry of each campaign, by id.
        charges: The charge of each campaign's day.
        lists: The lists that were shown.
        published: The last entry of each campaign's day.
        standing: The campaigns' days whose numbers were published since the last reset. A reset may have given up the
            others.
        last_reset: The last reset; None if there was none.
    """

    head: str = ""
    identity: str | None = None
    campaigns: Mapping[str, Launched] = field(default_factory=dict)
    charges: Mapping[tuple[str, date], Charged] = field(default_factory=dict)
    lists: frozenset[Listed] = frozenset()
    published: Mapping[tuple[str, date], Published] = field(default_factory=dict)
    standing: frozenset[tuple[str, date]] = frozenset()
    last_reset: WasReset | None = None

    def says(self, entry: Entry) -> bool:
        """Return whether an entry would add nothing."""
        if isinstance(entry, Launched):
            return self.campaigns.get(entry.campaign) == entry
        if isinstance(entry, Published):
            key = entry.campaign, entry.day
            return key in self.standing and self.published[key] == entry
        if isinstance(entry, Charged):
            return (entry.campaign, entry.day) in self.charges
        if isinstance(entry, Listed):
            return entry in self.lists
        return self.last_reset == entry if isinstance(entry, WasReset) else self.identity is not None

    def lacking(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Yield those of these entries that the ledger does not say. After a reset, numbers are published anew."""
        known = self
        for entry in dict.fromkeys(entries):
            if not known.says(entry):
                yield entry
                known = replace(known, standing=frozenset()) if isinstance(entry, WasReset) else known

    def after(self, head: str, added: Iterable[Entry]) -> "Ledger":
        """Return the ledger with these entries at its end.

        Args:
            head: The hash of the last of their lines.
            added: The entries.
        """
        identity, last_reset = self.identity, self.last_reset
        lists, standing = set(self.lists), set(self.standing)
        campaigns, charges, published = dict(self.campaigns), dict(self.charges), dict(self.published)
        for entry in added:
            if isinstance(entry, Server):
                identity = entry.identity
            elif isinstance(entry, Launched):
                campaigns[entry.campaign] = entry
            elif isinstance(entry, Charged):
                charges[entry.campaign, entry.day] = entry
            elif isinstance(entry, Listed):
                lists.add(entry)
            elif isinstance(entry, Published):
                published[entry.campaign, entry.day] = entry
                standing.add((entry.campaign, entry.day))
            else:
                last_reset = entry
                standing.clear()  # the reset gave up what its database lacked, and what it has is published anew
        return Ledger(head, identity, campaigns, charges, frozenset(lists), published, frozenset(standing), last_reset)


def lines_of(before: Ledger, first: int, added: Iterable[Entry]) -> tuple[bytes, Ledger]:
    """Return the lines of entries that follow a ledger, and the ledger with them.

    Args:
        before: The ledger so far.
        first: The number of the first new line, which is how many lines there are.
        added: The new entries.
    """
    head, texts, made = before.head, [], tuple(added)
    for number, entry in enumerate(made, start=first):
        text = _Line(number=number, before=head, entry=entry).model_dump_json().encode()
        head = _hash(text)
        texts.append(text + b"\n")
    return b"".join(texts), before.after(head, made)


def read_lines(before: Ledger, first: int, texts: Iterable[bytes]) -> Ledger:
    """Return a ledger with the entries of more lines at its end.

    Args:
        before: The ledger so far.
        first: The number of the first of the lines.
        texts: The lines, without their line ends.

    Raises:
        BrokenChain: A line was changed, or lines are missing before it.
    """
    head, found = before.head, []
    for number, text in enumerate(texts, start=first):
        try:
            line = _Line.model_validate_json(text)
        except ValidationError:
            raise BrokenChain(f"line {number + 1} is no entry") from None
        if (line.number, line.before) != (number, head):
            raise BrokenChain(f"line {number + 1} does not follow the line before it")
        head = _hash(text)
        found.append(line.entry)
    return before.after(head, found)


def _hash(text: bytes) -> str:
    return digest("ledger", text).hex()
