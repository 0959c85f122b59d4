"""The page to join by: the campaign in short, then the programs for the device that asks.

An invitation code stands behind the `#` of the page's address, which browsers send to nobody. So the page can't know
it; its script puts it into the links, and without the script the person copies the address.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from apiflask import APIBlueprint
from flask import Response, make_response, request
from markupsafe import Markup

from pdd_server.errors import Rejected
from pdd_server.services.campaigns import recruitment
from pdd_server.services.campaigns.campaign_status import CampaignStatus, campaign_status
from pdd_server.services.campaigns.donor_texts import privacy
from pdd_server.services.programs import Program, programs
from pdd_server.web.context import now_and_today, server
from pdd_server.web.public import frame
from pdd_server.web.public.join.visitor import APPS, Visitor, visitor_of
from pdd_server.web.rate_limits import limit_by_network
from pdd_shared.privacy.accounting.certainty import is_high
from pdd_shared.protocol.informing_lines import LINES

blueprint = APIBlueprint("join", __name__, enable_openapi=False)
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Vary": "Accept-Language, User-Agent",
    # No cache on the way or on a shared computer keeps that somebody looked at the study.
    "Cache-Control": "no-store",
}


@dataclass(frozen=True)
class Extension:
    """A way to get the extension: its page in a store, or a package that the browser installs itself."""

    system: str
    address: str


@blueprint.get("/join/<campaign>")
@limit_by_network("requests")
def show(campaign: str) -> Response:
    """A campaign in short, and the way in; or why there is none."""
    _, today = now_and_today()
    try:
        with server().store.read() as connection:
            status = campaign_status(connection, campaign, today)
    except Rejected:
        return _page("public/not_joined.html", 404, what="unknown", campaign=None)
    if not status.is_open:
        over = "full" if status.state_now == "budget-spent" else "ended"
        return _page("public/not_joined.html", 410, what=over, campaign=status.campaign, listed=status.listed)
    return _page("public/join.html", 200, **_values(status))


def _values(status: CampaignStatus) -> dict[str, Any]:
    campaign, config, visitor = status.campaign, server().config, _visitor()
    texts, link = frame.texts(), recruitment.join_link(request.url_root, campaign.id, None)
    found = _newest(programs(server().folder.downloads(config)))
    sure, is_costly = privacy.certainty(campaign.terms.budget, texts), is_high(campaign.terms.budget)
    return {
        "campaign": campaign,
        "counted": texts(f"counted_{campaign.terms.period}", number=len(campaign.vocabulary)),
        "sure": texts("high", sentence=sure) if is_costly else sure,
        "is_costly": is_costly,
        "privacy": list(privacy.sentences(campaign.terms, config, texts)),
        "waits": status.state == "not-started",
        "invited": bool(config.invitations),
        "base": config.downloads.base(request.url_root),
        "apps": _apps(found, visitor),
        "extension": _extension(found, visitor),
        "stores": {"chromium": config.downloads.chromium, "firefox": config.downloads.firefox},
        "programs": found,
        "link": link,
        "picture": Markup(recruitment.qr_svg(link)),  # noqa: S704 - segno's own drawing; nothing of the text is left
    }


def _visitor() -> Visitor:
    return visitor_of(request.user_agent.string, request.accept_languages, request.args.get("lang"))


def _page(template: str, status: int, **values: Any) -> Response:
    lines = {name: told for name, told in LINES.items() if frame.texts().has(name)}
    response = make_response(frame.page(template, visitor=_visitor(), lines=lines, **values), status)
    response.headers.update(HEADERS)
    return response


def _newest(found: Iterable[Program]) -> list[Program]:
    """Return the packages of each system's newest version; of one system there may be several, for other processors."""
    newest = dict[str, str]()
    return [one for one in found if newest.setdefault(one.system, one.version) == one.version]


def _apps(found: list[Program], visitor: Visitor) -> list[Program]:
    """Return the packages of the app for the visitor's device, in the order in which they are offered."""
    order = APPS.get(visitor.device, ())
    return sorted((one for one in found if one.system in order), key=lambda one: order.index(one.system))


def _extension(found: list[Program], visitor: Visitor) -> Extension | None:
    """Return the way to get the extension for the visitor's browser; None if it can't be installed from here."""
    return next((way for way in _extensions(found) if way.system == visitor.browser), None)


def _extensions(found: list[Program]) -> Iterator[Extension]:
    downloads = server().config.downloads
    for system, page in (("chromium", downloads.chromium), ("firefox", downloads.firefox)):
        if page:
            yield Extension(system, page)
    # A browser installs no .zip: those are for stores and for people who test.
    base = downloads.base(request.url_root)
    yield from (Extension(one.system, f"{base}/{one.name}") for one in found if one.name.endswith(".xpi"))
