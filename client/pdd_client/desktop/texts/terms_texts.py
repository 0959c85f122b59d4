"""Sentences on what a campaign's terms mean for a donor: what is counted, who is in a sum, who adds the noise."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from pdd_client.core.texts.numbers import others_in_cohort
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_shared.privacy.accounting.certainty import exception_of, percent_of

if TYPE_CHECKING:
    from pdd_shared.protocol.messages import WitnessPolicy
    from pdd_shared.protocol.terms import Budget, CohortTerms, NumberNoise, PlainTerms, Protocol, Terms


def privacy_sentences(terms: "Terms") -> Iterator[str]:
    """Yield what the terms of a campaign mean for a donor, sentence by sentence."""
    yield from _of_caps(terms)
    yield from _of_cohort(terms) if terms.protocol == "cohort" else _of_groups(terms)
    yield tr("terms_cost", cost=QLocale().toString(float(terms.budget.epsilon), "g", 6))
    if exception := exception_of(terms.budget):
        yield tr("terms_exception", times=wording.number(int(1 / exception)))


def certainty(budget: "Budget") -> str:
    """Return one sentence on how sure the results can make somebody that the donor's counts are in them."""
    percent = percent_of(budget)
    if percent is None:
        return tr("certainty_none")
    said = tr("certainty_barring") if budget.delta else tr("certainty")
    return said.format(percent=wording.percent(percent))


def risk(protocol: "Protocol") -> str:
    """Return one sentence on what would let the server read the donor's counts."""
    if protocol == "cohort":
        return tr("risk_cohort")
    return tr("risk_plain")


def vouching(witnesses: "WitnessPolicy | None") -> str:
    """Return one sentence on who vouches that all donors of a `cohort` server are in the same sums."""
    if witnesses is None:
        return tr("vouched_by_none")
    names = ", ".join(witnesses.names)
    return tr("vouched_by_witnesses", required=wording.number(witnesses.required), names=names)


def _of_caps(terms: "Terms") -> Iterator[str]:
    """Yield how much of a donor's day or week counts at most, and how much of all of them together."""
    yield _of_period(terms)
    if terms.caps.campaign_hits is not None:
        yield counted("terms_campaign_cap", terms.caps.campaign_hits)


def _of_period(terms: "Terms") -> str:
    searches = wording.number(terms.max_searches)
    if terms.period == "week":
        return tr(
            "terms_caps_week",
            searches=searches,
            each=wording.number(terms.caps.hits_per_keyword),
            hits=wording.number(terms.caps.hits),
        )
    if terms.max_matches is not None:
        return tr("terms_matches", searches=searches, matches=wording.number(terms.max_matches))
    caps = terms.caps
    return tr(
        "terms_caps", searches=searches, each=wording.number(caps.hits_per_keyword), hits=wording.number(caps.hits)
    )


def _of_cohort(terms: "CohortTerms") -> Iterator[str]:
    """Yield who is in a sum of `cohort`, what protects a donor in it, and what the donor's computer helps with."""
    if terms.period == "week":
        yield tr("terms_week")
    yield tr("terms_cohort", others=wording.number(others_in_cohort(terms.min_cohort)))
    yield _of_noise(terms)
    yield tr("terms_cohort_enough", share=wording.number(terms.colluders))
    yield tr("terms_cohort_honest")
    yield tr("terms_cohort_cheats")
    yield tr("terms_cohort_missing")
    yield tr("terms_cohort_duty")


def _of_noise(terms: "CohortTerms") -> str:
    """Return who adds how much noise, for each kind of number if each has its own."""
    joined, searches, counts = (wording.number(_half_width(noise)) for noise in terms.noise.kinds)
    if terms.has_one_laplace:
        return tr("terms_cohort_noise", half=counts)
    return tr("terms_cohort_noises", half=counts, searches=searches, donors=joined)


def _half_width(noise: "NumberNoise") -> int:
    from pdd_shared.privacy.noise.donor_laws import least_half_width  # numpy: not before a campaign is looked at

    return least_half_width(noise)


def _of_groups(terms: "PlainTerms") -> Iterator[str]:
    """Yield who is in a sum of `plain`, what becomes of it if a member stays away, and what the server sees."""
    yield tr("terms_group", others=wording.number(terms.min_group - 1))
    yield tr("terms_plain")
    yield tr("terms_server")
