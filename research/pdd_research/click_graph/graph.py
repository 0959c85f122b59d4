"""The bipartite graph of queries and the URLs that were clicked for them."""

from dataclasses import dataclass, field

import numpy as np
import polars as pl
from scipy.sparse import csr_array

from pdd_research.errors import ParameterError


@dataclass(frozen=True)
class ClickGraph:
    """Queries and URLs in alphabetical order, and the clicks between them: a sparse matrix (queries, URLs).

    Every query and URL has an edge; others are not in the graph.
    """

    queries: pl.Series
    urls: pl.Series
    clicks: csr_array = field(repr=False)

    @classmethod
    def of(cls, clicks: pl.DataFrame, least: int = 1) -> "ClickGraph":
        """Return the graph of a release's clicks.

        A noisy count of 0 or less means that there were hardly any clicks. Counts above are taken as they are, although
        about half of the noise on pairs without clicks is above 0. A higher `least` removes that noise, and rare clicks
        with it (WWW '09 took 10).

        Args:
            clicks: query, url and count.
            least: the smallest count that makes an edge.

        Raises:
            ParameterError: if `least` is below 1.
        """
        if least < 1:
            raise ParameterError(f"min-clicks is {least}; it must be 1 or more, for an edge needs clicks")
        kept = clicks.filter(pl.col("count") >= least)
        queries, urls = (kept.get_column(name).unique().sort() for name in ("query", "url"))
        where = tuple((kept[name].rank("dense") - 1).to_numpy() for name in ("query", "url"))
        counts = kept["count"].to_numpy().astype(np.float64)
        return cls(queries, urls, csr_array((counts, where), shape=(len(queries), len(urls))))

    def to_urls(self) -> csr_array:
        """Return the probability that a step from each query goes to each URL: (queries, URLs), rows add up to 1."""
        return _shares(self.clicks)

    def to_queries(self) -> csr_array:
        """Return the probability that a step from each URL goes to each query: (URLs, queries), rows add up to 1."""
        return _shares(self.clicks.T.tocsr())


def _shares(counts: csr_array) -> csr_array:
    totals = np.repeat(counts.sum(axis=1), np.diff(counts.indptr))
    return csr_array((counts.data / totals, counts.indices, counts.indptr), shape=counts.shape)
