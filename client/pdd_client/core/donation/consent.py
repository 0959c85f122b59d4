"""What a donor has agreed to, and whether a round keeps to it.

A consent is read also where nothing is counted: the counting rules, numpy and `regex` among them, are imported by the
functions that compare it with a round.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from pdd_client.core.donation.vocabularies import vocabulary_of
from pdd_client.core.errors import Code, DonorError
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.messages import Campaign, Part, Plan, ServerInfo, Signed
from pdd_shared.protocol.terms import CohortTerms, Terms
from pdd_shared.rounds.cohort.messages import CohortPart, CohortPlan

if TYPE_CHECKING:
    from pdd_shared.counting.vocabulary import Vocabulary

AnyPart = Part | CohortPart
"""A campaign's place in a plan, whichever its protocol."""
AnyPlan = Plan | CohortPlan
"""A data day's plan, whichever its protocol."""


class Objection(StrEnum):
    """Why a donor gives a campaign nothing of a day: the round goes out with zeros in the campaign's place."""

    WEAKER_TERMS = "weaker-terms"
    """The caps, noise, budget or smallest group of the plan or the newest text protect less than what was agreed to."""
    CHANGED_PROTOCOL = "changed-protocol"
    """The round, or the newest text, has another protocol than was agreed to."""
    CHANGED_VOCABULARY = "changed-vocabulary"
    """The plan counts other words than the campaign the server signed, or it changed words agreed to."""
    CHANGED_STRATA = "changed-strata"
    """The plan has other strata than those agreed to."""
    CHANGED_ZONE = "changed-zone"
    """The plan's day begins and ends at other times than the server's days did on joining."""
    OUTSIDE_CONSENT = "outside-consent"
    """The day lies before the donor first agreed (or joined again), or outside the campaign's dates as agreed to."""
    NO_HISTORY = "no-history"
    """No browser history could be read, so that there is nothing to count."""
    NOT_APPROVED = "not-approved"
    """The donor looks its days through before they are sent, and did not this one (or not this campaign's part)."""
    WITHHELD = "withheld"
    """The donor chose to send nothing for this day."""
    GIVEN_ELSEWHERE = "given-elsewhere"
    """The donor's browser extension gave the day, or was bound to it, before the app took over."""
    NAMED_TWICE = "named-twice"
    """The plan has two places for the campaign: nobody agreed to that, and one could carry less noise."""
    OVER_BUDGET = "over-budget"
    """All days given to the campaign and this one would cost more than its budget."""
    OVER_CEILING = "over-ceiling"
    """All days given to all campaigns and this one would cost more than the donor's own ceiling."""
    COHORT_TOO_SMALL = "cohort-too-small"
    """`cohort`: the day's sum may have fewer donors than the campaign wants; noise alone is sent, for all donors."""


@dataclass(frozen=True)
class Consent:
    """What a donor agreed to in one campaign, as it was given: the signed text, in which language, when.

    `stratum` is the donor's own choice and stays on its computer. The words accepted are those of the signed text.
    """

    signed: Signed
    campaign: Campaign
    language: str
    time: datetime
    stratum: str | None

    @cached_property
    def vocabulary(self) -> "Vocabulary":
        """The entries accepted."""
        return vocabulary_of(self.campaign.vocabulary)


def of_day(consents: Sequence[Consent], day: date, zone: ZoneInfo) -> Consent:
    """The consent that holds for a day of `zone`: the newest given by its end, so that agreeing again keeps old days.

    `consents` are those to one campaign, the oldest first, at least one. A day before all of them gets the first,
    which objects to it.
    """
    given = [consent for consent in consents if day_of(consent.time, zone) <= day]
    return given[-1] if given else consents[0]


def objection(consent: Consent, plan: AnyPlan, part: AnyPart, newest: Campaign, info: ServerInfo) -> Objection | None:
    """Why the plan's part breaks the consent; None if it keeps to it.

    `newest` is the campaign as the server signed it last; `info` the server as it was on joining.
    """
    agreed = consent.campaign
    if plan.zone != info.zone:
        return Objection.CHANGED_ZONE
    first = max(agreed.start, day_of(consent.time, ZoneInfo(info.zone)))
    if not first <= plan.day <= agreed.end:
        return Objection.OUTSIDE_CONSENT
    if part.terms.protocol != info.protocol:  # no honest plan has such a part, and no review has shown it
        return Objection.CHANGED_PROTOCOL
    if reason := objection_to_terms(part.terms, agreed.terms):
        return reason
    if _hides_too_little(plan, part):
        return Objection.WEAKER_TERMS
    if part.strata != agreed.strata:
        return Objection.CHANGED_STRATA
    if not _counts_the_accepted(consent, part, newest):
        return Objection.CHANGED_VOCABULARY
    return None


def objection_to_terms(now: Terms, agreed: Terms) -> Objection | None:
    """Why terms break those agreed to; None if they protect the donor at least as well."""
    if now.protocol != agreed.protocol:
        return Objection.CHANGED_PROTOCOL
    return None if now.no_weaker_than(agreed) else Objection.WEAKER_TERMS


def _hides_too_little(plan: AnyPlan, part: AnyPart) -> bool:
    """Return whether a sum may hide a donor less than the part's terms say, or what its noise costs can't be told.

    In `plain`, a part's floor says among how many a donor hides: the plan's groups must not be smaller. In `cohort`, a
    home computes the least floor itself. There, each kind of number may have its own noise: what that costs is not
    worked out yet.
    """
    if isinstance(part.terms, CohortTerms):
        return not part.terms.has_one_noise
    return isinstance(plan, Plan) and plan.min_group < part.terms.min_group


def _counts_the_accepted(consent: Consent, part: AnyPart, newest: Campaign) -> bool:
    """Whether plan, newest campaign and consent have the same entries in the same order, as far as each goes."""
    from pdd_shared.counting.vocabulary import VocabularyError

    try:
        unchanged = newest.vocabulary == consent.campaign.vocabulary
        vocabulary = consent.vocabulary if unchanged else vocabulary_of(newest.vocabulary)
    except VocabularyError:
        return False
    if part.entries > len(vocabulary) or part.vocabulary != vocabulary.digest(part.entries).hex():
        return False
    return vocabulary.extends(consent.vocabulary)


def language_of(campaign: Campaign, preferred: str) -> str:
    """The language to show the consent text in: the preferred one, its base language, English, or the first."""
    for tag in (preferred, preferred.split("-")[0], "en"):
        if tag in campaign.consent:
            return tag
    return min(campaign.consent, default="en")


def stratum_of(campaign: Campaign, chosen: str | None) -> str | None:
    """The stratum a donor takes part in, None where the campaign has none; DonorError names the choices."""
    if not campaign.strata:
        return None
    if chosen in campaign.strata:
        return chosen
    wrong = f"has no stratum {chosen!r}" if chosen else "asks which stratum you belong to (the server is not told)"
    raise DonorError(f"campaign {campaign.id} {wrong}: choose --stratum {' or '.join(campaign.strata)}")


def select(campaigns: Mapping[str, Campaign], wanted: Iterable[str] | None) -> tuple[str, ...]:
    """The ids of the campaigns wanted, all by default; DonorError names one the server does not have."""
    chosen = tuple(dict.fromkeys(wanted)) if wanted is not None else tuple(campaigns)
    missing = next((name for name in chosen if name not in campaigns), None)
    if missing is not None:
        has = ", ".join(campaigns) or "none"
        raise DonorError(f"the server has no campaign {missing!r}: it has {has}", Code.NO_SUCH_CAMPAIGN)
    if not chosen:
        raise DonorError("the server has no campaign to join now: try again when it has", Code.NO_CAMPAIGNS)
    return chosen
