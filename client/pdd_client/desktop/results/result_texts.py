"""The Results page's texts about totals, and about days without them."""

from datetime import date

from PySide6.QtCore import QCoreApplication

from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.wording import counted
from pdd_client.desktop.widgets.chart.plot import Point

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


def some_open() -> str:
    """Return what it means that some days are not final."""
    return translate("results", "Some days are not final yet: counts of more people may still be added.")


def missing(reason: str, days: int) -> str:
    """Return how many days have no totals, and why.

    Args:
        reason: the server's word for it, as in `MissingDay`; a newer one is shown as it is.
        days: the number of days.

    """
    texts = {
        "waiting": counted.tr("%n day(s) without totals: too few people took part.", "", days),
        "lost": counted.tr("%n day(s) without totals: too few people came back in time.", "", days),
        "down": counted.tr("%n day(s) without totals: the server was not running.", "", days),
        "budget": counted.tr("%n day(s) without totals: the campaign's privacy limit is used up.", "", days),
        "spoiled": counted.tr("%n day(s) without totals: false counts spoiled every sum.", "", days),
        "dropped": counted.tr("%n day(s) without totals: too few helpers came back to unlock the sum.", "", days),
        "min-cohort": counted.tr(
            "%n day(s) without totals: fewer people took part than this campaign asks for.", "", days
        ),
        "no-room": counted.tr("%n day(s) without totals: the sums had no room for this campaign.", "", days),
    }
    return texts.get(reason) or counted.tr("%n day(s) without totals ({reason}).", "", days).format(reason=reason)
