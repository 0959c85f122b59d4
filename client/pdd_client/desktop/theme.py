"""The app's colours, light and dark, and the style sheet that uses them."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from pdd_client.gateways.home_files.theme_file import Theme as Choice

Role = Literal[
    "title",
    "heading",
    "large",
    "quiet",
    "amber",
    "danger",
    "primary",
    "link",
    "card",
    "rule",
    "notice",
    "header",
    "footer",
]
_SCALES = {"title": 1.6, "heading": 1.15, "large": 1.15}
"""Font sizes of these roles, as factors of the system's font size."""


@dataclass(frozen=True)
class Colours:
    """The colours of one theme, as "#RRGGBB".

    All but `line` and `wash` have a contrast of at least 4.5 to 1 on `paper`. In a theme with more contrast they have
    7 to 1 on `paper` and on `wash`, and `line` has 3 to 1 on `paper`.

    Attributes:
        paper: the background.
        ink: text.
        quiet: less important text.
        line: rules and borders.
        teal: counts, links and the main action.
        wash: the background of selected rows.
        amber: warnings.
        red: actions that can't be undone.
        dark: whether this is a dark theme.
        contrast: whether this is a theme with more contrast, in which borders are thicker too.

    Source: WCAG 2.2, 1.4.3 and 1.4.6 (contrast of text, levels AA and AAA), 1.4.11 (contrast of borders).
    """

    paper: str
    ink: str
    quiet: str
    line: str
    teal: str
    wash: str
    amber: str
    red: str
    dark: bool
    contrast: bool = False


LIGHT = Colours("#FBFAF7", "#1B2430", "#5B6570", "#DDD9D0", "#0F766E", "#E6F2F0", "#B45309", "#B42318", dark=False)
DARK = Colours("#12181F", "#E7E5DF", "#9AA5B1", "#2A333D", "#2DD4BF", "#16302E", "#F5B971", "#F97066", dark=True)
CONTRAST_LIGHT = Colours(
    "#FFFFFF", "#000000", "#2B333B", "#6B747D", "#06504A", "#D6EBE8", "#713200", "#8C1A11", dark=False, contrast=True
)
CONTRAST_DARK = Colours(
    "#000000", "#FFFFFF", "#D5DBE1", "#9BA5AF", "#5EEAD4", "#123532", "#FFD08F", "#FFB4AD", dark=True, contrast=True
)


class Theme(QObject):
    """The application's colours: the system's light or dark, unless the person chose one.

    If the system asks for more contrast, every choice gets it.
    """

    changed = Signal()
    """Other colours are used now. Widgets that paint themselves also get QEvent.PaletteChange."""

    def __init__(self, application: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._application = application
        self._choice: Choice = "system"
        application.setStyle("Fusion")
        self._hints = application.styleHints()  # kept, because PySide deletes `accessibility` with this wrapper
        self._hints.colorSchemeChanged.connect(self._apply)
        self._hints.accessibility().contrastPreferenceChanged.connect(self._apply)
        self._apply()

    def choose(self, choice: Choice) -> None:
        """Use light or dark colours, with more contrast or not, or follow the system."""
        # Don't style again without need: Qt has crashed on pages that were about to be deleted for another language.
        if choice != self._choice:
            self._choice = choice
            self._apply()

    def _apply(self) -> None:
        colours = self._colours()
        self._application.setProperty("colours", colours)
        self._application.setPalette(_palette(colours))
        self._application.setStyleSheet(_sheet(colours))
        self.changed.emit()

    def _colours(self) -> Colours:
        system_dark = self._hints.colorScheme() == Qt.ColorScheme.Dark
        system_contrast = self._hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast
        dark = system_dark if self._choice == "system" else self._choice.startswith("dark")
        if system_contrast or self._choice.endswith("contrast"):
            return CONTRAST_DARK if dark else CONTRAST_LIGHT
        return DARK if dark else LIGHT


def current() -> Colours:
    """Return the colours in use, for widgets that paint themselves; the light ones before there is a Theme."""
    application = QApplication.instance()
    found = application.property("colours") if application else None
    return found if isinstance(found, Colours) else LIGHT


def role(widget: QWidget, name: Role) -> None:
    """Give a widget the look of a role. "primary" is for the main action of a page, of which there is one."""
    widget.setProperty("role", name)
    if name in _SCALES:
        font = widget.font()
        font.setPointSizeF(font.pointSizeF() * _SCALES[name])
        font.setWeight(QFont.Weight.Normal if name == "large" else QFont.Weight.DemiBold)
        widget.setFont(font)
    # A style sheet's rules for a property are applied only when the widget is polished.
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def _palette(colours: Colours) -> QPalette:
    part, palette = QPalette.ColorRole, QPalette(QColor(colours.paper))
    for where, colour in (
        (part.Window, colours.paper),
        (part.Base, colours.paper),
        (part.AlternateBase, colours.wash),
        (part.Button, colours.paper),
        (part.ToolTipBase, colours.paper),
        (part.WindowText, colours.ink),
        (part.Text, colours.ink),
        (part.ButtonText, colours.ink),
        (part.ToolTipText, colours.ink),
        (part.PlaceholderText, colours.quiet),
        (part.Highlight, colours.wash),
        (part.HighlightedText, colours.ink),
        (part.Link, colours.teal),
        (part.LinkVisited, colours.teal),
        (part.Accent, colours.teal),
        (part.Mid, colours.line),
        (part.Midlight, colours.line),
        (part.Dark, colours.quiet),
        (part.Light, colours.line),
        (part.Shadow, colours.line),
    ):
        palette.setColor(where, QColor(colour))
    for text in (part.WindowText, part.Text, part.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, text, QColor(colours.quiet))
    return palette


@cache
def _sheet(colours: Colours) -> str:
    """Return the style sheet with these colours."""
    here = Path(__file__).parent
    names = {name: getattr(colours, name) for name in Colours.__dataclass_fields__}
    names |= {"scheme": "dark" if colours.dark else "light", "drawings": (here / "drawings").as_posix()}
    sheets = ("theme.qss", "contrast.qss") if colours.contrast else ("theme.qss",)
    text = "".join((here / sheet).read_text(encoding="utf-8") for sheet in sheets)
    return Template(text).substitute(names)
