"""The messages signed as JSON text (docs/reference/cohort.md); `uploads` and `lists` hold the binary messages."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from pdd_shared.protocol.fields import Day, Hex16, Hex32, Identifier, Index, Line, Message, SignedKind
from pdd_shared.protocol.limits import LEAST_TREE, MAX_ENTRIES, MOST_LEAVES, MOST_UPLOADS
from pdd_shared.protocol.terms import CohortTerms

Size = Annotated[int, Field(ge=LEAST_TREE, le=MOST_LEAVES)]
"""Leaves of a tree. What a home draws for itself takes time with the size, so one signed number must not stop it."""


class CohortPart(Message):
    """One campaign's place in a day's vector: what its numbers mean and what bounds them."""

    campaign: Identifier
    entries: Annotated[int, Field(ge=1, le=MAX_ENTRIES)]
    vocabulary: Hex32
    strata: tuple[Identifier, ...]
    terms: CohortTerms


class OnlineKey(SignedKind):
    """The key that signs a server's messages on these days, first and last included; signed by its identity key."""

    KIND: ClassVar[str] = "online-key"

    server: Hex32
    key: Hex32
    first: Day
    last: Day


class TicketReceipt(SignedKind):
    """The server has a ticket, by its digest: for the tree of this epoch, or appended to it under this index.

    `reset` counts how often the server was reset before: a receipt of before a reset doesn't count after it.
    """

    KIND: ClassVar[str] = "ticket-receipt"

    server: Hex32
    ticket: Hex32
    epoch: Index
    index: Index | None
    reset: Index


class Epoch(SignedKind):
    """The tree of about a week: its first day, its size and root, and how often the server was reset before it."""

    KIND: ClassVar[str] = "epoch"

    server: Hex32
    number: Index
    start: Day
    size: Size
    root: Hex32
    reset: Index


class Reset(SignedKind):
    """The server was restored from a backup on this day: nothing is sent or answered for data days before it."""

    KIND: ClassVar[str] = "reset"

    server: Hex32
    number: Annotated[int, Field(ge=1, lt=2**32)]
    day: Day


class CohortDay(Message):
    """A cohort's day: the fewest entries of its list that are in the tree, and into how many it is divided."""

    floor: Annotated[int, Field(ge=1, lt=2**32)]
    sub_cohorts: Annotated[int, Field(ge=1, le=8)]


class CohortPlan(SignedKind):
    """A data day's frozen frame, the same for every donor.

    Uploads are taken from the day after the data day until the window closes: at the earliest in the nightly run after
    `earliest_close`, at the latest in the one after `latest_close`. Signatures and answers are taken until
    `last_answers`. `capacity` is the most uploads of a
    (sub-)cohort, `reach` what noise adds to a number at most, on either side.
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
    cohorts: tuple[CohortDay, ...]
    layout: tuple[CohortPart, ...]


class UploadReceipt(SignedKind):
    """The server has added this upload to a cohort's sums: its context, leaf and nonce."""

    KIND: ClassVar[str] = "upload-receipt"

    server: Hex32
    context: Hex32
    leaf: Index
    nonce: Hex16
