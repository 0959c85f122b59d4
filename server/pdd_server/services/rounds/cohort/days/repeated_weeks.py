"""Lost weeks: which of them the plan of a day asks for once more, and on which day that is charged.

A week is lost if none of its cohorts was opened: each stayed below its floor, or its sum could not be opened. The
first plan of a day that is no Sunday asks for it once more, if the budget has room. It is never asked for a third time.

A donor charges whatever it sends. So a week that stayed below its floor, which the server does not charge, costs the
donors who gave it twice as much once they give it again. A budget that does not hold this would be spent in the last
week: they would send noise alone, and nothing would show it. So all weeks of the campaign, with all that were asked for
once more, have to fit.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.services.campaigns import campaigns
from pdd_server.store.results import charges, repeats
from pdd_server.store.results.repeats import Repeat
from pdd_server.store.rounds.cohort import cohort_epochs
from pdd_shared.privacy.accounting.budget import fits
from pdd_shared.privacy.accounting.charges import charge_of_terms
from pdd_shared.protocol.days import may_repeat
from pdd_shared.protocol.limits import FIRST_REPEAT, LAST_REPEAT
from pdd_shared.protocol.messages import Campaign
from pdd_shared.rounds.cohort.day.layout import cohort_part_of
from pdd_shared.rounds.cohort.messages import CohortPart


def due(connection: Connection, config: Config, day: date) -> Iterator[CohortPart]:
    """Yield the parts for lost weeks that the plan of a day can have, in order of campaigns.

    Campaigns that had begun at the last reset are left out: the server that was lost may have asked for a week of them.
    So are campaigns that were closed, which get no new day.
    """
    reset = cohort_epochs.last_reset(connection)
    for name, week in sorted(repeats.lost_weeks(connection, day - LAST_REPEAT, day - FIRST_REPEAT).items()):
        stored = campaigns.get(connection, name)
        is_known = reset is None or reset.day <= stored.campaign.start
        is_running = stored.closed is None and campaigns.is_in_protocol(stored.campaign, config)
        if is_running and is_known and may_repeat(week, day) and _has_room(connection, stored.campaign):
            yield cohort_part_of(stored.campaign).model_copy(update={"repeats": week})


def record(connection: Connection, day: date, layout: Iterable[CohortPart]) -> None:
    """Record which weeks the plan of a day asks for once more, and on which day each is charged."""
    for part in layout:
        if part.repeats is not None:
            charged = part.campaign in charges.campaigns_charged(connection, part.repeats)
            repeats.add(connection, Repeat(part.campaign, part.repeats, day, day if charged else part.repeats))


def _has_room(connection: Connection, campaign: Campaign) -> bool:
    """Return whether a donor who gives every week can pay for one more week that is asked for once more."""
    paid = campaign.periods + repeats.count(connection, campaign.id) + 1
    return fits({charge_of_terms(campaign.terms, campaign.id): paid}, campaign.terms.budget)
