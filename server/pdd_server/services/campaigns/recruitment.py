"""Recruiting for a campaign: its invitation codes, and the link and picture that donors join by."""

from datetime import date
from io import BytesIO
from urllib.parse import quote

import segno

from pdd_server.errors import invalid
from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_server.services.readable_codes import LONGEST, SHORTEST, code_hash, normal
from pdd_server.store.campaigns import invitation_codes
from pdd_server.store.campaigns.invitation_codes import Code

LONGEST_LABEL = 120


def make(act: Act, campaign: str, code: str, label: str, last_day: date) -> Code:
    """Add a code to a campaign; again changes nothing. Rejected names `code`, `label` or `last_day`."""
    end = campaigns.get(act.connection, campaign).campaign.end
    today = act.today
    if not (code.isascii() and len(normal(code)) >= SHORTEST and len(code) <= LONGEST):
        raise invalid("code", f"must have {SHORTEST} or more letters and digits, {LONGEST} signs at most")
    if not 0 < len(label.strip()) <= LONGEST_LABEL:
        raise invalid("label", f"must say where the code is given out, in at most {LONGEST_LABEL} characters")
    if not today <= last_day <= end:
        raise invalid("last_day", f"must be from today, {today}, to the campaign's end, {end}")
    known = invitation_codes.get(act.connection, code_hash(code))
    if known is not None:
        if known.campaign != campaign:
            raise invalid("code", "is taken; choose another")
        return known
    made = Code(code_hash(code), campaign, label.strip(), act.who, today, last_day)
    invitation_codes.add(act.connection, made)
    act.record("recruiting.code-made", campaign, made.label)
    return made


def withdraw(act: Act, campaign: str, hashed: bytes) -> None:
    """Take a code back: donors that joined by it stay, nobody joins by it any more."""
    found = invitation_codes.get(act.connection, hashed)
    if found is not None and invitation_codes.withdraw(act.connection, campaign, hashed):
        act.record("recruiting.code-withdrawn", campaign, found.label)


def join_link(server: str, campaign: str, code: str | None) -> str:
    """The link that a donor's program takes: `https://server/?invitation=CODE#campaign`."""
    query = f"?invitation={quote(code, safe='')}" if code else ""
    return f"{server.rstrip('/')}/{query}#{campaign}"


def qr_svg(link: str) -> str:
    """The link as an SVG element, dark on white whatever the page's colours: a camera has to read it."""
    return segno.make(link, error="m").svg_inline(scale=4, dark="#1B2430", light="#FFFFFF", border=4, omitsize=True)


def qr_png(link: str) -> bytes:
    """The link as a PNG for print."""
    picture = BytesIO()
    segno.make(link, error="m").save(picture, kind="png", scale=16, border=4)
    return picture.getvalue()
