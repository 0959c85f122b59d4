"""The step that shows the browsers found on this computer."""

from typing import Any

from pdd_client.desktop.first_run.steps import Step
from pdd_client.desktop.jobs.jobs import AddHistoryJob, BrowsersJob, Job, SwitchBrowserJob, SwitchProfileJob
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.tables.browser_list import BrowserList


class BrowsersStep(Step):
    """Lets the person switch each browser on or off; the settings can do so later."""

    def __init__(self) -> None:
        super().__init__()
        self._list = BrowserList()
        self._list.switched.connect(lambda name, on: self.wants.emit(SwitchBrowserJob(name, on)))
        self._list.profile_switched.connect(lambda path, on: self.wants.emit(SwitchProfileJob(path, on)))
        self._list.added.connect(lambda path: self.wants.emit(AddHistoryJob(path)))
        self.say(tr("browsers_title"), "title")
        self.say(tr("browsers_ask"))
        self.gap()
        self.add(self._list)
        self.end()

    def enter(self) -> None:
        """See Step."""
        self.wants.emit(BrowsersJob())

    def show_result(self, job: Job, result: Any) -> None:
        """See Step."""
        if isinstance(job, BrowsersJob):
            self._list.show_browsers(result)
        if isinstance(job, AddHistoryJob):
            self._list.show_added(result)
