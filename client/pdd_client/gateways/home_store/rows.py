"""Records that a donor's home stores, and their conversion to and from database rows."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from typing import Any

from pdd_client.core.donation.consent import Consent
from pdd_shared.protocol.messages import Campaign, Signed

Row = Mapping[str, Any]
"""A database row: values by column name."""


@dataclass(frozen=True)
class Blinded:
    """The blinded vector of one day.

    Attributes:
        day: the data day.
        context: the digest of the context that the vector is for.
        data: the vector's bytes, None once they are erased because the server can't ask for them again.
        sent: whether the server has confirmed the vector.

    """

    day: date
    context: bytes
    data: bytes | None = field(repr=False)
    sent: bool


@dataclass(frozen=True)
class Logged:
    """One line of the log: a message that left the computer, or a refusal and its reason.

    Attributes:
        time: when it happened.
        what: the kind of line, such as "check-in", "vector" or "refusal".
        round: the data day that the line is about, if any.
        bytes: size of the message that left.
        given: the numbers before blinding, one mapping for each campaign that the donor gave counts to.
        reason: the code of a refusal.
        detail: a sentence that explains the line.
        campaign: id of the campaign whose block got zeros for the `reason`; None if the line is about the whole round.

    """

    time: datetime
    what: str
    round: date | None = None
    bytes: int | None = None
    given: tuple[Mapping[str, Any], ...] | None = None
    reason: str | None = None
    detail: str | None = None
    campaign: str | None = None


def consent_row(consent: Consent) -> dict[str, Any]:
    """Return a consent's database row. It holds the signed text unchanged, so that the signature stays valid."""
    return {
        "campaign": consent.campaign.id,
        "payload": consent.signed.payload,
        "signature": consent.signed.signature,
        "language": consent.language,
        "time": consent.time.isoformat(),
        "stratum": consent.stratum,
        "entries": len(consent.vocabulary),
    }


def read_consent(row: Row) -> Consent:
    """Return the consent that a database row holds."""
    return Consent(
        signed=Signed(payload=row["payload"], signature=row["signature"]),
        campaign=Campaign.model_validate_json(row["payload"]),
        language=row["language"],
        time=datetime.fromisoformat(row["time"]),
        stratum=row["stratum"],
    )


def logged_row(logged: Logged) -> dict[str, Any]:
    """Return the database row for a line of the log."""
    return asdict(logged) | {
        "time": logged.time.isoformat(),
        "round": logged.round.isoformat() if logged.round else None,
        "given": None if logged.given is None else json.dumps(logged.given),
    }


def read_logged(row: Row) -> Logged:
    """Return the line of the log that a database row holds."""
    return Logged(
        time=datetime.fromisoformat(row["time"]),
        what=row["what"],
        round=date.fromisoformat(row["round"]) if row["round"] else None,
        bytes=row["bytes"],
        given=None if row["given"] is None else tuple(json.loads(row["given"])),
        reason=row["reason"],
        detail=row["detail"],
        campaign=row["campaign"],
    )


def read_time(text: str | None) -> datetime | None:
    """Parse a stored time; return None for None."""
    return None if text is None else datetime.fromisoformat(text)
