"""The questions before everything is erased: the first one, and another if the server can't be told."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from pdd_client.desktop.jobs.server_jobs import EraseJob
from pdd_client.desktop.widgets.confirmation import Question, ask

translate = QCoreApplication.translate


def ask_to_erase(parent: QWidget, wants: Callable[[EraseJob], None]) -> None:
    """Ask whether to erase everything, here and at the server.

    Args:
        parent: a widget of the window above which to ask.
        wants: takes the job, if the person agrees.

    """
    question = Question(
        translate("erasing", "Erase everything?"),
        translate(
            "erasing",
            "The server forgets you. Then your keys, your choices and your log are erased from this computer. "
            "If the server can't be reached, you are asked again.\n"
            "This can't be undone. What can't be erased: locked counts that were added to a sum, "
            "and copies that your backups made.\n"
            "Your browsers' histories are not touched.",
        ),
        translate("erasing", "&Erase everything"),
        translate("erasing", "I &understand that this can't be undone"),
    )
    ask(parent, question, lambda: wants(EraseJob()))


def ask_to_erase_here(parent: QWidget, why: str, wants: Callable[[EraseJob], None]) -> None:
    """Ask whether to erase this computer alone, after the server could not be told.

    Args:
        parent: a widget of the window above which to ask.
        why: why the server could not be told, in a sentence.
        wants: takes the job, if the person agrees.

    """
    question = Question(
        translate("erasing", "Erase this computer only?"),
        "\n".join(
            (
                translate("erasing", "Nothing is erased yet, because the server could not be told. {why}").format(
                    why=why
                ),
                translate("erasing", "You can try again later. Or erase this computer only, if the server is gone."),
                what_server_keeps(),
                translate("erasing", "Without your keys, nobody can ask it to do so earlier."),
            )
        ),
        translate("erasing", "&Erase this computer only"),
    )
    ask(parent, question, lambda: wants(EraseJob(tell_server=False)))


def what_server_keeps() -> str:
    """Return what a server that was not told keeps of a donor, and until when."""
    return translate(
        "erasing",
        "The server then keeps your public keys, and up to 60 days on which you were there. While it runs, it deletes "
        "them when it has not seen you for a long time, usually 180 days.",
    )
