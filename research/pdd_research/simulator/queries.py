"""The queries of simulated searches, each with its share of all searches."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_research.errors import QueriesError
from pdd_research.seeded_randomness import Generator


@dataclass(frozen=True)
class Queries:
    """Queries and their shares, which add up to 1. The last query has no name: it stands for all other searches."""

    names: tuple[str, ...]
    shares: NDArray[np.float64] = field(repr=False)

    @classmethod
    def read(cls, file: Path) -> "Queries":
        """Read queries from a CSV without a header; each line has a query and its share or its count.

        Raises:
            QueriesError: if the file can't be read, or the shares aren't usable numbers.
        """
        try:
            table = pl.read_csv(
                file, has_header=False, new_columns=["query", "share"], schema_overrides=[pl.String, pl.Float64]
            )
        except (OSError, pl.exceptions.PolarsError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error).splitlines()[0]
            raise QueriesError(f"{file}: {reason}; give a CSV with a query and its share or count a line") from None
        shares = table.get_column("share").to_numpy()
        if len(shares) == 0 or not np.all(np.isfinite(shares)) or shares.min() < 0 or shares.sum() <= 0:
            raise QueriesError(
                f"{file}: column 2: shares must be numbers of 0 or more, and not all 0; correct them there"
            )
        return cls(tuple(table.get_column("query").fill_null("").to_list()), shares / shares.sum())

    def counts(self, searches: int, rng: Generator) -> NDArray[np.int64]:
        """Return how often each query occurs in so many searches.

        Searches are independent of each other and of who makes them. So the counts of any set of donors are multinomial
        in their number of searches, and nothing needs to be drawn search by search.
        """
        return rng.multinomial(searches, self.shares)
