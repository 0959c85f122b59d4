"""The privacy account on the Sent page: a sentence, its bar, a chart, a table of campaigns, and the limit."""

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDoubleSpinBox, QLabel, QPushButton, QVBoxLayout, QWidget

from pdd_client.desktop.sent import account_texts
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.certainty_bar import CertaintyBar
from pdd_client.desktop.widgets.chart.chart_box import ChartBox
from pdd_client.desktop.widgets.chart.plot import Ceiling, Plot, Point, Series
from pdd_client.desktop.widgets.layout import wheel
from pdd_client.desktop.widgets.layout.flow import Flow
from pdd_client.desktop.widgets.layout.wide_page import paragraph
from pdd_client.desktop.widgets.tables.table import Table
from pdd_shared.privacy.accounting.certainty import HIGH_COST, percent_sure

if TYPE_CHECKING:
    from pdd_client.core.donation.ledger import Account

_MOST = 1_000_000.0
"""The largest limit that the field accepts."""
_USUAL = 20.0
"""The limit that the field suggests to a donor who has none."""
_EVER = timedelta(days=36_500)
"""A gap longer than any account, so that the line of the costs is never interrupted."""


class AccountView(QWidget):
    """Shows the privacy account, and lets the donor set a limit."""

    ceiling_chosen = Signal(object)
    """The limit that the donor set, a Decimal; None for no limit."""

    def __init__(self) -> None:
        super().__init__()
        self.meaning, self.limit = paragraph(""), paragraph("")
        self.bar = CertaintyBar(Decimal(50))
        self.chart = ChartBox(tr("account_chart"))
        self.campaigns = Table(tr("account_campaigns"))
        self.field = wheel.unless_focused(QDoubleSpinBox())
        self.field.setRange(0.1, _MOST)
        self.field.setDecimals(1)
        self.field.setValue(_USUAL)
        self.set, self.none = QPushButton(tr("limit_set")), QPushButton(tr("limit_without"))
        self._label = QLabel(tr("limit_label"))
        self._label.setBuddy(self.field)
        for part in (self.field, self.field.lineEdit()):  # some screen readers read the name of the inner field
            part.setAccessibleName(tr("limit_all"))
        self.set.clicked.connect(lambda: self.ceiling_chosen.emit(Decimal(str(round(self.field.value(), 1)))))
        self.none.clicked.connect(lambda: self.ceiling_chosen.emit(None))
        self._choice = QWidget()
        self._lay_out()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(paragraph(tr("account"), "heading"))
        column.addWidget(self.meaning)
        self._choice.setLayout(Flow(self._label, self.field, self.set, self.none))
        for widget in (self.bar, self.chart, self.campaigns, self.limit, self._choice):
            column.addWidget(widget)
            widget.hide()
        column.addWidget(paragraph(tr("account_yours"), "quiet"))

    def show_waiting(self) -> None:
        """Say that the account is being computed."""
        self.meaning.setText(tr("account_adding_up"))

    def show_account(self, account: "Account", titles: Mapping[str, str], today: date) -> None:
        """Show the account.

        Args:
            account: what was given, and what it cost.
            titles: the titles of campaigns, by id.
            today: the data day now, at which the chart ends.

        """
        self.meaning.setText(account_texts.meaning(account))
        percent = percent_sure(account.factor)
        self.bar.setVisible(account.since is not None and percent is not None)
        self.bar.show_percent(percent or Decimal(100), high=account.epsilon > HIGH_COST)
        self.limit.setText(account_texts.limit(account))
        self._show_chart(account, today)
        self._show_campaigns(account, dict(titles))
        self.none.setVisible(account.ceiling is not None)
        if account.ceiling is not None:
            self.field.setValue(float(account.ceiling))
        self.limit.show()
        self._choice.show()

    def show_error(self, text: str) -> None:
        """Show why the account could not be computed."""
        self.meaning.setText(text)

    def _show_chart(self, account: "Account", today: date) -> None:
        points = [
            Point(min(_last_day(month.month), today), cost, cost, cost)
            for month in account.months
            if isfinite(month.epsilon)
            for cost in (float(account_texts.rounded_up(month.epsilon)),)  # the number that the table below has
        ]
        self.chart.setVisible(bool(points))
        if account.since is not None:
            # The cost was zero until the day before the first one given.
            points.insert(0, Point(account.since - timedelta(days=1), 0.0, 0.0, 0.0))
        ceiling = None if account.ceiling is None else Ceiling(tr("your_limit"), float(account.ceiling))
        self.chart.show_plot(Plot((Series(tr("privacy_cost"), tuple(points)),), ceiling, gap=_EVER))

    def _show_campaigns(self, account: "Account", titles: dict[str, str]) -> None:
        heads = (tr("campaign"), tr("days"), tr("privacy_cost_head"), tr("limit_agreed"))
        rows = account.campaigns
        self.campaigns.setVisible(bool(rows))
        self.campaigns.rows.show_rows(heads, len(rows), lambda row: account_texts.campaign_row(rows[row], titles))


def _last_day(month: str) -> date:
    """Return the last day of a month such as "2026-11"."""
    first = date.fromisoformat(f"{month}-01")
    return (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
