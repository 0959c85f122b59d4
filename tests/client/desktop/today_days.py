"""Days as the Today page shows them, for tests."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from pdd_client.desktop.today.view_model import CampaignViewModel, DayViewModel, KeywordViewModel, SearchViewModel
from pdd_client.donor.days.review import Review

DAY = date(2026, 11, 20)
MORNING = datetime(2026, 11, 20, 7, tzinfo=UTC)


def search(number: int, query: str, why: str | None = None) -> SearchViewModel:
    return SearchViewModel(f"{number:012x}", MORNING + timedelta(seconds=30 * number), "Google", "Firefox", query, why)


def campaign(*entries: KeywordViewModel, zeros: tuple[str, ...] = (), **changes: Any) -> CampaignViewModel:
    fields: dict[str, Any] = {"id": "flu", "title": "Winter flu", "searches": 3, "why": None}
    return CampaignViewModel(entries=entries, zeros=zeros, **(fields | changes))


def shown(*campaigns: CampaignViewModel, searches: tuple[SearchViewModel, ...] = (), **changes: Any) -> DayViewModel:
    """Return a current day of a donor that has joined and reviews its days, with these changes."""
    fields: dict[str, Any] = {
        "day": DAY,
        "today": DAY,
        "now": MORNING + timedelta(hours=12),
        "days": (),
        "state": "counting",
        "until": DAY,
        "sending": "review",
        "joined": True,
        "searches": searches,
        "review": Review(DAY, locked=False, campaigns=()),
        "campaigns": campaigns,
        "unread": (),
        "numbers": 52,
        "others": 49,
        "offers": (),
        "paused_since": None,
        "paused_until": None,
        "last_check_in": MORNING,
    }
    return DayViewModel(**(fields | changes))


def large_day(entries: int, searches: int) -> DayViewModel:
    """Return a day with so many keywords, a tenth of which count, and so many searches."""
    made = tuple(search(number, f"word{number} and more") for number in range(searches))
    counting = entries // 10
    counts = (KeywordViewModel(f"word{number}", 1, (made[number % searches],)) for number in range(counting))
    zeros = tuple(f"other{number}" for number in range(entries - counting))
    return shown(campaign(*counts, zeros=zeros), searches=made)
