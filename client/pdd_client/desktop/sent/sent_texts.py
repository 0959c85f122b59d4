"""The Sent page's sentences about days and their states."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from pdd_client.desktop.sent.view_model import GivenCount, SentViewModel
from pdd_client.desktop.texts import reason_texts, wording
from pdd_client.desktop.widgets.tables.month_model import Mark, Shape

if TYPE_CHECKING:
    from pdd_client.donor.days.calendar import SentDay

translate = QCoreApplication.translate


def marks() -> Mapping[str, Mark]:
    """Return how the calendar marks a day, by its `SentState`."""
    return {
        "sent": Mark(Shape.DISC, translate("sent", "sent")),
        "nothing": Mark(Shape.RING, translate("sent", "nothing given")),
        "waiting": Mark(Shape.DOTS, translate("sent", "not sent yet")),
        "unconfirmed": Mark(Shape.CROSS, translate("sent", "not confirmed")),
        "missed": Mark(Shape.DASH, translate("sent", "missed")),
        "refused": Mark(Shape.DIAMOND, translate("sent", "refused")),
    }


def state(name: str) -> str:
    """Return a sentence on what became of a day and what that means; empty for a name that is no `SentState`."""
    texts = {
        "sent": translate("sent", "Your counts were locked and sent. The server opens your group's sum."),
        "nothing": translate("sent", "You took part without giving anything: zeros were sent."),
        "waiting": translate("sent", "Not sent yet, or not yet confirmed by the server."),
        "unconfirmed": translate(
            "sent", "This day was sent, but the server has not confirmed it. It may be in the sum."
        ),
        "missed": translate("sent", "This computer was not there in time. No counts were sent."),
        "refused": translate("sent", "Nothing was given, because what was asked for was refused."),
    }
    return texts.get(name, "")


def of_day(shown: SentViewModel, day: "SentDay") -> str:
    """Return what became of a day and, while it waits, when it goes out."""
    if day.state == "waiting" and day.goes_out:
        text = translate("sent", "Not sent yet. It goes out on {when}.")
        return text.format(when=wording.when(day.goes_out, day.goes_out_at))
    if day.state == "sent" and shown.in_cohort:
        return " ".join(_in_cohort(shown, day))
    return state(day.state)


def _in_cohort(shown: SentViewModel, day: "SentDay") -> Iterator[str]:
    """Yield the sentences about a day that was sent to a `cohort` server: confirmed, and published or not."""
    yield translate("sent", "Your counts were locked and sent, and the server has confirmed them.")
    if published := shown.published(day):
        yield translate("sent", "The totals of this day are published.")
        if not all(one.final for one in published):
            yield translate("sent", "More counts may still be added to them.")
    elif not shown.is_told(day):
        yield translate("sent", "Their sum is not published yet.")


def missing(reason: str, *, weekly: bool) -> str:
    """Return that nothing is published of a day or week, and why.

    Args:
        reason: the server's word for it, as in `MissingDay`.
        weekly: whether the campaign counts by week.

    """
    if weekly:
        return reason_texts.missing(translate("sent", "Nothing was published of this week"), reason)
    return reason_texts.missing(translate("sent", "Nothing was published of this day"), reason)


def count_row(count: GivenCount) -> tuple[str, str, str]:
    """Return a row of a day's table: the keyword, the donor's count, and the published total."""
    label = translate("sent", "all searches") if count.label is None else count.label
    return label, wording.number(count.count), published(count)


def published(count: GivenCount) -> str:
    """Return the published total with its uncertainty, or that there is none, or none yet.

    A total that grows may still be published: where totals have a threshold, small ones are left out.
    """
    if count.published is None:
        return translate("sent", "not published") if count.final else translate("sent", "not published yet")
    text = translate("sent", "{total} ± {half} (95%)")
    return text.format(total=wording.number(count.published), half=wording.number(count.half_width))
