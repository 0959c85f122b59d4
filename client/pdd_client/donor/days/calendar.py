"""The state of each of a donor's days: which ones can still be reviewed, and what became of the others."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal

from pdd_client.core.donation.consent import Consent
from pdd_client.core.donation.decisions import delay_of, last_day
from pdd_client.donor.campaigns.campaign_states import campaign_states
from pdd_client.donor.days.repeated_weeks import repeated_weeks
from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_store.log_store import Logged
from pdd_shared.protocol.days import Period, day_of
from pdd_shared.protocol.days import last_day as period_end

DayState = Literal["counting", "waits-for-you", "late", "approved", "nothing", "sent", "zeros-sent", "in-week"]
SentState = Literal["sent", "nothing", "missed", "refused", "waiting", "unconfirmed"]

_REVIEWED = 32
"""The number of last days that may still be open. It is this large because a server may be down for weeks."""


@dataclass(frozen=True)
class Day:
    """A day whose counts can still be sent, or were sent recently.

    Attributes:
        day: the data day.
        state: `counting`: the day is not over, or it is sent by itself at the next check-in. `waits-for-you`: it is
            sent as zeros unless the donor approves it. `late`: the same, but the server may have closed it.
            `approved`: the reviewed counts will be sent. `nothing`: the
            donor withheld the day. `sent`, `zeros-sent`: the counts are locked. `in-week`: only weekly campaigns count
            the day, so its counts go out with the week's last day, and the donor decides about that one.
        until: the last day on which the donor can surely still decide; None if there is nothing to decide.
        goes_out: the data day on which a `cohort` day is sent, approved or not; None in `plain`, or if the counts are
            locked.
        goes_out_at: the moment of that contact, once it is planned; else None.

    """

    day: date
    state: DayState
    until: date | None
    goes_out: date | None = None
    goes_out_at: datetime | None = None


@dataclass(frozen=True)
class SentDay:
    """What became of a day.

    Attributes:
        day: the data day.
        state: `sent`: the server has confirmed the counts. `nothing`: the server has confirmed zeros. `waiting`: the
            counts can still be sent or confirmed. `unconfirmed`: they were locked, but it is too late for a
            confirmation. `refused`: the donor or the server refused the day. `missed`: the donor's computer made no
            contact in time.
        campaigns: the counts of each campaign as they were locked, as `Given.described` returns them.
        refusals: the log's lines about refusals of this day.
        goes_out: as in `Day`, while the day can be sent.
        goes_out_at: as in `Day`.

    """

    day: date
    state: SentState
    campaigns: tuple[Mapping[str, Any], ...]
    refusals: tuple[Logged, ...]
    goes_out: date | None = None
    goes_out_at: datetime | None = None


class Calendar:
    """The days of a home that has joined a server. The home is read once, so the answers fit together."""

    def __init__(self, installation: Installation, today: date) -> None:
        """Read what the home keeps of its days; `today` is the data day now. DonorError if it has joined no server."""
        store, self.today, self._zone = installation.store, today, installation.zone
        self._info = installation.membership().info
        self._in_cohorts = self._info.protocol == "cohort"
        plans = store.journal.plans() if self._in_cohorts else {}
        self._goes_out_on = {day: kept.goes_out for day, kept in plans.items()}
        self._repeated = repeated_weeks(store) if self._in_cohorts else {}
        self._sending_of = installation.sending_of
        self._locked, self._decisions = store.days.locked(), store.days.decisions()
        self._charged = store.charges.days()
        last = store.fact("last_check_in")
        self._contact = day_of(datetime.fromisoformat(last), self._zone) if last else None
        self._lines: dict[date, list[Logged]] = {}
        self._there: set[date] = set()
        for line in store.log.lines():
            if line.round is not None:
                self._lines.setdefault(line.round, []).append(line)
            elif line.what == "check-in":
                self._there.add(day_of(line.time, self._zone))
        self._agreed = [consent for consents in store.consents.agreed().values() for consent in consents]
        self._every = store.consents.every()
        states = campaign_states(installation, {name: held[-1] for name, held in store.consents.agreed().items()})
        self._last = {name: state.last for name, state in states.items()}
        self._first = min((self._begins(consent) for consent in self._every), default=None)

    def _begins(self, consent: Consent) -> date:
        """Return the first day that a consent can hold for."""
        return max(consent.campaign.start, day_of(consent.time, self._zone))

    def is_locked(self, day: date) -> bool:
        """Return whether the day's counts are locked."""
        return day in self._locked

    def can_be_sent(self, day: date) -> bool:
        """Return whether the server can still ask for the day's counts.

        In `plain`, the donor must also have checked in on the day, or the day is today: only then is it in a group.
        """
        if day in self._locked or day > self.today:
            return False
        if day in self._charged:  # a restored home may have given it
            return False
        # The check-in of its last day locks a day; a server that could not be reached since may ask for it later.
        over = self._contact is not None and self._contact >= self._last_day(day)
        return not over and (self._in_cohorts or day == self.today or day in self._there)

    def _last_day(self, day: date) -> date:
        """Return the last day on which the server surely takes a day's counts.

        If the home keeps the day's `cohort` plan, it is the earliest close of that plan, or a later day that the donor
        was told.
        """
        due = [one.campaign.terms for one in self._agreed if self._is_due(one, day)]
        return self._goes_out_on.get(day) or last_day(day, delay_of(due, self._info.delay))

    def _goes_out(self, day: date) -> date | None:
        """Return the data day whose first check-in sends an open day (see `cohort.uploads`); None in `plain`."""
        if not self._in_cohorts:
            return None
        if self._sending_of(day) == "review":
            return max(self._last_day(day), self.today)
        after = day + timedelta(days=1)
        return max(after, self._contact + timedelta(days=1)) if self._contact else max(after, self.today)

    def days(self) -> list[date]:
        """Return the days from the first one of any consent until today, in order."""
        count = (self.today - self._first).days + 1 if self._first else 0
        return [self.today - timedelta(days=back) for back in reversed(range(count))]

    def review_day(self, day: date) -> Day | None:
        """Return a day's state for the donor's review; None if it is too late to decide or no campaign counts it."""
        if self.is_in_week(day):
            sunday = period_end("week", day)
            return Day(day, "in-week", None, self._goes_out(sunday)) if sunday >= self.today else None
        last = self._last_day(day)
        if self.is_locked(day):
            return Day(day, "sent" if self._given(day) else "zeros-sent", None) if last >= self.today else None
        if not self.can_be_sent(day) or not self.is_counted(day):
            return None
        # On its last day the first check-in sends it, at any moment: only the day before can be promised.
        state, goes_out = self._open_state(day), self._goes_out(day)
        if state == "waits-for-you" and last < self.today:
            return Day(day, "late", None)
        until = max(self.today, (goes_out or last) - timedelta(days=1))
        return Day(day, state, until, goes_out)

    def is_counted(self, day: date) -> bool:
        """Return whether a period of a joined campaign ends on the day, or its plan asks for a lost week once more.

        Otherwise there is nothing to decide.
        """
        return day in self._repeated or any(
            self._is_due(consent, day) and day <= self._ends(consent) for consent in self._agreed
        )

    def is_in_week(self, day: date) -> bool:
        """Return whether joined campaigns count the day, all of them with a later day that ends their week."""
        counting = any(self._begins(one) <= day <= self._ends(one) for one in self._agreed)
        return counting and not self.is_counted(day)

    def _is_due(self, consent: Consent, day: date) -> bool:
        """Return whether a period ends on the day that the consent can hold for."""
        period: Period = consent.campaign.terms.period
        return period_end(period, day) == day and self._begins(consent) <= day <= consent.campaign.end

    def is_within_weeks(self, day: date) -> bool:
        """Return whether the day is not locked, and went or goes out with a later day alone, the last of its week.

        Campaigns that the donor has left are looked at too.
        """
        counting = [one for one in self._every if self._begins(one) <= day <= one.campaign.end]
        is_own = self.is_locked(day) or day in self._repeated
        return bool(counting) and not is_own and not any(self._is_due(one, day) for one in counting)

    def _ends(self, consent: Consent) -> date:
        """Return the last day that a consent can hold for. A campaign may be over sooner than agreed."""
        return min(consent.campaign.end, self._last[consent.campaign.id])

    def _open_state(self, day: date) -> DayState:
        if (decision := self._decisions.get(day)) is not None:
            return "approved" if decision.approved else "nothing"
        return "waits-for-you" if day < self.today and self._sending_of(day) == "review" else "counting"

    def sent_day(self, day: date) -> SentDay:
        """Return what became of a day."""
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
        # Its bytes may have reached the server, even if it refused them later, or if a campaign got zeros.
        if self.is_locked(day):
            return "unconfirmed"
        return "refused" if refused else "missed"

    def _given(self, day: date) -> tuple[Mapping[str, Any], ...]:
        """Return the counts as they were locked. Only the first log line has them; resending logs none."""
        return next((line.given for line in self._lines.get(day, ()) if line.what == "vector" and line.given), ())


def days_to_review(installation: Installation, today: date) -> tuple[Day, ...]:
    """Return the days that can still be decided on or were just locked, the newest first; none before joining."""
    if not installation.store.consents.newest():
        return ()
    calendar = Calendar(installation, today)
    found = (calendar.review_day(day) for day in reversed(calendar.days()[-_REVIEWED:]))
    return tuple(day for day in found if day is not None)


def sent_days(installation: Installation, today: date) -> tuple[SentDay, ...]:
    """Return what became of every day since this donor joined, the oldest first; none before joining.

    A day whose counts go out with a later one, the last of its week, is left out.
    """
    if not installation.store.consents.newest():
        return ()
    calendar = Calendar(installation, today)
    return tuple(calendar.sent_day(day) for day in calendar.days() if not calendar.is_within_weeks(day))
