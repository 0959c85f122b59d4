"""How often and when users search: numbers of searches, sessions of one topic each, and times."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pdd_research.errors import SettingError
from pdd_research.log_generator import aol_statistics
from pdd_research.log_generator.queries import TOPICS
from pdd_research.seeded_randomness import Generator

Numbers = NDArray[np.int64]
DAY = 86_400
"""Seconds."""


@dataclass(frozen=True)
class Activity:
    """A model of how much and when users search.

    Attributes:
        searches: mean number of a user's searches in 92 days; it is lognormal, rounded, and at least 1.
        spread: standard deviation of its logarithm. It follows from the share of the heaviest users, whose share of a
            lognormal is Phi(spread - Phi^-1(1 - users)).
        session: mean number of searches in a session (geometric). A session has one of the user's topics.
        pause: median number of seconds between the searches of a session (lognormal).
        interest: parameter of the Dirichlet law of a user's shares of topics.
        busiest: hour of the day with most sessions; the others follow a cosine.
        days: length of the log. A shorter log holds the sessions of the first days alone.
    """

    searches: float = aol_statistics.NEW_QUERIES / aol_statistics.USERS
    spread: float = 1.366
    session: float = 2.5
    pause: float = 45.0
    interest: float = 0.02
    busiest: float = 20.0
    days: int = aol_statistics.DAYS

    def __post_init__(self) -> None:
        """Raise SettingError if a value is out of its range."""
        if not 1 <= self.days <= aol_statistics.DAYS:
            raise SettingError(f"days is {self.days}; it must be from 1 to {aol_statistics.DAYS}")
        for name, least in (("searches", 1), ("session", 1), ("pause", 1)):
            if getattr(self, name) < least:
                raise SettingError(f"{name} is {getattr(self, name)}; it must be {least} or more")
        if not (self.spread > 0 and self.interest > 0):
            raise SettingError(f"spread is {self.spread} and interest {self.interest}; both must be above 0")


@dataclass(frozen=True)
class Sessions:
    """Searches in order, each with its user and session; and for each session its topic and its start in seconds."""

    user: Numbers
    session: Numbers
    topic: Numbers
    start: Numbers


def sessions(activity: Activity, users: int, rng: Generator) -> Sessions:
    """Return the sessions of so many users, in order; a user may have none within the log's days."""
    median = np.log(activity.searches) - activity.spread**2 / 2
    counts = np.maximum(np.rint(rng.lognormal(median, activity.spread, users)), 1).astype(np.int64)
    user = np.repeat(np.arange(users), counts)
    begins = rng.random(len(user)) < 1 / activity.session
    begins[np.cumsum(counts) - counts] = True
    whose = user[begins]
    # Whole part the user, fraction the time: sorted, each user's sessions are in order.
    moment = np.sort(whose + rng.random(len(whose))) - whose
    held = moment * aol_statistics.DAYS < activity.days
    session = np.cumsum(begins) - 1
    kept = held[session]
    topic = _topics(activity, users, whose, rng)
    renumbered = np.cumsum(held) - 1
    return Sessions(user[kept], renumbered[session[kept]], topic[held], _seconds(moment[held], activity.busiest))


def _topics(activity: Activity, users: int, whose: Numbers, rng: Generator) -> Numbers:
    """Return a topic for each session, drawn by its user's shares.

    All draws are one binary search, in a cumulative sum that grows by 1 a user.
    """
    shares = rng.standard_gamma(activity.interest, (users, TOPICS))
    shares /= shares.sum(axis=1, keepdims=True)
    upper = np.cumsum(shares, axis=1) + np.arange(users)[:, None]
    drawn = np.searchsorted(upper.ravel(), whose + rng.random(len(whose)), side="right") - whose * TOPICS
    topic: Numbers = np.clip(drawn, 0, TOPICS - 1)
    return topic


def _seconds(moment: NDArray[np.float64], busiest: float) -> Numbers:
    """Return seconds from the log's start; the share of a day's searches up to hour h integrates 1 + cos / 1.25."""
    hours = np.linspace(0, 24, 97)
    angle = 2 * np.pi / 24
    share = hours / 24 + (np.sin(angle * (hours - busiest)) + np.sin(angle * busiest)) / (2 * np.pi * 1.25)
    day, within = np.divmod(moment * aol_statistics.DAYS, 1)
    seconds = day * DAY + np.interp(within, share, hours) * DAY / 24
    return seconds.astype(np.int64)
