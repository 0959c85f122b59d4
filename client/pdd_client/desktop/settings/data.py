"""The section of the donor's own data: exporting it, and erasing it."""

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog

from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.server_jobs import ExportJob
from pdd_client.desktop.page.erase_dialog import ask_to_erase
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.section import Section


class DataSection(Section):
    """Says where the data is, and offers to export it, or to erase everything here and at the server."""

    def __init__(self) -> None:
        super().__init__(self.tr("Your data"))
        self._where = self.say(kind="quiet")
        export, erase = self.button(self.tr("E&xport my data…")), self.button(self.tr("Er&ase everything…"), "danger")
        export.clicked.connect(self._export)
        erase.clicked.connect(lambda: ask_to_erase(self, self.wants.emit))
        self.add_row(export, erase)

    def show_settings(self, settings: Settings) -> None:
        """See Section."""
        text = self.tr(
            "It is in {folder}: your choices and what was sent, and no search. Besides you, only this "
            "computer's administrators can read it."
        )
        self._where.setText(text.format(folder=settings.home))

    def show_result(self, job: Job, result: Any) -> None:
        """See Section."""
        if isinstance(job, ExportJob):
            self.says.emit(self.tr("Your data is in {file}.").format(file=result))

    def _export(self) -> None:
        chosen, _ = QFileDialog.getSaveFileName(
            self, self.tr("Export my data"), str(Path.home() / "private-data-donor.json"), self.tr("JSON (*.json)")
        )
        if chosen:
            self.wants.emit(ExportJob(Path(chosen)))
