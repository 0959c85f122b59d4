"""Which reminder is due now, if any: at most one a day, and the most pressing one.

| kind            | due when                                                      | how often          |
| --------------- | ------------------------------------------------------------- | ------------------ |
| `campaign-ends` | a campaign's last day is at most `ENDS_SOON` days away        | once a campaign    |
| `last-chance`   | a day waits, and tomorrow may be too late to decide about it  | each day           |
| `results`       | results of a campaign that is over are here, not looked at    | once a campaign    |
| `days-wait`     | a day waits that did not at the last reminder of waiting days | each day           |
| `nothing-given` | nothing was given or decided for `QUIET` days                 | every `QUIET` days |

They are ordered by what is lost if nobody looks. A campaign's end comes first because it is told once: for a donor
whose computer is often off, each day may be the last chance for another one. Nothing here has a keyword or a
campaign's title: other people may see the screen on which a reminder appears.

The browser extension has a twin of this module; `tests/vectors/donor/reminders.json` holds both to one answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Literal

Kind = Literal["campaign-ends", "last-chance", "results", "days-wait", "nothing-given"]

APART = timedelta(hours=20)
"""The least time between two reminders: one at midnight must not follow one of the evening."""
ENDS_SOON = 3
"""How many days before a campaign's last day its end is told."""
QUIET = 7
"""After how many days without anything given a person is reminded."""
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Reminder:
    """A reminder to show.

    Attributes:
        kind: what it is about.
        days: how many days wait for a review; 0 for other kinds.
        by: until when the first of them can surely be decided, or the campaign's last day; None for other kinds.

    """

    kind: Kind
    days: int = 0
    by: date | None = None


@dataclass(frozen=True)
class Situation:
    """What a reminder may be about.

    Attributes:
        now: the time of the donor's clock (aware).
        today: the data day at that time.
        waiting: the days that wait for the donor's review, each with the last day on which it can surely be decided.
        ends: the last day of each campaign that runs, by campaign id.
        results: the ids of campaigns that are over and whose results are kept here.
        last_given: the newest day that was given or decided on, or that of joining; None if nothing can be given now.

    """

    now: datetime
    today: date
    waiting: Mapping[date, date] = field(default_factory=dict)
    ends: Mapping[str, date] = field(default_factory=dict)
    results: frozenset[str] = frozenset()
    last_given: date | None = None


@dataclass(frozen=True)
class Told:
    """What the donor was reminded of.

    Attributes:
        at: when the last reminder was shown (aware); None before the first.
        day: the data day at that time.
        waiting: the newest day that waited when a reminder told of waiting days.
        quiet: the data day on which a reminder told that nothing was given.
        ends: the ids of campaigns whose end was told.
        results: the ids of campaigns whose results were told, or looked at.

    """

    at: datetime | None = None
    day: date | None = None
    waiting: date | None = None
    quiet: date | None = None
    ends: frozenset[str] = frozenset()
    results: frozenset[str] = frozenset()


def may_remind(now: datetime, today: date, told: Told) -> bool:
    """Return whether enough time has passed since the last reminder.

    Args:
        now: the time of the donor's clock (aware).
        today: the data day at that time.
        told: what the donor was reminded of.

    """
    # A reminder far ahead was shown by a clock that was wrong. It must not silence all others until then.
    if told.at is None or told.day is None or told.at > now + _DAY:
        return True
    return told.day < today and now - told.at >= APART


def due(situation: Situation, told: Told) -> tuple[Reminder, Told] | None:
    """Return the reminder to show now, and what the donor was reminded of once it is shown; None if none is due."""
    if not may_remind(situation.now, situation.today, told):
        return None
    found = _ends(situation, told) or _waiting(situation, told, last_chance=True) or _results(situation, told)
    found = found or _waiting(situation, told, last_chance=False) or _quiet(situation, told)
    return found and (found[0], replace(found[1], at=situation.now, day=situation.today))


def _waiting(situation: Situation, told: Told, *, last_chance: bool) -> tuple[Reminder, Told] | None:
    waiting = situation.waiting
    if not waiting:
        return None
    by, newest = min(waiting.values()), max(waiting)
    if last_chance:
        wanted = by <= situation.today
    else:
        # The clock may have been set back, so a later day than any that waits now says nothing.
        wanted = told.waiting is None or told.waiting < newest or told.waiting > situation.today
    kind: Kind = "last-chance" if last_chance else "days-wait"
    return (Reminder(kind, len(waiting), by), replace(told, waiting=newest)) if wanted else None


def _ends(situation: Situation, told: Told) -> tuple[Reminder, Told] | None:
    soon = {
        name: last
        for name, last in situation.ends.items()
        if name not in told.ends and situation.today <= last <= situation.today + ENDS_SOON * _DAY
    }
    if not soon:
        return None
    by = min(soon.values())
    ending = frozenset(name for name, last in soon.items() if last == by)
    return Reminder("campaign-ends", by=by), replace(told, ends=told.ends | ending)


def _results(situation: Situation, told: Told) -> tuple[Reminder, Told] | None:
    new = situation.results - told.results
    return (Reminder("results"), replace(told, results=told.results | new)) if new else None


def _quiet(situation: Situation, told: Told) -> tuple[Reminder, Told] | None:
    if situation.last_given is None:
        return None
    # A reminder of a later day was shown by a clock that was wrong.
    told_before = told.quiet is not None and told.quiet <= situation.today
    since = max(situation.last_given, told.quiet) if told_before and told.quiet else situation.last_given
    if situation.today - since < QUIET * _DAY:
        return None
    return Reminder("nothing-given"), replace(told, quiet=situation.today)
