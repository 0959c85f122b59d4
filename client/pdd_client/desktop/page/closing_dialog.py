"""The question before the window is closed for the first time, where nothing else tells that the app runs on."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from pdd_client.desktop.texts.reminder_texts import how_to_open
from pdd_client.desktop.widgets.confirmation import Question, ask

translate = QCoreApplication.translate


def ask_before_closing(parent: QWidget, then: Callable[[bool], None], *, in_tray: bool) -> None:
    """Ask whether the app goes on without its window. Escape leaves the window open.

    Args:
        parent: the window.
        then: takes whether it goes on, if the person chooses.
        in_tray: whether the tray has the app's icon.

    """
    goes_on = translate("closing", "The app then goes on in the background.")
    question = Question(
        translate("closing", "Keep donating without the window?"),
        "\n".join(
            (
                f"{goes_on} {how_to_open(in_tray=in_tray)}",
                translate("closing", "If you quit, no counts go out until the app starts again."),
                translate("closing", "You can change this in Settings."),
            )
        ),
        translate("closing", "&Quit"),
        back=translate("closing", "&Keep donating"),
    )
    question.back.clicked.connect(lambda: then(True))
    ask(parent, question, lambda: then(False))
