"""The Settings page: one column of sections."""

from typing import Any

from PySide6.QtWidgets import QVBoxLayout

from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.page.page import Page
from pdd_client.desktop.settings.about import AboutSection
from pdd_client.desktop.settings.appearance import AppSection
from pdd_client.desktop.settings.campaigns import CampaignsSection
from pdd_client.desktop.settings.comparison import ComparisonSection
from pdd_client.desktop.settings.data import DataSection
from pdd_client.desktop.settings.extensions import ExtensionsSection
from pdd_client.desktop.settings.job import SettingsJob
from pdd_client.desktop.settings.left_out.blocked_words import BlockedSection
from pdd_client.desktop.settings.left_out.browsers import BrowsersSection
from pdd_client.desktop.settings.left_out.hours import HoursSection
from pdd_client.desktop.settings.left_out.sites import SitesSection
from pdd_client.desktop.settings.section import Section
from pdd_client.desktop.settings.sending import SendingSection
from pdd_client.desktop.widgets.layout.column import Column


class SettingsPage(Page):
    """Shows everything a person can set; each change is made at once."""

    def __init__(self) -> None:
        super().__init__()
        self._sections: tuple[Section, ...] = (
            SendingSection(),
            CampaignsSection(),
            BrowsersSection(),
            ExtensionsSection(),
            BlockedSection(),
            SitesSection(),
            HoursSection(),
            AppSection(),
            ComparisonSection(),
            DataSection(),
            AboutSection(),
        )
        column = Column()
        for section in self._sections:
            column.add(section)
            section.wants.connect(self.wants)
            section.goes.connect(self.goes)
            section.says.connect(self.says)
        column.end()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(column)

    def refresh(self) -> None:
        """See Page."""
        self.wants.emit(SettingsJob())

    def show_result(self, job: Job, result: Any) -> None:
        """See Page."""
        for section in self._sections:
            if isinstance(job, SettingsJob):
                section.show_settings(result)
            else:
                section.show_result(job, result)
