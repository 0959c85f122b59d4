"""From what a campaign's file says of privacy to its terms: a total budget gives the noise, noise gives the budget."""

from collections.abc import Iterator
from decimal import ROUND_CEILING, Decimal
from math import isfinite
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pdd_shared.exact import as_text
from pdd_shared.privacy.charges import Charge
from pdd_shared.privacy.composition import epsilon, scale_for
from pdd_shared.privacy.sensitivity import l1_sensitivity
from pdd_shared.terms import MAX_DONORS_SCALE, MAX_SCALE, Budget, Noise, Protocol, Terms

LARGEST_EPSILON, LARGEST_DELTA = 100_000, 0.001
"""Those of `Budget`."""
_ALMOST_ONE = Decimal(1) - Decimal("1e-12")
"""Takes back what machines add when they round, before a cost is rounded up to what a person reads."""


class TermsError(ValueError):
    """Terms that cannot be: `path` is the key of the file that is wrong."""

    def __init__(self, reason: str, *path: str) -> None:
        super().__init__(reason)
        self.path = path


def _number(value: Any) -> Decimal:
    """A number of TOML, exactly as written."""
    if not isinstance(value, Decimal | int) or isinstance(value, bool) or not Decimal(value).is_finite():
        raise ValueError("must be a number such as 0.5")
    if -Decimal(value).as_tuple().exponent > 18:  # type: ignore[operator]
        raise ValueError("has more than 18 digits after the point; round it")
    return Decimal(value) or Decimal(0)  # -0.0 is 0


Number = Annotated[Decimal, BeforeValidator(_number)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Caps(_Table):
    """What counts of one donor's day."""

    max_searches: Annotated[int, Field(ge=1, le=1_000)]
    max_matches: Annotated[int, Field(ge=1, le=100)]


class Privacy(_Table):
    """One of three ways to say how much a campaign protects, and how its noise is made."""

    epsilon: Annotated[Number, Field(gt=0, le=LARGEST_EPSILON)] | None = None
    epsilon_per_day: Annotated[Number, Field(gt=0, le=LARGEST_EPSILON)] | None = None
    scale: Annotated[Number, Field(gt=0, le=MAX_SCALE)] | None = None
    delta: Annotated[Number, Field(ge=0, le=LARGEST_DELTA)] = Decimal(0)
    noise: Literal["discrete-laplace", "discrete-gaussian"] = "discrete-laplace"
    added_by: Literal["server", "donors"] = "server"
    colluders: Annotated[int, Field(ge=0)] = 0

    @property
    def given(self) -> str:
        """The way chosen: `epsilon`, `epsilon_per_day` or `scale`; TermsError unless it is exactly one."""
        ways = [way for way in ("epsilon", "epsilon_per_day", "scale") if getattr(self, way) is not None]
        if not ways:
            raise TermsError("says nothing of noise; add epsilon (of all days), epsilon_per_day or scale", "privacy")
        if len(ways) > 1:
            raise _at(ways[1], f"stands beside {ways[0]}; keep one of them, the other follows from it")
        return ways[0]


def _at(key: str, reason: str) -> TermsError:
    """What is wrong with a key of the table."""
    return TermsError(reason, "privacy", key)


def terms_of(caps: Caps, privacy: Privacy, days: int, min_group: int, protocol: Protocol) -> Terms:
    """The terms of a campaign of so many days, under the server's floor and protocol; TermsError names the key."""
    for fault in faults(privacy, min_group):
        raise fault
    given = privacy.given
    base = _terms(caps, privacy, Decimal(1), Budget(epsilon=Decimal(1), delta=privacy.delta), min_group, protocol)
    try:
        scale = _scale(base, privacy, days)
        _check_scale(privacy, given, scale)
        total = privacy.epsilon or _cost(_terms(caps, privacy, scale, base.budget, min_group, protocol), days)
    except OverflowError:  # what donors' tables cost grows with the exponential of a day's epsilon
        total = Decimal("inf")
    if total > LARGEST_EPSILON:
        raise _at(given, f"costs more than epsilon {LARGEST_EPSILON} over {days} days; ask for more privacy")
    return _terms(caps, privacy, scale, Budget(epsilon=total, delta=privacy.delta), min_group, protocol)


def in_words(terms: Terms, days: int) -> str:
    """What a campaign's file came to, in a line."""
    noise, budget = terms.noise, terms.budget
    return (
        f"{noise.law} noise of scale {as_text(noise.scale)}, added by the {noise.added_by}; "
        f"epsilon {as_text(budget.epsilon)}, delta {as_text(budget.delta)}, for all {days} days"
    )


def faults(privacy: Privacy, min_group: int) -> Iterator[TermsError]:
    """All that is wrong with keys that depend on each other, before anything is worked out."""
    try:
        privacy.given  # noqa: B018 - asked for what it raises
    except TermsError as error:
        yield error
    gaussian, by_donors = privacy.noise == "discrete-gaussian", privacy.added_by == "donors"
    if gaussian and privacy.epsilon_per_day is not None:
        yield _at("epsilon_per_day", "discrete-gaussian noise has none; give epsilon or scale")
    if gaussian and by_donors:
        yield _at("added_by", "donors add discrete-laplace only; choose it, or let the server add the noise")
    if not privacy.delta and (gaussian or by_donors):
        kind = "discrete-gaussian noise" if gaussian else "noise that donors add"
        yield _at("delta", f"{kind} has no guarantee without one; set it to 0.000001 or the like")
    if privacy.colluders and not by_donors:
        yield _at("colluders", 'are tolerated in noise that donors add; set added_by = "donors", or remove it')
    if privacy.colluders >= min_group:
        yield _at("colluders", f"must be fewer than min_group in the server's config.toml, {min_group}")


def _check_scale(privacy: Privacy, given: str, scale: Decimal) -> None:
    largest = MAX_DONORS_SCALE if privacy.added_by == "donors" else MAX_SCALE
    if scale > largest:
        raise _at(
            given,
            f"needs noise of scale {as_text(scale)}; at most {largest} can be drawn: raise epsilon, or lower the caps",
        )


def _terms(caps: Caps, privacy: Privacy, scale: Decimal, budget: Budget, min_group: int, protocol: Protocol) -> Terms:
    noise = Noise(law=privacy.noise, scale=scale, added_by=privacy.added_by, colluders=privacy.colluders)
    return Terms(protocol=protocol, **vars(caps), noise=noise, budget=budget, min_group=min_group)


def _scale(base: Terms, privacy: Privacy, days: int) -> Decimal:
    """As given; or what a day's epsilon, or that of all days, asks for, in thousandths of a count."""
    if privacy.scale is not None:
        return privacy.scale
    if privacy.epsilon_per_day is not None:
        return (l1_sensitivity(base) / privacy.epsilon_per_day).quantize(Decimal("0.001"), ROUND_CEILING)

    def charge_at(scale: Decimal) -> Charge:
        # Not validated: the search also tries scales beyond the bounds, which only the result has to keep.
        return Charge.of_terms(base.model_copy(update={"noise": base.noise.model_copy(update={"scale": scale})}))

    try:
        return scale_for(charge_at, days, float(privacy.epsilon or 0), float(privacy.delta))
    except ValueError as error:
        raise _at("epsilon", f"is too small: {error}; raise it, shorten the campaign or lower the caps") from None


def _cost(terms: Terms, days: int) -> Decimal:
    """The epsilon of so many days at the budget's delta, rounded up to four decimals."""
    cost = epsilon({Charge.of_terms(terms): days}, float(terms.budget.delta))
    if not isfinite(cost):
        return Decimal(cost)
    return (Decimal(cost) * _ALMOST_ONE).quantize(Decimal("0.0001"), ROUND_CEILING)
