"""Recruiting for a campaign: its invitation codes, and the link and QR code with which donors join."""

from datetime import date
from io import BytesIO
from textwrap import wrap
from urllib.parse import quote

import segno
from markupsafe import escape

from pdd_server.errors import invalid
from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.donor_texts.texts import LANGUAGES
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_server.services.readable_codes import LONGEST, SHORTEST, code_hash, normal
from pdd_server.store.campaigns import invitation_codes
from pdd_server.store.campaigns.invitation_codes import Code
from pdd_shared.protocol.messages import Campaign

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
    """Return the link of a campaign's page to join by: `https://server/join/campaign#invitation=CODE`.

    Donors' programs take it, too. Browsers send what is behind the `#` to nobody, so the code is in no log.

    Args:
        server: The server's address.
        campaign: The campaign's id.
        code: The invitation code; None for a link without one.
    """
    invitation = f"#invitation={quote(code, safe='')}" if code else ""
    return f"{server.rstrip('/')}/join/{campaign}{invitation}"


def qr_svg(link: str) -> str:
    """Return the link's QR code as an SVG element.

    It is dark on white in pages of dark colours, too, so that cameras can read it.
    """
    return segno.make(link, error="m").svg_inline(scale=4, dark="#1B2430", light="#FFFFFF", border=4, omitsize=True)


def languages(campaign: Campaign) -> tuple[str, ...]:
    """Return the languages of a campaign's poster and picture: those of its consent texts that donors' texts are in.

    They are in the order of the consent texts. English, if donors' texts are in none of them.
    """
    consented = dict.fromkeys(tag.partition("-")[0] for tag in campaign.consent)
    return tuple(tag for tag in consented if tag in LANGUAGES) or LANGUAGES[:1]


def square_svg(campaign: Campaign, link: str, scan: str) -> str:
    """Return a square picture for posts as SVG: the campaign's title and purpose, and the link's QR code and address.

    Long texts are cut: the page behind the link has all of them.

    Args:
        campaign: The campaign.
        link: The link.
        scan: What to do with the QR code, in the picture's language: at most three lines of 30 characters.
    """
    title = _lines(campaign.title, width=26, most=3, size=64, top=150)
    purpose = _lines(campaign.purpose, width=46, most=5, size=38, top=180 + 80 * len(title))
    code = qr_svg(link).replace("<svg ", '<svg x="80" y="680" width="320" height="320" ', 1)
    what = _lines(scan, 30, most=3, size=34, top=760, left=440)
    address = _lines(link.partition("#")[0].partition("://")[2], 34, most=3, size=30, top=900, left=440)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1080 1080" width="1080" height="1080" '
        'font-family="system-ui, sans-serif" fill="#1B2430"><rect width="1080" height="1080" fill="#FBFAF7"/>'
        f"{''.join((*title, *purpose, *what, *address))}{code}</svg>"
    )


def _lines(text: str, width: int, *, most: int, size: int, top: int, left: int = 80) -> list[str]:
    """Return SVG text elements with the lines of a text: at most `most`, of `width` characters at most."""
    found = wrap(text, width, max_lines=most, placeholder=" …")
    return [
        f'<text x="{left}" y="{top + place * (size + 12)}" font-size="{size}">{escape(line)}</text>'
        for place, line in enumerate(found)
    ]


def qr_png(link: str) -> bytes:
    """Return the link's QR code as a PNG file for print."""
    picture = BytesIO()
    segno.make(link, error="m").save(picture, kind="png", scale=16, border=4)
    return picture.getvalue()
