"""The calendar: marked days are told by shape, heard by a screen reader, and reached by keyboard."""

from datetime import date

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QPainter, QPixmap
from pytestqt.qtbot import QtBot

from pdd_client.desktop.sent.sent_texts import marks
from pdd_client.desktop.widgets.tables.calendar import Calendar, paint_mark
from pdd_client.desktop.widgets.tables.month_model import MARK, Mark, Shape

FIRST, LAST = date(2026, 9, 3), date(2026, 11, 20)


@pytest.fixture
def calendar(qtbot: QtBot) -> Calendar:
    calendar = Calendar("Days")
    calendar.setLocale(QLocale("en_GB"))
    qtbot.addWidget(calendar)
    calendar.show_days({LAST: Mark(Shape.DISC, "sent"), FIRST: Mark(Shape.DASH, "missed")}, FIRST, LAST)
    calendar.show()
    qtbot.waitExposed(calendar)
    return calendar


def test_days_are_marked_and_spoken(calendar: Calendar) -> None:
    """A marked day has its mark, and is read aloud with its date and the mark's meaning."""
    index = calendar.model.index_of(LAST)
    assert index.data(MARK).shape is Shape.DISC
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "20 November 2026" in spoken
    assert spoken.endswith(": sent")


@pytest.mark.parametrize(("locale", "first"), [("en_GB", "Mon"), ("en_US", "Sun"), ("ar_EG", None)])
def test_weeks_begin_where_the_locale_says(calendar: Calendar, locale: str, first: str | None) -> None:
    """The first column is the locale's first day of the week, and every date is under its weekday."""
    calendar.setLocale(QLocale(locale))
    head = calendar.model.headerData(0, Qt.Orientation.Horizontal)
    assert first is None or head == first
    for column in range(7):
        day = calendar.model.day_at(calendar.model.index(2, column))
        name = QLocale(locale).standaloneDayName(day.isoweekday(), QLocale.FormatType.ShortFormat)
        assert calendar.model.headerData(column, Qt.Orientation.Horizontal) == name


def test_a_day_is_chosen_by_keyboard(qtbot: QtBot, calendar: Calendar) -> None:
    """Arrow keys go from day to day, Page Up to the month before, and no further than the first and last day."""
    chosen: list[date] = []
    calendar.choose(date(2026, 11, 18))
    calendar.chosen.connect(chosen.append)
    qtbot.keyClick(calendar.table, Qt.Key.Key_Right)
    assert chosen == [date(2026, 11, 19)]
    for _ in range(5):
        qtbot.keyClick(calendar.table, Qt.Key.Key_PageUp)
    assert calendar.model.month == date(2026, 9, 1)
    assert (calendar.earlier.isEnabled(), calendar.later.isEnabled()) == (False, True)
    qtbot.mouseClick(calendar.later, Qt.MouseButton.LeftButton)
    assert calendar.model.month == date(2026, 10, 1)


def test_every_state_has_a_shape_of_its_own(qtbot: QtBot) -> None:
    """Without colour all marks still differ in their drawn pixels."""
    pictures = set()
    for mark in marks().values():
        picture = QPixmap(24, 24)
        picture.fill(Qt.GlobalColor.white)
        painter = QPainter(picture)
        paint_mark(painter, picture.rect().toRectF().center(), 7, mark.shape)
        painter.end()
        image = picture.toImage()
        pictures.add(bytes(image.pixelColor(x, y).name() != "#ffffff" for x in range(24) for y in range(24)))
    assert len(pictures) == len(marks()) == 6
