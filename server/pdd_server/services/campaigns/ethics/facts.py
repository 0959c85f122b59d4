"""What the kit's templates show of a campaign, in the words and numbers of a language."""

from collections.abc import Mapping
from typing import Any

from pdd_server.config import LEAST_ROUNDS_KEPT, Config
from pdd_server.services.campaigns import privacy_sentences
from pdd_server.services.campaigns.donor_texts import privacy
from pdd_server.services.campaigns.donor_texts.texts import texts_in
from pdd_server.services.campaigns.drafts.draft_content import DraftContent
from pdd_server.services.licences import LICENCES
from pdd_shared.counting.entry_texts import label_of
from pdd_shared.privacy.accounting.certainty import is_high
from pdd_shared.protocol.decimals import as_text
from pdd_shared.protocol.limits import UNSTATED
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import CohortTerms, Terms

SHOWN_KEYWORDS = 40
"""The most keywords that a document for donors names; their programs show all."""
LISTED_KEYWORDS = 500
"""The most keywords that the impact assessment lists in full, indexes with their keywords."""


def facts(campaign: Campaign, config: Config, language: str) -> dict[str, Any]:
    """Return the values of a donors' document in one of four languages."""
    texts, terms = texts_in(language), campaign.terms
    return {
        "campaign": campaign,
        "terms": terms,
        "caps": terms.caps,
        "number": texts.number,
        "start": texts.date(campaign.start),
        "end": texts.date(campaign.end),
        "keywords": [label_of(entry) for entry in campaign.vocabulary[:SHOWN_KEYWORDS]],
        "more_keywords": max(0, len(campaign.vocabulary) - SHOWN_KEYWORDS),
        "regions": [stratum for stratum in campaign.strata if stratum != UNSTATED],
        "may_not_state": UNSTATED in campaign.strata,
        "promises": list(privacy.protection(terms, config, texts)),
        "certainty": privacy.certainty(terms.budget, texts),
        "is_costly": is_high(terms.budget),
        "cost": texts.decimal(as_text(terms.budget.epsilon)),
        "kept": config.retention,
    }


def board_facts(campaign: Campaign, config: Config) -> dict[str, Any]:
    """Return the values of a document for the board, which is in English."""
    terms = campaign.terms
    return {
        **facts(campaign, config, "en"),
        "server": config,
        "promises": privacy_sentences.sentences(campaign, config),
        "noises": list(privacy_sentences.noises(terms)),
        "epsilon": as_text(terms.budget.epsilon),
        "delta": as_text(terms.budget.delta),
        "vocabulary": campaign.vocabulary[:LISTED_KEYWORDS],
        "licence": LICENCES.get(campaign.licence or ""),
        "rounds_kept": max(config.retention.rounds, LEAST_ROUNDS_KEPT) if terms.by_donors else config.retention.rounds,
        "delay": config.delay_of(terms.period),
        "least": _least_in_sum(terms, config),
    }


def _least_in_sum(terms: Terms, config: Config) -> int:
    """Return the fewest donors in a sum that the server can open."""
    if isinstance(terms, CohortTerms):
        return privacy_sentences.others_in_cohort(terms) + 1
    return privacy_sentences.least_in_group(terms, config)


def fields_of(said: Campaign | DraftContent) -> Mapping[str, str]:
    """Return what the fields of a campaign, or of a draft as it was typed, hold that the checklist looks at."""
    return {
        "contact": said.contact,
        "purpose": said.purpose,
        "vocabulary": "".join(said.vocabulary),
        "funding": vars(said)["funding"] or "",
    }


def consent_of(said: Campaign | DraftContent) -> Mapping[str, str]:
    """Return the consent texts of a campaign, or of a draft as it was typed, by language."""
    if isinstance(said, Campaign):
        return said.consent
    return {one.language.strip() or "en": one.text for one in said.consent}
