"""The app's colours can be read, in light and dark, and with more contrast. Nothing in the window moves."""

import os
import subprocess
import sys

import pytest
from jeepney import HeaderFields, Message, new_error, new_method_return
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pdd_client.desktop.theme import CONTRAST_DARK, CONTRAST_LIGHT, DARK, LIGHT, Colours, Theme
from pdd_client.desktop.window.status_line import StatusLine
from pdd_client.gateways.home_files.theme_file import Theme as Choice
from tests.support.processes.session_bus import needs_bus, session_bus
from tests.support.processes.virtual_screen import needs_screen, screen

TEXTS = ("ink", "quiet", "teal", "amber", "red")
LOOKS = 5
"""How often a line is looked at to see whether it moves."""
PAUSE = 60
"""The milliseconds between two looks; Qt moves a bar about 25 times a second."""
APP = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pdd_client.desktop.theme import Theme, current
application = QApplication([])
theme = Theme(application)
theme.choose(sys.argv[1])
theme.changed.connect(lambda: current().contrast and application.quit())
QTimer.singleShot(0 if current().contrast else 30_000, application.quit)
application.exec()
print(current().paper)
"""


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_colours_can_be_read(colours: Colours) -> None:
    """Every text colour has a contrast of at least 4.5 to the background (WCAG 2.2, 1.4.3)."""
    for name in TEXTS:
        assert _contrast(getattr(colours, name), colours.paper) >= 4.5, name


@pytest.mark.parametrize("colours", [CONTRAST_LIGHT, CONTRAST_DARK])
def test_more_contrast_is_7_to_1(colours: Colours) -> None:
    """With more contrast, texts have 7 to 1 on every background, and rules 3 to 1 (WCAG 2.2, 1.4.6 and 1.4.11)."""
    for name in TEXTS:
        for background in (colours.paper, colours.wash):
            assert _contrast(getattr(colours, name), background) >= 7, (name, background)
    assert _contrast(colours.paper, colours.teal) >= 7, "the text of the main action"
    assert _contrast(colours.line, colours.paper) >= 3


@pytest.mark.parametrize("choice", ["light-contrast", "dark-contrast"])
def test_everything_that_qt_paints_has_more_contrast(qapp: QApplication, choice: Choice) -> None:
    """Each text of the palette, also of a switched-off control, has 7 to 1 on each background that it can have."""
    Theme(qapp).choose(choice)
    part, palette = QPalette.ColorRole, qapp.palette()
    texts = (part.WindowText, part.Text, part.ButtonText, part.ToolTipText, part.PlaceholderText, part.Link)
    backgrounds = (part.Window, part.Base, part.AlternateBase, part.Button, part.ToolTipBase)
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled):
        pairs = [(text, background) for text in texts for background in backgrounds]
        for text, background in (*pairs, (part.HighlightedText, part.Highlight)):
            ratio = _contrast(palette.color(group, text).name(), palette.color(group, background).name())
            assert ratio >= 7, (group, text, background)


def test_borders_are_thicker_with_more_contrast(qapp: QApplication) -> None:
    """The style sheet has thicker borders with more contrast, and only then."""
    theme, thick = Theme(qapp), "QPushButton:focus, QToolButton:focus { border: 4px solid"
    theme.choose("light-contrast")
    assert f"{thick} {CONTRAST_LIGHT.teal}" in qapp.styleSheet()
    theme.choose("light")
    assert thick not in qapp.styleSheet()


def test_theme_follows_the_choice(qapp: QApplication) -> None:
    """Dark and light can be forced for palette and style sheet, and each change is reported once."""
    theme = Theme(qapp)
    told: list[str] = []
    theme.changed.connect(lambda: told.append(qapp.palette().color(QPalette.ColorRole.Window).name().upper()))
    theme.choose("dark")
    assert DARK.teal in qapp.styleSheet()
    for _ in range(2):
        theme.choose("light")
    assert DARK.teal not in qapp.styleSheet()
    assert told == [DARK.paper, LIGHT.paper]


@needs_bus
@needs_screen
@pytest.mark.parametrize(("asked", "colours"), [(1, CONTRAST_DARK), (0, DARK)])
def test_the_systems_wish_for_contrast_is_followed(asked: int, colours: Colours) -> None:
    """A desktop that asks for more contrast gets it, whichever colours the person chose; another one does not."""

    def settings(message: Message) -> Message:
        if message.header.fields[HeaderFields.member] == "ReadAll":
            found = {"org.freedesktop.appearance": {"contrast": ("u", asked)}}
            return new_method_return(message, "a{sa{sv}}", (found,))
        return new_error(message, "org.freedesktop.portal.Error.NotFound")

    with session_bus("org.freedesktop.portal.Desktop", settings) as address, screen() as shown:
        desktop = {"DBUS_SESSION_BUS_ADDRESS": address, "XDG_CURRENT_DESKTOP": "GNOME", "DISPLAY": shown.display}
        app = [sys.executable, "-c", APP if asked else APP.replace("30_000", "1_000"), "dark"]
        environment = os.environ | desktop | {"QT_QPA_PLATFORM": "xcb"}
        done = subprocess.run(app, env=environment, check=True, capture_output=True, text=True)
    assert done.stdout.strip() == colours.paper


def test_nothing_moves_while_something_is_under_way(qtbot: QtBot) -> None:
    """The line that says what is under way stands still."""
    line = StatusLine()
    qtbot.addWidget(line)
    line.resize(600, 40)
    line.show()
    line.show_busy("Reading your searches")
    qtbot.waitUntil(lambda: line.text == "Reading your searches")
    before = line.grab().toImage()
    for _ in range(LOOKS):
        qtbot.wait(PAUSE)
        assert line.grab().toImage() == before


def _contrast(one: str, other: str) -> float:
    """Return the contrast ratio of WCAG 2.2."""

    def luminance(name: str) -> float:
        parts = QColor(name).getRgbF()[:3]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return float(sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True)))

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
