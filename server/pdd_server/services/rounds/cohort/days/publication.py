"""Charging and publishing of cohort days. Each function works in the caller's transaction.

A day is charged as soon as a member of a committee is shown its list, because from then on its sum can be opened. Its
(sub-)cohorts are then opened on different nights. Each one's sum is added to what is published, until the last has
ended and the day is final.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from sqlalchemy import Connection

from pdd_server.store import tables
from pdd_server.store.campaigns import campaigns
from pdd_server.store.results import charges, growing_days, publications, repeats
from pdd_server.store.results.growing_days import Decoys
from pdd_server.store.results.publications import Missing, MissingReason, Publication, Shares
from pdd_shared.privacy.accounting.charges import charge_of_terms
from pdd_shared.rounds.cohort.day.layout import CohortLayout
from pdd_shared.rounds.cohort.day.server import Opened
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPart, CohortPlan
from pdd_shared.rounds.layout import LEADING, Block, blocks


def charge_shown(connection: Connection, plan: CohortPlan, day: CohortDay) -> None:
    """Charge the campaigns of a (sub-)cohort whose list is about to be shown; each campaign pays for a day once.

    Campaigns whose `min_cohort` is above the cohort's floor are not charged: their numbers are noise alone.

    Args:
        connection: A write transaction.
        plan: The day's plan.
        day: Floor and number of sub-cohorts of the cohort, from the plan.
    """
    charge_parts(connection, plan.day, (part for part in plan.layout if is_open(part, day)))


def charge_parts(connection: Connection, day: date, parts: Iterable[CohortPart]) -> None:
    """Charge the campaigns of these parts of a day's plan, except those that were charged for it before."""
    again = repeats.of_day(connection, day)
    for part in parts:
        on = again[part.campaign].charged_on if part.repeats else day
        if part.campaign not in charges.campaigns_charged(connection, on):
            charges.add(connection, part.campaign, on, charge_of_terms(part.terms, part.campaign))


def add_opened(connection: Connection, plan: CohortPlan, active: int, opened: Opened) -> None:
    """Add a (sub-)cohort's noisy sum to the published day.

    Its campaigns were charged when its list was shown. Totals below a campaign's threshold must stay unknown. The
    difference between two published versions of a day could tell them, so a campaign with a threshold is published only
    once the day is final.

    Args:
        connection: A write transaction.
        plan: The day's plan.
        active: How many donors with a leaf in the day's epoch were seen within the day's window.
        opened: The sum, its layout, and the decoys.
    """
    parts = {part.campaign: part for part in plan.layout}
    for block in blocks(plan.layout):
        if block.campaign not in opened.layout.closed:
            _add_block(connection, plan, parts[block.campaign], block, active, opened)
    growing_days.add_decoys(connection, plan.day, _decoys(plan.day, opened))


def finish(connection: Connection, plan: CohortPlan, active: int, ended: Counter[str]) -> None:
    """Make a day final, once its last (sub-)cohort has ended; publish why it is missing where nothing was opened.

    Args:
        connection: A write transaction.
        plan: The day's plan.
        active: As in `add_opened`.
        ended: How many (sub-)cohorts ended as `opened`, `lost`, `dropped`, `spoilt` and `reset`.
    """
    for part in plan.layout:
        for gathered in growing_days.make_final(connection, _end_of(part, plan), part.campaign):
            growing_days.put(connection, tables.publications, _listed(connection, gathered))
    published = growing_days.published_campaigns(connection, plan.day)
    charged = charges.campaigns_charged(connection, plan.day)
    # A week that was lost a second time stays missing for the first reason.
    absent = [part for part in plan.layout if part.campaign not in published and part.repeats is None]
    publications.add_missing(connection, [_missing(plan, part, charged, active, ended) for part in absent])


def _end_of(part: CohortPart, plan: CohortPlan) -> date:
    """Return the last day of the period that a part counts. Its numbers are published under this day."""
    return part.repeats or plan.day


def is_open(part: CohortPart, day: CohortDay) -> bool:
    """Return whether a campaign counts in a (sub-)cohort, which it does if its `min_cohort` is at most the floor."""
    return part.terms.min_cohort <= day.floor


def _add_block(
    connection: Connection, plan: CohortPlan, part: CohortPart, block: Block, active: int, opened: Opened
) -> None:
    """Add the numbers of one campaign and stratum to those of the day's other (sub-)cohorts."""
    came = _publication(plan, part, block, active, opened)
    # Numbers with a threshold wait for the final day, as `add_opened` says.
    waits = campaigns.threshold(connection, block.campaign) is not None
    table = tables.gathering if waits else tables.publications
    before = growing_days.of_day(connection, table, block.campaign, came.day, block.stratum)
    if part.repeats is not None:
        repeats.forget_missing(connection, part.campaign, part.repeats)
    growing_days.put(connection, table, came if before is None else _together(before, came, active))


def _listed(connection: Connection, gathered: Publication) -> Publication:
    """Return a publication without the totals below the campaign's threshold."""
    least = campaigns.threshold(connection, gathered.campaign) or 0
    kept = tuple(total if total is not None and total >= least else None for total in gathered.totals)
    return replace(gathered, totals=kept)


def _publication(plan: CohortPlan, part: CohortPart, block: Block, active: int, opened: Opened) -> Publication:
    """Return the numbers of one campaign and stratum in one (sub-)cohort's sum, before those of others are added."""
    counts = opened.numbers[block.place] * opened.layout.units[block.place]
    joined, searches, *totals = counts.tolist()
    full = totals.pop() if block.has_full else None
    shares: Shares = ((opened.uploads, _makers(opened.layout, block)),)
    return Publication(
        campaign=block.campaign,
        stratum=block.stratum,
        day=_end_of(part, plan),
        donors=joined,
        searches=searches,
        full=full,
        confidence=_confidence(shares, active),
        totals=tuple(totals),
        charge=charge_of_terms(part.terms, part.campaign),
        shares=shares,
        cohorts=1,
        cohorts_planned=sum(day.sub_cohorts for day in plan.cohorts if is_open(part, day)),
        final=False,
        counting_rules=plan.counting_rules or 1,
    )


def _makers(layout: CohortLayout, block: Block) -> int:
    """Return how many donors' shares of noise add up to one draw of the law, for the numbers of a block.

    A block's numbers may differ in the law's scale, but not in this: it follows from the floor and the colluders that
    the campaign tolerates.
    """
    return layout.laws[int(layout.law_of[block.start + LEADING])].makers


def _together(before: Publication, came: Publication, active: int) -> Publication:
    """Return what was published so far with one more cohort added; the noise of both is in the numbers."""
    made = Counter[int]()
    for shares, of in (*before.shares, *came.shares):
        made[of] += shares
    pairs = tuple((shares, of) for of, shares in sorted(made.items()))
    return replace(
        before,
        donors=before.donors + came.donors,
        searches=before.searches + came.searches,
        full=None if came.full is None else (before.full or 0) + came.full,
        confidence=_confidence(pairs, active),
        totals=tuple((a or 0) + (b or 0) for a, b in zip(before.totals, came.totals, strict=True)),
        shares=pairs,
        cohorts=before.cohorts + 1,
    )


def _confidence(shares: Shares, active: int) -> float:
    """Return the coverage: the uploads in the sums, divided by the donors who were active."""
    return sum(donors for donors, _ in shares) / max(active, 1)


def _decoys(day: date, opened: Opened) -> Iterator[Decoys]:
    """Yield the decoys of each law of noise in a (sub-)cohort's sum."""
    for law, numbers in zip(opened.layout.laws, opened.decoys(), strict=True):
        noise = law.noise
        yield Decoys(day, noise.law, noise.scale, opened.uploads, law.makers, tuple(numbers.tolist()))


def _missing(plan: CohortPlan, part: CohortPart, charged: frozenset[str], active: int, ended: Counter[str]) -> Missing:
    """Return the record that a campaign has no numbers on the plan's day, with the reason."""
    reason = _reason(plan, part, part.campaign in charged, ended)
    needed = part.terms.min_cohort if reason == "min-cohort" else min(day.floor for day in plan.cohorts)
    return Missing(part.campaign, plan.day, reason, active, needed)


def _reason(plan: CohortPlan, part: CohortPart, charged: bool, ended: Counter[str]) -> MissingReason:
    """Return the reason why a campaign has no numbers on this day.

    Where (sub-)cohorts ended differently, the one that got furthest decides: an unsound sum comes before too few
    answers, and that before a list below its floor.
    """
    if not any(is_open(part, day) for day in plan.cohorts):
        return "min-cohort"
    if ended["reset"] and not ended["opened"]:
        return "down"
    if charged and ended["spoilt"]:
        return "spoiled"
    return "dropped" if charged or not ended["lost"] else "lost"
