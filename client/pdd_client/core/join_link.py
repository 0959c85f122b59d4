"""Join links: a server's address, with or without a campaign and an invitation."""

import re
from dataclasses import dataclass, field
from unicodedata import category
from urllib.parse import SplitResult, parse_qs, quote, urlsplit

from pdd_client.core.errors import Code, DonorError

SCHEME = "pdd:"
"""The scheme of links that open the app: it stands before the whole link."""
_LINK = re.compile(r"""(?:pdd:)?https?://[^\s<>"“”«»]*\.[^\s<>"“”«»]+""", re.IGNORECASE)
"""A whole link among other words."""
_AROUND = "\"'`“”„‘’‚«»‹›<>().,;:!?…"
"""What stands around a link in a sentence, and is no part of it."""
_PAGE = re.compile(r"(.*)/(?:join|campaigns)(?:/([a-z0-9][a-z0-9-]{0,63}))?(?:/.*)?", re.IGNORECASE)
"""The path of a campaign's page, to join by or to read: the server's own path, and the campaign's id."""


@dataclass(frozen=True)
class JoinLink:
    """The parts of a join link.

    Attributes:
        url: the server's address, with its scheme and without a slash at the end.
        campaign: the campaign's id; None if the link names none.
        invitation: the invitation code, which is secret; None if the link has none.

    """

    url: str
    campaign: str | None = None
    invitation: str | None = field(default=None, repr=False)

    @property
    def text(self) -> str:
        """The link as people read it, with the invitation."""
        page = f"{self.url}/join/{self.campaign}" if self.campaign else self.url
        return f"{page}#invitation={quote(self.invitation, safe='')}" if self.invitation else page


def parse_link(text: str) -> JoinLink:
    """Parse a join link: a campaign's page to join by, `https://server/join/campaign#invitation=CODE`, or an address.

    Also taken: the same behind `pdd:`, as pages open the app with it; the campaign's public page;
    `https://server/#campaign`; an invitation in the query; a message that holds such a link. An address without a
    scheme is taken as https. Nothing is sent: whether a server answers there, and whether its address is allowed, is
    checked when the donor looks at its offer (`Campaigns.fetch_offer`).

    Raises:
        DonorError: the text is not an http or https address.

    """
    typed = _link_in(text)
    try:
        parts = urlsplit(typed if "://" in typed else f"https://{typed}")
        usable = parts.scheme in ("http", "https") and parts.hostname and not re.search(r"\s", typed)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        usable = False
    if not usable:
        raise DonorError(
            f"{typed[:200]!r} is no link to a server: write it as you got it, such as "
            "https://pdd.example.org/join/winter-flu",
            Code.NOT_A_LINK,
        )
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    place, campaign = _place(parts)
    return JoinLink(f"{parts.scheme}://{host}{port}{place}", campaign, _invitation(parts))


def _link_in(text: str) -> str:
    """Return the first link of a text, or the text, without what is invisible or stands around it."""
    visible = "".join(sign for sign in text if category(sign) != "Cf")
    found = _LINK.search(visible)
    typed = (found[0] if found else visible).strip().strip(_AROUND)
    return typed[len(SCHEME) :] if typed.lower().startswith(SCHEME) else typed


def _place(parts: SplitResult) -> tuple[str, str | None]:
    """Return the path of the server itself, and the campaign that the link names in its path or behind the #."""
    if page := _PAGE.fullmatch(parts.path):
        return page[1], (page[2] or _named(parts)).lower() or None
    return parts.path.rstrip("/"), _named(parts).lower() or None


def _named(parts: SplitResult) -> str:
    """Return the campaign behind the #; empty if something else or nothing stands there."""
    return "" if "=" in parts.fragment else parts.fragment


def _invitation(parts: SplitResult) -> str | None:
    """Return the invitation code. Pages have it behind the #, which browsers send to nobody."""
    found = parse_qs(parts.fragment).get("invitation") or parse_qs(parts.query).get("invitation")
    return found[0] if found else None
