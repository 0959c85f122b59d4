"""The server's status for the operator, as JSON data and as text."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.services.campaigns.campaign_status import CampaignStatus, campaign_statuses
from pdd_server.services.campaigns.campaigns import is_in_protocol
from pdd_server.services.numbers import short
from pdd_server.services.operations import believed_nights, readiness
from pdd_server.services.operations.data_folder import Readable
from pdd_server.services.results.results import privacy
from pdd_server.services.rounds.cohort.epochs import cosigning
from pdd_server.services.rounds.protocols import PROTOCOLS
from pdd_server.store import donors
from pdd_server.store.rounds import nights, rounds
from pdd_server.store.rounds.rounds import Round, RoundState
from pdd_shared.protocol.messages import Campaign

STATES = {
    "budget-spent": "its privacy budget is spent, or kept for rounds that are open: no new {period} is counted",
    "other-protocol": "of another protocol than this server's: no {period} is counted",
}
"""Explanations of the campaign states whose name does not say enough, with a place for `day` or `week`."""


def status(connection: Connection, server: Readable, now: datetime, today: date) -> dict[str, Any]:
    """Return the server's status as data for JSON: counts of donors and dates, nothing about a single donor.

    Args:
        connection: A transaction.
        server: The data folder.
        now: The server's time, aware.
        today: The data day that `now` falls on.
    """
    config, last = server.config, nights.last(connection)
    return {
        "now": now.isoformat(),
        "today": today.isoformat(),
        "protocol": config.protocol,
        "donors": donors.count(connection),
        "active_yesterday": donors.count_active(connection, today - timedelta(days=1)),
        "group_size": config.group_size,
        "min_group": config.min_group,
        "rounds": [_round(connection, found) for found in rounds.all_of(connection)],
        "campaigns": [_campaign(connection, config, one) for one in campaign_statuses(connection, today)],
        "last_night": last and last.isoformat(),
        "online_key_ends": readiness.online_key_end(server).isoformat(),
        "warnings": list(warnings(connection, server, today)),
    }


def warnings(connection: Connection, server: Readable, today: date) -> tuple[str, ...]:
    """Return sentences about what the operator should put right.

    They are about a wrong clock, campaigns that are not counted, an online key that ends, a disk that fills and
    witnesses that are late.
    """
    return (
        *believed_nights.warnings(connection, today),
        *_protocol_warnings(connection, server.config, today),
        *readiness.key_warnings(server, today),
        *readiness.disk_warnings(server, today),
        *cosigning.warnings(connection, server.config.witnesses, server.clock()),
    )


def _protocol_warnings(connection: Connection, config: Config, today: date) -> Iterator[str]:
    """Yield a warning for each present or future campaign of a protocol that the settings don't have."""
    for one in campaign_statuses(connection, today):
        if not is_in_protocol(one.campaign, config) and one.state in ("not-started", "running"):
            yield _other_protocol(one.campaign, config)


def _other_protocol(campaign: Campaign, config: Config) -> str:
    name, agreed, period = campaign.id, campaign.terms.protocol, campaign.terms.period
    return (
        f"protocol: no {period} is counted for campaign {name!r}, whose donors agreed to {agreed!r}; launch one under "
        f"{config.protocol!r} in its place, or set protocol back to {agreed!r} and restart the server"
    )


def status_text(found: dict[str, Any]) -> str:
    """Return a status, as `status` returns it, as text for a person."""
    lines = [
        f"{found['today']}, last night {found['last_night'] or 'none yet'}, protocol {found['protocol']}",
        f"donors {found['donors']}, active yesterday {found['active_yesterday']}; " + _sizes(found),
    ]
    lines[:0] = [f"warning: {warning}" for warning in found["warnings"]]
    lines += [_campaign_in_words(campaign) for campaign in found["campaigns"]] or ["no campaign yet"]
    lines += [_round_in_words(one) for one in found["rounds"]]
    # A nightly run in a process of its own may have renewed it. A server that runs still has the one from before.
    lines.append(f"online key: donors take it until {found['online_key_ends']}; a running server has it once restarted")
    return "\n".join(lines)


def _sizes(found: dict[str, Any]) -> str:
    if found["protocol"] == "cohort":
        return f"sums of at least {found['min_group']} where a campaign names no min_cohort"
    return f"groups of about {found['group_size']}, never fewer than {found['min_group']}"


def _round(connection: Connection, found: Round) -> dict[str, Any]:
    """Return a round as `status` shows it. `confidence` is its coverage, None until it is published."""
    submitted = found.submitted
    if found.state != RoundState.PUBLISHED:
        submitted = PROTOCOLS[found.protocol].count(connection, found.day)
    return {
        "day": found.day.isoformat(),
        "protocol": found.protocol,
        "state": str(found.state),
        "active": found.active,
        "groups": found.groups,
        "members": found.members,
        "submitted": submitted,
        "confidence": None if found.counted is None else found.counted / max(found.active, 1),
    }


def _campaign(connection: Connection, config: Config, one: CampaignStatus) -> dict[str, Any]:
    """Return a campaign as `status` shows it: its state, what it waits for, its budget and what that has paid for."""
    counted, state = is_in_protocol(one.campaign, config), one.state_now
    waiting = one.hold if one.hold and one.hold.reason == "waiting" else None
    return {
        "id": one.campaign.id,
        "period": one.campaign.terms.period,
        "state": state if counted or state in ("closed", "ended") else "other-protocol",
        "waiting": waiting and {"day": waiting.day.isoformat(), "active": waiting.active, "needed": waiting.needed},
        "privacy": privacy(connection, one.campaign),
    }


def _campaign_in_words(campaign: dict[str, Any]) -> str:
    spent, budget = campaign["privacy"]["spent"], campaign["privacy"]["budget"]
    state = STATES.get(campaign["state"], campaign["state"]).format(period=campaign["period"])
    text = f"campaign {campaign['id']}: {state}"
    text += f", epsilon {short(spent['epsilon'])} of {short(budget['epsilon'], 6)} spent in "
    text += f"{spent['days']} {campaign['period']}s"
    if budget["delta"]:
        text += f" (delta {short(budget['delta'])}; basic {short(spent['basic_epsilon'])})"
    if waiting := campaign["waiting"]:
        text += f", waiting for more donors: {waiting['active']} on {waiting['day']}, a sum needs {waiting['needed']}"
    return text


def _round_in_words(one: dict[str, Any]) -> str:
    what = "cohorts" if one["protocol"] == "cohort" else "groups"
    size = f"{one['groups']} {what} of {one['members']} donors"
    text = f"round {one['day']}: {one['state']}, {size}: {one['submitted']} sent"
    if one["confidence"] is None:
        return text
    return f"{text}; coverage {one['confidence']:.0%} of {one['active']} active donors"
