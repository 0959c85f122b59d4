"""The pages that are shown without a donor: it can't be opened, or everything is erased."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout

from pdd_client.desktop.page.erase_dialog import what_server_keeps
from pdd_client.desktop.page.page import Page
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
        column, again, leave = Column(), QPushButton(label), QPushButton(self.tr("&Quit"))
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
        calm = self.tr("This app sends nothing until this is solved.")
        super().__init__("ring-attention", self.tr("The app has stopped"), (why, calm), self.tr("&Try again"))


class ErasedPage(PlainPage):
    """Says what is erased and what can't be, and offers to start again."""

    def __init__(self, *, server_told: bool) -> None:
        gone = (
            (self.tr("The server has forgotten you. Your keys, choices and log are gone from this computer."),)
            if server_told
            else (self.tr("Your keys, choices and log are gone from this computer."), what_server_keeps())
        )
        stays = self.tr("Locked counts that were added to a sum stay in it.")
        super().__init__("ring-paused", self.tr("Everything is erased"), (*gone, stays), self.tr("&Start again"))
