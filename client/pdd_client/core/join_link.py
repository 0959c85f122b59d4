"""Links by which donors join: a server's address, and maybe a campaign and an invitation."""

from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from pdd_client.core.errors import Code, DonorError


@dataclass(frozen=True)
class JoinLink:
    """A server's address; the campaign and the invitation the link names, if it does."""

    url: str
    campaign: str | None = None
    invitation: str | None = field(default=None, repr=False)


def parse_link(text: str) -> JoinLink:
    """Read `https://server/#campaign-id`, `https://server/?invitation=CODE`, both, or a plain address.

    An address without a scheme is taken as https. DonorError where it is none; whether a server is there, and
    whether it may be talked to, is for `Donor.look` to find out.
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
