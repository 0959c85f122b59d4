"""Who is told a campaign's completion code: every donor that was there on enough days, whatever it joined."""

from collections.abc import Iterable
from datetime import date

from sqlalchemy import Connection

from pdd_server.services.campaigns import campaigns
from pdd_server.services.donors.registration import authenticate
from pdd_server.services.readable_codes import signs
from pdd_server.store import donors
from pdd_server.store.campaigns import completions
from pdd_server.store.campaigns.campaigns import Stored
from pdd_server.store.campaigns.completions import CompletionCode
from pdd_shared.protocol.completion_codes import Completion, Completions
from pdd_shared.protocol.keys import RandomBytes

DRAWN = 10


def draw(random_bytes: RandomBytes) -> str:
    """A code of 49 random bits, as in K7QM4TXA9W: whoever was not told it does not guess it."""
    return signs(random_bytes, DRAWN)


def tell(connection: Connection, hashed: bytes) -> Completions:
    """How far the donor whose token has this hash is from each campaign's code; Rejected NOT_REGISTERED.

    Nothing is noted: who asks, and who is told what, changes nothing here.
    """
    days = donors.days_there(connection, authenticate(connection, hashed).id)
    codes = completions.all_of(connection)
    told = (completion(code, counted(days, campaigns.get(connection, code.campaign))) for code in codes)
    return Completions(completions=tuple(told))


def counted(days: Iterable[date], stored: Stored) -> int:
    """On how many of these days a donor was there while the campaign ran; whether it joined is known to nobody here."""
    campaign = stored.campaign
    last = min(campaign.end, stored.closed or campaign.end)
    return len({day for day in days if campaign.start <= day <= last})


def completion(code: CompletionCode, there: int) -> Completion:
    """What a donor is told that was there on so many days: the code once they are enough, before that how many."""
    counts = min(there, code.days)
    told = code.code if counts == code.days else None
    return Completion(campaign=code.campaign, days=code.days, there=counts, code=told)
