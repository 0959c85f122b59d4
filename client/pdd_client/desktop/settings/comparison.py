"""The section that compares what the server shows this donor with what it shows others."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtWidgets import QFileDialog

from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.section import Section
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.texts.terms_texts import vouching
from pdd_client.desktop.widgets.layout.column import COPIED

if TYPE_CHECKING:
    from pdd_client.donor.cohort.log_comparison import Compared
    from pdd_client.donor.donor import Donor


@dataclass(frozen=True)
class CompareJob(Job):
    """Compares the server's public log with the checkpoint in a file of results."""

    changes: ClassVar[bool] = True
    file: Path

    def run(self, donor: "Donor") -> "Compared":
        """See `Donor.compare_log`."""
        return donor.compare_log(self.file)


class ComparisonSection(Section):
    """Shows the numbers that people compare, and offers to compare a file; hidden until there is something to compare.

    What the comparison with a file found stays on the page.
    """

    def __init__(self) -> None:
        super().__init__(tr("compare"))
        self._vouching = self.say()
        self.say(tr("compare_what"), "quiet")
        self._weeks = self.say()
        self._weeks.setTextInteractionFlags(COPIED)
        self.say(tr("compare_file_what"), "quiet")
        compare = self.button(tr("compare_file"))
        compare.clicked.connect(self._compare)
        self.add_row(compare)
        self._found = self.say()
        self._found.hide()
        self.hide()

    def show_settings(self, settings: Settings) -> None:
        """See Section."""
        self.setVisible(bool(settings.log_weeks))
        self._vouching.setText(vouching(settings.witnesses))
        lines = (tr("compare_week", day=wording.day(start), number=number) for start, number in settings.log_weeks)
        self._weeks.setText("\n".join(lines))

    def show_result(self, job: Job, result: Any) -> None:
        """See Section."""
        if isinstance(job, CompareJob):
            until = wording.day(result.until) if result.until else ""
            told = tr(f"compare_{result.result}", day=until)
            self._found.setText(told)
            self._found.show()
            self.says.emit(told)

    def _compare(self) -> None:
        dialog = QFileDialog(self, tr("compare_title"), str(Path.home()), tr("compare_filter"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.wants.emit(CompareJob(Path(name))))
        dialog.open()
