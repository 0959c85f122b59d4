"""Which results are clicked: some pages are not read at all, others from top to bottom until the user has enough.

It is a cascade model (Craswell, Zoeter, Taylor and Ramsey, WSDM '08) that may go on after a click as after a skip, with
a probability of its own for each.
"""

import numpy as np
from numpy.typing import NDArray

from pdd_research.log_generator.result_pages import PAGE, appeal
from pdd_research.log_generator.searches import Views
from pdd_research.seeded_randomness import Generator

FIRST_PAGE = (0.922, 0.203, 0.163, 0.129, 0.114, 0.104, 0.1, 0.0953, 0.101, 0.119)
"""The mean probability that a result of the first page is clicked if it is viewed, by rank."""
FURTHER_PAGE = 0.0648
"""The same on each further page."""
READ = 0.6
"""The share of pages that are read at all."""
ON_AFTER_CLICK = 0.9
"""The probability that a user goes on to the next result after a click."""
ON_AFTER_SKIP = 0.9
"""The probability that a user goes on to the next result after one that was not clicked."""


def clicks(views: Views, rng: Generator) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the clicks on pages of results: for each click the index of its page in `views`, and the rank clicked."""
    looking = np.flatnonzero(rng.random(len(views.query)) < READ)
    where, ranks = [], []
    for place in range(PAGE):
        page = views.page[looking]
        rank = page * PAGE + place + 1
        inviting = np.where(page == 0, FIRST_PAGE[place], FURTHER_PAGE)
        clicked = rng.random(len(looking)) < inviting * appeal(views.query[looking], rank)
        where.append(looking[clicked])
        ranks.append(rank[clicked])
        on = rng.random(len(looking)) < np.where(clicked, ON_AFTER_CLICK, ON_AFTER_SKIP)
        looking = looking[on]
    return np.concatenate(where), np.concatenate(ranks)
