"""A person before the pages Today and Sent, and homes that have joined."""

from PySide6.QtCore import Qt

from pdd_client.desktop.jobs.server_jobs import CheckInJob
from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.sent.page import SentPage
from pdd_client.desktop.today.page import TodayPage
from tests.client.desktop.person import Desk
from tests.client.fakes import NOON

ROUND = NOON.date()
"""The day of the searches in the test's history."""


def join(open_home: OpenDonor, address: str, sending: str = "review") -> None:
    """Let the home join all campaigns and be active on the day."""
    with open_home() as donor:
        donor.campaigns.join(address, list(donor.campaigns.fetch_offer(address).campaigns))
        donor.settings.set_sending("review" if sending == "review" else "by-itself")
        donor.check_in()


class Today:
    """Return the page once it shows a day."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        desk.until(lambda: isinstance(desk.window.page, TodayPage) and desk.window.page.day is not None)
        assert isinstance(desk.window.page, TodayPage)
        self.page = desk.window.page

    def rows(self) -> list[tuple[str, str]]:
        """Return each row's kind, and its count or time."""
        model = self.page.model
        return [(str(model.index(row, 0).data()), str(model.index(row, 1).data())) for row in range(model.rowCount())]

    def has(self, text: str, count: str | None = None) -> bool:
        return any(found == text and count in (None, times) for found, times in self.rows())

    def wait(self, text: str, count: str | None = None) -> None:
        self.desk.until(lambda: self.has(text, count))

    def click(self, text: str) -> None:
        """Click the row with this text."""
        self.wait(text)
        self.click_row(next(number for number, (found, _) in enumerate(self.rows()) if found == text))

    def click_row(self, number: int) -> None:
        index = self.page.model.index(number, 0)
        self.page.view.scrollTo(index)
        place = self.page.view.visualRect(index).center()
        self.desk.qtbot.mouseClick(self.page.view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def contact(self) -> None:
        """Contact the server as the schedule would, and wait until that is done."""
        self.desk.window.ask(CheckInJob())
        self.desk.settle()


def sent_page(desk: Desk) -> SentPage:
    """Return the page once it shows the days."""
    desk.until(lambda: desk.session.app_status is not None)
    desk.window.show_page("sent")
    desk.until(lambda: isinstance(desk.window.page, SentPage) and desk.window.page.shown is not None)
    assert isinstance(desk.window.page, SentPage)
    return desk.window.page


def table(page: SentPage) -> list[list[str]]:
    """Return the counts that the page shows, row by row."""
    (found,) = page.details.tables
    rows, columns = range(found.rows.rowCount()), range(found.rows.columnCount())
    return [[str(found.rows.index(row, column).data()) for column in columns] for row in rows]
