"""What every section of the settings page is."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.theme import Role, role
from pdd_client.desktop.widgets.layout.column import Widget, paragraph
from pdd_client.desktop.widgets.layout.flow import Flow


class Section(QWidget):
    """A heading and its controls; a section shows the settings, and wants jobs when the person changes something."""

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
        """Show what is kept."""

    def show_result(self, job: Job, result: Any) -> None:
        """Show what came of a job, if it was one of this section's."""

    # --- making

    def say(self, text: str = "", kind: Role | None = None) -> QLabel:
        """Add a paragraph."""
        return self.add(paragraph(text, kind))

    def add(self, widget: Widget) -> Widget:
        """Add a control; returns it."""
        self._column.addWidget(widget)
        return widget

    def add_row(self, *widgets: QWidget) -> None:
        """Add controls beside each other, at the leading edge."""
        self._column.addLayout(Flow(*widgets))

    def add_column(self) -> QVBoxLayout:
        """Add a column of its own, for what comes and goes."""
        column = QVBoxLayout()
        self._column.addLayout(column)
        return column

    def button(self, label: str, kind: Role | None = None) -> QPushButton:
        """Make a button; it is added with `add` or `add_row`."""
        made = QPushButton(label)
        if kind:
            role(made, kind)
        return made
