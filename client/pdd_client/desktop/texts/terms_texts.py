"""Sentences on what a campaign's terms mean for a donor: what is counted, who is in a sum, who adds the noise."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from pdd_client.core.texts.numbers import others_in_cohort
from pdd_client.desktop.texts import wording
from pdd_shared.privacy.accounting.certainty import exception_of, percent_of

if TYPE_CHECKING:
    from pdd_shared.protocol.terms import Budget, CohortTerms, NumberNoise, PlainTerms, Protocol, Terms

translate = QCoreApplication.translate


def privacy_sentences(terms: "Terms") -> Iterator[str]:
    """Yield what the terms of a campaign mean for a donor, sentence by sentence."""
    yield _of_caps(terms)
    yield from _of_cohort(terms) if terms.protocol == "cohort" else _of_groups(terms)
    yield translate(
        "terms",
        "Privacy limit of this campaign: {cost}. Up to 1 is strong protection. At 10 you rely mainly on the other "
        "people in the sum. The app keeps the account.",
    ).format(cost=QLocale().toString(float(terms.budget.epsilon), "g", 6))
    if exception := exception_of(terms.budget):
        yield translate(
            "terms", "The chance that the results tell more about you than we say is at most 1 in {times}."
        ).format(times=wording.number(int(1 / exception)))


def certainty(budget: "Budget") -> str:
    """Return one sentence on how sure the results can make somebody that the donor's counts are in them."""
    percent = percent_of(budget)
    if percent is None:
        return translate("terms", "From the results, someone could be almost sure that your counts are in them.")
    if budget.delta:
        said = translate(
            "terms",
            "Someone who thought it 50:50 that your counts are in the results can be at most {percent}% sure "
            "(barring a tiny chance).",
        )
    else:
        said = translate(
            "terms", "Someone who thought it 50:50 that your counts are in the results can be at most {percent}% sure."
        )
    return said.format(percent=wording.percent(percent))


def risk(protocol: "Protocol") -> str:
    """Return one sentence on what would let the server read the donor's counts."""
    if protocol == "cohort":
        return translate("terms", "A server that cheats could read most of your counts.")
    return translate("terms", "Alone in your group? The server could read your counts.")


def _of_caps(terms: "Terms") -> str:
    """Return how much of a donor's day or week counts at most."""
    searches = wording.number(terms.max_searches)
    if terms.period == "week":
        return translate(
            "terms",
            "Each week, from Monday to Sunday, only your first {searches} searches count. No keyword's count goes "
            "above {each}, and all keywords together not above {hits}.",
        ).format(
            searches=searches,
            each=wording.number(terms.caps.hits_per_keyword),
            hits=wording.number(terms.caps.hits),
        )
    if terms.max_matches is not None:
        return translate(
            "terms",
            "Each day, only your first {searches} searches count, each for at most {matches} keywords.",
        ).format(searches=searches, matches=wording.number(terms.max_matches))
    caps = terms.caps
    return translate(
        "terms",
        "Each day, only your first {searches} searches count. No keyword's count goes above {each}, and all "
        "keywords together not above {hits}.",
    ).format(searches=searches, each=wording.number(caps.hits_per_keyword), hits=wording.number(caps.hits))


def _of_cohort(terms: "CohortTerms") -> Iterator[str]:
    """Yield who is in a sum of `cohort`, what protects a donor in it, and what the donor's computer helps with."""
    if terms.period == "week":
        yield translate(
            "terms",
            "Your counts go out once a week. Until then, this computer keeps the counts of each day, and no searches.",
        )
    yield translate(
        "terms",
        "Your counts are locked and then added to those of at least {others} other people. The server can "
        "open only that sum.",
    ).format(others=wording.number(others_in_cohort(terms.min_cohort)))
    yield _of_noise(terms)
    yield translate("terms", "The noise is enough even if {share} in 100 people add none.").format(
        share=wording.number(terms.colluders)
    )
    yield translate(
        "terms",
        "All this protects you only if the server is honest about who takes part. So join only if you trust it.",
    )
    yield translate(
        "terms",
        "A server that cheats could put you into a sum with people it made up, and so find out most of your counts. "
        "Nobody would notice.",
    )
    yield translate(
        "terms",
        "If someone stays away, only their counts are left out. If too few people take part, nothing is published.",
    )
    yield translate(
        "terms",
        "In some weeks your computer helps to unlock the sums. Where few people take part, it helps every week. Then "
        "it contacts the server twice a day, for a few seconds each time.",
    )


def _of_noise(terms: "CohortTerms") -> str:
    """Return who adds how much noise, for each kind of number if each has its own."""
    joined, searches, counts = (wording.number(_half_width(noise)) for noise in terms.noise.kinds)
    if terms.has_one_laplace:
        return translate(
            "terms",
            "Each donor's computer adds a bit of random noise before it locks the counts. So nobody sees a sum "
            "without noise, not even the server. The noise can move a count by {half} or more.",
        ).format(half=counts)
    return translate(
        "terms",
        "Each donor's computer adds a bit of random noise before it locks the counts. So nobody sees a sum without "
        "noise, not even the server. The noise can move a keyword's count by {half} or more, the number of searches by "
        "{searches} or more, and the number of donors by {donors} or more.",
    ).format(half=counts, searches=searches, donors=joined)


def _half_width(noise: "NumberNoise") -> int:
    """Return half the 95% interval of one draw of noise, in counts; a sum carries one draw or more."""
    from pdd_shared.privacy.noise.distributions import half_width  # numpy: not before a campaign is looked at
    from pdd_shared.privacy.noise.donor_laws import law_of_shares

    return noise.unit * half_width([law_of_shares(noise.law, float(noise.scale), 1, 1)])


def _of_groups(terms: "PlainTerms") -> Iterator[str]:
    """Yield who is in a sum of `plain`, what becomes of it if a member stays away, and what the server sees."""
    yield translate(
        "terms",
        "Your counts are locked together with those of at least {others} other people. The server "
        "opens the sum. It could also open sums of fewer people.",
    ).format(others=wording.number(terms.min_group - 1))
    yield translate("terms", "If anyone in your group is missing, the whole group's day is lost.")
    yield translate(
        "terms",
        "The server sees your group's exact sum, for each campaign and region, and adds random noise "
        "before it publishes. If you are the only one of your group there, that sum is your counts, "
        "and the server could read them. If you do not want that, do not join.",
    )
