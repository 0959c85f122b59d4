"""The plan that an honest server would make for a day. A review uses it before the real plan exists."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date
from zoneinfo import ZoneInfo

from pdd_client.core.donation.consent import AnyPart, AnyPlan, Consent, is_due, of_day
from pdd_client.core.donation.decisions import delay_of
from pdd_client.core.donation.decisions import last_day as last_take
from pdd_shared.protocol.limits import COUNTING_RULES, LEAST_TREE
from pdd_shared.protocol.messages import Campaign, Part, Plan, ServerInfo
from pdd_shared.protocol.terms import CohortTerms
from pdd_shared.rounds.cohort.messages import CohortPart, CohortPlan

_NOBODYS = "00" * 32
"""A placeholder for a digest that no part's check looks at, 32 zero bytes in hex."""
_ANY = ("any",)
"""A placeholder for keywords that can't be counted: `objection` refuses such a consent whatever the part counts."""


def expected_part(consents: Sequence[Consent], day: date, zone: ZoneInfo, newest: Campaign | None) -> AnyPart:
    """Return a campaign's part in an honest plan of the day.

    The part follows the newest text, so that a review shows an objection to it before the round does. A day before
    the latest consent was planned under the text of its own time, so its part follows the consent of that day. No
    honest plan has a text whose keywords can't be counted, and `objection` refuses it whatever the part is.

    Args:
        consents: the consents to the campaign, the oldest first; at least one.
        day: the data day.
        zone: the zone in which data days begin and end.
        newest: the campaign as the server signed it last; None if the home has not kept it.

    """
    from pdd_shared.counting.entries import VocabularyError

    consent = of_day(consents, day, zone)
    texts = [consent.campaign]
    if newest is not None and consent is consents[-1]:
        texts.insert(0, newest)
    for text in texts:
        with suppress(VocabularyError):  # a consent's too: an earlier version may have read its texts less strictly
            return _part_of(text)
    return _part_of(consent.campaign.model_copy(update={"vocabulary": _ANY}))


def _part_of(campaign: Campaign) -> AnyPart:
    """Return the campaign's part in a plan of its own protocol."""
    if isinstance(campaign.terms, CohortTerms):
        from pdd_shared.rounds.cohort.day.layout import cohort_part_of

        return cohort_part_of(campaign)
    from pdd_shared.rounds.layout import part_of

    return part_of(campaign)


def expected_plan(info: ServerInfo, day: date, layout: Iterable[AnyPart]) -> AnyPlan:
    """Return the plan that an honest server would make for a day, with the parts of this donor's campaigns alone.

    Parts of another protocol than the server's are left out, because none of its plans can have them. So are parts
    of a period that the plan of this day can't have.

    Args:
        info: the server's description, as pinned on joining.
        day: the data day.
        layout: the parts, as `expected_part` returns them.

    """
    parts = tuple(part for part in layout if is_due(part, day))
    if info.protocol == "cohort":
        return _expected_cohort_plan(info, day, tuple(part for part in parts if isinstance(part, CohortPart)))
    kept = tuple(part for part in parts if isinstance(part, Part))
    return Plan(
        protocol="plain",
        version=1,
        server=info.key,
        day=day,
        zone=info.zone,
        group_size=info.group_size,
        # The floor in force is the one that the server signs its campaigns with; it may have risen since joining.
        min_group=max((part.terms.min_group for part in kept), default=info.min_group),
        delay=info.delay,
        counting_rules=COUNTING_RULES,
        layout=kept,
    )


def _expected_cohort_plan(info: ServerInfo, day: date, parts: tuple[CohortPart, ...]) -> CohortPlan:
    """Return a `cohort` plan with these parts; its tree, window and floors are placeholders that no check reads."""
    closes = last_take(day, delay_of([part.terms for part in parts], info.delay))
    return CohortPlan(
        protocol="cohort",
        version=2,
        server=info.key,
        day=day,
        zone=info.zone,
        epoch=0,
        root=_NOBODYS,
        size=LEAST_TREE,
        reset=0,
        earliest_close=closes,
        latest_close=closes,
        last_answers=closes,
        capacity=1,
        reach=0,
        counting_rules=COUNTING_RULES,
        cohorts=(),
        layout=parts,
    )
