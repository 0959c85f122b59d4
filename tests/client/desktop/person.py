"""A person in front of the window, who finds controls by name, clicks, types and waits."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.exceptions import TimeoutError
from pytestqt.qtbot import QtBot

from pdd_client.core.visits import HistoryFile
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.worker import OpenDonor, Worker
from pdd_client.desktop.session import Session
from pdd_client.donor.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from tests.client.fakes import Clock
from tests.support.processes.timeouts import PATIENCE

Kind = TypeVar("Kind", bound=QWidget)


def opener(home: Path, clock: Clock, *histories: Path) -> OpenDonor:
    """Return a function that opens this home under a clock that the test moves; each history is a Chrome profile."""
    files = [HistoryFile(path, "chrome", path.name) for path in histories]
    return lambda: Donor.open(home, clock=clock, keychain=FileKeychain(home), find=lambda: files, discover=list)


@dataclass(frozen=True)
class JoinJob(Job):
    """Join these campaigns, all by default, in their first region if they have any."""

    changes: ClassVar[bool] = True
    address: str
    campaigns: tuple[str, ...] = ()

    def run(self, donor: Donor) -> None:
        offer = donor.campaigns.fetch_offer(self.address, self.campaigns or None)
        for name, campaign in offer.campaigns.items():
            donor.campaigns.join(self.address, [name], next(iter(campaign.strata), None))


class Desk:
    """The app and the person; a control that the person looks for must exist and be visible."""

    def __init__(self, qtbot: QtBot, open_donor: OpenDonor, *, hidden: bool = False) -> None:
        self.qtbot = qtbot
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.session = Session(application, Worker(open_donor), hidden=hidden)
        self.window = self.session.window
        qtbot.addWidget(self.window)
        self.session.start()

    def close(self) -> None:
        """End the app so that nothing is left for the next test."""
        self.session.quit()
        self.session.language.choose(None)
        self.session.deleteLater()

    # --- looking

    def all(self, kind: type[Kind]) -> Iterator[Kind]:
        """Return all such controls visible now, in the window and in dialogs above it."""
        for top in QApplication.topLevelWidgets():
            if top.isVisible():
                yield from (found for found in top.findChildren(kind) if found.isVisible())

    def find(self, kind: type[Kind], name: str) -> Kind | None:
        """Return the control with this label or accessible name, if it is visible now."""
        return next((found for found in self.all(kind) if name in _names(found)), None)

    def see(self, kind: type[Kind], name: str) -> Kind:
        """Wait for the control with this label or accessible name."""
        self.until(lambda: self.find(kind, name) is not None)
        found = self.find(kind, name)
        assert found is not None
        return found

    def reads(self, text: str) -> bool:
        """Return whether the person can read this now."""
        return any(text in label.text() for label in self.all(QLabel))

    def read(self, text: str) -> None:
        """Wait until the person can read this."""
        self.until(lambda: self.reads(text))

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds, with time for a busy computer on which the account takes seconds."""
        try:
            self.qtbot.waitUntil(holds, timeout=1000 * PATIENCE)
        except TimeoutError:
            read = [label.text() for label in self.all(QLabel)]
            raise AssertionError(f"the person reads {read}; the line: {self.window.status.text!r}") from None

    def settle(self) -> None:
        """Wait until everything that was asked for is done."""
        self.until(lambda: not self.window._asked)

    # --- doing

    def click(self, name: str) -> None:
        """Click the button with this label once it is enabled."""
        button = self.see(QAbstractButton, name)
        self.until(button.isEnabled)
        # Of a switch only the box and its label can be clicked, which begin at the leading edge.
        at = QPoint(12, button.height() // 2) if button.isCheckable() else button.rect().center()
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton, pos=at)

    def type(self, name: str, text: str) -> None:
        """Type into the field with this name."""
        field = self.see(QWidget, name)
        field.setFocus()
        self.qtbot.keyClicks(field, text)

    def join(self, address: str, *campaigns: str) -> None:
        """Join without the window, and refresh the app."""
        self.session.window.ask(JoinJob(address, campaigns))
        self.until(lambda: self.session.app_status is not None and self.session.app_status.joined)
        self.session.show_pages()


def _names(widget: QWidget) -> tuple[str, ...]:
    label = widget.text().replace("&", "") if isinstance(widget, QAbstractButton) else ""
    return (widget.accessibleName(), label)
