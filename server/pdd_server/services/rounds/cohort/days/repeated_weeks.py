"""Lost weeks: which of them the plan of a day asks for once more, and on which day that is charged.

A week is lost if none of its cohorts was opened: each stayed below its floor, or its sum could not be opened. The
first plan of a day that is no Sunday asks for it once more, if the budget allows. It is never asked for a third time.
"""

from collections.abc import Iterable, Iterator
from datetime import date

from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.services.campaigns import campaigns
from pdd_server.services.campaigns.budgets import can_pay_more
from pdd_server.store.results import charges, repeats
from pdd_server.store.results.repeats import Repeat
from pdd_server.store.rounds.cohort import cohort_epochs
from pdd_shared.protocol.days import may_repeat, periods_in
from pdd_shared.protocol.limits import FIRST_REPEAT, LAST_REPEAT
from pdd_shared.rounds.cohort.day.layout import cohort_part_of
from pdd_shared.rounds.cohort.messages import CohortPart


def due(connection: Connection, config: Config, day: date) -> Iterator[CohortPart]:
    """Yield the parts for lost weeks that the plan of a day can have, in order of campaigns.

    Weeks from before the last reset are left out: the server that was lost may have asked for them. So are campaigns
    that were closed, which get no new day.
    """
    reset = cohort_epochs.last_reset(connection)
    for name, week in sorted(repeats.lost_weeks(connection, day - LAST_REPEAT, day - FIRST_REPEAT).items()):
        stored = campaigns.get(connection, name)
        is_known = reset is None or reset.day <= week
        is_running = stored.closed is None and campaigns.is_in_protocol(stored.campaign, config)
        if is_running and is_known and may_repeat(week, day):
            part = cohort_part_of(stored.campaign).model_copy(update={"repeats": week})
            if can_pay_more(connection, part, _weeks(connection, part, week, day, stored.campaign.end)):
                yield part


def record(connection: Connection, day: date, layout: Iterable[CohortPart]) -> None:
    """Record which weeks the plan of a day asks for once more, and on which day each is charged."""
    for part in layout:
        if part.repeats is not None:
            charged = part.campaign in charges.campaigns_charged(connection, part.repeats)
            repeats.add(connection, Repeat(part.campaign, part.repeats, day, day if charged else part.repeats))


def _weeks(connection: Connection, part: CohortPart, week: date, day: date, end: date) -> int:
    """Return how many weeks the budget must still pay for, so that the lost one may be asked for once more.

    If it was charged, it must not take the place of a week to come. If not, its own charge is still free.
    """
    was_charged = part.campaign in charges.campaigns_charged(connection, week)
    return 1 + (periods_in("week", day, end) if was_charged else 0)
