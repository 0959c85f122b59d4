"""The questions before everything is erased: the first one, and another if the server can't be told."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from pdd_client.desktop.jobs.server_jobs import EraseJob
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.confirmation import Question, ask


def ask_to_erase(parent: QWidget, wants: Callable[[EraseJob], None]) -> None:
    """Ask whether to erase everything, here and at the server.

    Args:
        parent: a widget of the window above which to ask.
        wants: takes the job, if the person agrees.

    """
    question = Question(
        tr("erase_title"),
        tr("erase_what"),
        tr("erase_go"),
        tr("erase_understood"),
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
        tr("erase_here_title"),
        "\n".join(
            (
                tr("erase_here_why", why=why),
                tr("erase_here_later"),
                what_server_keeps(),
                tr("erase_here_final"),
            )
        ),
        tr("erase_here_go"),
    )
    ask(parent, question, lambda: wants(EraseJob(tell_server=False)))


def what_server_keeps() -> str:
    """Return what a server that was not told keeps of a donor, and until when."""
    return tr("erase_here_keeps")
