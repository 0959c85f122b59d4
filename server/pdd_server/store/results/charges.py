"""Charges: the privacy cost of each data day of a campaign, from which its budget is computed.

A day of `plain` is charged when it is published. A day of `cohort` is charged when a member is shown a list of it, or
when a reset gives it up, whether or not it is published.
"""

from collections import Counter
from datetime import date

from sqlalchemy import Connection, func, insert, select

from pdd_server.store.tables import charges
from pdd_shared.privacy.accounting.charge_texts import charge_in, text_of
from pdd_shared.privacy.accounting.charges import Charges, DayCharge


def add(connection: Connection, campaign: str, day: date, charge: DayCharge) -> None:
    """Charge a campaign for a data day.

    Raises:
        IntegrityError: It was charged for this day before.
    """
    connection.execute(insert(charges).values(campaign=campaign, day=day, charge=text_of(charge)))


def campaigns_charged(connection: Connection, day: date) -> frozenset[str]:
    """Return the ids of the campaigns that were charged for a data day."""
    return frozenset(connection.execute(select(charges.c.campaign).where(charges.c.day == day)).scalars())


def first_day(connection: Connection) -> date | None:
    """Return the earliest data day that a campaign was charged for, or None."""
    day: date | None = connection.execute(select(func.min(charges.c.day))).scalar_one()
    return day


def texts_of(connection: Connection, campaign: str) -> dict[date, str]:
    """Return the charge of each data day that a campaign was charged for, as a text, the earliest day first."""
    found = select(charges.c.day, charges.c.charge).where(charges.c.campaign == campaign).order_by(charges.c.day)
    return {row.day: row.charge for row in connection.execute(found)}


def of_campaign(connection: Connection, campaign: str) -> Charges:
    """Return all charges of a campaign: how many days cost the same, by the cost of a day."""
    counted = select(charges.c.charge, func.count()).where(charges.c.campaign == campaign).group_by(charges.c.charge)
    return Counter({charge_in(text): days for text, days in connection.execute(counted)})
