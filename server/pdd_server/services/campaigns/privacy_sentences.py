"""What a campaign's terms mean for a donor's privacy, in short sentences for the form and the public page.

The sentences promise what docs/reference/who-sees-what.md says. They must never promise more than the protocol keeps.
"""

from collections.abc import Iterator

from pdd_server.config import Config
from pdd_shared.privacy.noise.distributions import half_width, law_of
from pdd_shared.privacy.noise.donor_laws import least_half_width
from pdd_shared.protocol.decimals import as_text
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import CohortTerms, PlainTerms, Terms

LEAST_SUM = 3
"""The smallest floor of a cohort, in donors, that any home accepts."""


def others_in_cohort(terms: CohortTerms) -> int:
    """Return how many other people's counts are at least in each sum of `cohort`."""
    # No home accepts a sum of fewer than LEAST_SUM donors, whatever the terms say.
    return max(terms.min_cohort, LEAST_SUM) - 1


def least_in_group(terms: PlainTerms, config: Config) -> int:
    """Return how many donors are at least in each group of `plain`."""
    return max(terms.min_group, config.min_group)


def noise_width(terms: Terms) -> int:
    """Return half the width of the 95% interval of a keyword's count, in searches; the least, if donors add the noise.

    Donors' programs state the same number before anybody joins.
    """
    return least_half_width(terms.noise.counts) if isinstance(terms, CohortTerms) else half_width([law_of(terms)])


def noises(terms: Terms) -> Iterator[str]:
    """Yield the law and scale, in counts, of the noise on each kind of a campaign's numbers."""
    if isinstance(terms, PlainTerms):
        yield f"{terms.law}, scale {as_text(terms.scale)}, on every number"
        return
    kinds = ("donors", "searches", "keywords")
    for kind, noise in zip(kinds, terms.noise.kinds, strict=True):
        yield f"{noise.law}, scale {as_text(noise.scale * noise.unit)}, on {kind}"


def group_sentences(campaign: Campaign, config: Config) -> Iterator[str]:
    """Yield the sentences about who can read a donor's counts, and how much noise hides them.

    Args:
        campaign: The campaign; its protocol decides which sentences are true.
        config: The settings; a server's `min_group` may be above the campaign's.
    """
    terms = campaign.terms
    if isinstance(terms, CohortTerms):
        yield from _cohort_sentences(terms)
    else:
        yield from _plain_sentences(terms, config, "in this study or region" if campaign.strata else "in this study")


def _plain_sentences(terms: PlainTerms, config: Config, alone: str) -> Iterator[str]:
    least = least_in_group(terms, config)
    width = f"±{noise_width(terms):,} (95%)"
    yield "Your counts are locked before they leave your computer."
    yield f"The server can open only the sum of a group of at least {least:,} donors."
    yield f"If you are the only one of your group {alone}, that sum is your counts. The server could read them."
    yield f"Before the totals are published, the server adds noise: {width} on each number."


def _cohort_sentences(terms: CohortTerms) -> Iterator[str]:
    """Yield the sentences for `cohort`."""
    others = others_in_cohort(terms)
    width = f"±{noise_width(terms):,} (95%)"
    if terms.period == "week":
        yield "Your counts of Monday to Sunday go out together, once a week."
    yield "Your counts are locked before they leave your computer."
    yield f"They are added to those of at least {others:,} other people. Only the sum can be opened, never yours alone."
    yield f"Every computer adds a little noise first: together {width} or more on each keyword's count."
    yield "So nobody sees a sum without noise, not even the server."
    yield f"The noise is enough even if {terms.colluders} in 100 people add none."
    yield "All this protects you only if the server is honest about who takes part."
    yield (
        "A server that cheats could put you into a sum with people it made up, and so find out most of your counts. "
        "It could go unnoticed."
    )


def kept_sentence(config: Config) -> str:
    """Return the sentence that says what the server keeps about a donor beside its locked counts."""
    days = config.retention.activity
    return f"The server also keeps your program's public keys, and on which of the last {days} days it connected."


def _missing_sentence(terms: Terms) -> str:
    if terms.protocol == "cohort":
        first = "If people stay away, only their counts are left out."
        return f"{first} If too many do, that {terms.period} is not published."
    return "If anyone in your group is missing, the whole group's day is lost."


def caps_sentence(terms: Terms) -> str:
    """Return the sentence that says how much of a donor's day or week counts at most."""
    first = f"Each {terms.period}, only your first {terms.max_searches:,} searches count"
    if terms.max_matches is not None:
        return f"{first}, each for at most {terms.max_matches:,} keywords."
    each, hits = terms.caps.hits_per_keyword, terms.caps.hits
    said = f"{first}. No keyword's count goes above {each:,}, and all keywords together not above {hits:,}."
    if (in_all := terms.caps.campaign_hits) is None:
        return said
    return f"{said} At most {in_all:,} times can a search of yours add to a keyword of this study."


def sentences(campaign: Campaign, config: Config) -> list[str]:
    """Return all sentences that a donor reads about a campaign's terms."""
    terms = campaign.terms
    return [
        caps_sentence(terms),
        *group_sentences(campaign, config),
        _missing_sentence(terms),
        kept_sentence(config),
        f"Privacy limit of this campaign: {as_text(terms.budget.epsilon)}. Up to 1 is strong protection. At 10 you "
        "rely mainly on the other people in the sum.",
    ]
