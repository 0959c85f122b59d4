"""The commands with which a donor begins and ends: `join`, `leave`, `erase-me`."""

import argparse
import os

from pdd_client.cli.common import print_lines, with_donor, wrong
from pdd_client.cli.sending import sending_text
from pdd_client.cli.texts import offers
from pdd_client.core.join_link import parse_link
from pdd_client.donor.campaigns.leave import Farewell
from pdd_client.donor.donor import Donor
from pdd_client.gateways.server_http.connection_errors import ServerUnreachable
from pdd_client.gateways.server_http.server_http import ServerProblem

_KEPT_BY_SERVER = (
    "the server that is not told keeps your account: your public keys, and up to 60 days on which you were there",
    "while it runs, it deletes the account once you have not been there for as long as it is set to: usually 180 days",
)
_FAREWELLS: dict[Farewell, tuple[str, ...]] = {
    Farewell.FORGOTTEN: ("the server has forgotten you",),
    Farewell.UNKNOWN: ("the server did not know you, or could not be told who you were",),
    Farewell.NOT_TOLD: ("the server was not told", *_KEPT_BY_SERVER),
}


@with_donor
def join(donor: Donor, chosen: argparse.Namespace) -> int:
    """Show what a server offers; with --accept, agree to it.

    Without --accept nothing is joined, and the exit status is that of an error.
    """
    language, link = _language(), parse_link(chosen.url)
    wanted = [*([link.campaign] if link.campaign else []), *(chosen.campaign or [])]
    offer = donor.campaigns.fetch_offer(link.url, wanted or None)
    if not wanted and len(offer.campaigns) > 1:
        print_lines(offers.choice_text(offer))
        return wrong("nothing is joined yet: the server has several campaigns, so name one with --campaign")
    if not chosen.accept:
        print_lines(offers.offer_text(offer, language))
        return wrong("nothing is joined yet: run the same command with --accept to agree to this")
    joined = donor.campaigns.accept(offer, chosen.stratum, chosen.invitation or link.invitation, language)
    if chosen.sending:
        donor.settings.set_sending(chosen.sending)
    print_lines(f"joined {name}" for name in joined.campaigns)
    print_lines(f"already joined {name}" for name in joined.already)
    print_lines([sending_text(donor.settings.sending())])
    return 0


@with_donor
def leave(donor: Donor, chosen: argparse.Namespace) -> int:
    """Leave a campaign: it gets nothing from now on."""
    donor.campaigns.leave(chosen.campaign)
    print_lines([f"left {chosen.campaign}: it gets nothing from you any more; what is in a sum already stays there"])
    return 0


@with_donor
def erase_me(donor: Donor, chosen: argparse.Namespace) -> int:
    """Have the server delete the donor's account, and erase the home.

    If the server can't be told, nothing is erased and the command fails. With --without-server it is not asked.
    """
    try:
        farewell = donor.erase_me(tell_server=not chosen.without_server)
    except (ServerUnreachable, ServerProblem) as error:
        print_lines(_KEPT_BY_SERVER)
        return wrong(f"{error}; nothing is erased: try again, or `erase-me --without-server` erases this computer")
    print_lines(_FAREWELLS[farewell])
    print_lines(
        [
            f"the keys and everything in {donor.home} are erased from this computer",
            "your privacy account is erased with it: what you gave stays given, and nothing more is known of it here",
            "what can't be undone: locked counts that were added to a sum stay in it",
        ]
    )
    return 0


def _language() -> str:
    """Return the language of the environment's locale as a tag such as "de" or "pt-BR"; "en" if none is set."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if (tag := os.environ.get(name, "").split(".")[0]) and tag not in ("C", "POSIX"):
            return tag.replace("_", "-")
    return "en"
