"""The Results page: the totals that campaigns have published."""

from typing import Any

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.server_jobs import FetchResultsJob
from pdd_client.desktop.page.page import Page
from pdd_client.desktop.results.campaign_view import CampaignView
from pdd_client.desktop.results.job import ShowResultsJob
from pdd_client.desktop.results.view_model import ResultsViewModel
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.empty_state import EmptyState
from pdd_client.desktop.widgets.layout.flow import Flow
from pdd_client.desktop.widgets.layout.wide_page import paragraph, scrolled


class ResultsPage(Page):
    """Shows the published totals of all campaigns; those of campaigns not joined are folded away."""

    def __init__(self) -> None:
        super().__init__()
        self.views: dict[str, CampaignView] = {}
        self._others: tuple[ResultsViewModel, ...] = ()
        self.empty, self.fold, self.fetch = EmptyState(), QPushButton(), QPushButton(tr("fetch_new"))
        self.fold.setCheckable(True)
        role(self.fold, "link")
        self._body, self._folded = QWidget(), QWidget()
        self._joined, self._not_joined = QVBoxLayout(), QVBoxLayout(self._folded)
        self._lay_out()
        self.fold.toggled.connect(self._unfold)
        self.fetch.clicked.connect(lambda: self.wants.emit(FetchResultsJob()))
        self.empty.acted.connect(lambda: self.wants.emit(FetchResultsJob()))

    def _lay_out(self) -> None:
        column, inner = scrolled(self), QVBoxLayout(self._body)
        for layout in (inner, self._joined, self._not_joined):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(24)
        inner.addWidget(paragraph(self._who_sees(), "quiet"))
        inner.addLayout(self._joined)
        inner.addLayout(Flow(self.fold, self.fetch, trailing=1))
        inner.addWidget(self._folded)
        inner.addStretch(1)
        column.addWidget(self.empty)
        column.addWidget(self._body, 1)
        for widget in (self._body, self._folded):
            widget.hide()

    def _who_sees(self) -> str:
        return tr("results_who")

    # --- see Page

    def refresh(self) -> None:
        """See Page."""
        self.wants.emit(ShowResultsJob())

    def show_result(self, job: Job, result: Any) -> None:
        """See Page."""
        if isinstance(job, ShowResultsJob):
            self._show(result)
        elif isinstance(job, FetchResultsJob):
            self.says.emit(tr("fetched"))

    def show_error(self, job: Job, error: DonorError) -> None:
        """Show the error of loading the results in their place, and any other error above the page."""
        if not isinstance(job, ShowResultsJob):
            super().show_error(job, error)
            return
        self._body.hide()
        self.empty.tell(tr("results_unshown"), wording.error(error), tr("results_fetch"))

    # --- showing

    def _show(self, campaigns: tuple[ResultsViewModel, ...]) -> None:
        joined = tuple(one for one in campaigns if one.found.joined)
        self._others = tuple(one for one in campaigns if not one.found.joined)
        self._body.setVisible(bool(campaigns))
        self.empty.setVisible(not campaigns)
        if not campaigns:
            self.empty.tell(
                tr("no_results"),
                tr("no_results_yet"),
                tr("fetch_first"),
            )
        self._forget(campaigns)
        self._show_in(self._joined, joined)
        self.fold.setVisible(bool(self._others))
        self.fold.setText(counted("results_others", len(self._others)))
        self._unfold(self.fold.isChecked())

    def _unfold(self, unfolded: bool) -> None:
        """Show or hide the campaigns that are not joined. Their views are made only when they are first shown."""
        self._folded.setVisible(unfolded and bool(self._others))
        if unfolded:
            self._show_in(self._not_joined, self._others)

    def _show_in(self, layout: QVBoxLayout, campaigns: tuple[ResultsViewModel, ...]) -> None:
        for results in campaigns:
            name = results.found.id
            if name in self.views:
                self.views[name].show_results(results)
            else:
                self.views[name] = CampaignView(results)
            layout.addWidget(self.views[name])

    def _forget(self, campaigns: tuple[ResultsViewModel, ...]) -> None:
        """Remove the views of campaigns that are not among these."""
        for name in set(self.views) - {one.found.id for one in campaigns}:
            self.views.pop(name).deleteLater()
