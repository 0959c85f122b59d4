"""Keywords for pages or sites: the queries from which random walks end there (WWW '09, section 7.2.2)."""

from collections.abc import Sequence

import polars as pl

from pdd_research.click_graph.graph import ClickGraph
from pdd_research.click_graph.walks import keyword_probabilities
from pdd_research.errors import ParameterError


def keywords(graph: ClickGraph, seeds: Sequence[str], relevance: float = 0.5) -> pl.DataFrame:
    """Return queries with the probability that they belong to the seeds, most likely first.

    Args:
        graph: a release's click graph.
        seeds: pages as they are in the release, or sites, which stand for all their pages; "www." may be left out.
        relevance: the least probability.

    Raises:
        ParameterError: if a seed isn't in the graph, or `relevance` isn't above 0 and at most 1.
    """
    if not 0 < relevance <= 1:
        raise ParameterError(f"relevance is {relevance}; it must be above 0, and 1 at most")
    pages, sites = _plain(graph.urls), _plain(graph.urls).str.split("/").list.first()
    chosen = pl.repeat(False, len(graph.urls), dtype=pl.Boolean, eager=True)
    for seed, plain in zip(seeds, _plain(pl.Series(seeds, dtype=pl.String)), strict=True):
        found = (pages == plain) | (sites == plain)
        if not found.any():
            raise ParameterError(f"--seed: {seed} is in none of the release's clicks; give a URL or site that is")
        chosen |= found
    probability = pl.Series("probability", keyword_probabilities(graph, chosen.to_numpy()))
    table = pl.DataFrame({"query": graph.queries, "probability": probability})
    return table.filter(pl.col("probability") >= relevance).sort(["probability", "query"], descending=[True, False])


def _plain(urls: pl.Series) -> pl.Series:
    """Return URLs without scheme, "www." and a slash at the end, so that different spellings of a page are equal."""
    return urls.str.replace(r"^https?://", "").str.replace(r"^www\.", "").str.strip_suffix("/")
