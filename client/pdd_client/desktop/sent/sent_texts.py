"""The Sent page's sentences about days and their states."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pdd_client.desktop.sent.view_model import GivenCount, SentViewModel
from pdd_client.desktop.texts import reason_texts, wording
from pdd_client.desktop.texts.catalogue import named, tr
from pdd_client.desktop.widgets.tables.month_model import Mark, Shape

if TYPE_CHECKING:
    from pdd_client.donor.days.calendar import SentDay


def marks() -> Mapping[str, Mark]:
    """Return how the calendar marks a day, by its `SentState`."""
    return {
        "sent": Mark(Shape.DISC, tr("mark_sent")),
        "nothing": Mark(Shape.RING, tr("mark_nothing")),
        "waiting": Mark(Shape.DOTS, tr("mark_waiting")),
        "unconfirmed": Mark(Shape.CROSS, tr("mark_unconfirmed")),
        "missed": Mark(Shape.DASH, tr("mark_missed")),
        "refused": Mark(Shape.DIAMOND, tr("mark_refused")),
    }


def state(name: str) -> str:
    """Return a sentence on what became of a day and what that means; empty for a name that is no `SentState`."""
    return named("sent", name) or ""


def of_day(shown: SentViewModel, day: "SentDay") -> str:
    """Return what became of a day and, while it waits, when it goes out."""
    if day.state == "waiting" and day.goes_out:
        text = tr("sent_goes_out")
        return text.format(when=wording.when(day.goes_out, day.goes_out_at))
    if day.state == "sent" and shown.in_cohort:
        return " ".join(_in_cohort(shown, day))
    return state(day.state)


def _in_cohort(shown: SentViewModel, day: "SentDay") -> Iterator[str]:
    """Yield the sentences about a day that was sent to a `cohort` server: confirmed, and published or not."""
    yield tr("sent_confirmed")
    if published := shown.published(day):
        yield tr("sum_published")
        if not all(one.final for one in published):
            yield tr("sum_grows")
    elif not shown.is_told(day):
        yield tr("sum_waits")


def missing(reason: str, *, weekly: bool) -> str:
    """Return that nothing is published of a day or week, and why.

    Args:
        reason: the server's word for it, as in `MissingDay`.
        weekly: whether the campaign counts by week.

    """
    if weekly:
        return reason_texts.missing(tr("nothing_of_week"), reason)
    return reason_texts.missing(tr("nothing_of_day"), reason)


def count_row(count: GivenCount) -> tuple[str, str, str]:
    """Return a row of a day's table: the keyword, the donor's count, and the published total."""
    label = tr("all_searches") if count.label is None else count.label
    return label, wording.number(count.count), published(count)


def published(count: GivenCount) -> str:
    """Return the published total with its uncertainty, or that there is none, or none yet.

    A total that grows may still be published: where totals have a threshold, small ones are left out.
    """
    if count.published is None:
        return tr("never_published") if count.final else tr("not_published")
    text = tr("total_and_interval")
    return text.format(total=wording.number(count.published), half=wording.number(count.half_width))
