"""The law of the noise that donors add: of some of their shares, whichever law the shares make."""

from fractions import Fraction

from pdd_shared.privacy.noise.distributions import LaplaceShares
from pdd_shared.privacy.noise.skellam import Skellam

DonorLaw = LaplaceShares | Skellam
"""The law of a sum of donors' shares."""


def law_of_shares(law: str, scale: float, draws: Fraction) -> DonorLaw:
    """Return the law of a sum of donors' shares.

    Args:
        law: The law of the whole noise, as in the terms.
        scale: Its scale.
        draws: How many draws of the whole noise the shares make: their number over m_noise.

    Raises:
        ValueError: Donors add no such noise.
    """
    if law == "skellam":
        return Skellam(scale, draws.numerator, draws.denominator)
    if law == "discrete-laplace":
        return LaplaceShares(scale, draws.numerator, draws.denominator)
    raise ValueError(f"donors add no {law} noise")
