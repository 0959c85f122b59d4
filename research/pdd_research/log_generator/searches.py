"""The searches of sessions: each with its query, its result pages and their times."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pdd_research.log_generator.activity import Activity, Numbers, Sessions
from pdd_research.log_generator.queries import Ids, draw, reworded
from pdd_research.seeded_randomness import Generator

REPEATED = 0.33
"""The share of a user's later searches that repeat an earlier one on purpose; more are the same by chance."""
REWORDED = 0.2
"""The share of a session's other later searches that reword its first query."""
TURNED = 0.188
"""The share of first pages that are followed by a further page of results."""
TURNED_AGAIN = 0.5
"""The share of further pages that are followed by another one."""


@dataclass(frozen=True)
class Views:
    """Result pages that were viewed; each is a line of the log, or more if several results were clicked.

    Attributes:
        user: for each page the user's number.
        query: the query's number.
        second: the time of the view, in seconds from the log's start.
        page: which page of the query's results, from 0.
    """

    user: Numbers
    query: Ids
    second: Numbers
    page: Numbers


def views(found: Sessions, activity: Activity, rng: Generator) -> Views:
    """Return the pages that are viewed in these sessions."""
    if len(found.user) == 0:
        empty = np.empty(0, np.int64)
        return Views(empty, empty, empty, empty)
    query = _queries(found, rng)
    turned = rng.random(len(query)) < TURNED
    pages = 1 + np.where(turned, rng.geometric(1 - TURNED_AGAIN, len(query)), 0)
    which = np.repeat(np.arange(len(query)), pages)
    page = np.arange(len(which)) - (np.cumsum(pages) - pages)[which]
    session = found.session[which]
    pause = np.maximum(np.rint(rng.lognormal(np.log(activity.pause), 1.0, len(which))), 1).astype(np.int64)
    passed = np.cumsum(pause)
    first = _first(session)
    second = found.start[session] + passed - passed[first]
    return Views(found.user[which], query[which], second, page)


def _queries(found: Sessions, rng: Generator) -> Ids:
    """Return each search's query: a new one, an old one of the same user, or the session's first in other words."""
    drawn = draw(found.topic[found.session], rng)
    begins = _first(found.session)
    number = np.arange(len(drawn))
    other = (begins != number) & (rng.random(len(drawn)) < REWORDED)
    new = np.where(other, reworded(drawn[begins], rng), drawn)
    earlier = number - _first(found.user)
    copied = (rng.random(len(drawn)) < REPEATED) & (earlier > 0)
    source = np.where(copied, number - earlier + (rng.random(len(drawn)) * earlier).astype(np.int64), number)
    # A copy may point to another copy. Follow the pointers to the original; each step halves the chain that is left.
    while (source[source] != source).any():
        source = source[source]
    return new[source]


def _first(group: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each element of a sorted array the index of the first equal element."""
    begins = np.flatnonzero(np.r_[True, group[1:] != group[:-1]])
    lengths = np.diff(np.r_[begins, len(group)])
    return np.repeat(begins, lengths)
