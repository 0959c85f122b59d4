"""Walks on small graphs, compared with dense matrices that follow the definitions literally."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from pdd_research.click_graph.graph import ClickGraph
from pdd_research.click_graph.walks import STAYING, STEPS, Direction, hops, keyword_probabilities, retrieved
from pdd_research.errors import ParameterError

Dense = NDArray[np.float64]

counts = st.dictionaries(
    st.tuples(st.integers(0, 5), st.integers(0, 5)), st.integers(-3, 40), min_size=1, max_size=20
).filter(lambda found: max(found.values()) >= 1)
"""Clicks of up to six queries on up to six pages, noisy ones below 1 among them."""


def a_graph(clicks: dict[tuple[int, int], int], least: int = 1) -> ClickGraph:
    rows = [(f"q{query}", f"u{url}.org", count) for (query, url), count in clicks.items()]
    return ClickGraph.of(pl.DataFrame(rows, schema=["query", "url", "count"], orient="row"), least)


def one_step(graph: ClickGraph, staying: float) -> Dense:
    """Return the probability of a step from each node to each, queries first."""
    clicks = graph.clicks.toarray()
    size = sum(clicks.shape)
    joined = np.zeros((size, size))
    joined[: len(clicks), len(clicks) :] = clicks
    joined += joined.T
    step: Dense = staying * np.eye(size) + (1 - staying) * joined / joined.sum(axis=1, keepdims=True)
    return step


@settings(max_examples=60, deadline=None)
@given(counts, st.sampled_from([(STEPS, STAYING), (5, 0.3), (2, 0.0)]))
def test_retrieval_is_the_power_of_a_step(clicks: dict[tuple[int, int], int], walk: tuple[int, float]) -> None:
    """Retrieval is a row of the step's power forward and a column backward, from every query."""
    steps, staying = walk
    graph = a_graph(clicks)
    power = np.linalg.matrix_power(one_step(graph, staying), steps)
    queries = np.arange(len(graph.queries))
    forward = retrieved(hops(graph, "forward"), queries, steps, staying, faint=0).toarray()
    backward = retrieved(hops(graph, "backward"), queries, steps, staying, faint=0).toarray()
    assert forward == pytest.approx(power[: len(queries), len(queries) :], abs=1e-8)
    assert backward == pytest.approx(power[len(queries) :, : len(queries)].T, abs=1e-8)


@settings(max_examples=30, deadline=None)
@given(counts)
def test_dropped_parts_of_a_walk_are_small(clicks: dict[tuple[int, int], int]) -> None:
    """Dropped faint parts of a walk change no URL's weight by more than 1/50 of the strongest."""
    graph = a_graph(clicks)
    queries = np.arange(len(graph.queries))
    exact, quick = (retrieved(hops(graph), queries, faint=faint).toarray() for faint in (0.0, 1e-3))
    assert (abs(exact - quick) <= exact.max(axis=1, keepdims=True) / 50).all()


@settings(max_examples=60, deadline=None)
@given(counts, st.lists(st.booleans(), min_size=6, max_size=6), st.sampled_from([0.001, 0.2]))
def test_keywords_are_absorbed_as_in_the_linear_system(
    clicks: dict[tuple[int, int], int], chosen: list[bool], to_null: float
) -> None:
    """Without a cut, probabilities solve the absorbing chain's equations; with one they are lower or 0."""
    graph = a_graph(clicks)
    queries, size = len(graph.queries), len(graph.queries) + len(graph.urls)
    seeds = np.array(chosen[: len(graph.urls)])
    step = (1 - to_null) * one_step(graph, 0)
    absorbing = np.concatenate((np.zeros(queries, np.bool_), seeds))
    step[absorbing] = 0
    solved = np.linalg.solve(np.eye(size) - step, absorbing.astype(np.float64))[:queries]
    assert keyword_probabilities(graph, seeds, to_null, 0) == pytest.approx(solved, abs=1e-5)
    cut = keyword_probabilities(graph, seeds, to_null, 0.05)
    assert (cut <= solved + 1e-9).all()
    assert ((cut == 0) | (cut >= 0.05)).all()


def test_only_positive_counts_are_edges() -> None:
    """Only positive counts are edges, a higher floor drops more, and a node without edges is not in the graph."""
    clicks = {(0, 0): 5, (0, 1): 0, (1, 1): -4, (2, 0): 3}
    assert a_graph(clicks).queries.to_list() == ["q0", "q2"]
    assert a_graph(clicks).urls.to_list() == ["u0.org"]
    assert a_graph(clicks, least=5).queries.to_list() == ["q0"]
    with pytest.raises(ParameterError, match="min-clicks is 0"):
        a_graph(clicks, least=0)


def test_pages_of_related_queries_are_found_behind_a_querys_own() -> None:
    """A page that only a related query's users clicked comes second, and one of an unrelated query does not come."""
    graph = a_graph({(0, 0): 10, (1, 0): 10, (1, 1): 10, (2, 2): 10})
    directions: tuple[Direction, ...] = ("forward", "backward")
    for direction in directions:
        found = retrieved(hops(graph, direction), np.array([0])).toarray()[0]
        assert found[0] > found[1] > 0
        assert found[2] == 0


def test_walks_that_never_move_find_nothing() -> None:
    """A walk that always stays, or has no steps, finds nothing."""
    graph = a_graph({(0, 0): 10})
    assert retrieved(hops(graph), np.array([0]), staying=1.0).nnz == 0
    assert retrieved(hops(graph), np.array([0]), steps=0).nnz == 0
