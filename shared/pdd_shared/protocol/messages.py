"""What travels between donor and server, as frozen models; binary vectors are in `layout`.

A message that is signed travels as `Signed`: the exact text that was signed beside its signature, so that no
two implementations need to agree on how to write JSON.
"""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, StringConstraints

from pdd_shared.protocol.fields import Day, Hex32, Hex64, Identifier, Index, Line, Message, SignedKind, Text, Whole
from pdd_shared.protocol.terms import PlainTerms, Protocol, Terms


class Signed(Message):
    """A signed message: the text as signed, and its Ed25519 signature (RFC 8032)."""

    payload: Annotated[str, StringConstraints(max_length=4_000_000)]
    signature: Hex64


class Campaign(SignedKind):
    """A campaign as a donor reads it and consents to it; signed by the server."""

    KIND: ClassVar[str] = "campaign"

    id: Identifier
    title: Line
    purpose: Text
    contact: Line
    ethics: Line | None = None
    consent: dict[Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$")], Text]
    vocabulary: tuple[Line, ...]
    strata: tuple[Identifier, ...]
    start: Day
    end: Day
    terms: Annotated[Terms, Field(discriminator="protocol")]
    threshold: Annotated[int, Field(ge=1)] | None = None
    """Of a day's entries, only those are published whose total, with its noise, is at least this; None: all."""


class Part(Message):
    """One campaign's place in a day's vector in `plain`: what its numbers mean and what bounds them."""

    campaign: Identifier
    entries: Annotated[int, Field(ge=1)]
    vocabulary: Hex32
    strata: tuple[Identifier, ...]
    terms: PlainTerms


class Plan(SignedKind):
    """A round's frozen frame in `plain`, the same for every donor: data day, layout of its vector, the groups' rules.

    Vectors are taken on the `delay` + 1 days after the data day.
    """

    KIND: ClassVar[str] = "plan"

    protocol: Literal["plain"]
    version: Annotated[int, Field(ge=1, le=1)]  # Literal[1] would take true for 1
    server: Hex32
    day: Day
    zone: Line
    group_size: Annotated[int, Field(ge=1)]
    min_group: Annotated[int, Field(ge=1)]
    delay: Annotated[int, Field(ge=0, le=30)]
    layout: tuple[Part, ...]


class Member(Message):
    """A donor's public keys: Ed25519 identity, X25519 exchange, and the identity's signature over the exchange key."""

    identity: Hex32
    exchange: Hex32
    signature: Hex64


class Roster(SignedKind):
    """The members of one group of one round, in the order that fixes the signs of their masks."""

    KIND: ClassVar[str] = "roster"

    plan: Hex32
    day: Day
    group: Index
    members: tuple[Member, ...]


class ServerInfo(Message):
    """What a donor learns of a server before it joins.

    `key` is the server's identity key, which is pinned then; `online` an `OnlineKey` that it signed: the key that signs
    everything else.
    """

    name: Line
    key: Hex32
    online: Signed
    zone: Line
    protocol: Protocol
    group_size: int
    min_group: int
    delay: int
    oldest_client: Line
    invitation_required: bool


class Registration(Message):
    """A donor's request to be registered: its public keys, and an invitation code where the server wants one."""

    member: Member
    invitation: Line | None = None


class Registered(Message):
    """The server's answer: the access token, shown once, and the number the first check-in carries."""

    token: Hex32
    number: int


class CheckIn(Message):
    """A donor's contact: the number of the last answer it got, and a nonce drawn for this contact.

    The nonce tells a retry whose answer was lost (same number, same nonce) from a restored or copied donor
    (same number, another nonce).
    """

    number: Annotated[Whole, Field(ge=0)]
    nonce: Hex32


class SubmitTask(Message):
    """`plain`: send the vector of a data day, under this `Plan` and `Roster`."""

    kind: Literal["submit"] = "submit"
    plan: Signed
    roster: Signed


class TicketTask(Message):
    """`cohort`: send a ticket for this epoch, the next one or, to be appended, the one that runs."""

    kind: Literal["ticket"] = "ticket"
    epoch: Index


class UploadTask(Message):
    """`cohort`: send the upload of a data day, under this `CohortPlan` and `Epoch`."""

    kind: Literal["upload"] = "upload"
    plan: Signed
    epoch: Signed


class CertifyTask(Message):
    """`cohort`: certify the list of a (sub-)cohort on whose committee the donor serves."""

    kind: Literal["certify"] = "certify"
    plan: Signed
    epoch: Signed
    cohort: Index
    sub_cohort: Annotated[int, Field(ge=0, lt=8)]


class OpenTask(Message):
    """`cohort`: tell the sum of this member's streams over the list that it certified."""

    kind: Literal["open"] = "open"
    plan: Signed
    epoch: Signed
    cohort: Index
    sub_cohort: Annotated[int, Field(ge=0, lt=8)]


CohortTask = TicketTask | UploadTask | CertifyTask | OpenTask
"""A task of the `cohort` protocol."""
Task = Annotated[SubmitTask | CohortTask, Field(discriminator="kind")]
"""What the server asks of a donor now."""


class CheckInAnswer(Message):
    """The answer to a check-in: its number, the server's time and data day, the tasks due.

    `online` is the server's `OnlineKey` of today, `reset` its last `Reset`, if it was ever restored from a backup.
    """

    number: int
    time: Line
    day: Day
    online: Signed
    reset: Signed | None = None
    tasks: tuple[Task, ...]


class TicketMessage(Message):
    """`cohort`: a ticket as it is sent; the identity that signs it is the one that the donor registered."""

    exchange: Hex32
    signing: Hex32
    signature: Hex64


class Receipt(Message):
    """The server has added this vector to its group's sum; `digest` is that of the bytes it got."""

    day: Day
    digest: Hex32


class CampaignList(Message):
    """The campaigns a server runs or will run, each signed."""

    campaigns: tuple[Signed, ...]
