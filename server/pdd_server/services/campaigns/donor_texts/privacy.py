"""What a campaign's terms mean for a donor's privacy, in one of four languages."""

from collections.abc import Iterator

from pdd_server.config import Config
from pdd_server.services.campaigns.donor_texts.texts import Texts
from pdd_server.services.campaigns.privacy_sentences import least_in_group, noise_width, others_in_cohort
from pdd_shared.privacy.accounting.certainty import percent_of
from pdd_shared.protocol.decimals import as_text
from pdd_shared.protocol.terms import Budget, CohortTerms, Terms


def certainty(budget: Budget, texts: Texts) -> str:
    """Return how sure the results can make somebody, who thought it 50:50, that a donor's counts are in them."""
    percent = percent_of(budget)
    if percent is None:
        return texts("almost_sure")
    return texts("sure_but" if budget.delta else "sure", percent=texts.decimal(as_text(percent)))


def sentences(terms: Terms, config: Config, texts: Texts) -> Iterator[str]:
    """Yield who can read a donor's counts, how much noise hides them, what it costs, and what the server keeps.

    They promise what `services.campaigns.privacy_sentences` does, and what docs/reference/who-sees-what.md says.
    """
    yield from protection(terms, config, texts)
    if isinstance(terms, CohortTerms):
        yield _vouching(config, texts)
    yield texts("cost", cost=texts.decimal(as_text(terms.budget.epsilon)))
    yield texts("kept", days=config.retention.activity)


def protection(terms: Terms, config: Config, texts: Texts) -> Iterator[str]:
    """Yield who can read a donor's counts, and how much noise hides them."""
    yield texts("locked")
    if terms.caps.campaign_hits is not None:
        yield texts("campaign_cap", hits=terms.caps.campaign_hits)
    if isinstance(terms, CohortTerms):
        if terms.period == "week":
            yield texts("cohort_week")
        yield texts("cohort_sum", others=others_in_cohort(terms))
        yield texts("cohort_noise", width=noise_width(terms))
        yield texts("cohort_enough", share=terms.colluders)
        yield texts("cohort_honest")
        yield texts("cohort_cheats")
    else:
        yield texts("plain_sum", least=least_in_group(terms, config))
        yield texts("plain_alone")
        yield texts("plain_noise", width=noise_width(terms))


def _vouching(config: Config, texts: Texts) -> str:
    """Return who vouches that all donors are in the same sums."""
    if config.witnesses is None:
        return texts("vouched_by_none")
    policy = config.witnesses.policy
    return texts("vouched_by_witnesses", required=policy.required, names=", ".join(policy.names))
