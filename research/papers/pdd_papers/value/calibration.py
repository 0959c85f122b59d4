"""Donated counts as features: how much of a query's difference from its mean is signal, given the noise that is stated.

A campaign states the law and scale of its noise, so a researcher knows its variance in each week. A count's variance
over the weeks, less that of noise and of sampling, is signal. A difference from the mean is shrunk by signal / (signal
+ noise), which is the best linear estimate of the true difference (regression calibration: Carroll, Ruppert, Stefanski
and Crainiceanu, Measurement Error in Nonlinear Models, 2006, chapter 4). Then follows the logarithm, which noisy counts
below 0 lack.
"""

from dataclasses import dataclass, field

import numpy as np

from pdd_papers.flu.series import Floats

_LEAST = 0.1
"""The smallest frequency that a logarithm is taken of, as a part of the query's mean."""
_TINY = 1e-12


@dataclass(frozen=True)
class Donated:
    """Frequencies that a campaign published.

    Attributes:
        shares: each query's share of all searches (weeks, queries), with noise: it may be below 0.
        noise: the variance of the noise of each week's shares, as stated (weeks).
        searches: the searches that were counted in each week (weeks); infinite where shares have no sampling error.
    """

    shares: Floats = field(repr=False)
    noise: Floats = field(repr=False)
    searches: Floats = field(repr=False)

    def rows(self, weeks: slice) -> "Donated":
        """Return some of the weeks."""
        return Donated(self.shares[weeks], self.noise[weeks], self.searches[weeks])


@dataclass(frozen=True)
class Features:
    """Logarithms of what is left of frequencies when noise is shrunk away, relative to their means.

    Attributes:
        index: of all queries together (weeks).
        queries: of each query (weeks, queries).
    """

    index: Floats
    queries: Floats


def features_of(donated: Donated) -> Features:
    """Return the features of some weeks, calibrated on these weeks alone."""
    means = _means(donated)
    relative = donated.shares / means - 1
    sampling = means / donated.searches[:, None]
    noise = (donated.noise[:, None] + sampling) / means**2
    index, index_noise = relative.mean(axis=1), noise.mean(axis=1) / noise.shape[1]
    signal = max(float(index.var(ddof=1) - index_noise.mean()), 0.0)
    return Features(_log(index, signal, index_noise), _log(relative, _signals(relative, noise), noise))


def _means(donated: Donated) -> Floats:
    """Return each query's mean share, shrunk towards that of all queries as far as noise makes them differ.

    Means are at least the deviation of the noise of all queries' mean in a week. Noise alone has means near 0, and as
    parts of these its differences would be huge.
    """
    means = donated.shares.mean(axis=0)
    weekly = np.sqrt(donated.noise.mean() / len(means))
    common = max(float(means.mean()), float(weekly), float((1 / donated.searches).mean()), _TINY)
    error = float((donated.noise + common / donated.searches).mean()) / len(donated.noise)
    differing = max(float(means.var()) - error, 0.0)
    kept = differing / max(differing + error, _TINY**2)
    shrunk: Floats = np.maximum(common + kept * (means - common), _LEAST * common)
    return shrunk


def _signals(relative: Floats, noise: Floats) -> Floats:
    """Return the variance of each query's signal, shrunk towards that of all queries.

    The variance of one noisy query is itself uncertain: that of a Gaussian over n weeks has the variance 2 v^2 / n.
    """
    found = relative.var(axis=0, ddof=1) - noise.mean(axis=0)
    common = max(float(found.mean()), 0.0)
    error = 2 * (common + noise.mean(axis=0)) ** 2 / len(relative)
    differing = max(float(found.var() - error.mean()), 0.0)
    kept = differing / np.maximum(differing + error, _TINY**2)
    signals: Floats = np.maximum(common + kept * (found - common), 0)
    return signals


def _log(relative: Floats, signal: Floats | float, noise: Floats) -> Floats:
    shrunk = relative * signal / np.maximum(signal + noise, _TINY)
    logarithms: Floats = np.log(np.maximum(1 + shrunk, _LEAST))
    return logarithms
