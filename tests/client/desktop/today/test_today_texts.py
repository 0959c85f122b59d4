"""The texts of the Today page's rows."""

from datetime import UTC, datetime

from PySide6.QtCore import Qt

from pdd_client.core.searches import Search
from pdd_client.desktop.today.search_list.model import DayModel
from pdd_client.desktop.today.view_model import KeywordViewModel, search_view_models
from pdd_client.desktop.widgets.tables.table import TableModel
from tests.client.desktop.today_days import DAY, campaign, search, shown


def names(model: DayModel) -> list[str]:
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_keywords_are_other_ones_only_beside_some_that_count() -> None:
    """Keywords without a count are called the others only beside some that count."""
    model = DayModel()
    model.show_day(shown(campaign(zeros=("flu", "cough", "fever"))))
    assert names(model)[1] == "3 keywords"
    model.show_day(shown(campaign(KeywordViewModel("flu", 1, ()), zeros=("cough", "fever"))))
    assert names(model)[2] == "2 other keywords"


def test_engines_and_browsers_have_the_names_that_people_write() -> None:
    """Engines and browsers are shown by their usual names, not by the names that the client uses internally."""
    time = datetime(2026, 11, 20, tzinfo=UTC)
    found = [
        Search(engine, b"", time.date(), time, time, engine, "flu", browser, 1)
        for engine, browser in (("google", "chromium"), ("duckduckgo", "chrome"))
    ]
    named = [(one.engine, one.browser) for one in search_view_models(((one, None) for one in found), DAY)]
    assert named == [("Google", "Chromium"), ("DuckDuckGo", "Google Chrome")]


def test_a_tooltip_shows_markup_as_it_is() -> None:
    """Markup in a search or keyword is shown as text in a tooltip."""
    evil, harmless = "<a href='https://evil.example'>call</a>", "&lt;a href="
    days, rows = DayModel(), TableModel()
    days.show_day(shown(campaign(title=evil), searches=(search(1, evil),)))
    rows.show_rows(("Keyword",), 1, lambda _: (evil,))
    for model in (days, rows):
        tip = str(model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole))
        assert harmless in tip
        assert "<a" not in tip
