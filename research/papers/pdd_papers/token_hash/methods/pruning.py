"""Pruning of pairs and of contexts, for speed (WWW '07, section 3.4.2)."""

import numpy as np
from scipy.sparse import csr_array

from pdd_papers.token_hash.methods.distance import Costs


def alpha_pruned(costs: Costs, feature_costs: Costs, alpha: float) -> Costs:
    """Return costs that are infinite except for the share `alpha` of each hash's tokens nearest by features."""
    width = costs.shape[1]
    kept = max(1, round(alpha * width))
    if kept >= width:
        return costs
    furthest = np.partition(feature_costs, kept - 1, axis=1)[:, kept - 1 : kept]
    return np.where(feature_costs <= furthest, costs, np.float32(np.inf))


def beta_pruned(rows: csr_array, beta: float) -> csr_array:
    """Return rows with only their largest shares: for each row the fewest that add up to at least `beta`."""
    if beta >= 1:
        return rows
    row = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    order = np.lexsort((-rows.data, row))
    sums = np.cumsum(rows.data[order])
    before = sums - rows.data[order]
    # The sums run over all rows; each row starts where the one before ended.
    before -= np.concatenate([[0.0], sums])[rows.indptr[row]]
    kept = np.zeros(rows.nnz, bool)
    kept[order] = before < beta
    ends = np.concatenate([[0], np.cumsum(kept)])[rows.indptr]
    return csr_array((rows.data[kept], rows.indices[kept], ends), shape=rows.shape)
