"""A donor's consents, and the check that a round keeps to them.

Many commands read a consent without counting anything. So the counting rules, which need numpy and `regex`, are
imported only by the functions that compare a consent with a round: importing them takes time.
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
from pdd_shared.protocol.days import day_of, last_day, may_repeat
from pdd_shared.protocol.messages import Campaign, Part, Plan, ServerInfo, Signed
from pdd_shared.protocol.terms import CohortTerms, Terms
from pdd_shared.rounds.cohort.messages import CohortPart, CohortPlan

if TYPE_CHECKING:
    from pdd_shared.counting.vocabulary import Vocabulary

AnyPart = Part | CohortPart
"""A campaign's part of a plan, in either protocol."""
AnyPlan = Plan | CohortPlan
"""A data day's plan, in either protocol."""


class Objection(StrEnum):
    """A reason for which a donor gives a campaign nothing of a day.

    The donor's message still goes out, with zeros in the campaign's place: leaving the message out would tell the
    server that the donor objected.
    """

    WEAKER_TERMS = "weaker-terms"
    """The plan, or the campaign's newest text, has terms that protect less than those that the donor agreed to.

    Terms are the caps, the noise, the budget and the smallest group. Also used where a plan's groups may be smaller
    than its terms say.
    """
    CHANGED_PROTOCOL = "changed-protocol"
    """The plan, or the campaign's newest text, has another protocol than the donor agreed to."""
    CHANGED_VOCABULARY = "changed-vocabulary"
    """The plan counts other keywords than the newest signed text, or that text changed keywords agreed to."""
    CHANGED_STRATA = "changed-strata"
    """The plan has other strata than the donor agreed to."""
    CHANGED_ZONE = "changed-zone"
    """The plan has another time zone than the server had on joining, so its days begin and end at other times."""
    OUTSIDE_CONSENT = "outside-consent"
    """The day lies before the donor first agreed (or joined again), or outside the campaign's dates as agreed to.

    Also used where a plan has a weekly campaign's part on another day than the week's last, or asks once more for a
    week on a day on which it may not.
    """
    NOT_REPEATED = "not-repeated"
    """The plan asks once more for a week that the donor gave twice, or of which it gave nothing when it was asked."""
    NO_HISTORY = "no-history"
    """No browser history could be read, so there is nothing to count."""
    NOT_APPROVED = "not-approved"
    """The donor reviews its days before they are sent, and has not approved this day or this campaign's part."""
    WITHHELD = "withheld"
    """The donor chose to send nothing for this day."""
    GIVEN_ELSEWHERE = "given-elsewhere"
    """The donor's browser extension sent the day, or was bound to it, before the app took over."""
    NAMED_TWICE = "named-twice"
    """The plan has two parts for the campaign. Nobody agreed to that, and one of them could carry less noise."""
    OVER_BUDGET = "over-budget"
    """With this day, all days given to the campaign would cost more than its budget."""
    OVER_CEILING = "over-ceiling"
    """With this day, all days given to all campaigns would cost more than the donor's own ceiling."""
    COHORT_TOO_SMALL = "cohort-too-small"
    """`cohort`: the day's sum may have fewer donors than the campaign demands, so every donor sends noise alone."""
    UNWITNESSED = "unwitnessed"
    """`cohort`: too few witnesses vouch that all donors were shown the same list of donors."""


@dataclass(frozen=True)
class Consent:
    """A donor's consent to one campaign, as it was given.

    Attributes:
        signed: the campaign's text with the server's signature.
        campaign: the same text, parsed.
        language: the tag of the language in which the donor read the consent.
        time: when the donor agreed (aware).
        stratum: the stratum that the donor chose; None if the campaign has none. It is not sent to the server.

    """

    signed: Signed
    campaign: Campaign
    language: str
    time: datetime
    stratum: str | None

    @cached_property
    def vocabulary(self) -> "Vocabulary":
        """The keywords that the donor accepted, parsed."""
        return vocabulary_of(self.campaign)


def of_day(consents: Sequence[Consent], day: date, zone: ZoneInfo) -> Consent:
    """Return the consent that holds for a day: the newest one given by the day's end.

    So a new consent does not change the days before it. A day before all consents gets the first one, and `objection`
    then refuses the day.

    Args:
        consents: the consents to one campaign, the oldest first; at least one.
        day: the data day.
        zone: the zone in which data days begin and end.

    """
    given = [consent for consent in consents if day_of(consent.time, zone) <= day]
    return given[-1] if given else consents[0]


def is_outside(consent: Consent, day: date, zone: ZoneInfo) -> bool:
    """Return whether a day lies before a consent, or outside the campaign's dates."""
    agreed = consent.campaign
    return not max(agreed.start, day_of(consent.time, zone)) <= day <= agreed.end


def objection(
    consent: Consent, plan: AnyPlan, part: AnyPart, newest: Campaign, info: ServerInfo, day: date
) -> Objection | None:
    """Return why a part of a plan breaks the consent on one day, or None if it keeps to it.

    Args:
        consent: the consent that holds for the day (`of_day`).
        plan: the plan with the part.
        part: the campaign's part of the plan.
        newest: the campaign as the server signed it last.
        info: the server's description, as pinned on joining.
        day: a day of the part's period.

    """
    agreed = consent.campaign
    if plan.zone != info.zone:
        return Objection.CHANGED_ZONE
    if is_outside(consent, day, ZoneInfo(info.zone)) or not is_due(part, plan.day):
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


def end_of(part: AnyPart, day: date) -> date:
    """Return the last day of the period that a part counts in the plan of a day; an earlier day for a lost week."""
    return (part.repeats if isinstance(part, CohortPart) else None) or day


def is_due(part: AnyPart, day: date) -> bool:
    """Return whether the plan of a day may have the part: its period ends on the day, or may be repeated on it."""
    end, period = end_of(part, day), part.terms.period
    return last_day(period, day) == day if end == day else period == "week" and may_repeat(end, day)


def objection_to_terms(now: Terms, agreed: Terms) -> Objection | None:
    """Return why new terms break the agreed ones, or None if they protect the donor at least as well."""
    if now.protocol != agreed.protocol:
        return Objection.CHANGED_PROTOCOL
    return None if now.no_weaker_than(agreed) else Objection.WEAKER_TERMS


def _hides_too_little(plan: AnyPlan, part: AnyPart) -> bool:
    """Return whether a plan may protect a donor less than the part's terms say.

    In `plain`, the terms state the smallest group that a donor hides in, so the plan must not allow smaller groups.
    In `cohort`, a home computes the smallest floor itself.
    """
    return isinstance(plan, Plan) and not isinstance(part.terms, CohortTerms) and plan.min_group < part.terms.min_group


def _counts_the_accepted(consent: Consent, part: AnyPart, newest: Campaign) -> bool:
    """Return whether the part counts only keywords of the newest text, and that text begins with those agreed to.

    A campaign may add keywords at the end of its list. It may not change or reorder the ones that it has, nor the rules
    by which queries match them.
    """
    from pdd_shared.counting.entries import VocabularyError

    if newest.counting_rules != consent.campaign.counting_rules:
        return False
    try:
        unchanged = newest.vocabulary == consent.campaign.vocabulary
        accepted = consent.vocabulary
        vocabulary = accepted if unchanged else vocabulary_of(newest)
    except VocabularyError:  # also of a consent whose texts an earlier version read less strictly
        return False
    if part.entries > len(vocabulary) or part.vocabulary != vocabulary.digest(part.entries).hex():
        return False
    return vocabulary.extends(accepted)


def only_grows(newest: Campaign, agreed: Campaign) -> bool:
    """Return whether a campaign's newest text differs from the agreed one only by more keywords or an earlier end.

    The new keywords stand at the end of the list. A donor who agrees to any other change needs to see all of the text.
    """
    kept = newest.vocabulary[: len(agreed.vocabulary)]
    before = newest.model_copy(update={"vocabulary": kept, "end": agreed.end})
    return before == agreed and newest.end <= agreed.end


def language_of(campaign: Campaign, preferred: str) -> str:
    """Return the tag of the consent text to show: the preferred language, its base language, English, or the first."""
    for tag in (preferred, preferred.split("-")[0], "en"):
        if tag in campaign.consent:
            return tag
    return min(campaign.consent, default="en")


def stratum_of(campaign: Campaign, chosen: str | None) -> str | None:
    """Return the stratum that a donor takes part in, or None if the campaign has none.

    Raises:
        DonorError: the campaign has strata, and `chosen` is None or not one of them.

    """
    if not campaign.strata:
        return None
    if chosen in campaign.strata:
        return chosen
    wrong = f"has no stratum {chosen!r}" if chosen else "asks which stratum you belong to (the server is not told)"
    raise DonorError(f"campaign {campaign.id} {wrong}: choose --stratum {' or '.join(campaign.strata)}")


def select(campaigns: Mapping[str, Campaign], wanted: Iterable[str] | None) -> tuple[str, ...]:
    """Return the ids of the wanted campaigns without duplicates, or of all campaigns if `wanted` is None.

    Raises:
        DonorError: the server has no campaign of a wanted id, or there is no campaign at all.

    """
    chosen = tuple(dict.fromkeys(wanted)) if wanted is not None else tuple(campaigns)
    missing = next((name for name in chosen if name not in campaigns), None)
    if missing is not None:
        has = ", ".join(campaigns) or "none"
        raise DonorError(f"the server has no campaign {missing!r}: it has {has}", Code.NO_SUCH_CAMPAIGN)
    if not chosen:
        raise DonorError("the server has no campaign to join now: try again when it has", Code.NO_CAMPAIGNS)
    return chosen
