"""What takes time where a donor has something to give, done before the server hears of a contact.

If a home read histories and vocabularies only where there is something to give, the server could tell by how long an
upload takes after its answer: the day of a donor who withheld it, or who joined nothing, would come at once.
"""

from collections.abc import Iterable
from datetime import date, timedelta

from pdd_client.core.donation.vocabularies import parse_afresh, warm_up
from pdd_client.donor.contact.contact import ReadSearches
from pdd_client.donor.installation import Installation
from pdd_client.donor.settings.browsers import switched_off
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_shared.protocol.limits import LAST_CLOSE
from pdd_shared.protocol.messages import Campaign

_DAY = timedelta(days=1)


def read_ahead(installation: Installation, today: date, read: ReadSearches) -> ReadSearches:
    """Return what gives a check-in its searches: those of all days that can still go out, read here and now.

    Whatever a server asks for, nothing is read later: another day is refused before it is counted. Nothing is read at
    all by a home that has joined nothing, or has sent all these days. Where a browser was switched off or on since,
    there are none to count, and the day gets noise alone.
    """
    store, first = installation.store, today - LAST_CLOSE
    locked = store.days.locked()
    if not store.agreed() or all(first + back * _DAY in locked for back in range((today - first).days)):
        return lambda _first, _last: None
    off, found = switched_off(installation), read(first, today)
    return lambda _first, _last: found if switched_off(installation) == off else None


def parse_ahead(store: LocalStore) -> None:
    """Parse the vocabularies that the home counts by: as agreed to, and as the server signed them last."""
    agreed, newest = store.agreed(), store.campaigns()
    for name, consents in agreed.items():
        texts = [consent.campaign for consent in consents] + [newest[name]] * (name in newest)
        for text in texts:
            warm_up(text.vocabulary)


def parse_changed(before: Iterable[Campaign], newest: Iterable[Campaign]) -> None:
    """Parse the vocabularies that changed in this contact: that takes all homes the same time.

    Joined or not, and afresh: a server may list a text again that a home has agreed to.
    """
    known = {text.vocabulary for text in before}
    for text in newest:
        if text.vocabulary not in known:
            parse_afresh(text.vocabulary)
