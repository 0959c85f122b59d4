"""Charges: the privacy cost of each data day of a campaign, from which its budget is computed.

A day of `plain` is charged when it is published. A day of `cohort` is charged when a member is shown a list of it, or
when a reset gives it up, whether or not it is published.
"""

from collections import Counter
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select

from pdd_server.store.tables import charges
from pdd_shared.privacy.accounting.charges import Charge, Charges
from pdd_shared.protocol.decimals import as_text


def add(connection: Connection, campaign: str, day: date, charge: Charge) -> None:
    """Charge a campaign for a data day.

    Raises:
        IntegrityError: It was charged for this day before.
    """
    values = {**vars(charge), "scale": as_text(charge.scale)}
    connection.execute(insert(charges).values(campaign=campaign, day=day, **values))


def campaigns_charged(connection: Connection, day: date) -> frozenset[str]:
    """Return the ids of the campaigns that were charged for a data day."""
    return frozenset(connection.execute(select(charges.c.campaign).where(charges.c.day == day)).scalars())


def of_campaign(connection: Connection, campaign: str) -> Charges:
    """Return all charges of a campaign: how many days cost the same, by the cost of a day."""
    kinds = [charges.c[name] for name in ("law", "scale", "sensitivity", "delta")]
    counted: Any = select(*kinds, func.count().label("days")).where(charges.c.campaign == campaign).group_by(*kinds)
    rows = connection.execute(counted)
    return Counter({charge_of(row): row.days for row in rows})


def charge_of(row: Row[Any]) -> Charge:
    """Return the charge in a row with the columns `law`, `scale`, `sensitivity` and `delta`."""
    return Charge(row.law, Decimal(row.scale), row.sensitivity, row.delta)
