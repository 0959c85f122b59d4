"""What is kept here about the donor: taking it along, and erasing it."""

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog

from pdd_client.desktop.jobs import Job
from pdd_client.desktop.server_jobs import EraseJob, ExportJob
from pdd_client.desktop.settings.asking import Question, ask
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.section import Section


class DataSection(Section):
    """Export, and erasing everything here and at the server."""

    def __init__(self) -> None:
        super().__init__(self.tr("Your data"))
        self._where = self.say(kind="quiet")
        export, erase = self.button(self.tr("E&xport my data…")), self.button(self.tr("Er&ase everything…"), "danger")
        export.clicked.connect(self._export)
        erase.clicked.connect(self._erase)
        self.add_row(export, erase)

    def show_settings(self, settings: Settings) -> None:
        """See Section."""
        text = self.tr("It is in {folder}, readable for you alone: your choices and what was sent, and no search.")
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

    def _erase(self) -> None:
        question = Question(
            self.tr("Erase everything?"),
            self.tr(
                "The server forgets you. Then your keys, your choices and your log are erased from this computer. "
                "If the server can't be reached, nothing is erased, so that you can try again.\n"
                "This can't be undone. What can't be erased: locked counts that were added to a sum stay in it, for "
                "nobody can tell which were yours; and copies that your backups made.\n"
                "Your browsers' histories are not touched."
            ),
            self.tr("&Erase everything"),
            self.tr("I &understand that this can't be undone"),
        )
        ask(self, question, lambda: self.wants.emit(EraseJob()))
