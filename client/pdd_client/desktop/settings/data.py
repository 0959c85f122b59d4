"""The section of the donor's own data: exporting it, and erasing it."""

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog

from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.server_jobs import ExportJob
from pdd_client.desktop.page.erase_dialog import ask_to_erase
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.section import Section
from pdd_client.desktop.texts.catalogue import tr


class DataSection(Section):
    """Says where the data is, and offers to export it, or to erase everything here and at the server."""

    def __init__(self) -> None:
        super().__init__(tr("your_data"))
        self._where = self.say(kind="quiet")
        export, erase = self.button(tr("export_data")), self.button(tr("erase"), "danger")
        export.clicked.connect(self._export)
        erase.clicked.connect(lambda: ask_to_erase(self, self.wants.emit))
        self.add_row(export, erase)

    def show_settings(self, settings: Settings) -> None:
        """See Section."""
        text = tr("data_where_app")
        self._where.setText(text.format(folder=settings.home))

    def show_result(self, job: Job, result: Any) -> None:
        """See Section."""
        if isinstance(job, ExportJob):
            self.says.emit(tr("exported", file=result))

    def _export(self) -> None:
        chosen, _ = QFileDialog.getSaveFileName(
            self, tr("export_title"), str(Path.home() / "private-data-donor.json"), tr("export_filter")
        )
        if chosen:
            self.wants.emit(ExportJob(Path(chosen)))
