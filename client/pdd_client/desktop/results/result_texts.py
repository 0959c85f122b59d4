"""The Results page's texts about totals, and about days without them."""

from datetime import date

from pdd_client.desktop.texts import reason_texts, wording
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_client.desktop.widgets.chart.plot import Point
from pdd_shared.protocol.days import Period


def give_or_take(point: Point | None) -> str:
    """Return a total with half its 95% interval; a dash if it was not published."""
    if point is None:
        return tr("dash")
    return wording.plus_minus(point.value, point.high - point.value)


def day_name(day: date, *, is_open: bool) -> str:
    """Return a day's name in the table, with a mark if its totals are not final."""
    name = wording.short_day(day)
    return tr("not_final", day=name) if is_open else name


def table_head(period: Period) -> str:
    """Return the heading of the table's days, or of the last days of its weeks."""
    return tr("week_to") if period == "week" else tr("day")


def about_totals(period: Period, *, is_capped: bool) -> str:
    """Return what totals are of: whole weeks, and searches up to a limit. Empty if they are of days without one."""
    return " ".join([tr("totals_of_weeks")] * (period == "week") + [tr("totals_capped")] * is_capped)


def some_open(period: Period) -> str:
    """Return what it means that some days or weeks are not final."""
    if period == "week":
        return tr("some_weeks_not_final")
    return tr("some_not_final")


def missing(reason: str, times: int, period: Period) -> str:
    """Return how many days or weeks have no totals, and why.

    Args:
        reason: the server's word for it, as in `MissingDay`.
        times: the number of days or weeks.
        period: whether the campaign counts by day or by week.

    """
    if period == "week":
        return reason_texts.missing(counted("weeks_without", times), reason)
    return reason_texts.missing(counted("days_without", times), reason)
