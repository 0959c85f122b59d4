"""The step that shows the person's own counts of the last week beside the totals of all donors, before any consent."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from pdd_client.core.published_totals import WEEK, PublishedWeek
from pdd_client.desktop.first_run.steps import Step
from pdd_client.desktop.first_run.week_jobs import OwnWeekJob, PublishedWeekJob, week_rows
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_client.desktop.widgets.layout.column import empty, paragraph

if TYPE_CHECKING:
    from pdd_client.desktop.theme import Role
    from pdd_client.donor.campaigns.join import Offer


class LastWeekStep(Step):
    """Shows what the chosen campaigns would have counted in the last 7 days. Nothing of it is kept or sent."""

    def __init__(self, offer: "Offer", names: Sequence[str]) -> None:
        """Make the step, which counts once it is shown.

        Args:
            offer: the server's offer.
            names: the ids of the chosen campaigns.

        """
        super().__init__()
        self.offer = offer
        self._weeks: Mapping[str, PublishedWeek] | None = None
        self._tables: dict[str, _WeekTable] = {}
        self.say(tr("week_title"), "title")
        for name in names:
            if len(names) > 1:
                self.say(offer.campaigns[name].title, "heading")
            self._tables[name] = self.add(_WeekTable())
            self.gap()
        self._says = self.say(tr("doing_count"))
        self.end()

    def enter(self) -> None:
        """See Step. The browsers may be others than when the step was shown before, so the days are counted again."""
        self.wants.emit(OwnWeekJob(self.offer))
        if self._weeks is None:
            self.wants.emit(PublishedWeekJob(self.offer))

    def show_result(self, job: Job, result: Any) -> None:
        """See Step."""
        if isinstance(job, PublishedWeekJob):
            self._weeks = result
            for name, table in self._tables.items():
                table.show_published(result.get(name))
        elif isinstance(job, OwnWeekJob):
            own = {} if result is None else {name: result[name] for name in self._tables}
            for name, table in self._tables.items():
                table.show_own(own.get(name))
            if result is None:
                self._says.setText(tr("week_unread"))
            else:
                counts = any(any(found.values()) for found in own.values())
                self._says.setText(tr("week_private") if counts else tr("week_none"))


class _WeekTable(QWidget):
    """One campaign's keywords, each with the person's count of the last week and the total of all donors."""

    def __init__(self) -> None:
        super().__init__()
        self._own: Mapping[str, int] | None = None
        self._week: PublishedWeek | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(24)
        self._grid.setColumnStretch(3, 1)

    def show_own(self, counts: Mapping[str, int] | None) -> None:
        """Show the person's counts, by the keywords' labels; None if no history could be read."""
        self._own = counts
        self._draw()

    def show_published(self, week: PublishedWeek | None) -> None:
        """Show the totals of all donors beside the counts; None if nothing is published."""
        self._week = week
        self._draw()

    def _draw(self) -> None:
        empty(self._grid)
        if not (rows := week_rows(self._own, self._week)):
            return
        heads = [tr("week_you"), *([_published_head(self._week)] if self._week else [])]
        for column, head in enumerate(heads, start=1):
            self._put(0, column, head, "quiet")
        for place, row in enumerate(rows, start=1):
            self._put(place, 0, row.label)
            own = tr("dash") if row.own is None else wording.number(row.own)
            everyone = wording.plus_minus(*row.everyone) if row.everyone else tr("dash")
            for column, (head, text) in enumerate(zip(heads, (own, everyone), strict=False), start=1):
                self._put(place, column, text).setAccessibleName(f"{row.label}, {head}: {text}")

    def _put(self, row: int, column: int, text: str, kind: "Role | None" = None) -> QLabel:
        label = paragraph(text, kind)
        if column:
            label.setWordWrap(False)
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._grid.addWidget(label, row, column)
        return label


def _published_head(week: PublishedWeek) -> str:
    return tr("week_all") if week.days in (None, WEEK) else counted("week_all", week.days)
