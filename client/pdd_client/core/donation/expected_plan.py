"""The plan that an honest server makes of a day: what a review looks at before there is one."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from pdd_client.core.donation.consent import AnyPart, AnyPlan, Consent, of_day
from pdd_shared.protocol.limits import LEAST_TREE
from pdd_shared.protocol.messages import Campaign, Part, Plan, ServerInfo
from pdd_shared.protocol.terms import CohortTerms
from pdd_shared.rounds.cohort.messages import CohortPart, CohortPlan

_NOBODYS = "00" * 32
"""In place of a digest that is no part's concern."""


def expected_part(consents: Sequence[Consent], day: date, zone: ZoneInfo, newest: Campaign | None) -> AnyPart:
    """The campaign's place in an honest plan of the day: that of its newest text, to which the consent may object.

    `consents` are those of `of_day`. A day from before the latest of them was planned under the text agreed to then.
    """
    from pdd_shared.counting.vocabulary import VocabularyError

    consent = of_day(consents, day, zone)
    if newest is None or consent is not consents[-1]:
        return _part_of(consent.campaign)
    try:
        return _part_of(newest)
    except VocabularyError:  # no honest plan has it: whatever the part, the newest text is objected to
        return _part_of(consent.campaign)


def _part_of(campaign: Campaign) -> AnyPart:
    """The campaign's place in a plan of its own protocol."""
    if isinstance(campaign.terms, CohortTerms):
        from pdd_shared.rounds.cohort.day.layout import cohort_part_of

        return cohort_part_of(campaign)
    from pdd_shared.rounds.layout import part_of

    return part_of(campaign)


def expected_plan(info: ServerInfo, day: date, layout: Iterable[AnyPart]) -> AnyPlan:
    """The plan an honest server makes of a day, as far as this donor's campaigns go: what a review looks at.

    Parts of another protocol than the server's are left out: no plan of its can have them.
    """
    parts = tuple(layout)
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
        layout=kept,
    )


def _expected_cohort_plan(info: ServerInfo, day: date, parts: tuple[CohortPart, ...]) -> CohortPlan:
    """The plan as far as its parts are concerned: tree, window and floors are those of no plan."""
    closes = day + timedelta(days=1 + info.delay)
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
        cohorts=(),
        layout=parts,
    )
