"""Recruiting for a campaign: its invitation codes, and the link and QR code with which donors join."""

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
"""The most characters of a code's label."""


def make(act: Act, campaign: str, code: str, label: str, last_day: date) -> Code:
    """Add an invitation code to a campaign. Adding a code that the campaign has already changes nothing.

    Args:
        act: The transaction.
        campaign: The campaign's id.
        code: The code; case, spaces and dashes do not matter. Only its hash is stored.
        label: Where the code is given out, for researchers.
        last_day: The last day on which the code registers donors.

    Returns:
        The code as it is stored.

    Raises:
        Rejected: NO_SUCH_CAMPAIGN; INVALID, with the field `code`, `label` or `last_day`.
    """
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
    """Delete an invitation code of a campaign; an unknown code changes nothing.

    Nobody can register with it any more. Donors that did stay.

    Args:
        act: The transaction.
        campaign: The campaign's id.
        hashed: The code's hash, as of `code_hash`.
    """
    found = invitation_codes.get(act.connection, hashed)
    if found is not None and invitation_codes.withdraw(act.connection, campaign, hashed):
        act.record("recruiting.code-withdrawn", campaign, found.label)


def join_link(server: str, campaign: str, code: str | None) -> str:
    """Return the link with which a donor's program joins: `https://server/?invitation=CODE#campaign`.

    Args:
        server: The server's address.
        campaign: The campaign's id.
        code: The invitation code; None for a link without one.
    """
    query = f"?invitation={quote(code, safe='')}" if code else ""
    return f"{server.rstrip('/')}/{query}#{campaign}"


def qr_svg(link: str) -> str:
    """Return the link's QR code as an SVG element.

    It is dark on white in pages of dark colours, too, so that cameras can read it.
    """
    return segno.make(link, error="m").svg_inline(scale=4, dark="#1B2430", light="#FFFFFF", border=4, omitsize=True)


def qr_png(link: str) -> bytes:
    """Return the link's QR code as a PNG file for print."""
    picture = BytesIO()
    segno.make(link, error="m").save(picture, kind="png", scale=16, border=4)
    return picture.getvalue()
