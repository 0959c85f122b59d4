"""The donor's days: those that can still be looked through and decided on, and what became of each one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal

from pdd_client.core.donation.consent import Consent
from pdd_client.core.donation.decisions import last_day
from pdd_client.donor.campaigns.campaign_states import campaign_states
from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_store.rows import Logged
from pdd_shared.protocol.days import day_of

DayState = Literal["counting", "waits-for-you", "approved", "nothing", "sent", "zeros-sent"]
SentState = Literal["sent", "nothing", "missed", "refused", "waiting", "unconfirmed"]

_REVIEWED = 32
"""Of so many last days it is looked up whether they are still open: a server may be down for weeks."""


@dataclass(frozen=True)
class Day:
    """A day whose counts can still be sent, or just were; `until` is the last day on which it can surely be decided on.

    `counting`: goes on, or goes out by itself at the next check-in. `waits-for-you`: goes out as zeros unless it is
    approved. `approved`: what was seen goes out. `nothing`: withheld. `sent`, `zeros-sent`: locked, and `until` None.
    `goes_out` is the data day on which a `cohort` day is sent, approved or not, and `goes_out_at` the moment once that
    contact is planned; None in `plain` and where it is locked.
    """

    day: date
    state: DayState
    until: date | None
    goes_out: date | None = None
    goes_out_at: datetime | None = None


@dataclass(frozen=True)
class SentDay:
    """What became of a day: `campaigns` are the counts before locking as the log keeps them, `refusals` its lines.

    `sent`: the server has confirmed the counts. `nothing`: zeros were sent. `waiting`: nothing is sent or confirmed
    yet, and still can be. `unconfirmed`: sent, and no longer to be confirmed. `refused`: donor or server refused.
    `missed`: this donor was not there in time.
    `goes_out` and `goes_out_at` are those of `Day`, while it is not locked.
    """

    day: date
    state: SentState
    campaigns: tuple[Mapping[str, Any], ...]
    refusals: tuple[Logged, ...]
    goes_out: date | None = None
    goes_out_at: datetime | None = None


class Calendar:
    """What is known of the days of a home that has joined, read once: which are locked, decided on, still open."""

    def __init__(self, installation: Installation, today: date) -> None:
        """`today` is the data day now."""
        store, self.today, self._zone = installation.store, today, installation.zone
        self._info = installation.membership().info
        self._in_cohorts = self._info.protocol == "cohort"
        plans = store.journal.plans() if self._in_cohorts else {}
        self._goes_out_on = {day: kept.goes_out for day, kept in plans.items()}
        self._sending_of = installation.sending_of
        self._locked, self._decisions = store.days.locked(), store.days.decisions()
        last = store.fact("last_check_in")
        self._contact = day_of(datetime.fromisoformat(last), self._zone) if last else None
        self._lines: dict[date, list[Logged]] = {}
        self._there: set[date] = set()
        for line in store.logged():
            if line.round is not None:
                self._lines.setdefault(line.round, []).append(line)
            elif line.what == "check-in":
                self._there.add(day_of(line.time, self._zone))
        self._agreed = [consent for consents in store.agreed().values() for consent in consents]
        states = campaign_states(installation, {name: held[-1] for name, held in store.agreed().items()})
        self._last = {name: state.last for name, state in states.items()}
        self._first = min((self._begins(consent) for consent in store.every_consent()), default=None)

    def _begins(self, consent: Consent) -> date:
        """The first day that it can hold for."""
        return max(consent.campaign.start, day_of(consent.time, self._zone))

    def is_locked(self, day: date) -> bool:
        """Whether the day's counts are locked."""
        return day in self._locked

    def can_be_sent(self, day: date) -> bool:
        """Whether the server can still ask for the day's counts, and this donor was there on it, or can be today."""
        if day in self._locked or day > self.today:
            return False
        # The check-in of its last day locks a day; a server that could not be reached since may ask for it later.
        over = self._contact is not None and self._contact >= self._last_day(day)
        return not over and (self._in_cohorts or day == self.today or day in self._there)

    def _last_day(self, day: date) -> date:
        """The last day on which a day's counts are surely taken: in cohorts, the earliest close of its plan."""
        return self._goes_out_on.get(day) or last_day(day, self._info.delay)

    def _goes_out(self, day: date) -> date | None:
        """The day whose first check-in sends an open day (`cohort.uploads`)."""
        if not self._in_cohorts:
            return None
        if self._sending_of(day) == "review":
            return max(self._last_day(day), self.today)
        after = day + timedelta(days=1)
        return max(after, self._contact + timedelta(days=1)) if self._contact else max(after, self.today)

    def days(self) -> list[date]:
        """The days from the first that was agreed to until today."""
        count = (self.today - self._first).days + 1 if self._first else 0
        return [self.today - timedelta(days=back) for back in reversed(range(count))]

    def review_day(self, day: date) -> Day | None:
        """Where a day stands; None if it is over and done with."""
        last = self._last_day(day)
        if self.is_locked(day):
            return Day(day, "sent" if self._given(day) else "zeros-sent", None) if last >= self.today else None
        if not self.can_be_sent(day) or not self.is_counted(day):
            return None
        # On its last day the first check-in sends it, at any moment: only the day before can be promised.
        goes_out = self._goes_out(day)
        until = max(self.today, (goes_out or last) - timedelta(days=1))
        return Day(day, self._open_state(day), until, goes_out)

    def is_counted(self, day: date) -> bool:
        """Whether a campaign that was joined counts the day; else there is nothing to decide."""
        return any(self._begins(consent) <= day <= self._ends(consent) for consent in self._agreed)

    def _ends(self, consent: Consent) -> date:
        """The last day that it can hold for: a campaign may be over sooner than agreed."""
        return min(consent.campaign.end, self._last[consent.campaign.id])

    def _open_state(self, day: date) -> DayState:
        if (decision := self._decisions.get(day)) is not None:
            return "approved" if decision.approved else "nothing"
        return "waits-for-you" if day < self.today and self._sending_of(day) == "review" else "counting"

    def sent_day(self, day: date) -> SentDay:
        """What became of a day."""
        refusals = tuple(line for line in self._lines.get(day, ()) if line.what == "refusal")
        state = self._sent_state(day, bool(refusals))
        goes_out = self._goes_out(day) if self.can_be_sent(day) else None
        return SentDay(day, state, self._given(day), refusals, goes_out)

    def _sent_state(self, day: date, refused: bool) -> SentState:
        if self._locked.get(day):
            return "sent" if self._given(day) else "nothing"
        can_be_confirmed = self.is_locked(day) and self.today <= self._last_day(day)
        if can_be_confirmed or self.can_be_sent(day):
            return "waiting"
        # Sent again, a cohort's day may be refused for what came of it the first time: it is in the sum, or too late.
        if refused and not (self._in_cohorts and self.is_locked(day)):
            return "refused"
        return "unconfirmed" if self.is_locked(day) else "missed"

    def _given(self, day: date) -> tuple[Mapping[str, Any], ...]:
        """The counts as they were when they were locked; sent again, they are not listed again."""
        return next((line.given for line in self._lines.get(day, ()) if line.what == "vector" and line.given), ())


def days_to_review(installation: Installation, today: date) -> tuple[Day, ...]:
    """The days that are not over and done with, the newest first; none before something is joined."""
    if not installation.store.consents():
        return ()
    calendar = Calendar(installation, today)
    found = (calendar.review_day(day) for day in reversed(calendar.days()[-_REVIEWED:]))
    return tuple(day for day in found if day is not None)


def sent_days(installation: Installation, today: date) -> tuple[SentDay, ...]:
    """Every day since this donor joined, the oldest first."""
    if not installation.store.consents():
        return ()
    calendar = Calendar(installation, today)
    return tuple(calendar.sent_day(day) for day in calendar.days())
