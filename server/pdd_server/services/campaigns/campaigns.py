"""The campaigns of a server: create, append to, end and close them, and serve them to donors.

Donors agree to a campaign's terms when they join. So nothing here weakens them afterwards: a campaign's end can only
come sooner, its vocabulary only grow, and its smallest group only rise.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.errors import Rejected, Rejection, SetupError, invalid
from pdd_server.services.campaigns import cohort_limits
from pdd_server.services.campaigns.budgets import DayLayout, affordable
from pdd_server.store.campaigns import campaigns
from pdd_server.store.campaigns.campaigns import StoredCampaign
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.rounds import RoundState
from pdd_shared.counting.entries import VocabularyError
from pdd_shared.counting.vocabulary import Vocabulary
from pdd_shared.protocol.days import last_day, nearest_ends
from pdd_shared.protocol.limits import DECOYS_A_LAW
from pdd_shared.protocol.messages import Campaign, CampaignList, Part
from pdd_shared.protocol.signing import sign
from pdd_shared.protocol.terms import CohortTerms, PlainTerms
from pdd_shared.rounds.cohort.day.layout import cohort_part_of, count_laws
from pdd_shared.rounds.cohort.messages import CohortPart, CohortPlan
from pdd_shared.rounds.layout import LEADING, part_of

_FOLDERS = ("epochs", "resets")
"""Ids that no campaign may have: in published/, where each campaign has a folder, the server uses them itself."""


def create(connection: Connection, config: Config, campaign: Campaign) -> None:
    """Add a campaign.

    Raises:
        Rejected: The first reason why the server can't take it; see `refusals`.
    """
    for error in refusals(connection, config, campaign):
        raise error
    campaigns.add(connection, campaign)


def refusals(connection: Connection, config: Config, campaign: Campaign) -> Iterator[Rejected]:
    """Yield the reasons why this server can't take a new campaign beside those it has.

    The reasons are an id that is taken, a `plain` floor above the server's, another protocol than the server's, a day's
    vector that would grow too long, and sums of the `cohort` protocol that could leave their range.
    """
    if campaigns.get(connection, campaign.id) is not None:
        yield invalid("id", f"a campaign {campaign.id!r} exists already; choose another id")
    if campaign.id in _FOLDERS:
        yield invalid("id", f"{campaign.id!r} is a folder of the server's own in published/; choose another id")
    terms = campaign.terms
    if isinstance(terms, PlainTerms) and terms.min_group > config.min_group:
        yield invalid("min_group", f"is {config.min_group} here, the campaign's is {terms.min_group}")
    if terms.protocol != config.protocol:
        yield invalid("protocol", f"is {config.protocol} here, the campaign's is {terms.protocol}")
        return
    yield from _too_wide(connection, config, campaign)
    if isinstance(terms, CohortTerms):
        yield from _unfit(connection, config, campaign)


def append(connection: Connection, config: Config, campaign: str, entries: Iterable[str]) -> Campaign:
    """Append entries to a campaign's vocabulary.

    They count from the next plan on, and for each donor once it has accepted them.

    Returns:
        The campaign with its new vocabulary.

    Raises:
        Rejected: NO_SUCH_CAMPAIGN; INVALID for an entry that can't be counted or is there already, and if a day's
            vector would grow too long.
    """
    old = get(connection, campaign).campaign
    try:
        texts = Vocabulary.parse((*old.vocabulary, *entries)).texts
    except VocabularyError as unfit:
        raise Rejected(Rejection.INVALID, str(unfit)) from None
    new = old.model_copy(update={"vocabulary": texts})
    for error in _too_wide(connection, config, new):
        raise error
    campaigns.replace(connection, new)
    return new


def end_sooner(connection: Connection, campaign: str, end: date, today: date) -> Campaign:
    """Move a campaign's last day forward; the days counted so far stay as they are.

    Args:
        connection: A write transaction.
        campaign: The campaign's id.
        end: The new last day: today or later, and before the present one. That of a weekly campaign is a Sunday.
        today: The present data day.

    Returns:
        The campaign with its new end.

    Raises:
        Rejected: NO_SUCH_CAMPAIGN; INVALID for another day, and for a campaign that is closed.
    """
    stored = get(connection, campaign)
    old = stored.campaign
    if stored.closed is not None:
        raise invalid("end", f"was closed on {stored.closed} already")
    if not max(today, old.start) <= end < old.end:
        earliest = max(today, old.start)
        raise invalid("end", f"must be from {earliest} to the day before {old.end}: it can only come sooner")
    if last_day(old.terms.period, end) != end:
        choices = [str(day) for day in nearest_ends(old.terms.period, end) if today <= day < old.end]
        # Before the end of the last week, no Sunday is left.
        remedy = f"set it to {' or '.join(choices)}" if choices else "close the campaign, which drops its last week"
        raise invalid("end", f"{end} is no Sunday, the last day of a week; {remedy}")
    new = old.model_copy(update={"end": end})
    campaigns.replace(connection, new)
    return new


def close(connection: Connection, campaign: str, today: date) -> None:
    """Close a campaign: no new day is counted, and open rounds are still published. Closing again changes nothing.

    Raises:
        Rejected: NO_SUCH_CAMPAIGN.
    """
    if get(connection, campaign).closed is None:
        campaigns.close(connection, campaign, today)


def get(connection: Connection, campaign: str) -> StoredCampaign:
    """Return the campaign of this id.

    Raises:
        Rejected: NO_SUCH_CAMPAIGN.
    """
    stored = campaigns.get(connection, campaign)
    if stored is None:
        raise Rejected(Rejection.NO_SUCH_CAMPAIGN, "This server has no such campaign.")
    return stored


def check_exists(connection: Connection, campaign: str) -> None:
    """Check that there is a campaign of this id, without reading it.

    Raises:
        Rejected: NO_SUCH_CAMPAIGN.
    """
    if not campaigns.exists(connection, campaign):
        raise Rejected(Rejection.NO_SUCH_CAMPAIGN, "This server has no such campaign.")


def serve(connection: Connection, config: Config, key: SigningKey, today: date) -> CampaignList:
    """Return the campaigns that are neither closed nor over, each signed, with the terms now in force."""
    current = (stored for stored in campaigns.all_of(connection) if stored.closed is None)
    running = (
        stored.campaign
        for stored in current
        if stored.campaign.end >= today and is_in_protocol(stored.campaign, config)
    )
    return CampaignList(campaigns=tuple(sign(in_force(campaign, config), key) for campaign in running))


def is_in_protocol(campaign: Campaign, config: Config) -> bool:
    """Return whether a campaign is for the server's protocol. Other campaigns are neither served nor counted."""
    return campaign.terms.protocol == config.protocol


def active_parts(connection: Connection, config: Config, day: date) -> tuple[Part, ...]:
    """Return the campaigns of a data day, in order of id, as parts of its vector in `plain`."""
    return tuple(part_of(in_force(campaign, config)) for campaign in _active(connection, config, day))


def layout_of_day(connection: Connection, config: Config, day: date) -> DayLayout[Part]:
    """Return the parts of a data day's vector in `plain`, without campaigns that can't pay for the day."""
    return affordable(connection, active_parts(connection, config, day))


def cohort_parts(connection: Connection, config: Config, day: date) -> tuple[CohortPart, ...]:
    """Return the campaigns of a data day, in order of id, as parts of its vector in `cohort`."""
    return tuple(cohort_part_of(campaign) for campaign in _active(connection, config, day))


def cohort_layout_of_day(connection: Connection, config: Config, day: date) -> DayLayout[CohortPart]:
    """Return the parts of a data day's vector in `cohort`, without campaigns that can't pay for the day."""
    return affordable(connection, cohort_parts(connection, config, day))


def _active(connection: Connection, config: Config, day: date) -> Iterator[Campaign]:
    """Yield the campaigns whose numbers are due on a data day: a weekly campaign's on the last day of a week."""
    for stored in campaigns.all_of(connection):
        is_due = last_day(stored.campaign.terms.period, day) == day
        if is_due and stored.is_active(day) and is_in_protocol(stored.campaign, config):
            yield stored.campaign


def in_force(campaign: Campaign, config: Config) -> Campaign:
    """Return the campaign under the server's present floor, where that is higher than its own.

    Campaigns of the `cohort` protocol have a floor of their own, and stay as they are.
    """
    if not isinstance(campaign.terms, PlainTerms) or config.protocol == "cohort":
        return campaign
    floor = max(campaign.terms.min_group, config.min_group)
    return campaign.model_copy(update={"terms": campaign.terms.model_copy(update={"min_group": floor})})


def check_floor(connection: Connection, config: Config) -> None:
    """Check that the settings keep the floors that donors were promised.

    Raises:
        SetupError: `min_group` is below that of a campaign that is not closed.
    """
    for stored in campaigns.all_of(connection):
        if not isinstance(stored.campaign.terms, PlainTerms) or config.protocol == "cohort":
            continue
        promised = stored.campaign.terms.min_group
        if stored.closed is None and config.min_group < promised:
            raise SetupError(
                f"min_group: {config.min_group} is below {promised}, which campaign {stored.campaign.id!r} promised "
                f"its donors; set it to {promised} or more, or close that campaign before you lower it"
            )


def check_zone(connection: Connection, config: Config) -> None:
    """Check that the open days of `cohort` are of the settings' time zone.

    Donors pin the zone when they join. In another one days and weeks would begin at another time, and donors refuse
    every plan.

    Raises:
        SetupError: The newest open day was planned in another zone.
    """
    for found in rounds.in_state(connection, RoundState.OPEN, "cohort")[-1:]:
        pinned = CohortPlan.model_validate_json(rounds.plan_of(connection, found.day).payload).zone
        if pinned != config.zone:
            raise SetupError(
                f"zone: is {config.zone}, and the open day {found.day} was planned in {pinned}. Donors refuse the days "
                f"and weeks of another zone for good; set it back to {pinned}"
            )


def keep_terms(connection: Connection, config: Config) -> None:
    """Write the terms in force into every campaign that is not closed.

    Donors are promised a raised floor from now on, so `check_floor` has to find it if the setting is lowered again.
    """
    for stored in campaigns.all_of(connection):
        if stored.closed is None and (now := in_force(stored.campaign, config)) != stored.campaign:
            campaigns.replace(connection, now)


def _too_wide(connection: Connection, config: Config, new: Campaign) -> Iterator[Rejected]:
    """Yield an error if some day's vector would have more than `max_entries` numbers with this campaign."""
    longest = max(sum(map(_numbers, together)) + _decoys(together) for together in _together(connection, config, new))
    if longest > config.max_entries:
        yield invalid(
            "vocabulary",
            f"a day's vector would have {longest} numbers (entries and {LEADING} more, in each stratum, of all "
            f"campaigns that run together{_and_more(config)}), max_entries is {config.max_entries}; "
            "shorten it or run it another time",
        )


def _and_more(config: Config) -> str:
    more = f", one more with max_campaign_hits, and {DECOYS_A_LAW} decoys for each law of noise"
    return more if config.protocol == "cohort" else ""


def _unfit(connection: Connection, config: Config, new: Campaign) -> Iterator[Rejected]:
    """Yield an error for each key of the campaign that does not fit the sums of a cohort on some day, each key once."""
    found: dict[str, Rejected] = {}
    for together in _together(connection, config, new):
        for key, reason in cohort_limits.objections(new, together, cohort_limits.present_floor(connection)):
            found.setdefault(key, invalid(key, reason))
    yield from found.values()


def _together(connection: Connection, config: Config, new: Campaign) -> Iterator[list[Campaign]]:
    """Yield the campaigns that run together, for each day on which the new one or one beside it begins.

    Between two such days campaigns only end, so these days have the longest vectors. A weekly campaign counts as if it
    had numbers on each of its days: what fits so fits any of its Sundays.
    """
    stored = campaigns.all_of(connection)
    others = [s.campaign for s in stored if s.closed is None and s.campaign.id != new.id]
    every = [new, *(one for one in others if is_in_protocol(one, config))]
    for day in sorted({max(one.start, new.start) for one in every if one.start <= new.end}):
        yield [one for one in every if one.start <= day <= one.end]


def _decoys(together: Sequence[Campaign]) -> int:
    """Return how many decoys a day's vector has with these campaigns: some for each law of `cohort` noise."""
    return DECOYS_A_LAW * count_laws([cohort_part_of(one) for one in together if isinstance(one.terms, CohortTerms)])


def _numbers(campaign: Campaign) -> int:
    """Return how many numbers a campaign has in a day's vector, without decoys."""
    return (len(campaign.strata) or 1) * (LEADING + len(campaign.vocabulary) + campaign.terms.caps.has_full)
