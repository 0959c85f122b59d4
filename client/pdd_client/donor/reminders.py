"""The use case of reminders: which one is due, from what the home keeps. Nothing is sent.

What the donor was reminded of is kept in the home, so that another start of the app does not say it again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta

from pydantic import TypeAdapter, ValidationError

from pdd_client.core.reminders import Reminder, Situation, Told, due, may_remind
from pdd_client.donor.days.calendar import Calendar, days_to_review
from pdd_client.donor.error_translation import translates_errors
from pdd_client.donor.installation import Installation
from pdd_client.donor.settings.preferences import preferences
from pdd_client.donor.status import JoinedCampaign, Status, status
from pdd_shared.protocol.days import day_of

_TOLD = TypeAdapter(Told)
_GIVEN = ("sent", "unconfirmed")
"""The states of a day whose counts have left."""
_WEEK = timedelta(days=7)


def told(installation: Installation) -> Told:
    """Return what the donor was reminded of; what this version can't read counts as nothing."""
    try:
        return _TOLD.validate_json(installation.store.fact("reminded") or "{}")
    except ValidationError:
        return Told()


class Reminders:
    """The reminders of one home."""

    def __init__(self, installation: Installation) -> None:
        """Take an opened installation."""
        self.installation = installation

    @translates_errors
    def next(self) -> Reminder | None:
        """Return the reminder to show now, and keep that it was shown; None if none is due.

        None is due while the donor has not switched reminders on.
        """
        installation, before = self.installation, told(self.installation)
        now = installation.clock()
        today = day_of(now, installation.zone)
        # Asked each minute: on most of them nothing more has to be read.
        if not (preferences(installation).reminders and may_remind(now, today, before)):
            return None
        found = due(_situation(installation, today), before)
        if found is None:
            return None
        reminder, after = found
        self._keep(after)
        return reminder

    @translates_errors
    def look_at_results(self) -> None:
        """Keep that the donor has looked at the results of all campaigns that are over."""
        before, current = told(self.installation), status(self.installation)
        seen = before.results | _published(_going(current))
        if seen != before.results:
            self._keep(replace(before, results=seen))

    def _keep(self, after: Told) -> None:
        with self.installation.store.transaction():
            self.installation.store.set_fact("reminded", _TOLD.dump_json(after).decode())


def _going(current: Status) -> tuple[JoinedCampaign, ...]:
    return tuple(campaign for campaign in current.campaigns if campaign.left is None)


def _published(campaigns: Iterable[JoinedCampaign]) -> frozenset[str]:
    return frozenset(campaign.id for campaign in campaigns if campaign.published)


def _situation(installation: Installation, today: date) -> Situation:
    current = status(installation)
    going = _going(current)
    running = [campaign for campaign in going if campaign.state == "running"]
    paused = current.paused_since is not None
    days = () if paused or not going else days_to_review(installation, today)
    gives = running and not (paused or current.waits_for_epoch)
    return Situation(
        now=installation.clock(),
        today=today,
        waiting={day.day: day.until for day in days if day.state == "waits-for-you" and day.until is not None},
        ends={campaign.id: campaign.last for campaign in running if campaign.last is not None},
        results=_published(going),
        last_given=_last_given(installation, today, running) if gives else None,
    )


def _last_given(installation: Installation, today: date, running: Sequence[JoinedCampaign]) -> date:
    """Return the newest day that was given or decided on, or the day on which taking part began."""
    zone, store = installation.zone, installation.store
    calendar = Calendar(installation, today)
    given = [day for day in calendar.days() if calendar.is_locked(day) and calendar.sent_day(day).state in _GIVEN]
    began = [max(campaign.start, day_of(campaign.joined, zone)) for campaign in running]
    newest = max((*given, *store.days.decisions(), *began))
    # Where campaigns count by week, nothing can be given before the next week has ended.
    return newest if _counts_days(installation, running) else min(today, newest + _WEEK)


def _counts_days(installation: Installation, running: Sequence[JoinedCampaign]) -> bool:
    agreed = installation.store.consents.agreed()
    return any(agreed[campaign.id][-1].campaign.terms.period == "day" for campaign in running if campaign.id in agreed)
