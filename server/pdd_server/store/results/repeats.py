"""Weeks that were lost and asked for once more: in which plan, and on which day that is charged."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, delete, func, insert, select

from pdd_server.store.tables import missing, repeats


@dataclass(frozen=True)
class Repeat:
    """A lost week of a campaign that a later plan asks for once more.

    Attributes:
        campaign: The campaign's id.
        week: The week's last day, under which its totals are published.
        day: The data day whose plan asks for it.
        charged_on: The day on which it is charged: the week's last day if that was not charged, else `day`.
    """

    campaign: str
    week: date
    day: date
    charged_on: date


def add(connection: Connection, repeat: Repeat) -> None:
    """Record that a plan asks for a week once more.

    Raises:
        IntegrityError: The week was asked for once more before.
    """
    connection.execute(insert(repeats).values(**vars(repeat)))


def of_day(connection: Connection, day: date) -> dict[str, Repeat]:
    """Return the weeks that the plan of a day asks for once more, by campaign id."""
    rows = connection.execute(select(repeats).where(repeats.c.day == day))
    return {row.campaign: Repeat(**row._asdict()) for row in rows}


def count(connection: Connection, campaign: str) -> int:
    """Return how many weeks of a campaign were asked for once more."""
    found = select(func.count()).select_from(repeats).where(repeats.c.campaign == campaign)
    return connection.execute(found).scalar_one()


def lost_weeks(connection: Connection, first: date, last: date) -> dict[str, date]:
    """Return the earliest lost week of each campaign that no plan has asked for once more, by campaign id.

    Args:
        connection: A transaction.
        first: The earliest last day of a week that is looked for.
        last: The latest one.
    """
    asked = select(repeats.c.week).where(repeats.c.campaign == missing.c.campaign, repeats.c.week == missing.c.day)
    is_lost = missing.c.reason.in_(("lost", "dropped", "spoiled"))
    found = select(missing.c.campaign, missing.c.day).where(
        missing.c.day.between(first, last), is_lost, ~asked.exists()
    )
    return {row.campaign: row.day for row in connection.execute(found.order_by(missing.c.day.desc()))}


def forget_missing(connection: Connection, campaign: str, week: date) -> None:
    """Delete the record that a week has no totals, because they are published now."""
    connection.execute(delete(missing).where(missing.c.campaign == campaign, missing.c.day == week))
