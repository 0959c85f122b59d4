"""The base class of the Settings page's sections."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.theme import Role, role
from pdd_client.desktop.widgets.layout.column import Widget, paragraph
from pdd_client.desktop.widgets.layout.flow import Flow


class Section(QWidget):
    """A heading and its controls.

    A section shows the settings, and asks for a job when the person changes one. Its signals are those of `Page`.
    """

    wants = Signal(object)
    goes = Signal(str)
    says = Signal(str)

    def __init__(self, title: str) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 16, 0, 8)
        self._column.setSpacing(8)
        self.say(title, "heading")

    def show_settings(self, settings: Settings) -> None:
        """Show these settings."""

    def show_result(self, job: Job, result: Any) -> None:
        """Show the result of a job. Every section gets every result, and passes over those of others."""

    # --- making

    def say(self, text: str = "", kind: Role | None = None) -> QLabel:
        """Add a paragraph and return its label."""
        return self.add(paragraph(text, kind))

    def add(self, widget: Widget) -> Widget:
        """Add a control and return it."""
        self._column.addWidget(widget)
        return widget

    def add_row(self, *widgets: QWidget) -> None:
        """Add controls beside each other, at the leading edge."""
        self._column.addLayout(Flow(*widgets))

    def add_column(self) -> QVBoxLayout:
        """Add and return a column for controls that come and go."""
        column = QVBoxLayout()
        self._column.addLayout(column)
        return column

    def button(self, label: str, kind: Role | None = None) -> QPushButton:
        """Return a new button, to be added with `add` or `add_row`."""
        made = QPushButton(label)
        if kind:
            role(made, kind)
        return made
