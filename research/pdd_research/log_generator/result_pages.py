"""The public result lists: which pages a query shows, and how inviting each looks. They are the same for every seed.

Of ten results, five belong to the query itself. The other five are the first results of the query without its last
word, and without its last two. So related queries share results, at different ranks.
"""

from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_research.log_generator.queries import Ids, broader, texts
from pdd_research.output_files import whole_file

PAGE = 10
_BROADER = np.array((0, 1, 0, 2, 1, 0, 0, 1, 2, 0))
_WHICH = np.array((1, 1, 2, 1, 2, 3, 4, 3, 2, 5))
"""For each rank the owner of the result, as the number of words dropped from the query, and which of the owner's own
results it is."""
LISTED = 200_000
"""How many queries have lists in the file that `write_results` writes: the likeliest ones."""
_MIX = np.array((0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB), np.uint64)
"""The constants of the SplitMix64 generator, which make a hash of two numbers look uniform."""


def urls(queries: Ids, ranks: NDArray[np.int64]) -> pl.Series:
    """Return the page that each query shows at each rank, counted from 1."""
    page, place = np.divmod(ranks - 1, PAGE)
    owners, missing = broader(queries, _BROADER[place])
    which = _WHICH[place] + (len(_WHICH) // 2) * missing + 2 * PAGE * page
    site = texts(owners).str.replace_all(" ", "", literal=True)
    return pl.select(url=pl.concat_str(pl.lit("http://www."), site, pl.lit(".com/"), pl.Series(which))).to_series()


def appeal(queries: Ids, ranks: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how inviting each query's result at its rank is, relative to other queries: 1 on average, at most 2.5.

    It is a uniform hash of query and rank to the power 1.5: most results are little inviting, and for some queries the
    third result is the best.
    """
    mixed = queries.astype(np.uint64) + ranks.astype(np.uint64) * _MIX[0]
    for factor in _MIX[1:]:
        mixed = (mixed ^ (mixed >> np.uint64(30))) * factor
    uniform = (mixed >> np.uint64(11)).astype(np.float64) / 2**53
    shaped: NDArray[np.float64] = 2.5 * uniform**1.5
    return shaped


def write_results(file: Path, listed: int = LISTED) -> None:
    """Write the first ten results of the likeliest queries as CSV: query and url, in order of rank."""
    queries = np.repeat(np.arange(listed, dtype=np.int64), PAGE)
    ranks = np.tile(np.arange(1, PAGE + 1), listed)
    with whole_file(file) as partial:
        pl.DataFrame({"query": texts(queries), "url": urls(queries, ranks)}).write_csv(partial)
