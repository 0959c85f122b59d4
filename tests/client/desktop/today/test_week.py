"""A week on the Today page: its days, what counts and what not, and what there is to decide."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from pdd_client.core.visits import HistoryFile
from pdd_client.desktop.sent.account_texts import campaign_row
from pdd_client.desktop.sent.day_view import DayDetails
from pdd_client.desktop.sent.job import ShowSentJob
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.terms_texts import privacy_sentences
from pdd_client.desktop.today import day_texts
from pdd_client.desktop.today.actions import DayActions
from pdd_client.desktop.today.job import ShowDayJob
from pdd_client.desktop.today.search_list.model import DayModel
from pdd_client.desktop.today.view_model import DayViewModel
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import Player
from tests.client.fakes import Clock
from tests.client.weekly_homes import MONDAY, ONE, SEARCHES, SUNDAY, WEEKLY, at, live, search, weekly, weekly_homes

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@pytest.fixture
def server() -> CohortServer:
    return CohortServer(Clock(MONDAY - 4 * ONE), campaigns=[weekly()])


@pytest.fixture
def homes(tmp_path: Path, server: CohortServer) -> Iterator[list[Player]]:
    with weekly_homes(tmp_path, server) as opened:
        opened[0].donor.settings.set_sending("review")
        yield opened


def shown(one: Player, back: int = 0) -> DayViewModel:
    """Return what the page shows of a day so many days ago, with the home's own history as the only one."""
    one.donor._reader._find = lambda: [HistoryFile(one.histories[0], "chromium")]
    return ShowDayJob(one.donor.today - back * ONE).run(one.donor)


def rows(day: DayViewModel, *opened: str) -> list[tuple[str, str, str]]:
    """Return the list's rows with the days of these names open; a weekday is named without its date."""
    model = DayModel()
    model.show_day(day)
    for number in reversed(range(model.rowCount())):
        if str(model.index(number, 0).data()).startswith(opened or ("nothing",)):
            model.toggle(model.index(number, 0))
    cells = [[str(model.index(row, column).data()) for column in range(3)] for row in range(model.rowCount())]
    return [(name.split(",")[0] if name.startswith(DAYS) else name, count, more) for name, count, more in cells]


def test_a_week_is_shown_by_day_with_why_a_search_does_not_count(
    qtbot: QtBot, server: CohortServer, homes: list[Player]
) -> None:
    """A cleared day shows its counts without searches. A day opens to its searches and to what keeps them out."""
    one = homes[0]
    live(server, homes, MONDAY + ONE)
    search(one, SEARCHES[2:])
    live(server, homes, MONDAY + 6 * ONE)
    found = rows(shown(one), "Wednesday", "Sunday")
    assert found[0] == ("By week", "", f"the week to {wording.day(SUNDAY)}")
    by_day = found[[name for name, _, _ in found].index("Monday") :]
    assert found[-len(by_day) - 1] == ("Day by day", "", "")
    assert by_day == [
        ("Monday", "2", "flu 1; counted before the history was cleared"),
        ("Tuesday", "0", ""),
        ("Wednesday", "1", "flu 1, cough 1"),
        ("“cough flu”", wording.time(at(2, 8), at(2, 8).date()), "Google, Chromium"),
        ("Thursday", "0", ""),
        ("Friday", "1", ""),
        ("Saturday", "0", ""),
        ("Sunday", "0", ""),
        ("“cough”", wording.time(at(6, 8)), "over this campaign's limit of searches a week"),
    ]


def test_a_day_within_a_week_has_nothing_to_decide(qtbot: QtBot, server: CohortServer, homes: list[Player]) -> None:
    """On a Wednesday the page shows the days until then, names the Sunday, and has no button to send."""
    live(server, homes, MONDAY + 2 * ONE)
    search(homes[0], [found for found in SEARCHES if found[1] <= at(2, 12)])
    day = shown(homes[0])
    assert [one.day.isoweekday() for one in day.campaigns[0].days] == [1, 2, 3]
    assert (day.state, day.matching, day.numbers) == ("in-week", 1, 0)
    assert day_texts.decision(day).endswith(f"There is nothing to decide before {wording.day(SUNDAY)}.")
    actions = DayActions()
    qtbot.addWidget(actions)
    actions.show_day(day)
    assert (actions.send.isHidden(), actions.withhold.isHidden()) == (True, True)


def test_a_sunday_decides_about_its_week(qtbot: QtBot, server: CohortServer, homes: list[Player]) -> None:
    """The Sunday says that the week goes out with it, and can be approved."""
    live(server, homes, MONDAY + 7 * ONE)
    day = shown(homes[0], back=1)
    assert (day.day, day.state) == (SUNDAY, "waits-for-you")
    assert day_texts.decision(day).endswith("The week that ends with this day goes out with it.")


def test_a_paused_day_says_so(qtbot: QtBot, server: CohortServer, homes: list[Player]) -> None:
    """A day that was paused whole shows why nothing of it counts, and the other days count."""
    one = homes[0]
    live(server, homes, MONDAY + ONE)
    one.donor.exclusions.pause(MONDAY + 3 * ONE)
    live(server, homes, MONDAY + 4 * ONE)
    found = {name: (count, more) for name, count, more in rows(shown(one))}
    assert found["Wednesday"] == ("0", "does not count: you have paused")
    assert found["Friday"] == ("1", "flu 1")


def test_the_app_speaks_of_weeks(qtbot: QtBot, server: CohortServer, homes: list[Player]) -> None:
    """Consent says that the caps are those of a week, and the account counts weeks."""
    said = list(privacy_sentences(WEEKLY))
    assert said[0].startswith("Each week, from Monday to Sunday, only your first 4 searches count.")
    assert "keeps the counts of each day, and no searches" in said[1]
    live(server, homes, MONDAY + 12 * ONE)
    (campaign,) = homes[1].donor.account.ledger().campaigns
    assert campaign_row(campaign, {})[1].startswith("2 week")


def test_the_sent_page_names_the_week_of_a_day(qtbot: QtBot, server: CohortServer, homes: list[Player]) -> None:
    """A day within a week is not listed as missed, and its page names the day with which it goes out."""
    live(server, homes, MONDAY + 12 * ONE)
    sent = ShowSentJob().run(homes[1].donor)
    assert [day.day for day in sent.days] == [SUNDAY - 7 * ONE, SUNDAY]
    details = DayDetails()
    qtbot.addWidget(details)
    details.show_day(sent, SUNDAY - ONE)
    assert details.state.text() == f"This day goes out with its week, which ends on {wording.day(SUNDAY)}."
    details.show_day(sent, SUNDAY)
    told = {label.text() for label in details.findChildren(QLabel)}
    assert f"The counts of the whole week from {wording.day(MONDAY.date())} to {wording.day(SUNDAY)}." in told
    details.show_day(sent, SUNDAY + 30 * ONE)
    assert details.state.text() == "You had not joined yet, or the day is still to come."
