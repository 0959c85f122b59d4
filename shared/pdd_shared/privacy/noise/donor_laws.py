"""The law of the noise that donors add: of some of their shares, whichever law the shares make."""

from pdd_shared.privacy.noise.distributions import LaplaceShares
from pdd_shared.privacy.noise.skellam import Skellam

DonorLaw = LaplaceShares | Skellam
"""The law of a sum of donors' shares."""


def law_of_shares(law: str, scale: float, shares: int, of: int) -> DonorLaw:
    """Return the law of a sum of donors' shares.

    Args:
        law: The law of the whole noise, as in the terms.
        scale: Its scale.
        shares: How many donors' shares are added up.
        of: How many shares make the whole noise: m_noise.

    Raises:
        ValueError: Donors add no such noise.
    """
    if law == "skellam":
        return Skellam(scale, shares, of)
    if law == "discrete-laplace":
        return LaplaceShares(scale, shares, of)
    raise ValueError(f"donors add no {law} noise")
