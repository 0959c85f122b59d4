"""The bipartite graph of queries and the URLs that were clicked for them."""

from dataclasses import dataclass, field

import numpy as np
import polars as pl
from scipy.sparse import csr_array

from pdd_research.errors import ParameterError


@dataclass(frozen=True)
class ClickGraph:
    """Queries and URLs in the order of their text, and the clicks between them: a sparse matrix, queries x URLs.

    Every query and URL has an edge: one without is not in the graph.
    """

    queries: pl.Series
    urls: pl.Series
    clicks: csr_array = field(repr=False)

    @classmethod
    def of(cls, clicks: pl.DataFrame, least: int = 1) -> "ClickGraph":
        """The graph of a release's clicks (query, url, count), with an edge where the count is at least `least`.

        A noisy count of 0 or less says that there were hardly any clicks, and is no edge. One above is taken as it is,
        though where there were no clicks about half of the noise is: a higher `least` drops it, and rare clicks with it
        (WWW '09 took 10). ParameterError for a `least` below 1.
        """
        if least < 1:
            raise ParameterError(f"min-clicks is {least}; it must be 1 or more, for an edge needs clicks")
        kept = clicks.filter(pl.col("count") >= least)
        queries, urls = (kept.get_column(name).unique().sort() for name in ("query", "url"))
        where = tuple((kept[name].rank("dense") - 1).to_numpy() for name in ("query", "url"))
        counts = kept["count"].to_numpy().astype(np.float64)
        return cls(queries, urls, csr_array((counts, where), shape=(len(queries), len(urls))))

    def to_urls(self) -> csr_array:
        """The probability that a step from each query goes to each URL: queries x URLs, rows add up to 1."""
        return _shares(self.clicks)

    def to_queries(self) -> csr_array:
        """The same from each URL to each query: URLs x queries."""
        return _shares(self.clicks.T.tocsr())


def _shares(counts: csr_array) -> csr_array:
    totals = np.repeat(counts.sum(axis=1), np.diff(counts.indptr))
    return csr_array((counts.data / totals, counts.indices, counts.indptr), shape=counts.shape)
