"""What a donor's home keeps, and the rows it is kept as."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from typing import Any

from pdd_client.core.donation.consent import Consent
from pdd_shared.protocol.messages import Campaign, Signed

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Blinded:
    """What was blinded for a day, and under which context.

    `data` are the bytes, None once the server can't ask for them again; `sent` whether it has confirmed them.
    """

    day: date
    context: bytes
    data: bytes | None = field(repr=False)
    sent: bool


@dataclass(frozen=True)
class Logged:
    """One line of the log: what left the computer, or what was refused and why.

    `bytes` is the size of what left; `given` the numbers before blinding, a mapping for each campaign joined.
    `campaign` is the id of the campaign whose place got zeros for the `reason`; None where the line is about the round.
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
    """A consent as it is kept: the signed text, unchanged."""
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
    """The consent back."""
    return Consent(
        signed=Signed(payload=row["payload"], signature=row["signature"]),
        campaign=Campaign.model_validate_json(row["payload"]),
        language=row["language"],
        time=datetime.fromisoformat(row["time"]),
        stratum=row["stratum"],
    )


def logged_row(logged: Logged) -> dict[str, Any]:
    """A line of the log as it is kept."""
    return asdict(logged) | {
        "time": logged.time.isoformat(),
        "round": logged.round.isoformat() if logged.round else None,
        "given": None if logged.given is None else json.dumps(logged.given),
    }


def read_logged(row: Row) -> Logged:
    """The line back."""
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
    """A time, None where none is kept."""
    return None if text is None else datetime.fromisoformat(text)
