"""Keeping counts of the days of a week, so that nothing is lost if the donor clears the browser's history.

They are kept while a plan can ask for the week: until it was given, and once more if its sum was lost.

A day is counted whenever a history is read: at each check-in, and for each review. When the donor takes something out
of the counts, all that is kept is deleted and counted anew. What was cleared before is lost then: better that than
sending what the donor took out. Of a day that the donor withheld nothing is kept.
"""

from collections.abc import Callable, Iterator
from datetime import date, timedelta

from pdd_client.core.donation.consent import of_day
from pdd_client.core.donation.ledger import given_once
from pdd_client.core.donation.period_days import KeptDay, keep_day, newer
from pdd_client.core.searches import Search
from pdd_client.donor.days.read_searches import Found, SearchReader
from pdd_client.donor.days.repeated_weeks import repeated_weeks
from pdd_client.donor.installation import Installation, Membership
from pdd_shared.protocol.days import day_of, days_of, last_day
from pdd_shared.protocol.limits import LAST_CLOSE, LAST_REPEAT

_WEEK_BEFORE = timedelta(days=6)
"""The time from a week's first day to its last."""


def first_open_day(today: date) -> date:
    """Return the first day of the oldest week that a plan can still ask for."""
    return days_of("week", last_day("week", today - LAST_CLOSE - LAST_REPEAT))[0]


def days_to_read(installation: Installation, day: date) -> tuple[date, date]:
    """Return the first and the last day that a review of a day reads: its week, if a joined campaign counts by week.

    If the day's plan asks for a lost week once more, the days since that week's first are read, too.
    """
    if not is_weekly(installation):
        return day, day
    asked = repeated_weeks(installation.store).get(day, {}).values()
    firsts = [days_of("week", week)[0] for week in (last_day("week", day), *asked)]
    return min(firsts), last_day("week", day)


def keep_anew(installation: Installation, reader: SearchReader) -> None:
    """Count all days of weeks that can still be sent anew. Call it after the donor has changed an exclusion.

    What was kept before leaves the disk with it.
    """
    if is_weekly(installation):
        today = day_of(installation.clock(), installation.zone)
        first = first_open_day(today)
        read_and_keep(installation, lambda: reader.read_recent((today - first).days + 1, None), (first, today))
        installation.store.forget()


def is_weekly(installation: Installation) -> bool:
    """Return whether the donor has joined a campaign that counts by week."""
    agreed = installation.store.consents.agreed()
    return any(consents[-1].campaign.terms.period == "week" for consents in agreed.values())


def read_and_keep(installation: Installation, read: Callable[[], Found], days: tuple[date, date] | None) -> Found:
    """Read searches, keep counts of the days that belong to a week, and return the searches.

    Nothing is kept if another program has written to the home since the reading began: it may have left out a browser.

    Args:
        installation: the home.
        read: reads the searches.
        days: the first and the last day that are read; None for all time.

    """
    store, membership = installation.store, installation.joined()
    version, found = store.version(), read()
    if membership is None or not found.readable or not is_weekly(installation):
        return found
    today = day_of(installation.clock(), membership.zone)
    first, last = days or (date.min, today)
    open_days = (max(first, first_open_day(today)), min(last, today))
    kept = tuple(newer(_kept_days(installation, membership, found.searches, *open_days), store.kept.every()))
    if kept:
        with store.transaction():
            if store.version() == version:
                store.kept.keep(kept)
    return found


def _kept_days(
    installation: Installation, membership: Membership, searches: tuple[Search, ...], first: date, last: date
) -> Iterator[KeptDay]:
    """Yield the days to keep, for each weekly campaign. Withheld days are none of them.

    Of a week that is locked only days are counted that are not kept, and only if it can be given once more.
    """
    store, zone = installation.store, membership.zone
    exclusions, locked = store.exclusions.all(zone), store.days.locked()
    again, known = given_once(installation.ledger().given), store.kept.every()
    every, withheld = [first + timedelta(days=after) for after in range((last - first).days + 1)], store.days.withheld()
    days = [day for day in every if day not in withheld]
    for consents in store.consents.agreed().values():
        if consents[-1].campaign.terms.period != "week":
            continue
        begins = day_of(consents[0].time, zone)
        for day in days:
            consent = of_day(consents, day, zone)
            text, week = consent.campaign, last_day("week", day)
            is_settled = week in locked and ((text.id, week) not in again or day in known.get(text.id, {}))
            if is_settled or not max(begins, text.start) <= day <= text.end:
                continue
            yield keep_day(consent, day, [search for search in searches if search.day == day], exclusions)
