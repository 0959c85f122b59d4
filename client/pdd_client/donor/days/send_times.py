"""When a day of the `cohort` protocol is sent: the moment of the contact that sends it, once that is planned."""

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
    """Return the days, those that the next planned contact sends with its moment.

    A day whose contact was missed goes out at the next one. No time is promised before the server's first epoch: too
    few people have joined, and when enough will have is not known.
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
