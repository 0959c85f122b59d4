"""A home with a weekly campaign: kept days, reviews by day, and one upload a week."""

import json
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Literal

import pytest

from pdd_client.cli.texts.account import account_text
from pdd_client.cli.texts.offers import offer_text
from pdd_client.cli.texts.reports import review_json, review_text
from pdd_client.core.errors import DonorError
from pdd_client.core.visits import HistoryFile
from pdd_client.donor.cohort.erasure import erase_by_calendar
from pdd_client.donor.days.keep_days import first_open_day
from pdd_client.donor.days.review import ReviewedCampaign
from pdd_client.donor.donor import Donor
from pdd_client.donor.settings.browsers import switch, switch_profile
from pdd_shared.protocol.limits import LAST_CLOSE, LAST_REPEAT
from tests.client.cohort_fakes import CohortServer, cohort_campaign
from tests.client.cohort_players import Player
from tests.client.fakes import URL, Clock
from tests.client.weekly_homes import MONDAY, ONE, SEARCHES, SUNDAY, asks_again, at, live, search, weekly, weekly_homes


@pytest.fixture(params=[True, False], ids=["beside a daily campaign", "alone"])
def server(request: pytest.FixtureRequest) -> CohortServer:
    """A server with a weekly campaign, alone or beside a daily one."""
    daily = [cohort_campaign()] if request.param else []
    return CohortServer(Clock(MONDAY - 4 * ONE), campaigns=[*daily, weekly()])


@pytest.fixture
def homes(tmp_path: Path, server: CohortServer) -> Iterator[list[Player]]:
    """Four homes that have joined all campaigns; the first has searched in the week from Monday on."""
    with weekly_homes(tmp_path, server) as opened:
        yield opened


TAKE_OUT: dict[str, Callable[[Player], object]] = {
    "block": lambda one: one.donor.exclusions.block("cough"),
    "remove": lambda one: one.donor.exclusions.remove_search(
        one.donor.days.searches(at(2, 8).date(), one.histories).searches[0][0].id, one.histories
    ),
    "site": lambda one: one.donor.exclusions.switch_site("google", False),
    "hours": lambda one: one.donor.exclusions.set_hours("00:00-23:59"),
    "leave": lambda one: one.donor.campaigns.leave("week"),
}


def week_of(donor: Donor, day: date, histories: list[Path]) -> ReviewedCampaign:
    """Return the weekly campaign's part of a day's review."""
    return next(part for part in donor.days.review(day, histories).campaigns if part.id == "week")


def by_day(part: ReviewedCampaign) -> list[tuple[int, int, dict[str, int], bool]]:
    """Return the days on which something counts: day of the month, searches, counts, and whether they were kept."""
    return [(one.day.day, one.searches, dict(one.entries), one.kept) for one in part.days if one.searches]


def given(one: Player) -> list[tuple[date | None, int, dict[str, int]]]:
    """Return the log's counts of the weekly campaign."""
    return [
        (line.round, part["searches"], part["counts"])
        for line in one.donor.log()
        for part in line.given or ()
        if part["campaign"] == "week"
    ]


FIRST_FOUR = [(23, 2, {"flu": 1}, False), (25, 1, {"flu": 1, "cough": 1}, False), (27, 1, {}, False)]


def test_a_week_is_reviewed_by_day_and_given_once(server: CohortServer, homes: list[Player]) -> None:
    """The review shows each day and what the week's caps leave out. One charge and one message hold the week."""
    one = homes[0]
    live(server, homes, MONDAY + 6 * ONE)
    part = week_of(one.donor, SUNDAY, one.histories)
    assert (part.period, part.searches, by_day(part)) == ("week", 4, FIRST_FOUR)
    left_out = {(one.why, one.entries) for one in part.left_out}
    assert left_out == {("over-searches", ()), ("over-hits", ("flu",))}
    live(server, homes, MONDAY + 12 * ONE)
    assert given(one)[-1] == (SUNDAY, 4, {"flu": 2, "cough": 1})
    charged = [row.day for row in one.donor.installation.store.charges.given() if row.campaign == "week"]
    assert charged == [SUNDAY - 7 * ONE, SUNDAY]
    assert SUNDAY in one.donor.installation.store.kept.every()["week"], "the week may be asked for once more"


def test_a_week_is_kept_while_a_plan_can_ask_for_it(server: CohortServer, homes: list[Player]) -> None:
    """The days of a week are kept for 34 days after it: 27 until the last plan that can repeat it, and its window."""
    store = homes[0].donor.installation.store
    live(server, homes, MONDAY + 2 * ONE)
    monday = MONDAY.date()
    erase_by_calendar(store, SUNDAY + 34 * ONE)
    assert monday in store.kept.every()["week"]
    assert first_open_day(SUNDAY + 34 * ONE) == monday
    erase_by_calendar(store, SUNDAY + 35 * ONE)
    assert monday not in store.kept.every().get("week", {})
    assert first_open_day(SUNDAY + 35 * ONE) == SUNDAY + ONE


@pytest.mark.parametrize("sending", ["by-itself", "review"])
def test_a_lost_week_is_given_once_more(
    server: CohortServer, homes: list[Player], sending: Literal["by-itself", "review"]
) -> None:
    """A plan of the second Monday asks for the week again: the same counts, charged again, after a new decision.

    The history was cleared meanwhile. A third plan that asks gets nothing.
    """
    one, again = homes[0], SUNDAY + 8 * ONE
    live(server, homes, MONDAY + 12 * ONE)
    one.donor.settings.set_sending(sending)
    search(one, [])
    live(server, homes, MONDAY + 14 * ONE)
    asks_again(server, again, SUNDAY)
    live(server, homes, MONDAY + 15 * ONE)
    if sending == "review":
        (day,) = [found for found in one.donor.days.to_review() if found.day == again]
        assert (day.state, day.goes_out) == ("waits-for-you", again + 4 * ONE)
        part = week_of(one.donor, again, one.histories)
        assert (part.repeats, part.searches, len(part.days)) == (SUNDAY, 4, 7)
        assert "once more" in "\n".join(review_text(one.donor.days.review(again, one.histories)))
        one.donor.days.approve(again, histories=one.histories)
    asks_again(server, again + ONE, SUNDAY)
    live(server, homes, MONDAY + 19 * ONE)
    line = next(one for one in reversed(one.donor.log()) if one.what == "vector" and one.round == again)
    assert [found for found in line.given or () if found["campaign"] == "week"] == [
        {"campaign": "week", "stratum": None, "searches": 4, "counts": {"flu": 2, "cough": 1}, "repeats": str(SUNDAY)}
    ]
    charges = one.donor.installation.store.charges.given()
    assert [(row.day, row.repeats) for row in charges if row.campaign == "week" and row.repeats] == [(again, SUNDAY)]
    assert (SUNDAY, None) in [(row.day, row.repeats) for row in charges]
    assert SUNDAY not in one.donor.installation.store.kept.every()["week"]
    if sending == "by-itself":
        assert one.refusals().get("not-repeated") == 1


def test_a_history_that_is_cleared_each_day_loses_nothing(server: CohortServer, homes: list[Player]) -> None:
    """The home keeps counts at each check-in, so the week is given in full, and the review says what was cleared."""
    one = homes[0]
    while server.clock.now < MONDAY + 6 * ONE:
        server.to_next_day()
        today = server.clock.now.date()
        search(one, [found for found in SEARCHES if found[1].date() == today])
        one.check_in()
        for other in homes[1:]:
            other.check_in()
    part = week_of(one.donor, SUNDAY, one.histories)
    assert by_day(part) == [(*row[:3], True) for row in FIRST_FOUR]
    live(server, homes, MONDAY + 8 * ONE)
    assert given(one)[-1] == (SUNDAY, 4, {"flu": 2, "cough": 1})


def test_a_second_check_in_of_a_day_keeps_what_was_searched_since(server: CohortServer, homes: list[Player]) -> None:
    """The home counts today again even if all days before it are locked already."""
    one = homes[0]
    live(server, homes, MONDAY + 6 * ONE)
    before = one.donor.installation.store.kept.every()["week"][SUNDAY].seen
    server.clock.now = at(6, 20)
    search(one, [*SEARCHES, ("flu", at(6, 19))])
    one.check_in()
    assert one.donor.installation.store.kept.every()["week"][SUNDAY].seen == before + 1


def test_what_is_kept_holds_no_search(server: CohortServer, homes: list[Player], tmp_path: Path) -> None:
    """Neither the kept rows nor the export of them have a query, an id of a search or a time of day."""
    one = homes[0]
    live(server, homes, MONDAY + 2 * ONE)
    found = one.donor.days.searches(everything=True, histories=one.histories).searches
    one.donor.export(tmp_path / "export.json")
    rows = json.loads((tmp_path / "export.json").read_text())["kept_days"]
    assert {"campaign": "week", "day": "2026-11-25", "searches": 1, "hits": [[0, 0], [0, 2]], "seen": 1} in rows
    assert {key for row in rows for key in row} == {"campaign", "day", "searches", "hits", "seen"}
    database = (tmp_path / "home-0" / "donor.sqlite").read_bytes()
    assert all(search.id.encode() not in database and search.query.encode() not in database for search, _ in found[1:2])


@pytest.mark.parametrize("way", ["block", "remove", "site", "hours"])
def test_what_the_donor_takes_out_is_not_kept(server: CohortServer, homes: list[Player], way: str) -> None:
    """Kept days are counted anew when the donor takes something out after the history was cleared in part."""
    one = homes[0]
    live(server, homes, MONDAY + 2 * ONE)
    search(one, [("cough flu", at(2, 8))])
    TAKE_OUT[way](one)
    part = week_of(one.donor, SUNDAY, one.histories)
    assert (part.searches, by_day(part)) == (0, [])
    kept = one.donor.installation.store.kept.every()["week"]
    assert all(not day.searches for day in kept.values())


@pytest.mark.parametrize("whole", [True, False], ids=["browser", "profile"])
def test_what_was_kept_of_a_browser_is_forgotten_when_it_is_switched_off(
    server: CohortServer, homes: list[Player], whole: bool
) -> None:
    """Nobody can tell which browser kept counts came from, so all are forgotten; switching on forgets none."""
    one, (history,) = homes[0].donor.installation, homes[0].histories
    live(server, homes, MONDAY + 2 * ONE)
    for on in (False, True):
        before = one.store.kept.every()
        assert before["week"]
        if whole:
            switch(one, [HistoryFile(history, "chrome")], "chrome", on)
        else:
            switch_profile(one, [HistoryFile(history, "chrome")], str(history), on)
        assert one.store.kept.every() == (before if on else {})
        homes[0].check_in()


def test_leaving_deletes_what_is_kept_and_a_week_begins_anew(server: CohortServer, homes: list[Player]) -> None:
    """Who leaves and joins again on Wednesday gives no counts of Monday and Tuesday, though they were kept before."""
    one = homes[0]
    live(server, homes, MONDAY + 2 * ONE)
    one.donor.campaigns.leave("week")
    assert "week" not in one.donor.installation.store.kept.every()
    one.donor.campaigns.join(URL, ["week"])
    part = week_of(one.donor, SUNDAY, one.histories)
    assert [day.why for day in part.days] == ["outside-consent"] * 2 + [None] * 5
    assert [row[0] for row in by_day(part)] == [25, 27, 29]


def test_a_day_within_the_week_shows_the_week_so_far(server: CohortServer, homes: list[Player]) -> None:
    """On a Wednesday the review shows the week's counts so far, and approving the day says nothing about them."""
    one = homes[0]
    one.donor.settings.set_sending("review")
    live(server, homes, MONDAY + 2 * ONE)
    wednesday = server.clock.now.date()
    search(one, [found for found in SEARCHES if found[1] <= server.clock.now])
    assert by_day(week_of(one.donor, wednesday, one.histories)) == FIRST_FOUR[:2]
    lines = list(review_text(one.donor.days.review(wednesday, one.histories)))
    assert "week, the week to 2026-11-29, so far; it goes out with that day:" in lines
    state = {day.day: day for day in one.donor.days.to_review()}[wednesday]
    if len(server.campaigns) == 1:
        assert (state.state, state.until, state.goes_out) == ("in-week", None, SUNDAY + 4 * ONE)
        with pytest.raises(DonorError, match="2026-11-29"):
            one.donor.days.approve(wednesday, histories=one.histories)
    else:
        assert state.state == "counting"
        one.donor.days.approve(wednesday, histories=one.histories)
        decision = one.donor.installation.store.days.decided(wednesday)
        assert decision is not None
        assert list(decision.seen) == ["flu"]


def test_a_reviewed_week_goes_out_three_nights_later(server: CohortServer, homes: list[Player]) -> None:
    """A week that the donor approves goes out on Thursday, and a day within the week is not listed as missed."""
    one = homes[0]
    one.donor.settings.set_sending("review")
    live(server, homes, MONDAY + 7 * ONE)
    (sunday,) = [day for day in one.donor.days.to_review() if day.day == SUNDAY]
    assert (sunday.state, sunday.goes_out) == ("waits-for-you", SUNDAY + 4 * ONE)
    one.donor.days.approve(SUNDAY, histories=one.histories)
    live(server, homes, MONDAY + 9 * ONE)
    assert (SUNDAY, 4, {"flu": 2, "cough": 1}) not in given(one)
    live(server, homes, MONDAY + 10 * ONE)
    assert given(one)[-1] == (SUNDAY, 4, {"flu": 2, "cough": 1})
    if len(server.campaigns) == 1:
        assert {day.day for day in one.donor.days.sent()} <= {SUNDAY + 7 * week * ONE for week in (-1, 0, 1)}


def test_the_command_line_shows_the_week_by_day(server: CohortServer, homes: list[Player]) -> None:
    """`review` says what counts on which day, and in its JSON when the week goes out; `ledger` speaks of weeks."""
    one = homes[0]
    live(server, homes, MONDAY + 6 * ONE)
    review = one.donor.days.review(SUNDAY, one.histories)
    lines = list(review_text(review))
    assert "week, the week to 2026-11-29:" in lines
    assert "  Wednesday 2026-11-25: 1 search, flu 1, cough 1" in lines
    part = next(part for part in review_json(review)["campaigns"] if part["id"] == "week")
    assert (part["period"], part["last"], len(part["days"])) == ("week", "2026-11-29", 7)
    wednesday = {"day": "2026-11-25", "why": None, "kept": False, "searches": 1, "entries": {"flu": 1, "cough": 1}}
    assert part["days"][2] == wednesday
    live(server, homes, MONDAY + 12 * ONE)
    assert any(line.startswith("  week: 2 weeks, privacy cost") for line in account_text(one.donor.account.ledger()))
    offer = "\n".join(offer_text(one.donor.campaigns.fetch_offer(URL, ["week"]), "en"))
    assert "Each week, only your first 4 searches count." in offer
    assert "Your counts go out once a week" in offer
    assert "A week has a privacy cost of 2. All weeks together never cost more than 1,000" in offer


def test_nothing_is_kept_of_days_after_the_campaign(tmp_path: Path) -> None:
    """A home keeps no counts of days that can't be given any more, though the donor has not left the campaign."""
    ended = weekly().model_copy(update={"end": SUNDAY})
    server = CohortServer(Clock(MONDAY - 4 * ONE), campaigns=[ended])
    with weekly_homes(tmp_path, server) as homes:
        search(homes[0], [*SEARCHES, ("flu", at(8, 8))])
        live(server, homes, MONDAY + LAST_REPEAT + LAST_CLOSE + 8 * ONE)
        assert homes[0].donor.installation.store.kept.every() == {}


@pytest.mark.parametrize("way", TAKE_OUT)
def test_no_bytes_of_deleted_days_stay_on_disk(
    server: CohortServer, homes: list[Player], way: str, tmp_path: Path
) -> None:
    """What a choice deletes from the kept days is in none of the home's files, the write-ahead log included."""

    def holding() -> list[str]:
        files = [file for file in (tmp_path / "home-0").iterdir() if file.is_file()]
        return [file.name for file in files if b"[[0, 0], [0, 2]]" in file.read_bytes()]

    live(server, homes, MONDAY + 2 * ONE)
    assert holding()
    TAKE_OUT[way](homes[0])
    assert not holding()
