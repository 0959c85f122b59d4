"""The worker's jobs for the Today page: collecting what it shows of a day, and approving a day."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.today.view_model import (
    DayViewModel,
    FarewellViewModel,
    WaitingDayViewModel,
    campaign_view_models,
    first_day,
    search_view_models,
    waiting_day_view_model,
)

if TYPE_CHECKING:
    from pdd_client.donor.days.calendar import Day
    from pdd_client.donor.days.review import Review
    from pdd_client.donor.donor import Donor
    from pdd_client.donor.status import JoinedCampaign
    from pdd_shared.protocol.terms import Terms


@dataclass(frozen=True)
class ShowDayJob(Job):
    """Collects what the Today page shows of a day.

    Attributes:
        day: the data day. None, or a day that can't be chosen any more, stands for the day that `first_day` gives.

    """

    day: date | None = None

    def run(self, donor: "Donor") -> DayViewModel:
        """Return the day as the page shows it, from the home and the browser histories; nothing is sent."""
        return _shown(donor, self.day)

    def doing(self) -> str:
        """See Job."""
        return tr("doing_count")


@dataclass(frozen=True)
class ApproveSeenJob(Job):
    """Approves what the person has seen of a day. Searches made after the review do not count."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    review: "Review"

    def run(self, donor: "Donor") -> None:
        """Approve the review; see `Days.approve`."""
        donor.days.approve(self.review.day, self.review)


@dataclass(frozen=True)
class ApproveAllJob(Job):
    """Approves what the person has seen of several days. A day that can't be approved any more is passed over."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    reviews: tuple["Review", ...]

    def run(self, donor: "Donor") -> int:
        """Return how many days were approved; see `Days.approve`."""
        approved, errors = 0, list[DonorError]()
        for review in self.reviews:
            try:
                donor.days.approve(review.day, review)
                approved += 1
            except DonorError as error:
                errors.append(error)
        if errors and not approved:
            raise errors[0]
        return approved


def _shown(donor: "Donor", wanted: date | None) -> DayViewModel:
    """Return the wanted day, or the day to begin with if that can't be chosen."""
    status = donor.status()
    joined_campaigns = tuple(campaign for campaign in status.campaigns if campaign.left is None)
    joined = bool(joined_campaigns)
    days = donor.days.to_review() if joined else ()
    known = {one.day for one in days} | {donor.today}
    day = wanted if wanted in known else first_day(days, donor.today)
    state = next((one for one in days if one.day == day), None)
    nothing = "not-counted" if joined else "counting"
    found, review = donor.days.searches_and_review(day)
    searches, of_week = search_view_models(found.searches, day), search_view_models(found.of_week, day)
    titles = {campaign.id: campaign.title for campaign in status.campaigns}
    every = sorted((*searches, *of_week), key=lambda search: search.time)
    campaigns = campaign_view_models(review, titles, _agreed(donor, day), every, donor.today) if review else ()
    membership = donor.installation.joined()
    return DayViewModel(
        day=day,
        today=donor.today,
        now=donor.installation.clock(),
        days=days,
        state=state.state if state else nothing,
        until=state.until if state else None,
        sending=donor.settings.sending(),
        joined=joined,
        searches=searches,
        review=review,
        campaigns=campaigns,
        unread=found.unread,
        numbers=_numbers(donor, day),
        others=_others(donor),
        offers=_offers(donor),
        joined_campaigns=joined_campaigns,
        paused_since=status.paused_since,
        paused_until=status.paused_until,
        last_check_in=status.last_check_in,
        goes_out=state.goes_out if state else None,
        goes_out_at=state.goes_out_at if state else None,
        in_cohort=membership is not None and membership.info.protocol == "cohort",
        serves_until=status.serves_until,
        waits_for_epoch=status.waits_for_epoch,
        waiting=tuple(_waiting(donor, days)),
        outdated=tuple((one.name, one.outdated) for one in donor.extensions.browsers() if one.allowed and one.outdated),
        farewells=tuple(_farewells(donor, joined_campaigns)),
    )


def _waiting(donor: "Donor", days: "Iterable[Day]") -> "Iterator[WaitingDayViewModel]":
    """Yield the past days that wait for the donor, the oldest first."""
    for one in sorted(days, key=lambda day: day.day):
        if one.state == "waits-for-you" and one.day < donor.today:
            yield waiting_day_view_model(one.day, one.until, donor.days.review(one.day))


def _farewells(donor: "Donor", campaigns: "tuple[JoinedCampaign, ...]") -> Iterator[FarewellViewModel]:
    """Yield what was given to each joined campaign and what came of it, once all of them are finished."""
    from pdd_client.core.contribution import contribution

    if not campaigns or any(one.state != "finished" for one in campaigns):
        return
    sent = [(day.day, given) for day in donor.days.sent() if day.state == "sent" for given in day.campaigns]
    results = {found.id: found.days for found in donor.campaigns.results()}
    consents = donor.installation.store.consents.newest()
    for one in campaigns:
        given = [(day, given) for day, given in sent if given["campaign"] == one.id]
        published = [(part.day, part.donors, part.half_width) for part in results.get(one.id, ())]
        weekly = consents[one.id][0].campaign.terms.period == "week"
        yield FarewellViewModel(one, weekly, contribution(given, published))


def _agreed(donor: "Donor", day: date) -> Mapping[str, tuple[str, ...]]:
    """Return all keywords and indexes that the donor agreed to for the day, in canonical form, by campaign id."""
    from pdd_client.core.donation.consent import of_day

    agreed, zone = donor.installation.store.consents.agreed(), donor.installation.zone
    return {name: of_day(consents, day, zone).campaign.vocabulary for name, consents in agreed.items()}


def _numbers(donor: "Donor", day: date) -> int:
    """Return how many numbers the day's vector holds.

    They are those of every campaign that the server runs on that day, joined or not, and the decoys of `cohort`. The
    numbers of a week are in the vector of its last day, and of a later one if the week is asked for once more.
    """
    from pdd_client.donor.days.repeated_weeks import repeated_weeks
    from pdd_shared.protocol.days import last_day
    from pdd_shared.rounds.layout import LEADING

    campaigns = donor.installation.store.consents.campaigns().values()
    again = repeated_weeks(donor.installation.store).get(day, {})
    due = [text for text in campaigns if last_day(text.terms.period, day) == day and text.start <= day <= text.end]
    running = [*due, *(text for text in campaigns if text.id in again)]
    counted = sum(
        max(1, len(text.strata)) * (LEADING + len(text.vocabulary) + text.terms.caps.has_full) for text in running
    )
    return counted + _decoys(text.terms for text in running)


def _decoys(terms: "Iterable[Terms]") -> int:
    """Return how many decoys the vector of a `cohort` day holds: the same number for each distinct noise law.

    A decoy carries noise alone, so that anybody can test the noise.
    """
    from pdd_shared.protocol.limits import DECOYS_A_LAW
    from pdd_shared.protocol.terms import CohortTerms

    of_cohorts = [one for one in terms if isinstance(one, CohortTerms)]
    laws = {(one.colluders, noise.law, noise.scale, noise.unit) for one in of_cohorts for noise in one.noise.kinds}
    return DECOYS_A_LAW * len(laws)


def _others(donor: "Donor") -> int:
    """Return how many other people's numbers are at least in every sum with this donor's; 0 before joining."""
    membership = donor.installation.joined()
    if membership is None:
        return 0
    if membership.info.protocol != "cohort":
        return membership.info.min_group - 1
    from pdd_client.core.texts.numbers import others_in_cohort
    from pdd_shared.protocol.terms import CohortTerms

    agreed = (consents[-1].campaign.terms for consents in donor.installation.store.consents.agreed().values())
    return min((others_in_cohort(terms.min_cohort) for terms in agreed if isinstance(terms, CohortTerms)), default=0)


def _offers(donor: "Donor") -> tuple[str, ...]:
    """Return the titles of the server's campaigns that the donor has not joined."""
    return tuple(offer.campaign.title for offer in donor.campaigns.on_offer() if not offer.joined)
