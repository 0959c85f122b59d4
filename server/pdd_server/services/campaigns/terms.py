"""Compute a campaign's terms from the privacy settings in its file.

Researchers give a total epsilon, an epsilon a day, or the scale of the noise. The other quantities follow from it.
"""

from collections.abc import Iterator
from decimal import ROUND_CEILING, Decimal
from functools import partial
from math import isfinite
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator

from pdd_server.errors import Rejected, invalid
from pdd_server.services.campaigns.part_noise import least_noise, same_noise
from pdd_shared.privacy.accounting.budget import fits
from pdd_shared.privacy.accounting.charges import Charge, charge_of_terms
from pdd_shared.privacy.accounting.composition import epsilon, scale_for
from pdd_shared.privacy.sensitivity import l1_sensitivity
from pdd_shared.protocol.days import Period, with_repeat
from pdd_shared.protocol.decimals import as_text
from pdd_shared.protocol.limits import MAX_HITS, MAX_SCALE, MOST_PER_NUMBER
from pdd_shared.protocol.terms import Budget, CohortTerms, Noise, NumberNoise, PartNoise, PlainTerms, Protocol, Terms

LARGEST_EPSILON, LARGEST_DELTA = 100_000, 0.001
"""The bounds of epsilon and delta in `Budget`."""
COLLUDERS: Literal[10] = 10
"""Default of `colluders` in the `cohort` protocol: the percentage of all donors who may add no noise."""
_ALMOST_ONE = Decimal(1) - Decimal("1e-12")
"""Factor that takes off floating-point error before a cost is rounded up, so that 0.3 does not become 0.3001."""


def _number(value: Any) -> Decimal:
    """Return a number from TOML as a Decimal, exactly as it was written; raise ValueError for other values."""
    if not isinstance(value, Decimal | int) or isinstance(value, bool) or not Decimal(value).is_finite():
        raise ValueError("must be a number such as 0.5")
    if -Decimal(value).as_tuple().exponent > 18:  # type: ignore[operator]
        raise ValueError("has more than 18 digits after the point; round it")
    return Decimal(value) or Decimal(0)  # -0.0 is 0


Number = Annotated[Decimal, BeforeValidator(_number)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Caps(_Table):
    """How much of one donor's period, a day or a week, counts at most.

    Attributes:
        max_searches: Searches of the period.
        max_campaign_hits: Hits of all periods together, for all keywords; None for no such cap.
        max_hits: Hits of the period, for all keywords together; None for `max_campaign_hits` alone.
        max_hits_per_keyword: Hits of the period for one keyword.
    """

    max_searches: Annotated[int, Field(ge=1, le=1_000)]
    max_campaign_hits: Annotated[int, Field(ge=1, le=MAX_HITS)] | None = None
    max_hits: Annotated[int, Field(ge=1, le=MAX_HITS)] | None = Field(None, validate_default=True)
    max_hits_per_keyword: Annotated[int, Field(ge=1, le=MAX_HITS)]

    @field_validator("max_hits")
    @classmethod
    def _within_campaign(cls, value: int | None, info: ValidationInfo) -> int | None:
        most = info.data.get("max_campaign_hits")
        if value is None and most is None and "max_campaign_hits" in info.data:
            raise ValueError("is missing; add it, or max_campaign_hits for all periods together")
        if value is not None and most is not None and value > most:
            raise ValueError(f"is above max_campaign_hits, {most}, which no period can pass; remove it, or lower it")
        return value

    @field_validator("max_hits_per_keyword")
    @classmethod
    def _within_hits(cls, value: int, info: ValidationInfo) -> int:
        for cap in ("max_hits", "max_campaign_hits"):
            if value > (most := info.data.get(cap) or MAX_HITS):
                raise ValueError(f"is above {cap}, {most}, which no keyword can pass; lower it")
        return value


class Parts(_Table):
    """How a budget is divided among the kinds of a campaign's numbers, in shares of rho that add up to 1.

    Attributes:
        joined: The share of the number of donors.
        searches: The share of the number of searches.
        keywords: The share of the counts of all keywords together.
    """

    joined: Annotated[Number, Field(gt=0, lt=1)]
    searches: Annotated[Number, Field(gt=0, lt=1)]
    keywords: Annotated[Number, Field(gt=0, lt=1)]

    @field_validator("keywords")
    @classmethod
    def _adds_up(cls, value: Decimal, info: ValidationInfo) -> Decimal:
        if len(info.data) == 2 and (total := value + sum(info.data.values())) != 1:
            raise ValueError(f"adds up to {as_text(total)} with joined and searches; the three shares add up to 1")
        return value


USUAL_PARTS = Parts(joined=Decimal("0.05"), searches=Decimal("0.05"), keywords=Decimal("0.9"))
"""The shares of a `cohort` campaign that names neither shares nor a law. One noise on all numbers takes more donors."""


class Privacy(_Table):
    """The privacy settings of a campaign file. Exactly one of `epsilon`, `epsilon_per_day` and `scale` has to be given.

    Attributes:
        epsilon: The budget of all periods together.
        epsilon_per_day: The budget of one day, where a period is a day.
        scale: The scale of the noise, in counts.
        delta: The delta of the budget of all periods.
        noise: The law of the noise. In `cohort`, naming it gives all numbers the same noise.
        colluders: In `cohort`, the percentage of all donors who may add no noise.
        min_cohort: In `cohort`, the fewest donors in a sum.
        parts: In `cohort`, the shares of the budget for each kind of number, which then has noise of its own. None for
            `USUAL_PARTS` where `epsilon` is given alone, else for one noise on all numbers.
    """

    epsilon: Annotated[Number, Field(gt=0, le=LARGEST_EPSILON)] | None = None
    epsilon_per_day: Annotated[Number, Field(gt=0, le=LARGEST_EPSILON)] | None = None
    scale: Annotated[Number, Field(gt=0, le=MAX_SCALE)] | None = None
    delta: Annotated[Number, Field(ge=0, le=LARGEST_DELTA)] = Decimal(0)
    noise: Literal["discrete-laplace", "discrete-gaussian"] = "discrete-laplace"
    colluders: Annotated[int, Field(ge=0)] | None = None
    min_cohort: Annotated[int, Field(ge=1, lt=2**32)] | None = None
    parts: Parts | None = None

    @property
    def given(self) -> str:
        """The key that is given: `epsilon`, `epsilon_per_day` or `scale`.

        Raises:
            Rejected: INVALID if none of them or more than one is given.
        """
        ways = [way for way in ("epsilon", "epsilon_per_day", "scale") if getattr(self, way) is not None]
        if not ways:
            raise invalid("privacy", "says nothing of noise; add epsilon (of all days), epsilon_per_day or scale")
        if len(ways) > 1:
            raise _at(ways[1], f"stands beside {ways[0]}; keep one of them, the other follows from it")
        return ways[0]


_ONE = 'noise = "discrete-laplace"'


def _at(key: str, reason: str) -> Rejected:
    """Return the rejection of a key of the table `privacy`."""
    return invalid(f"privacy.{key}", reason)


def terms_of(
    caps: Caps, privacy: Privacy, periods: int, min_group: int, protocol: Protocol, period: Period = "day"
) -> Terms:
    """Return the terms of a campaign.

    Args:
        caps: The caps of one donor's period.
        privacy: The privacy settings.
        periods: How many periods the campaign has. The budget of a weekly one pays for one more (decision 58).
        min_group: The server's floor, in donors. A `cohort` campaign takes it only if it has no `min_cohort`.
        protocol: The server's protocol.
        period: What a period is; a week is for the protocol `cohort`.

    Raises:
        Rejected: INVALID, with the key, if the settings contradict each other, or if they ask for a scale or a total
            epsilon beyond the bounds.
    """
    for problem in problems(privacy, min_group, protocol, period, caps.max_campaign_hits):
        raise problem
    paid = with_repeat(period, periods)
    if (parts := parts_of(privacy, protocol)) is not None:
        return _terms_of_parts(caps, privacy, parts, paid, min_group, period)
    given = privacy.given
    terms = partial(_terms, caps, privacy, min_group, protocol, period)
    base = terms(Decimal(1), Budget(epsilon=Decimal(1), delta=privacy.delta))
    try:
        scale = _scale(base, privacy, paid)
        _check_scale(given, scale)
        total = privacy.epsilon or _cost(terms(scale, base.budget), paid)
    except OverflowError:  # an extreme epsilon; charges and composition cap or return infinity for most of these
        total = Decimal("inf")
    if total > LARGEST_EPSILON:
        raise _at(given, f"costs more than epsilon {LARGEST_EPSILON} over {periods} {period}s; ask for more privacy")
    return terms(scale, Budget(epsilon=total, delta=privacy.delta))


def parts_of(privacy: Privacy, protocol: Protocol) -> Parts | None:
    """Return the shares of the budget, those that are usual if none are given; None for one noise on all numbers."""
    asks_for_one = protocol != "cohort" or privacy.epsilon is None or "noise" in privacy.model_fields_set
    return privacy.parts or (None if asks_for_one else USUAL_PARTS)


def _terms_of_parts(caps: Caps, privacy: Privacy, parts: Parts, periods: int, min_group: int, period: Period) -> Terms:
    """Return the terms of a `cohort` campaign whose kinds of numbers each have a share of the budget."""
    budget = Budget(epsilon=privacy.epsilon or Decimal(0), delta=privacy.delta)
    base = _terms(caps, privacy, min_group, "cohort", period, Decimal(1), budget)
    if base.caps.hits_per_keyword > MOST_PER_NUMBER:
        most = f"is {caps.max_hits_per_keyword}, and at most {MOST_PER_NUMBER} fit the usual shares of the budget"
        raise invalid("caps.max_hits_per_keyword", f"{most}; lower it, or give all numbers one noise with {_ONE}")
    try:
        noise = least_noise(base.caps, parts.model_dump(), budget, periods, _colluders(privacy))
    except ValueError:
        reason = "is too small: no noise that donors can add is sure to keep to it"
        # With several hits of a keyword, what is not proven goes to delta: more noise does not help.
        lower = "max_hits_per_keyword, best to 1" if base.caps.hits_per_keyword > 1 else "the caps"
        raise _at("epsilon", f"{reason}; lower {lower}, raise epsilon, or shorten the campaign") from None
    terms = CohortTerms.model_validate(base.model_dump() | {"noise": noise})
    # One discrete Laplace noise on all numbers is accounted more roughly, and would pass the budget.
    if not fits({charge_of_terms(terms, ""): periods}, budget):
        raise _at(
            "parts", f"give all kinds of numbers the same noise; choose other shares, or put {_ONE} in their place"
        )
    return terms


def describe_terms(terms: Terms, periods: int) -> str:
    """Return one line with a campaign's noise and budget, for the operator who created it."""
    budget = terms.budget
    return (
        f"{_describe_noise(terms)}, added by the {'donors' if terms.by_donors else 'server'}; "
        f"epsilon {as_text(budget.epsilon)}, delta {as_text(budget.delta)}, for all {periods} {terms.period}s"
        f"{', and for one that is asked for again' if terms.period == 'week' else ''}"
    )


def _describe_noise(terms: Terms) -> str:
    if not isinstance(terms, CohortTerms) or terms.has_one_laplace:
        return f"{terms.law} noise of scale {as_text(terms.scale)}"
    kinds = zip(("joined", "searches", "keywords"), terms.noise.kinds, strict=True)
    return ", ".join(f"{_describe_kind(noise)} on {kind}" for kind, noise in kinds)


def _describe_kind(noise: NumberNoise) -> str:
    said = f"{noise.law} noise of scale {as_text(noise.scale * noise.unit)}"
    return said if noise.unit == 1 else f"{said}, counted in units of {noise.unit},"


def problems(
    privacy: Privacy, min_group: int, protocol: Protocol, period: Period = "day", campaign_hits: int | None = None
) -> Iterator[Rejected]:
    """Yield the errors in privacy settings that depend on each other or on the protocol, without computing the noise.

    Args:
        privacy: The privacy settings.
        min_group: The server's floor, in donors.
        protocol: The server's protocol.
        period: What a period is.
        campaign_hits: The cap on a donor's hits in all periods, if there is one.
    """
    if campaign_hits is not None and protocol != "cohort":
        reason = "is for the protocol cohort, in which donors add the noise; give max_hits in its place"
        yield invalid("caps.max_campaign_hits", reason)
    elif campaign_hits is not None and parts_of(privacy, protocol) is None:
        reason = "needs noise of its own on keywords: give privacy.epsilon, of all periods, without noise"
        yield invalid("caps.max_campaign_hits", reason)
    if period == "week" and protocol != "cohort":
        yield invalid("period", "is week, which is for the protocol cohort, in which donors add the noise; remove it")
    if period == "week" and privacy.epsilon_per_day is not None:
        yield _at("epsilon_per_day", "is for a campaign that counts by day; give epsilon, of all weeks together")
    try:
        privacy.given  # noqa: B018 - read for its exception only
    except Rejected as error:
        yield error
    yield from _cohort_problems(privacy) if protocol == "cohort" else _plain_problems(privacy, min_group)


def _cohort_problems(privacy: Privacy) -> Iterator[Rejected]:
    if privacy.noise != "discrete-laplace":
        yield _at("noise", "must be discrete-laplace on this server, where donors add it; choose it, or remove the key")
    if not privacy.delta:
        yield _at("delta", "is needed for noise that donors add; set it to 0.000001 or the like")
    if privacy.colluders not in (None, 5, 10):
        what = "is the percent of all donors who may add no noise: 5 or 10"
        yield _at("colluders", f"{what}; choose one of them, or remove the key for {COLLUDERS}")
    if privacy.parts is None:
        return
    if privacy.epsilon is None:
        yield _at("parts", "divides the epsilon of all days; give epsilon in place of epsilon_per_day or scale")
    if "noise" in privacy.model_fields_set:
        yield _at("noise", "stands beside parts, for which the server chooses the laws; remove one of them")


def _plain_problems(privacy: Privacy, min_group: int) -> Iterator[Rejected]:
    if privacy.min_cohort is not None:
        yield _at("min_cohort", f"is for the protocol cohort; remove it, a group has at least {min_group} donors here")
    if privacy.parts is not None:
        yield _at("parts", "is for the protocol cohort, in which donors add the noise; remove it")
    if privacy.colluders is not None:
        yield _at("colluders", "is for the protocol cohort, in which donors add the noise; remove it")
    if privacy.noise != "discrete-gaussian":
        return
    if privacy.epsilon_per_day is not None:
        yield _at("epsilon_per_day", "discrete-gaussian noise has none; give epsilon or scale")
    if not privacy.delta:
        yield _at("delta", "discrete-gaussian noise has no guarantee without one; set it to 0.000001 or the like")


def _colluders(privacy: Privacy) -> Literal[5, 10]:
    return 5 if privacy.colluders == 5 else COLLUDERS


def _check_scale(given: str, scale: Decimal) -> None:
    if scale > MAX_SCALE:
        most = f"at most {MAX_SCALE} can be drawn"
        raise _at(given, f"needs noise of scale {as_text(scale)}; {most}: raise epsilon, or lower the caps")


def _terms(
    caps: Caps,
    privacy: Privacy,
    min_group: int,
    protocol: Protocol,
    period: Period,
    scale: Decimal,
    budget: Budget,
) -> Terms:
    if protocol == "cohort":
        colluders = _colluders(privacy)
        most = (1, caps.max_searches, min(caps.max_hits_per_keyword, caps.max_searches))
        return CohortTerms(
            protocol=protocol,
            period=period,
            **vars(caps),
            noise=same_noise(scale, most, colluders),
            colluders=colluders,
            budget=budget,
            min_cohort=privacy.min_cohort or min_group,
        )
    noise = Noise(law=privacy.noise, scale=scale)
    of_period = caps.model_dump(exclude={"max_campaign_hits"})
    return PlainTerms(protocol=protocol, **of_period, noise=noise, budget=budget, min_group=min_group)


def _same_noise(noise: NumberNoise) -> PartNoise:
    """Return this noise for every kind of number in a part."""
    return PartNoise(joined=noise, searches=noise, counts=noise)


def _charge_at(base: Terms, scale: Decimal) -> Charge:
    """Return a period's charge at another scale. It is not validated, as the search tries scales beyond the bounds."""
    if isinstance(base, CohortTerms):
        noise = _same_noise(base.noise.counts.model_copy(update={"scale": scale}))
        return Charge.of_terms(base.model_copy(update={"noise": noise}))
    return Charge.of_terms(base.model_copy(update={"noise": base.noise.model_copy(update={"scale": scale})}))


def _scale(base: Terms, privacy: Privacy, periods: int) -> Decimal:
    """Return the scale of the noise, in counts: as it was given, or the smallest that keeps to the given epsilon.

    Raises:
        Rejected: INVALID, for `epsilon`, if no scale keeps to it.
    """
    if privacy.scale is not None:
        return privacy.scale
    if privacy.epsilon_per_day is not None:
        return (l1_sensitivity(base) / privacy.epsilon_per_day).quantize(Decimal("0.001"), ROUND_CEILING)

    try:
        return scale_for(partial(_charge_at, base), periods, float(privacy.epsilon or 0), float(privacy.delta))
    except ValueError as error:
        raise _at("epsilon", f"is too small: {error}; raise it, shorten the campaign or lower the caps") from None


def _cost(terms: Terms, periods: int) -> Decimal:
    """Return the epsilon of so many periods at the budget's delta, rounded up to four decimals, or infinity."""
    cost = epsilon({charge_of_terms(terms, ""): periods}, float(terms.budget.delta))
    if not isfinite(cost):
        return Decimal(cost)
    return (Decimal(cost) * _ALMOST_ONE).quantize(Decimal("0.0001"), ROUND_CEILING)
