"""Completion codes: a donor that was there on enough days of a campaign is told its code, whether or not it joined."""

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
    """Return a new code such as K7QM4TXA9W: 49 random bits, so that nobody guesses it."""
    return signs(random_bytes, DRAWN)


def tell(connection: Connection, hashed: bytes) -> Completions:
    """Return how far a donor is from each campaign's code, or the code.

    Nothing is recorded: neither who asks nor who was told a code.

    Raises:
        Rejected: NOT_REGISTERED.
    """
    days = donors.days_there(connection, authenticate(connection, hashed).id)
    codes = completions.all_of(connection)
    told = (completion(code, counted(days, campaigns.get(connection, code.campaign))) for code in codes)
    return Completions(completions=tuple(told))


def counted(days: Iterable[date], stored: Stored) -> int:
    """Return on how many of these days the campaign ran.

    The server does not know who joined a campaign, so days count for donors that have not, too.

    Args:
        days: The days on which a donor was there.
        stored: The campaign; it runs until its last day, or until it was closed.
    """
    campaign = stored.campaign
    last = min(campaign.end, stored.closed or campaign.end)
    return len({day for day in days if campaign.start <= day <= last})


def completion(code: CompletionCode, there: int) -> Completion:
    """Return a donor's answer for one campaign: the code, or how many days it has and needs.

    Args:
        code: The campaign's code, and after how many days it is told.
        there: The days that count for the donor.
    """
    counts = min(there, code.days)
    told = code.code if counts == code.days else None
    return Completion(campaign=code.campaign, days=code.days, there=counts, code=told)
