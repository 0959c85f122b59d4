"""The searches of sessions: each with its query, its result pages and their times."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pdd_research.log_generator.activity import Activity, Numbers, Sessions
from pdd_research.log_generator.queries import Ids, draw, reworded
from pdd_research.seeded_randomness import Generator

REPEATED = 0.33
"""Of a user's searches after the first those that copy one of its own; others come to be the same by chance."""
REWORDED = 0.2
"""Of a session's other searches after its first those that reword what it began with."""
TURNED = 0.188
TURNED_AGAIN = 0.5
"""The shares of first and of further pages that are followed by the next page of results."""


@dataclass(frozen=True)
class Views:
    """Result pages that were viewed: by whom, of which query, when, and which page; each a line or more of the log."""

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
    # A copy of a copy is a copy of what that copies; each step halves the way that is left.
    while (source[source] != source).any():
        source = source[source]
    return new[source]


def _first(group: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each element of a sorted array the index of the first equal element."""
    begins = np.flatnonzero(np.r_[True, group[1:] != group[:-1]])
    lengths = np.diff(np.r_[begins, len(group)])
    return np.repeat(begins, lengths)
