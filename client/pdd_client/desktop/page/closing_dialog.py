"""The question before the window is closed for the first time, where nothing else tells that the app runs on."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.texts.reminder_texts import how_to_open
from pdd_client.desktop.widgets.confirmation import Question, ask


def ask_before_closing(parent: QWidget, then: Callable[[bool], None], *, in_tray: bool) -> None:
    """Ask whether the app goes on without its window. Escape leaves the window open.

    Args:
        parent: the window.
        then: takes whether it goes on, if the person chooses.
        in_tray: whether the tray has the app's icon.

    """
    goes_on = tr("closing_then")
    question = Question(
        tr("closing_title"),
        "\n".join(
            (
                f"{goes_on} {how_to_open(in_tray=in_tray)}",
                tr("closing_quit"),
                tr("closing_settings"),
            )
        ),
        tr("quit"),
        back=tr("closing_keep"),
    )
    question.back.clicked.connect(lambda: then(True))
    ask(parent, question, lambda: then(False))
