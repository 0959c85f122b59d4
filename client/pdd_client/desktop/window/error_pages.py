"""The pages that are shown without a donor: it can't be opened, or everything is erased."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout

from pdd_client.desktop.page.erase_dialog import what_server_keeps
from pdd_client.desktop.page.page import Page
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.drawing import Drawing, Ring
from pdd_client.desktop.widgets.layout.column import Column


class PlainPage(Page):
    """A page with a title, paragraphs, a button for one action, and a button to quit."""

    again = Signal()
    """The person chose the action."""
    quit = Signal()
    """The person chose to quit."""

    def __init__(self, ring: Ring, title: str, paragraphs: tuple[str, ...], label: str) -> None:
        super().__init__()
        column, again, leave = Column(), QPushButton(label), QPushButton(tr("quit"))
        column.add(Drawing(ring, 4))
        column.say(title, "title")
        for text in paragraphs:
            column.say(text)
        role(again, "primary")
        again.clicked.connect(self.again)
        leave.clicked.connect(self.quit)
        column.gap()
        column.add_row(again, leave)
        column.end()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(column)


class TroublePage(PlainPage):
    """Says why the donor can't be opened now, and offers to try again."""

    def __init__(self, why: str) -> None:
        calm = tr("trouble_what")
        super().__init__("ring-attention", tr("trouble_title"), (why, calm), tr("try_again"))


class ErasedPage(PlainPage):
    """Says what is erased and what can't be, and offers to start again."""

    def __init__(self, *, server_told: bool) -> None:
        gone = (tr("erased_forgotten"),) if server_told else (tr("erased_gone"), what_server_keeps())
        stays = tr("erased_final")
        super().__init__("ring-paused", tr("erased_title"), (*gone, stays), tr("erased_start_again"))
