"""Reading of histories and vocabularies before the server hears of a contact, against a timing attack.

Suppose a home read them only when it has something to give. Then the server could measure how long an upload takes
after its answer: a donor who withheld the day, or who joined nothing, would upload at once.
"""

from collections.abc import Iterable
from datetime import date, timedelta

from pdd_client.core.donation.vocabularies import parse_afresh, warm_up
from pdd_client.donor.contact.contact import ReadSearches
from pdd_client.donor.days.keep_days import first_open_day, is_weekly
from pdd_client.donor.installation import Installation
from pdd_client.donor.settings.browsers import choice
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_shared.protocol.limits import LAST_CLOSE
from pdd_shared.protocol.messages import Campaign

_DAY = timedelta(days=1)


def read_ahead(installation: Installation, today: date, read: ReadSearches) -> ReadSearches:
    """Read the searches of all days that can still be sent, and return a function that hands them to the check-in.

    If a campaign counts by week, these are also the days of past weeks that a plan can ask for once more.

    The returned function reads nothing, whatever days a server asks for: any other day is refused before it is counted.
    It returns None, so that the day gets noise alone, in these cases:

    - The home has joined nothing. Or it has locked all these days, and has no weekly campaign for which to count today.
      Then nothing is read at all.
    - No history could be read.
    - The donor switched a browser or a profile on or off after the reading.

    Args:
        installation: the home, which has joined a `cohort` server.
        today: the data day by the home's own clock.
        read: reads the searches from a first to a last data day.

    """
    store, first = installation.store, today - LAST_CLOSE
    locked = store.days.locked()
    agreed, weekly = store.consents.agreed(), is_weekly(installation)
    if not agreed or not (weekly or any(first + back * _DAY not in locked for back in range((today - first).days))):
        return lambda _first, _last: None
    found = read(first_open_day(today) if weekly else first, today)
    chosen = choice(installation, ())
    return lambda _first, _last: found if choice(installation, ()) == chosen else None


def parse_ahead(store: LocalStore) -> None:
    """Parse the vocabularies of the joined campaigns, as agreed to and as the server signed them last."""
    agreed, newest = store.consents.agreed(), store.consents.campaigns()
    for name, consents in agreed.items():
        texts = [consent.campaign for consent in consents] + [newest[name]] * (name in newest)
        for text in texts:
            warm_up(text)


def parse_changed(before: Iterable[Campaign], newest: Iterable[Campaign]) -> None:
    """Parse the vocabularies that changed in this contact, those of campaigns that the home has not joined too.

    So the parsing takes all homes the same time. It is done even if a vocabulary is cached: a server could list an old
    text again, and a home that agreed to it would be faster.

    Args:
        before: the campaigns that the home had kept before this contact.
        newest: the campaigns as the server lists them now.

    """
    known = {(text.vocabulary, text.counting_rules) for text in before}
    for text in newest:
        if (text.vocabulary, text.counting_rules) not in known:
            parse_afresh(text)
