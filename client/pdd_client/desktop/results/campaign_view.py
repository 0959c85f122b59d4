"""One campaign's results: a chart, the same numbers as a table, and the days without totals."""

from collections import Counter
from datetime import date

from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from pdd_client.desktop.results.keyword_chooser import Chooser
from pdd_client.desktop.results.region_chooser import RegionChooser
from pdd_client.desktop.results.result_texts import about_totals, day_name, give_or_take, missing, some_open, table_head
from pdd_client.desktop.results.view_model import ResultsViewModel
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.chart.chart_box import ChartBox
from pdd_client.desktop.widgets.chart.plot import Plot, Series
from pdd_client.desktop.widgets.layout.wide_page import paragraph
from pdd_client.desktop.widgets.tables.table import Table


class CampaignView(QWidget):
    """Shows what a campaign published about the chosen keywords; never anything of the donor's own."""

    def __init__(self, results: ResultsViewModel) -> None:
        super().__init__()
        title = results.found.title
        self._results = self._of_region = results
        self.chooser, self.regions = Chooser(title), RegionChooser(title)
        self.chart = ChartBox(tr("totals_of", campaign=title))
        self.as_table = QCheckBox(tr("as_table"))
        self.table = Table(tr("totals_of_table", campaign=title))
        self.empty = paragraph(tr("nothing_published"), "quiet")
        self.about, self.missing = paragraph("", "quiet"), paragraph("", "quiet")
        self.open_days = paragraph(some_open(results.found.period), "quiet")
        self.as_table.toggled.connect(self._show_form)
        self.chooser.changed.connect(self._show)
        self.regions.chosen.connect(self._show)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(paragraph(title, "heading"))
        shown = (self.empty, self.regions, self.chooser, self.chart, self.table)
        for widget in (*shown, self.about, self.open_days, self.as_table, self.missing):
            column.addWidget(widget)
        self.show_results(results)

    def show_results(self, results: ResultsViewModel) -> None:
        """Show other results of the same campaign."""
        self._results = results
        self.empty.setVisible(not results.ranking)
        for widget in (self.chooser, self.as_table):
            widget.setVisible(bool(results.ranking))
        self.about.setText(about_totals(results.found.period, is_capped=results.found.is_capped))
        self.about.setVisible(bool(results.ranking) and bool(self.about.text()))
        reasons = Counter(day.reason for day in results.found.missing)
        lines = (missing(reason, times, results.found.period) for reason, times in reasons.items())
        self.missing.setText("\n".join(lines))
        self.missing.setVisible(bool(reasons))
        self.regions.offer(results.regions, results.own)
        self.chooser.offer(results.ranking)

    def _show(self) -> None:
        """Show the chosen keywords in the chosen region."""
        self._of_region = self._results.of(self.regions.region)
        series = tuple(self._of_region.series(entry) for entry in self.chooser.chosen)
        self.chart.show_plot(Plot(series, open_days=self._of_region.open_days, gap=self._of_region.step))
        self.open_days.setVisible(bool(self._of_region.open_days))
        self._show_table(series)
        self._show_form()

    def _show_form(self) -> None:
        """Show either the chart or the table, as the person chose."""
        table = self.as_table.isChecked()
        self.chart.setVisible(bool(self._results.ranking) and not table)
        self.table.setVisible(bool(self._results.ranking) and table)

    def _show_table(self, series: tuple[Series, ...]) -> None:
        first = table_head(self._results.found.period)
        heads = (first, tr("people"), tr("searches"), *(line.name for line in series))
        days = list(reversed(self._of_region.by_day))
        self.table.rows.show_rows(heads, len(days), lambda row: self._row(days[row], series))

    def _row(self, day: date, series: tuple[Series, ...]) -> tuple[str, ...]:
        """Return a day's row of the table: the day, people, searches, and each keyword's total."""
        parts = self._of_region.by_day[day]
        people, searches = sum(part.donors for part in parts), sum(part.searches for part in parts)
        numbers = (give_or_take(line.by_day.get(day)) for line in series)
        name = day_name(day, is_open=day in self._of_region.open_days)
        return name, wording.number(people), wording.number(searches), *numbers
