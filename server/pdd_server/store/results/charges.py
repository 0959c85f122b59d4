"""What was charged: the cost of each published day of a campaign."""

from collections import Counter
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select

from pdd_server.store.tables import charges
from pdd_shared.privacy.accounting.charges import Charge, Charges
from pdd_shared.protocol.decimals import as_text


def add(connection: Connection, campaign: str, day: date, charge: Charge) -> None:
    """Charge a campaign for a day: once, or the database refuses."""
    values = {**vars(charge), "scale": as_text(charge.scale)}
    connection.execute(insert(charges).values(campaign=campaign, day=day, **values))


def campaigns_charged(connection: Connection, day: date) -> frozenset[str]:
    """The campaigns that were charged for a day."""
    return frozenset(connection.execute(select(charges.c.campaign).where(charges.c.day == day)).scalars())


def of_campaign(connection: Connection, campaign: str) -> Charges:
    """All that was charged to a campaign."""
    kinds = [charges.c[name] for name in ("law", "scale", "sensitivity", "delta")]
    counted: Any = select(*kinds, func.count().label("days")).where(charges.c.campaign == campaign).group_by(*kinds)
    rows = connection.execute(counted)
    return Counter({charge_of(row): row.days for row in rows})


def charge_of(row: Row[Any]) -> Charge:
    """The charge in a row that has the columns of one."""
    return Charge(row.law, Decimal(row.scale), row.sensitivity, row.delta)
