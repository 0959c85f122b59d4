"""The privacy account: a true sentence, a chart with the ceiling, the campaigns, and the limit that a person sets."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from math import exp, inf

import pytest
from PySide6.QtCore import QLocale, Qt
from pytestqt.qtbot import QtBot

from pdd_client.core.donation.ledger import Account, CampaignAccount, Month
from pdd_client.desktop.sent import account_texts
from pdd_client.desktop.sent.account_view import AccountView
from pdd_shared.protocol.terms import Budget

FIRST = date(2026, 10, 20)
BUDGET = Budget(epsilon=Decimal(9), delta=Decimal(0))


def spent(days: int, epsilon: float, ceiling: Decimal | None = None, days_left: int | None = None) -> Account:
    """Return a ledger's account of so many days given to one campaign in two months."""
    campaigns = (CampaignAccount("flu", days, epsilon, epsilon, BUDGET),) if days else ()
    months = (Month("2026-10", days // 2, epsilon / 2), Month("2026-11", days - days // 2, epsilon)) if days else ()
    factor = exp(epsilon) if epsilon < 700 else inf
    return Account(days, FIRST if days else None, epsilon, epsilon, factor, campaigns, months, ceiling, days_left)


@pytest.fixture
def view(qtbot: QtBot) -> Iterator[AccountView]:
    before = QLocale()
    QLocale.setDefault(QLocale("en_GB"))
    view = AccountView()
    qtbot.addWidget(view)
    view.show()
    yield view
    QLocale.setDefault(before)


def show(view: AccountView, found: Account) -> None:
    view.show_account(found, {"flu": "Winter flu"}, FIRST + timedelta(days=60))


def test_the_sentence_says_how_far_odds_can_move(view: AccountView) -> None:
    """The sentence says how sure somebody can be now: at an epsilon of one, e / (1 + e), rounded up."""
    show(view, spent(20, 1.0))
    assert view.meaning.text().startswith("You gave 20 days since 20/10/2026. Someone who thought it 50:50 ")
    assert "can now be at most 74% sure (barring a one-in-a-million chance)." in view.meaning.text()


@pytest.mark.parametrize(
    ("days", "epsilon", "said"),
    [
        (0, 0.0, "You have given nothing yet"),
        (400, 20.0, "promises little"),
        (400, 900.0, "promises little"),
        (2, inf, "too little randomness was added for any promise"),
    ],
)
def test_no_factor_is_named_where_it_would_mislead(view: AccountView, days: int, epsilon: float, said: str) -> None:
    """Without anything given the sentence says that it cost nothing; a factor above a million is said to promise
    little.
    """
    show(view, spent(days, epsilon))
    assert said in view.meaning.text()
    assert " to 1" not in view.meaning.text()


def test_the_chart_has_the_months_and_the_ceiling(view: AccountView) -> None:
    """The chart runs from nothing, month by month, to what is spent, with the limit as a line of its own."""
    show(view, spent(20, 1.0, Decimal(4), 60))
    assert [point.value for point in view.chart.chart.plot.series[0].points] == [0.0, 0.5, 1.0]
    show(view, spent(20, 6.1034, Decimal(4), 60))
    plot = view.chart.chart.plot
    assert [point.value for point in plot.series[0].points] == [0.0, 3.06, 6.11]
    assert view.campaigns.rows.index(0, 2).data() == "6.11"
    show(view, spent(20, 1.0, Decimal(4), 60))
    assert plot.ceiling is not None
    assert plot.ceiling.value == 4.0
    row = [view.campaigns.rows.index(0, column).data() for column in range(4)]
    assert row == ["Winter flu", "20", "1", "9"]


@pytest.mark.parametrize(
    ("ceiling", "days_left", "said"),
    [
        (None, None, "You have set no limit of your own."),
        (Decimal(4), 60, "Your limit is 4. It lasts at least 60 more days."),
        (Decimal("0.5"), 0, "More than your limit of 0.5 was given already"),
        (Decimal(1), 0, "less than a day is left"),
        (Decimal(1), None, "No campaign that you have joined goes on."),
    ],
)
def test_the_limit_and_how_long_it_lasts_are_said(
    view: AccountView, ceiling: Decimal | None, days_left: int | None, said: str
) -> None:
    """The page states the limit and how long it lasts, or that it is exceeded."""
    show(view, spent(20, 1.0, ceiling, days_left))
    assert said in view.limit.text()
    assert view.none.isVisible() is (ceiling is not None)


def test_a_limit_is_set_and_taken_away(view: AccountView, qtbot: QtBot) -> None:
    """The limit is exactly what was typed, and can be removed."""
    show(view, spent(20, 1.0, Decimal(4), 60))
    view.field.setValue(2.5)
    with qtbot.waitSignal(view.ceiling_chosen) as chosen:
        qtbot.mouseClick(view.set, Qt.MouseButton.LeftButton)
    assert chosen.args == [Decimal("2.5")]
    with qtbot.waitSignal(view.ceiling_chosen) as chosen:
        qtbot.mouseClick(view.none, Qt.MouseButton.LeftButton)
    assert chosen.args == [None]


@pytest.mark.parametrize(
    ("number", "text"), [(2.718, "2.72"), (0.3, "0.3"), (1234.0, "1,240"), (float("inf"), "no bound")]
)
def test_bounds_are_rounded_up(view: AccountView, number: float, text: str) -> None:
    """A shortened bound is rounded up, so that it stays true."""
    assert account_texts.at_most(number) == text
