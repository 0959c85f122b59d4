"""The moment at which a day of the `cohort` protocol is sent, once the contact that sends it is planned."""

from dataclasses import replace
from datetime import date, datetime
from typing import TypeVar

from pdd_client.donor.days.calendar import Day, SentDay
from pdd_client.donor.installation import Installation
from pdd_client.donor.schedule import next_check_in
from pdd_client.donor.status import waits_for_epoch
from pdd_shared.protocol.days import day_of

Kind = TypeVar("Kind", Day, SentDay)


def with_moments(installation: Installation, days: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Return the days, with the next contact's moment in `goes_out_at` for those that this contact sends.

    A day whose contact was missed is sent at the next one. Before the server's first epoch, `goes_out` is cleared: too
    few people have joined, and nobody knows when enough will have.
    """
    if all(day.goes_out is None for day in days):
        return days
    if waits_for_epoch(installation):
        return tuple(replace(day, goes_out=None) for day in days)
    planned = next_check_in(installation)
    on = day_of(planned, installation.zone)
    return tuple(replace(day, goes_out_at=_moment(day.goes_out, on, planned)) for day in days)


def _moment(goes_out: date | None, on: date, planned: datetime) -> datetime | None:
    return planned if goes_out is not None and goes_out <= on else None
