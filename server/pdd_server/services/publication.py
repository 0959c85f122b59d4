"""The end of a round: its sum is noised, charged, published and deleted, in one transaction."""

from dataclasses import replace
from datetime import date

from sqlalchemy import Connection

from pdd_server.services.budgets import can_pay
from pdd_server.services.night import publish_missing
from pdd_server.services.noise import AddNoise
from pdd_server.services.protocols import GROUP_PROTOCOLS, PROTOCOLS
from pdd_server.services.totals import FalseCounts, Total
from pdd_server.store import campaigns, charges, donors, publications, rounds, watching
from pdd_server.store.engine import Store
from pdd_server.store.publications import Publication
from pdd_server.store.rounds import Round, RoundState
from pdd_shared.layout import Block, blocks
from pdd_shared.messages import Part, Plan
from pdd_shared.privacy.charges import Charge
from pdd_shared.rounds.group_sums import DaySum
from pdd_shared.terms import PlainTerms


def publish(store: Store, day: date, add_noise: AddNoise) -> FalseCounts | None:
    """Publish a round that a night has ended, and delete all it holds; return None unless this call did it.

    The sum is made outside of the transaction that writes, so that donors do not wait for it. Nothing is published if
    that was done meanwhile, or if shares turn out to be missing: the round then waits on for them.
    """
    with store.read() as connection:
        found = _closing(connection, day)
        if found is None:
            return None
        signed = rounds.plan_of(connection, day)
        plan = Plan.model_validate_json(signed.payload)
        total = GROUP_PROTOCOLS[found.protocol].total(connection, found, signed)
        _within_budget(connection, plan.layout)  # what composing takes is remembered for the transaction below
    with store.write() as connection:
        # A closing round takes no message: the sum is still that of its groups.
        if _closing(connection, day) is None:
            return None
        if total is None:
            rounds.set_state(connection, day, RoundState.REVEALING, found.since)
            return None
        _publish(connection, found, plan, total, add_noise)
    return FalseCounts(day, total.sums.counted, total.sums.bounded, dict(total.sums.left_out))


def _closing(connection: Connection, day: date) -> Round | None:
    found = rounds.get(connection, day)
    return found if found is not None and found.state == RoundState.CLOSING else None


def _within_budget(connection: Connection, layout: tuple[Part, ...]) -> dict[str, Part]:
    return {part.campaign: part for part in layout if can_pay(connection, part)}


def _publish(connection: Connection, found: Round, plan: Plan, total: Total, add_noise: AddNoise) -> None:
    if total.sums.counted:
        _publish_totals(connection, found, plan, total.sums, add_noise)
    else:
        publish_missing(connection, found.day, plan.layout, total.missing, found.active, plan.min_group)
    donors.quarantine(connection, total.faulty)
    protocol = PROTOCOLS[found.protocol]
    watching.note_lost(connection, found.day, total.lost)
    rounds.finish(connection, found.day, protocol.count(connection, found.day), total.sums.counted)
    protocol.forget(connection, found.day)


def _publish_totals(connection: Connection, found: Round, plan: Plan, sums: DaySum, add_noise: AddNoise) -> None:
    """Charge and publish the campaigns whose budget allows it; of the others the day is missing.

    A campaign whose groups were all left out is charged too: the server has seen their sums, under the donors' noise.
    """
    paid = _within_budget(connection, plan.layout)
    unpaid = [part for part in plan.layout if part.campaign not in paid]
    publish_missing(connection, found.day, unpaid, "budget", found.active, plan.min_group)
    for campaign, part in paid.items():
        charges.add(connection, campaign, found.day, Charge.of_terms(part.terms))
    spoiled = [part for part in paid.values() if not sums.counted_for(part.campaign)]
    publish_missing(connection, found.day, spoiled, "spoiled", found.active, plan.min_group)
    thresholds = {campaign: campaigns.threshold(connection, campaign) for campaign in paid}
    published = (
        _listed(_publication(found, block, paid[block.campaign].terms, sums, add_noise), thresholds[block.campaign])
        for block in blocks(plan.layout)
        if block.campaign in paid and sums.counted_for(block.campaign)
    )
    publications.add(connection, published)


def _publication(found: Round, block: Block, terms: PlainTerms, sums: DaySum, add_noise: AddNoise) -> Publication:
    numbers, by_donors = sums.numbers[block.place].tolist(), terms.noise.added_by == "donors"
    counted = sums.counted_for(block.campaign)
    joined, searches, *totals = numbers if by_donors else add_noise(numbers, terms.noise)
    return Publication(
        campaign=block.campaign,
        stratum=block.stratum,
        day=found.day,
        donors=joined,
        searches=searches,
        confidence=counted / found.active,
        totals=tuple(totals),
        charge=Charge.of_terms(terms),
        shares=((counted, terms.shares),) if by_donors else (),
    )


def _listed(published: Publication, threshold: int | None) -> Publication:
    """Without the totals below the threshold: noise, already added, decides, so that this costs no privacy."""
    if threshold is None:
        return published
    kept = tuple(total if total is not None and total >= threshold else None for total in published.totals)
    return replace(published, totals=kept)
