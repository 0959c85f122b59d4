"""Charges as JSON texts, for the tables of a donor's home and of a server. Equal charges have equal texts."""

import json
from decimal import Decimal
from typing import Any

from pdd_shared.privacy.accounting.charges import CampaignCap, Charge, DayCharge, PartsCharge
from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.release import Part
from pdd_shared.protocol.decimals import as_text

_KINDS = ("joined", "searches", "counts")


def text_of(charge: DayCharge) -> str:
    """Return the text of a charge."""
    return json.dumps(_fields_of(charge), separators=(",", ":"))


def charge_in(text: str) -> DayCharge:
    """Return the charge in a text that `text_of` made."""
    fields = json.loads(text)
    if "law" in fields:
        return Charge(**{**fields, "scale": Decimal(fields["scale"])})
    cap = CampaignCap(**fields["cap"]) if "cap" in fields else None
    joined, searches, counts = (_part_in(fields[kind]) for kind in _KINDS)
    return PartsCharge(joined, searches, counts, cap)


def _fields_of(charge: DayCharge) -> dict[str, Any]:
    if isinstance(charge, Charge):
        return {**vars(charge), "scale": as_text(charge.scale)}
    parts = {kind: _part_of(part) for kind, part in zip(_KINDS, charge.parts, strict=True)}
    return parts if charge.cap is None else {**parts, "cap": vars(charge.cap)}


def _part_of(part: Part) -> dict[str, Any]:
    fields = {"law": part.law, "scale": as_text(part.scale), "caps": vars(part.caps)}
    return fields if part.unit == 1 else fields | {"unit": part.unit}


def _part_in(fields: dict[str, Any]) -> Part:
    return Part(fields["law"], Decimal(fields["scale"]), PartCaps(**fields["caps"]), fields.get("unit", 1))
