"""The section that says which browsers' searches count."""

from typing import Any

from pdd_client.desktop.jobs.jobs import AddHistoryJob, Job, SwitchBrowserJob, SwitchProfileJob
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.section import Section
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.tables.browser_list import BrowserList


class BrowsersSection(Section):
    """Shows the browsers found on this computer, each with a switch."""

    def __init__(self) -> None:
        super().__init__(tr("browsers"))
        self.say(tr("browsers_what"), "quiet")
        self.say(tr("hidden_engines"), "quiet")
        self._list = self.add(BrowserList())
        self._list.switched.connect(lambda name, on: self.wants.emit(SwitchBrowserJob(name, on)))
        self._list.profile_switched.connect(lambda path, on: self.wants.emit(SwitchProfileJob(path, on)))
        self._list.added.connect(lambda path: self.wants.emit(AddHistoryJob(path)))

    def show_settings(self, settings: Settings) -> None:
        """See Section."""
        self._list.show_browsers(settings.browsers)

    def show_result(self, job: Job, result: Any) -> None:
        """See Section."""
        if isinstance(job, AddHistoryJob):
            self.says.emit(self._list.show_added(result))
