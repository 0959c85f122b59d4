"""The protocol's messages that the server signs as JSON text (docs/reference/cohort.md, "Signed messages").

The binary messages are in `day.uploads`, `day.lists` and `epoch.leaf_proofs`. Keys, roots, digests, contexts and nonces
are in hex.
"""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from pdd_shared.protocol.fields import Day, Hex16, Hex32, Identifier, Index, Line, Message, SignedKind
from pdd_shared.protocol.limits import LEAST_TREE, MAX_ENTRIES, MOST_LEAVES, MOST_UPLOADS
from pdd_shared.protocol.messages import CountingRules
from pdd_shared.protocol.terms import CohortTerms

Size = Annotated[int, Field(ge=LEAST_TREE, le=MOST_LEAVES)]
"""The number of leaves of a tree. It is bounded because a home's draws take longer the larger a tree claims to be."""


class CohortPart(Message):
    """One campaign's part of a plan: what its numbers in a day's vector mean, and the terms that bound them.

    `entries` is the number of counts, `vocabulary` the digest of the campaign's first `entries` entries. `repeats` is
    the last day of a lost week that the part asks for once more. It is None for the period that ends on the plan's day.
    """

    campaign: Identifier
    entries: Annotated[int, Field(ge=1, le=MAX_ENTRIES)]
    vocabulary: Hex32
    strata: tuple[Identifier, ...]
    terms: CohortTerms
    repeats: Day | None = None


class OnlineKey(SignedKind):
    """The key that signs a server's other messages from day `first` to day `last`, both included.

    The server's identity key, which homes pinned when they joined, signs this message.
    """

    KIND: ClassVar[str] = "online-key"

    server: Hex32
    key: Hex32
    first: Day
    last: Day


class KeyLink(SignedKind):
    """A link of the chain of a server's online keys. It revokes the keys of all links before it.

    The server's identity key signs it.

    Attributes:
        server: The server's identity key.
        sequence: The link's number in the chain, from 0.
        before: The digest of the link before it; None in link 0.
        key: The online key.
        first: The first day on which the key signs.
        last: The last day on which it signs.
    """

    KIND: ClassVar[str] = "key-link"

    server: Hex32
    sequence: Index
    before: Hex32 | None
    key: Hex32
    first: Day
    last: Day


class TicketReceipt(SignedKind):
    """The server's confirmation that it has a ticket.

    Attributes:
        server: The server's identity key.
        ticket: The ticket's digest.
        epoch: The number of the epoch that the ticket is for.
        index: The appended leaf's index if that epoch already has its tree; None if the ticket is for the next tree.
        reset: The number of the server's last reset, 0 before the first. A receipt from before a reset lapses with it.
    """

    KIND: ClassVar[str] = "ticket-receipt"

    server: Hex32
    ticket: Hex32
    epoch: Index
    index: Index | None
    reset: Index


class Epoch(SignedKind):
    """The signed statement of an epoch, about a week: its first day, and the size and root of its tree.

    `reset` is the number of the server's last reset, 0 before the first. It is not a count of resets.
    """

    KIND: ClassVar[str] = "epoch"

    server: Hex32
    number: Index
    start: Day
    size: Size
    root: Hex32
    reset: Index


class Reset(SignedKind):
    """The server's statement that it was restored from a backup on `day`.

    Homes send and answer nothing for data days before it. `number` rises with each reset.
    """

    KIND: ClassVar[str] = "reset"

    server: Hex32
    number: Annotated[int, Field(ge=1, lt=2**32)]
    day: Day


class Checkpoint(SignedKind):
    """The signed size and root of the server's public log.

    Attributes:
        server: The server's identity key.
        size: How many lines the log has.
        root: The root of the Merkle tree of its lines.
    """

    KIND: ClassVar[str] = "checkpoint"

    server: Hex32
    size: Index
    root: Hex32


class CohortDay(Message):
    """The part of a plan about one cohort.

    Attributes:
        floor: The fewest entries of a list that must be leaves of the tree, for each sub-cohort if there are several.
        sub_cohorts: Into how many sub-cohorts the cohort is divided, 1 where it is not.
    """

    floor: Annotated[int, Field(ge=1, lt=2**32)]
    sub_cohorts: Annotated[int, Field(ge=1, le=8)]


class CohortPlan(SignedKind):
    """The signed terms of a data day, the same for every donor.

    Uploads are taken from the day after the data day until the window closes: at the earliest in the nightly run after
    `earliest_close`, at the latest in the one after `latest_close`. Signatures and answers are taken until
    `last_answers`.

    Attributes:
        zone: The server's time zone, in which all days are meant.
        epoch: The number of the epoch that holds the day after `day`; `root`, `size` and `reset` are this epoch's.
        capacity: The most uploads of a (sub-)cohort's sum.
        reach: T, how far from zero the noise of a sum may move a number, on either side.
        counting_rules: The version of the rules by which donors count; None in plans from before they named one.
        cohorts: One object for each cohort of the tree, in order.
        layout: The campaigns' parts, in the vector's order.
    """

    KIND: ClassVar[str] = "cohort-plan"

    protocol: Literal["cohort"]
    version: Annotated[int, Field(ge=2, le=2)]
    server: Hex32
    day: Day
    zone: Line
    epoch: Index
    root: Hex32
    size: Size
    reset: Index
    earliest_close: Day
    latest_close: Day
    last_answers: Day
    capacity: Annotated[int, Field(ge=1, le=MOST_UPLOADS)]
    reach: Annotated[int, Field(ge=0, lt=2**31)]
    counting_rules: CountingRules = None
    cohorts: tuple[CohortDay, ...]
    layout: tuple[CohortPart, ...]


class UploadReceipt(SignedKind):
    """The server's confirmation that the upload with this context, leaf and nonce is in its sums."""

    KIND: ClassVar[str] = "upload-receipt"

    server: Hex32
    context: Hex32
    leaf: Index
    nonce: Hex16
