"""Page factories. A page is made when it is first shown, and its libraries are loaded no earlier."""

from collections.abc import Callable, Mapping
from typing import Protocol

from pdd_client.desktop.page.page import Page
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.texts.language import Language


class Run(Protocol):
    """The part of a session that page factories use; see `Session`."""

    language: Language
    trouble: str
    server_told: bool

    def begin(self) -> None:
        """Open the donor again."""

    def show_pages(self) -> None:
        """Show the pages that have a tab."""

    def quit(self) -> None:
        """End the app."""


def tabs() -> tuple[tuple[str, str], ...]:
    """Return the name and the label of each page that has a tab, in their order."""
    return (
        ("today", tr("tab_today")),
        ("sent", tr("tab_sent")),
        ("results", tr("tab_results")),
        ("settings", tr("tab_settings")),
    )


def page_factories(run: Run) -> Mapping[str, Callable[[], Page]]:
    """Return the factory of each page, by the page's name."""
    return {
        "opening": Page,
        "today": _today,
        "sent": _sent,
        "results": _results,
        "settings": _settings,
        "first-run": lambda: _first_run(run),
        "join": lambda: _join(run),
        "keywords": lambda: _new_keywords(run),
        "trouble": lambda: _trouble(run),
        "erased": lambda: _erased(run),
    }


def _today() -> Page:
    from pdd_client.desktop.today.page import TodayPage

    return TodayPage()


def _sent() -> Page:
    from pdd_client.desktop.sent.page import SentPage

    return SentPage()


def _results() -> Page:
    from pdd_client.desktop.results.page import ResultsPage

    return ResultsPage()


def _settings() -> Page:
    from pdd_client.desktop.settings.page import SettingsPage

    return SettingsPage()


def _first_run(run: Run) -> Page:
    from pdd_client.desktop.first_run.flow import first_run

    flow = first_run(run.language.tag)
    flow.finished.connect(run.show_pages)
    return flow


def _join(run: Run) -> Page:
    from pdd_client.desktop.first_run.flow import join_later

    flow = join_later(run.language.tag)
    flow.finished.connect(run.show_pages)
    return flow


def _new_keywords(run: Run) -> Page:
    from pdd_client.desktop.first_run.new_keywords import NewKeywordsPage

    return NewKeywordsPage(run.language.tag)


def _trouble(run: Run) -> Page:
    from pdd_client.desktop.window.error_pages import TroublePage

    page = TroublePage(run.trouble)
    page.again.connect(run.begin)
    page.quit.connect(run.quit)
    return page


def _erased(run: Run) -> Page:
    from pdd_client.desktop.window.error_pages import ErasedPage

    page = ErasedPage(server_told=run.server_told)
    page.again.connect(run.begin)
    page.quit.connect(run.quit)
    return page
