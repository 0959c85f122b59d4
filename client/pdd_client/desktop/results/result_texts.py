"""The Results page's texts about totals, and about days without them."""

from datetime import date

from PySide6.QtCore import QCoreApplication

from pdd_client.desktop.texts import reason_texts, wording
from pdd_client.desktop.texts.wording import counted
from pdd_client.desktop.widgets.chart.plot import Point
from pdd_shared.protocol.days import Period

translate = QCoreApplication.translate


def give_or_take(point: Point | None) -> str:
    """Return a total with half its 95% interval; a dash if it was not published."""
    if point is None:
        return translate("results", "–")
    text = translate("results", "{total} ± {half}")
    return text.format(total=wording.number(point.value), half=wording.number(point.high - point.value))


def day_name(day: date, *, is_open: bool) -> str:
    """Return a day's name in the table, with a mark if its totals are not final."""
    name = wording.short_day(day)
    return translate("results", "{day}, not final yet").format(day=name) if is_open else name


def table_head(period: Period) -> str:
    """Return the heading of the table's days, or of the last days of its weeks."""
    return translate("results", "Week to") if period == "week" else translate("results", "Day")


def of_weeks() -> str:
    """Return what the days of a weekly campaign's totals mean."""
    return translate("results", "Each total is of a whole week, and stands at the week's Sunday.")


def some_open(period: Period) -> str:
    """Return what it means that some days or weeks are not final."""
    if period == "week":
        return translate("results", "Some weeks are not final yet: counts of more people may still be added.")
    return translate("results", "Some days are not final yet: counts of more people may still be added.")


def missing(reason: str, times: int, period: Period) -> str:
    """Return how many days or weeks have no totals, and why.

    Args:
        reason: the server's word for it, as in `MissingDay`.
        times: the number of days or weeks.
        period: whether the campaign counts by day or by week.

    """
    if period == "week":
        return reason_texts.missing(counted.tr("%n week(s) without totals", "", times), reason)
    return reason_texts.missing(counted.tr("%n day(s) without totals", "", times), reason)
