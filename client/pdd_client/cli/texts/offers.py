"""The output of `pdd-donor join` before the donor agrees: a server's campaigns, their terms and keywords."""

from collections.abc import Iterator
from textwrap import wrap

from pdd_client.cli.texts.certainty import offered_text
from pdd_client.core.donation.consent import Consent, language_of
from pdd_client.core.texts.numbers import at_most, exactly, others_in_cohort, with_slack
from pdd_client.donor.campaigns.join import Offer
from pdd_shared.counting.entry_texts import label_of, parts_of
from pdd_shared.privacy.accounting.charges import Charge, charge_of_terms
from pdd_shared.privacy.accounting.composition import epsilon
from pdd_shared.privacy.noise.distributions import half_width, law_of
from pdd_shared.privacy.noise.donor_laws import law_of_shares
from pdd_shared.protocol.informing_lines import LINES, told
from pdd_shared.protocol.messages import Campaign, WitnessPolicy
from pdd_shared.protocol.terms import CohortTerms, NumberNoise, PlainTerms, Terms

_WIDTH = 100
"""Characters in a line of keywords."""


def offer_text(offer: Offer, preferred: str) -> Iterator[str]:
    """Yield everything that the donor would agree to, campaign by campaign.

    Args:
        offer: the server's campaigns, and the consents that the donor has given to some of them.
        preferred: the language in which consent texts are shown if a campaign has it, such as "pt-BR".

    """
    yield f"{offer.info.name} ({offer.url})"
    for campaign in offer.campaigns.values():
        yield ""
        yield from _campaign_text(campaign, preferred, offer.consents.get(campaign.id))
    if offer.info.protocol == "cohort":
        yield vouching_text(offer.info.witnesses)
    if not offer.consents:
        yield ""
        yield "Choose how days are sent: --sending review (each waits until you approve it) or --sending by-itself."


def choice_text(offer: Offer) -> Iterator[str]:
    """Yield a server's campaigns, one in each line, for a donor who has to choose one."""
    yield f"{offer.info.name} ({offer.url}) has:"
    for campaign in offer.campaigns.values():
        joined = " (joined)" if campaign.id in offer.consents else ""
        yield f"  --campaign {campaign.id}  {campaign.title}, {campaign.start} to {campaign.end}{joined}"


def _campaign_text(campaign: Campaign, preferred: str, agreed: Consent | None) -> Iterator[str]:
    terms = campaign.terms
    yield f"{campaign.title} ({campaign.id}), {campaign.start} to {campaign.end}"
    yield campaign.purpose
    yield f"Contact: {campaign.contact}"
    yield from (f"{LINES[name].label}: {text}" for name, text in told(campaign).items())
    yield f"What you agree to: {campaign.consent.get(language_of(campaign, preferred), '')}"
    caps = _caps_text(terms)
    if isinstance(terms, CohortTerms):
        yield caps
        yield from _cohort_text(terms)
    else:
        yield f"{caps} {_group_text(terms, bool(campaign.strata))}"
    yield _cost_text(terms)
    yield from offered_text(terms.budget)
    yield from _keywords_text(campaign, agreed)
    if campaign.strata:
        yield f"Choose --stratum {' or '.join(campaign.strata)} (the server is not told your choice)"


def vouching_text(witnesses: WitnessPolicy | None) -> str:
    """Return who vouches that all donors are in the same sums."""
    if witnesses is None:
        return "Nobody but this server vouches that all donors are in the same sums."
    return (
        f"Counts go out only once at least {witnesses.required} of these witnesses have signed the public record of "
        f"the lists of donors, one for everybody: {', '.join(witnesses.names)}. The server named them itself."
    )


def _caps_text(terms: Terms) -> str:
    first = f"Each {terms.period}, only your first {terms.max_searches} searches count"
    if terms.max_matches is not None:
        return f"{first}, each for at most {terms.max_matches} keywords."
    each, hits, in_all = terms.caps.hits_per_keyword, terms.caps.hits, terms.caps.campaign_hits
    said = f"{first}. No keyword's count goes above {each}, and all keywords together not above {hits}."
    return said if in_all is None else f"{said} {campaign_cap_text(in_all)}"


def campaign_cap_text(hits: int) -> str:
    """Return how many hits of a donor count in all of a campaign's periods."""
    return (
        f"At most {hits} times can a search of yours add to a keyword of this study. Noise hides when you have used "
        "them up, as it hides your counts."
    )


def _cohort_text(terms: CohortTerms) -> Iterator[str]:
    """Yield the terms of a `cohort` campaign for donors.

    They say who is in a sum, what the noise protects, when it fails, and how the donor's computer helps.
    """
    if terms.period == "week":
        yield (
            "Your counts go out once a week, a few days after its Sunday. Until then this computer keeps the counts of "
            "each day, even if you clear your browser's history. It keeps none of your searches."
        )
    yield (
        f"Your counts are locked and then added to those of at least {others_in_cohort(terms.min_cohort)} other "
        "people. The server can open only that sum."
    )
    yield (
        "Each donor's computer adds a bit of random noise before it locks the counts. So nobody sees a sum without "
        f"noise, not even the server. {_noise_text(terms)}"
    )
    yield (
        f"The noise is enough even if {terms.colluders} in 100 people add none. All this protects you only if the "
        "server is honest about who takes part. So join only if you trust it. A server that cheats could put you into "
        "a sum with people it made up, and so find out most of your counts. It could go unnoticed."
    )
    yield ("If someone stays away, only their counts are left out. If too few people take part, nothing is published.")
    yield (
        "In some weeks your computer helps to unlock the sums. Where few people take part, it helps every week. Then "
        "it contacts the server twice a day, for a few seconds each time."
    )


def _noise_text(terms: CohortTerms) -> str:
    """Return how far the noise can move a number, for each kind of number if each has its own noise."""
    joined, searches, counts = (_moved_text(noise) for noise in terms.noise.kinds)
    draws = "A sum has one draw of it or more, and 95 draws in 100 stay within these."
    if terms.has_one_laplace:
        return f"The noise can move a count by {counts}. {draws}"
    return (
        f"The noise can move a keyword's count by {counts}, the number of searches by {searches}, and the number of "
        f"donors by {joined}. {draws}"
    )


def _moved_text(noise: NumberNoise) -> str:
    half = noise.unit * half_width([law_of_shares(noise.law, float(noise.scale), 1, 1)])
    return f"{half:,} or more ({noise.law}, scale {exactly(noise.scale * noise.unit)})"


def _group_text(terms: PlainTerms, has_strata: bool) -> str:
    """Return the terms of a `plain` campaign for donors: the group, the server's noise, and what the server can see."""
    alone = "who joined and chose your --stratum" if has_strata else "who joined"
    return (
        f"Your locked counts are added to those of at least {terms.min_group - 1} other people, your group. The server "
        "opens the group's sum, then adds random noise and publishes: each published number is within "
        f"{half_width([law_of(terms)])} of the true one, 95 times in 100. It could also open sums of fewer people. If "
        f"you are the only one in your group {alone}, the sum is your counts, and the server could read them. If "
        "anyone in your group is missing, the whole group's day is lost."
    )


def _cost_text(terms: Terms) -> str:
    """Return a line with the privacy cost of one period and of all periods together."""
    budget, charge = terms.budget, charge_of_terms(terms, "")
    if isinstance(charge, Charge) and charge.law == "discrete-laplace":
        cost = charge.epsilon
    else:
        cost = epsilon({charge: 1}, float(budget.delta))
    return (
        f"A {terms.period} has a privacy cost of {at_most(cost)}. All {terms.period}s together never cost more than "
        f"{exactly(budget.epsilon)}"
        f"{with_slack(budget.delta)}: beyond that your computer gives nothing."
    )


def _keywords_text(campaign: Campaign, agreed: Consent | None) -> Iterator[str]:
    """Yield all keywords of a campaign; those that the donor's consent `agreed` lacks are marked as new."""
    known = frozenset(agreed.campaign.vocabulary if agreed else campaign.vocabulary)
    new = sum(entry not in known for entry in campaign.vocabulary)
    yield f"Keywords: {len(campaign.vocabulary)}" + (f", {new} of them new since you agreed" if new else "")
    marks = {entry: "" if entry in known else " (new)" for entry in campaign.vocabulary}
    keywords = [f"{entry}{mark}" for entry, mark in marks.items() if not parts_of(entry)]
    yield from wrap(", ".join(keywords), _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    for entry, mark in marks.items():
        if parts := parts_of(entry):
            index = f"{label_of(entry)}{mark}, one count for any of: {', '.join(parts)}"
            yield from wrap(index, _WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
