"""Random walks on a click graph: from a query to the pages that suit it, and from queries to given pages.

A step goes along an edge in proportion to its clicks.
"""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.stats import binom

from pdd_research.click_graph.graph import ClickGraph

Direction = Literal["forward", "backward"]
STEPS, STAYING = 101, 0.9
"""The number of steps of a walk, and the probability of staying in place at each.

Source: Craswell and Szummer, Random walks on the click graph, SIGIR '07: a long walk that mostly stays where it is.
"""
FAINT = 1e-3
"""Pages with less than this share of the strongest page's probability are dropped after each step there and back."""
TO_NULL, NEGLIGIBLE = 0.001, 0.0001
"""The probability that a walk is lost at a step, and the probability below which a query doesn't belong to a class.

Source: alpha and gamma of Fuxman and others, Using the wisdom of the crowds for keyword generation, WWW '08.
"""
_MOST_ROUNDS = 10_000
"""The most rounds until the probabilities must have converged."""


@dataclass(frozen=True)
class Hops:
    """A walk's steps as sparse matrices.

    Attributes:
        out: from queries to URLs (queries, URLs).
        back: from URLs to queries (URLs, queries).
    """

    out: csr_array = field(repr=False)
    back: csr_array = field(repr=False)


def hops(graph: ClickGraph, direction: Direction = "forward") -> Hops:
    """Return the steps of a walk from queries.

    Forward, a step has its own probability. Backward, it has the probability of the step in the opposite direction.
    """
    if direction == "forward":
        return Hops(graph.to_urls(), graph.to_queries())
    return Hops(graph.to_queries().T.tocsr(), graph.to_urls().T.tocsr())


def retrieved(
    walk: Hops, queries: NDArray[np.int64], steps: int = STEPS, staying: float = STAYING, faint: float = FAINT
) -> csr_array:
    """Return how well each URL suits each of these queries: a sparse matrix (len(queries), URLs).

    Forward, it is the probability that a walk from the query is at the URL after `steps` steps, each of which stays in
    place with probability `staying`. Backward, it is the probability that a walk from the URL is then at the query.
    That is in proportion to the probability that the walk began at the URL, if all nodes are equally likely to begin
    with.

    A walk moves a binomial number of times, and is at a URL after an odd number of moves.

    Args:
        walk: see `hops`.
        queries: indices of queries of the graph.
        steps: the number of steps.
        staying: the probability of staying at a step.
        faint: smaller probabilities are dropped on the way. With 0 the result is exact up to numbers of moves that
            together have a probability below 1e-9.
    """
    at = walk.out[queries]
    found = csr_array(at.shape)
    for moves in range(1, _most_moves(steps, staying) + 1, 2):
        if moves > 1:
            at = _without_faint((at @ walk.back) @ walk.out, faint)
        found = found + binom.pmf(moves, steps, 1 - staying) * at
    return found


def keyword_probabilities(
    graph: ClickGraph, seeds: NDArray[np.bool_], to_null: float = TO_NULL, negligible: float = NEGLIGIBLE
) -> NDArray[np.float64]:
    """Return for each query the probability that a walk from it ends at a seed (Fuxman et al., WWW '08).

    There is one class, the seeds, which absorb a walk, and the null class.

    Args:
        graph: the click graph.
        seeds: for each URL whether it is a seed.
        to_null: the probability that a walk is lost at a step.
        negligible: smaller probabilities become 0, so that a class doesn't spread over the whole graph.
    """
    to_urls, to_queries = graph.to_urls(), graph.to_queries()
    of_urls = seeds.astype(np.float64)
    of_queries = np.zeros(len(graph.queries))
    for _ in range(_MOST_ROUNDS):
        before, of_queries = of_queries, _above((1 - to_null) * (to_urls @ of_urls), negligible)
        of_urls = np.where(seeds, 1.0, _above((1 - to_null) * (to_queries @ of_queries), negligible))
        if np.abs(of_queries - before).max(initial=0.0) < 1e-9:
            break
    return of_queries


def _most_moves(steps: int, staying: float) -> int:
    """Return a number of moves that a walk exceeds with a probability below 1e-9."""
    return int(binom.isf(1e-9, steps, 1 - staying)) if staying < 1 else 0


def _without_faint(at: csr_array, share: float) -> csr_array:
    """Drop each row's probabilities below this share of its largest one, to keep the matrix sparse."""
    if share == 0:
        return at
    strongest = at.max(axis=1).toarray().ravel()
    at.data[at.data < share * np.repeat(strongest, np.diff(at.indptr))] = 0
    at.eliminate_zeros()
    return at


def _above(probabilities: NDArray[np.float64], least: float) -> NDArray[np.float64]:
    return np.where(probabilities < least, 0.0, probabilities)
