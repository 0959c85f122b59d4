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
"""A day in seconds."""


@dataclass(frozen=True)
class Activity:
    """A model of how much and when users search.

    Attributes:
        searches: mean number of a user's searches in 92 days. The number is lognormal, rounded, and at least 1.
        spread: standard deviation of the number's logarithm. It is fitted to the searches of the heaviest users: under
            a lognormal law, a share of u heaviest users makes a share of Phi(spread - Phi^-1(1 - u)) of all searches.
        session: mean number of searches in a session (geometric). A session has one of the user's topics.
        pause: median number of seconds between the searches of a session (lognormal).
        interest: parameter of the Dirichlet law of a user's shares of topics.
        busiest: hour of the day with most sessions; the others follow a cosine.
        days: length of the log. A log of fewer than 92 days holds only the sessions of its first days.
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
    """Searches in the order of users and times, and the sessions that they belong to.

    Attributes:
        user: for each search its user's number.
        session: for each search its session's number.
        topic: for each session its topic.
        start: for each session its start, in seconds from the log's start.
    """

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
    # The whole part is the user and the fraction the time, so one sort puts each user's sessions in order.
    moment = np.sort(whose + rng.random(len(whose))) - whose
    held = moment * aol_statistics.DAYS < activity.days
    session = np.cumsum(begins) - 1
    kept = held[session]
    topic = _topics(activity, users, whose, rng)
    renumbered = np.cumsum(held) - 1
    return Sessions(user[kept], renumbered[session[kept]], topic[held], _seconds(moment[held], activity.busiest))


def _topics(activity: Activity, users: int, whose: Numbers, rng: Generator) -> Numbers:
    """Return a topic for each session, drawn by its user's shares of topics.

    One binary search draws them all: in a cumulative sum of all users' shares, which grows by 1 for each user.
    """
    shares = rng.standard_gamma(activity.interest, (users, TOPICS))
    shares /= shares.sum(axis=1, keepdims=True)
    upper = np.cumsum(shares, axis=1) + np.arange(users)[:, None]
    drawn = np.searchsorted(upper.ravel(), whose + rng.random(len(whose)), side="right") - whose * TOPICS
    topic: Numbers = np.clip(drawn, 0, TOPICS - 1)
    return topic


def _seconds(moment: NDArray[np.float64], busiest: float) -> Numbers:
    """Return seconds from the log's start.

    Args:
        moment: uniform times, as fractions of the longest log.
        busiest: the hour with most searches. The density over a day is 1 + cos / 1.25, highest at that hour.
    """
    hours = np.linspace(0, 24, 97)
    angle = 2 * np.pi / 24
    share = hours / 24 + (np.sin(angle * (hours - busiest)) + np.sin(angle * busiest)) / (2 * np.pi * 1.25)
    day, within = np.divmod(moment * aol_statistics.DAYS, 1)
    seconds = day * DAY + np.interp(within, share, hours) * DAY / 24
    return seconds.astype(np.int64)
