"""What the Sent page says of days and their states."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from pdd_client.desktop import wording
from pdd_client.desktop.sent.shown import GivenCount
from pdd_client.desktop.widgets.month_model import Mark, Shape

translate = QCoreApplication.translate


def marks() -> Mapping[str, Mark]:
    """How the calendar marks a day, by its state."""
    return {
        "sent": Mark(Shape.DISC, translate("sent", "sent")),
        "nothing": Mark(Shape.RING, translate("sent", "nothing given")),
        "waiting": Mark(Shape.DOTS, translate("sent", "not sent yet")),
        "missed": Mark(Shape.DASH, translate("sent", "missed")),
        "refused": Mark(Shape.DIAMOND, translate("sent", "refused")),
    }


def state(name: str) -> str:
    """What became of a day, as a sentence that says what it means."""
    texts = {
        "sent": translate("sent", "Your counts were locked and sent. The server can open only your group's sum."),
        "nothing": translate("sent", "You took part without giving anything: zeros were sent."),
        "waiting": translate("sent", "Not sent yet, or not yet confirmed by the server."),
        "missed": translate("sent", "This computer was not there in time. No counts were sent."),
        "too-early": translate(
            "sent", "Nothing is sent of this day: counting begins on the day after the first contact with the server."
        ),
        "refused": translate("sent", "Nothing was given, because what was asked for was refused."),
    }
    return texts.get(name, "")


def missing(reason: str) -> str:
    """Why nothing is published of a day."""
    texts = {
        "waiting": translate("sent", "Nothing was published of this day: fewer people were there than a group needs."),
        "lost": translate("sent", "Nothing was published of this day: too few people came back to unlock a sum."),
        "down": translate("sent", "Nothing was published of this day: the server was not running."),
        "budget": translate("sent", "Nothing was published of this day: the campaign's privacy limit is used up."),
        "spoiled": translate("sent", "Nothing was published of this day: false counts spoiled every sum."),
    }
    other = translate("sent", "Nothing was published of this day ({reason}).")
    return texts.get(reason) or other.format(reason=reason)


def count_row(count: GivenCount) -> tuple[str, str, str]:
    """A line of the table: what, how many times you, how many times all."""
    label = translate("sent", "all searches") if count.label is None else count.label
    return label, wording.number(count.count), published(count)


def published(count: GivenCount) -> str:
    """A published total with its uncertainty, or that there is none yet."""
    if count.published is None:
        return translate("sent", "not published yet")
    text = translate("sent", "{total}, give or take {half}")
    return text.format(total=wording.number(count.published), half=wording.number(count.half_width))
