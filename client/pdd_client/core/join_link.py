"""Join links: a server's address, with or without a campaign and an invitation."""

from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from pdd_client.core.errors import Code, DonorError


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


def parse_link(text: str) -> JoinLink:
    """Parse a join link: `https://server/#campaign-id`, `https://server/?invitation=CODE`, both, or a plain address.

    An address without a scheme is taken as https. Nothing is sent: whether a server answers there, and whether its
    address is allowed, is checked when the donor looks at its offer (`Campaigns.fetch_offer`).

    Raises:
        DonorError: the text is not an http or https address.

    """
    typed = text.strip()
    try:
        parts = urlsplit(typed if "://" in typed else f"https://{typed}")
        usable = parts.scheme in ("http", "https") and parts.hostname and " " not in typed
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        usable = False
    if not usable:
        raise DonorError(
            f"{typed[:200]!r} is no link to a server: write it as you got it, such as "
            "https://pdd.example.org/#winter-flu",
            Code.NOT_A_LINK,
        )
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    invitation = parse_qs(parts.query).get("invitation", [None])[0]
    return JoinLink(f"{parts.scheme}://{host}{port}{parts.path.rstrip('/')}", parts.fragment or None, invitation)
