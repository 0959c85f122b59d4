"""Published results. A home fetches those of all campaigns alike, keeps them, and shows them without any contact."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pdd_client.core.errors import Code, DonorError
from pdd_client.core.published_totals import PublishedDay
from pdd_client.donor.campaigns.campaign_list import refresh_campaigns
from pdd_client.donor.campaigns.join import Offer
from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_store.result_store import KeptResults
from pdd_client.gateways.server_http.server_http import ServerHttp, ServerProblem
from pdd_shared.protocol.days import Period, day_of
from pdd_shared.protocol.fields import Identifier, Line
from pdd_shared.protocol.messages import Campaign

MAX_RESULTS = 32 * 2**20
"""The most characters of one campaign's results that are read and kept. 10,000 entries over a winter fit in."""
LATE_RESULTS = timedelta(days=60)
"""How long results are asked for after a campaign left the list. The last week of one is published within 35 days."""
_NOTHING_THERE = ("no-such-campaign", "not-found")


@dataclass(frozen=True)
class MissingDay:
    """A day without totals.

    `reason` is the server's name for the cause: `waiting`, `lost`, `down`, `budget`, `spoiled`, `dropped`,
    `min-cohort`, `no-room`, or a name that a newer server uses.
    """

    day: date
    reason: str


@dataclass(frozen=True)
class CampaignResults:
    """What one campaign has published so far.

    Attributes:
        id: the campaign's id.
        title: its title.
        joined: whether this donor has joined it and not left.
        days: the published days, the oldest first.
        missing: the days without totals, the oldest first.
        period: what each day stands for: itself, or the week that it ends.
        is_capped: whether a donor's hits of all periods together are capped, so that later totals lack some.

    """

    id: str
    title: str
    joined: bool
    days: tuple[PublishedDay, ...]
    missing: tuple[MissingDay, ...]
    period: Period = "day"
    is_capped: bool = False


def fetch_results(installation: Installation) -> None:
    """Fetch the results of every campaign that the server lists, or listed lately, and keep what is new.

    The requests carry neither a token nor the ETag of an earlier answer, and don't depend on what the donor has joined.
    A campaign's id would be such a tag, too, if a server listed it for one donor alone. So an id that came beside a
    check-in is asked for only once this list has it, which is fetched here without a token.

    Raises:
        DonorError: the server can't be reached, or an answer can't be read. Then the kept results of that campaign
            stay as they were.

    """
    with installation.store.exclusive():
        membership = installation.membership()
        with installation.server(membership.url) as server:
            refresh_campaigns(installation, membership, server, tagged=False)
            today = day_of(installation.clock(), membership.zone)
            asked = [kept for kept in installation.store.results.all() if _is_asked_for(kept, today)]
            wrong = [kept.campaign for kept in asked if not _fetch(installation, server, kept)]
    if wrong:
        names = ", ".join(wrong)
        raise DonorError(
            f"the server's results of {names} can't be read by this version: what was fetched before is kept",
            Code.UNREADABLE_RESULTS,
        )


def _is_asked_for(kept: KeptResults, today: date) -> bool:
    """Return whether a campaign is in the list just fetched, or was in such a list and left it lately."""
    if kept.listed or kept.text is None:
        return kept.listed
    return kept.unlisted is None or today - kept.unlisted <= LATE_RESULTS


def _fetch(installation: Installation, server: ServerHttp, kept: KeptResults) -> bool:
    """Fetch one campaign's results, and keep them if they are new.

    Returns:
        False if the answer is too long or can't be read. True also if the server has no results.

    """
    if (text := _fetched(server, kept.campaign)) is None:
        return True
    if _read(kept.campaign, text) is None:
        return False
    with installation.store.transaction():
        installation.store.results.keep(kept.campaign, text)
    return True


def _fetched(server: ServerHttp, campaign: str) -> str | None:
    """Return one campaign's results as JSON text; None if the server has none."""
    try:
        return server.results(campaign)
    except ServerProblem as problem:
        if problem.name not in _NOTHING_THERE:
            raise
        return None


def offered_results(installation: Installation, offer: Offer) -> tuple[CampaignResults, ...]:
    """Return the results of an offer's campaigns, without keeping anything; results that can't be read are left out.

    Those of all campaigns are fetched, because the request for one would tell which one a person is about to join. A
    home that has joined already makes no contact: it has the results that it fetched last.

    Raises:
        DonorError: the server can't be reached.

    """
    if installation.joined() is not None:
        return results(installation)
    with installation.server(offer.url) as server:
        texts = {name: _fetched(server, name) for name in offer.campaigns}
    read = {name: _read(name, text) for name, text in texts.items() if text is not None}
    return tuple(_results(one, offer.campaigns[name], joined=False) for name, one in read.items() if one is not None)


def results(installation: Installation) -> tuple[CampaignResults, ...]:
    """Return the results as they were fetched last, those of joined campaigns first, then by title."""
    store = installation.store
    joined, texts = store.consents.agreed(), store.consents.campaigns()
    found = []
    for kept in store.results.all():
        if kept.text is not None and (published := _read(kept.campaign, kept.text)) is not None:
            found.append(_results(published, texts[kept.campaign], joined=kept.campaign in joined))
    return tuple(sorted(found, key=lambda one: (not one.joined, one.title)))


class _Answer(BaseModel):
    """Base of the parts of a results document. Unknown fields are ignored, because a newer server may send more."""

    model_config = ConfigDict(frozen=True, extra="ignore")


_Number = Annotated[int, Field(ge=-(2**53), le=2**53)]


_HalfWidth = Annotated[float, Field(ge=0, le=2**53)]


class _Noise(_Answer):
    half_width_95: _HalfWidth
    half_width_95_together: _HalfWidth | None = None


class _Day(_Answer):
    day: date
    stratum: Identifier | None
    donors: _Number
    searches: _Number
    noise: _Noise
    totals: dict[Line, _Number]
    final: bool = True


class _Missing(_Answer):
    day: date
    reason: Line


class _Published(_Answer):
    campaign: Identifier
    days: tuple[_Day, ...]
    missing: tuple[_Missing, ...]


def _read(campaign: str, text: str) -> _Published | None:
    if len(text) > MAX_RESULTS:
        return None
    try:
        published = _Published.model_validate_json(text)
    except ValidationError:
        return None
    return published if published.campaign == campaign else None


def _results(published: _Published, campaign: Campaign, *, joined: bool) -> CampaignResults:
    return CampaignResults(
        id=published.campaign,
        title=campaign.title,
        joined=joined,
        days=tuple(sorted(map(_published, published.days), key=lambda day: (day.day, day.stratum or ""))),
        missing=tuple(sorted((MissingDay(one.day, one.reason) for one in published.missing), key=lambda one: one.day)),
        period=campaign.terms.period,
        is_capped=campaign.terms.caps.has_full,
    )


def _published(day: _Day) -> PublishedDay:
    return PublishedDay(
        day.day,
        day.stratum,
        day.donors,
        day.searches,
        day.noise.half_width_95,
        day.totals,
        day.final,
        day.noise.half_width_95_together,
    )
