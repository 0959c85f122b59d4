"""The JSON messages between donor and server, as frozen models. `rounds.layout` has the binary vectors.

A signed message travels as `Signed`: the exact text that was signed, beside its signature. So implementations need not
agree on how to write JSON.
"""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from pdd_shared.protocol.checkpoints import KEY_PATTERN
from pdd_shared.protocol.completion_codes import ToldCompletions
from pdd_shared.protocol.days import periods_in
from pdd_shared.protocol.fields import (
    Day,
    EntryText,
    Hex32,
    Hex64,
    Identifier,
    Index,
    Line,
    Message,
    SignedKind,
    Text,
    Whole,
    is_none,
)
from pdd_shared.protocol.informing_lines import CampaignHeading, InformingLines
from pdd_shared.protocol.limits import COUNTING_RULES, MOST_WITNESSES
from pdd_shared.protocol.terms import PlainTerms, Protocol, Terms

CountingRules = Annotated[Annotated[int, Field(ge=1, le=COUNTING_RULES)] | None, Field(exclude_if=is_none)]
"""A version of the rules by which donors count; None in texts from before they named one."""


NoteKeyText = Annotated[str, StringConstraints(pattern=KEY_PATTERN)]
"""The text of a witness's key, `NAME+ID+KEY`."""


class Signed(Message):
    """A signed message: the text as signed, and its Ed25519 signature (RFC 8032)."""

    payload: Annotated[str, StringConstraints(max_length=4_000_000)]
    signature: Hex64


class Campaign(InformingLines, CampaignHeading, SignedKind):
    """A campaign as a donor reads it and consents to it; signed by the server."""

    KIND: ClassVar[str] = "campaign"

    consent: dict[Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$")], Text]
    vocabulary: tuple[EntryText, ...]
    counting_rules: CountingRules = None
    """By which rules a query matches the entries: those of the campaign's launch. None: those of version 2."""
    strata: tuple[Identifier, ...]
    """The names of the strata, of which a donor chooses one; `limits.UNSTATED` is for who would rather not say."""
    start: Day
    end: Day
    terms: Annotated[Terms, Field(discriminator="protocol")]
    threshold: Annotated[int, Field(ge=1)] | None = None
    """Only entries whose noisy total of a period is at least this are published. None: all entries are."""

    @property
    def periods(self) -> int:
        """Return how many days or weeks the campaign publishes at most, as its terms say."""
        return periods_in(self.terms.period, self.start, self.end)


class Part(Message):
    """One campaign's part of a `plain` plan: what its numbers in a day's vector mean, and the terms that bound them.

    `entries` is the number of counts, `vocabulary` the digest of the campaign's first `entries` entries.
    """

    campaign: Identifier
    entries: Annotated[int, Field(ge=1)]
    vocabulary: Hex32
    strata: tuple[Identifier, ...]
    terms: PlainTerms


class Plan(SignedKind):
    """The signed terms of a `plain` round, the same for every donor.

    They are the data day, the layout of its vector, the version of the rules of counting, and the size of groups.
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
    counting_rules: CountingRules = None
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


class WitnessPolicy(Message):
    """Which witnesses a server names, and how many of them have to vouch for its public log.

    `keys` are the texts of `checkpoints.NoteKey`. More than half of them are required: otherwise two halves could vouch
    for two logs.
    """

    keys: Annotated[tuple[NoteKeyText, ...], Field(max_length=MOST_WITNESSES)]
    required: Annotated[int, Field(ge=1)]

    @model_validator(mode="after")
    def _most(self) -> Self:
        # A witness that is named twice, by any name, would count twice.
        publics = {text[-44:] for text in self.keys}
        is_most = len(self.keys) < 2 * self.required <= 2 * len(self.keys)
        if not is_most or len(publics) < len(self.keys):
            raise ValueError("must name each key once, and require more than half of them")
        return self

    @property
    def names(self) -> tuple[str, ...]:
        """Return the witnesses' names."""
        return tuple(text.partition("+")[0] for text in self.keys)


OptionalWitnesses = Annotated[WitnessPolicy | None, Field(exclude_if=is_none)]
"""The witnesses of a server; None, and not in the JSON text, if it has none."""


class Cosignature(Message):
    """A witness's cosignature: the line of a note below the checkpoint of a log's first `size` lines."""

    size: Annotated[int, Field(ge=1)]
    line: Line


class Witnessed(Message):
    """The newest cosignature of each witness, and the witnesses that the server names.

    A server names them once each of them has cosigned. Until then donors who know some of them still need these.
    """

    policy: OptionalWitnesses = None
    cosignatures: Annotated[tuple[Cosignature, ...], Field(max_length=MOST_WITNESSES)]


class ServerInfo(Message):
    """The server's description of itself, which a donor reads before it joins.

    `key` is the server's identity key, which the donor pins on joining. `online` is an `OnlineKey` that the identity
    key signed; it holds the key that signs everything else.
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
    witnesses: OptionalWitnesses = None


class KeyChain(Message):
    """The newest links of the chain of a server's online keys, in order. Each is a signed `KeyLink`."""

    links: tuple[Signed, ...]


class Registration(Message):
    """A donor's request to be registered: its public keys, and an invitation code if the server asks for one."""

    member: Member
    invitation: Line | None = None


class Registered(Message):
    """The answer to a registration: the access token, sent once, and the number that the first check-in must carry."""

    token: Hex32
    number: int


class CheckIn(Message):
    """A donor's contact: the number of the last answer it got, and a nonce drawn for this contact.

    The nonce tells a retry whose answer was lost (same number, same nonce) from a restored or copied donor
    (same number, another nonce).

    `log` is how many lines of the server's public log the donor has read; None from a program that reads none.
    """

    number: Annotated[Whole, Field(ge=0)]
    nonce: Hex32
    log: Annotated[Whole, Field(ge=0)] | None = None


class SubmitTask(Message):
    """`plain`: send the vector of a data day, under this `Plan` and `Roster`."""

    kind: Literal["submit"] = "submit"
    plan: Signed
    roster: Signed


class TicketTask(Message):
    """`cohort`: send a ticket for this epoch. It is the next one, or the current one, to whose tree it is appended."""

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
"""One thing that the server asks a donor to do now."""


class LogPart(Message):
    """The lines of the server's public log from number `first` on, and the signed `Checkpoint` of the whole log."""

    first: Annotated[int, Field(ge=0)]
    lines: tuple[Line, ...]
    checkpoint: Signed
    witnessed: Annotated[Witnessed | None, Field(exclude_if=is_none)] = None


class CheckInAnswer(Message):
    """The answer to a check-in: its number, the server's time and data day, the tasks due.

    `online` is the server's `OnlineKey` of today, `reset` its last `Reset`, if it was ever restored from a backup.
    `completions` has the completion codes of all campaigns. `log` has what the donor asked for of the public log.
    """

    number: int
    time: Line
    day: Day
    online: Signed
    reset: Signed | None = None
    log: LogPart | None = None
    tasks: tuple[Task, ...]
    completions: ToldCompletions


class TicketMessage(Message):
    """`cohort`: a ticket as it is sent. The server knows the identity key that signs it from the registration."""

    exchange: Hex32
    signing: Hex32
    signature: Hex64


class Receipt(Message):
    """`plain`: the server's confirmation that a vector is in its group's sum. `digest` is that of its bytes."""

    day: Day
    digest: Hex32


class CampaignList(Message):
    """The campaigns that a server runs or will run, each signed."""

    campaigns: tuple[Signed, ...]
