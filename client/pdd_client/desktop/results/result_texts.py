"""What the Results page says of totals, and of days without them."""

from PySide6.QtCore import QCoreApplication

from pdd_client.desktop import wording
from pdd_client.desktop.widgets.plot import Point
from pdd_client.desktop.wording import counted

translate = QCoreApplication.translate


def give_or_take(point: Point | None) -> str:
    """A total with its uncertainty; a dash where it was not published."""
    if point is None:
        return translate("results", "–")
    text = translate("results", "{total} ± {half}")
    return text.format(total=wording.number(point.value), half=wording.number(point.high - point.value))


def missing(reason: str, days: int) -> str:
    """How many days have no totals, and why."""
    if reason == "waiting":
        return counted.tr("%n day(s) without totals: too few people took part.", "", days)
    if reason == "lost":
        return counted.tr("%n day(s) without totals: too few people came back in time.", "", days)
    if reason == "down":
        return counted.tr("%n day(s) without totals: the server was not running.", "", days)
    if reason == "budget":
        return counted.tr("%n day(s) without totals: the campaign's privacy limit is used up.", "", days)
    if reason == "spoiled":
        return counted.tr("%n day(s) without totals: false counts spoiled every sum.", "", days)
    if reason == "dropped":
        return counted.tr("%n day(s) without totals: too few helpers came back to unlock the sum.", "", days)
    if reason == "min-cohort":
        return counted.tr("%n day(s) without totals: fewer people took part than this campaign asks for.", "", days)
    return counted.tr("%n day(s) without totals ({reason}).", "", days).format(reason=reason)
