"""The law of the noise that donors add: of some of their shares, whichever law the shares make."""

from pdd_shared.privacy.noise.distributions import InUnits, LaplaceShares, half_width
from pdd_shared.privacy.noise.skellam import Skellam
from pdd_shared.protocol.terms import NumberNoise

DonorLaw = LaplaceShares | InUnits | Skellam
"""The law of a sum of donors' shares."""


def law_of_shares(law: str, scale: float, shares: int, of: int, unit: int = 1, donors: int = 1) -> DonorLaw:
    """Return the law of a sum of donors' shares.

    Args:
        law: The law of the whole noise, as in the terms.
        scale: Its scale, in units.
        shares: How many donors' shares are added up.
        of: How many shares make the whole noise: m_noise.
        unit: How many counts are one unit of the noise.
        donors: How many donors' numbers are added up. Where the unit is above 1, each is rounded.

    Raises:
        ValueError: Donors add no such noise.
    """
    if law == "skellam":
        return Skellam(scale, shares, of)
    if law == "discrete-laplace":
        noise = LaplaceShares(scale, shares, of)
        return noise if unit == 1 else InUnits(noise, unit, donors)
    raise ValueError(f"donors add no {law} noise")


def least_half_width(noise: NumberNoise) -> int:
    """Return half the 95% interval of one draw of a noise, in counts. A sum of donors' shares carries one or more."""
    return noise.unit * half_width([law_of_shares(noise.law, float(noise.scale), 1, 1)])
