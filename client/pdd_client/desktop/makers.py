"""What makes each page, when it is shown for the first time: a page's libraries are loaded no earlier."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from pdd_client.desktop.page import Page

if TYPE_CHECKING:
    from pdd_client.desktop.session import Session

translate = QCoreApplication.translate


def tabs() -> tuple[tuple[str, str], ...]:
    """The pages that have a tab: name and label."""
    return (
        ("today", translate("tabs", "&Today")),
        ("sent", translate("tabs", "&Sent")),
        ("results", translate("tabs", "&Results")),
        ("settings", translate("tabs", "S&ettings")),
    )


def makers(session: "Session") -> Mapping[str, Callable[[], Page]]:
    """The pages by name."""
    return {
        "opening": Page,
        "today": _today,
        "sent": _sent,
        "results": _results,
        "settings": _settings,
        "first-run": lambda: _first_run(session),
        "join": lambda: _join(session),
        "keywords": lambda: _new_keywords(session),
        "trouble": lambda: _trouble(session),
        "erased": lambda: _erased(session),
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


def _first_run(session: "Session") -> Page:
    from pdd_client.desktop.first_run.flow import first_run

    flow = first_run(session.language.tag)
    flow.finished.connect(session.show_pages)
    return flow


def _join(session: "Session") -> Page:
    from pdd_client.desktop.first_run.flow import join_later

    flow = join_later(session.language.tag)
    flow.finished.connect(session.show_pages)
    return flow


def _new_keywords(session: "Session") -> Page:
    from pdd_client.desktop.first_run.new_keywords import NewKeywordsPage

    return NewKeywordsPage(session.language.tag)


def _trouble(session: "Session") -> Page:
    from pdd_client.desktop.trouble import TroublePage

    page = TroublePage(session.trouble)
    page.again.connect(session.begin)
    page.quit.connect(session.quit)
    return page


def _erased(session: "Session") -> Page:
    from pdd_client.desktop.trouble import ErasedPage

    page = ErasedPage()
    page.again.connect(session.begin)
    page.quit.connect(session.quit)
    return page
