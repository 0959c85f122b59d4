"""Real homes on a server that was restored: they go on by themselves, and published days are exact to the last unit."""

from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from pdd_server.services.operations.data_folder import Folder, open_folder
from pdd_server.services.operations.recovery.backup import back_up
from pdd_server.services.operations.recovery.reset import reset
from pdd_server.services.operations.recovery.restore import restore
from tests.client.cohort_players import Player, expected
from tests.end_to_end.cohort.real_server import RealServer, homes, layout_of
from tests.server.simulated_server import DAY, HandClock, night, published


def live(server: RealServer, clock: HandClock, players: list[Player], days: int) -> None:
    """Let days pass: a nightly run, then two contacts of each home."""
    for _ in range(days):
        clock.next_day()
        night(server.deployment)
        for _evening in range(2):
            for one in players:
                one.check_in()


def moved(server: RealServer, folder: Folder, clock: HandClock) -> None:
    """Serve another data folder at the same address."""
    server.deployment.store.dispose()
    server.deployment = open_folder(folder, clock)
    del server.app


def numbers(server: RealServer) -> dict[date, list[int]]:
    """Return the published numbers of each day."""
    days = published(server.deployment)["days"]
    return {date.fromisoformat(day["day"]): [day["donors"], day["searches"], *day["totals"].values()] for day in days}


def account(server: RealServer) -> tuple[set[date], set[date], Any]:
    """Return the published days, the missing ones, and how many are charged."""
    told = published(server.deployment)
    missing = {date.fromisoformat(day["day"]) for day in told["missing"]}
    return set(numbers(server)), missing, told["privacy"]["spent"]["days"]


def check_exact(server: RealServer, players: list[Player]) -> None:
    """Each published day is the sum of what the homes' logs say that they gave, and of the noise that they drew."""
    makers = published(server.deployment)["days"][0]["noise"]["shares"][0][1]
    layout = layout_of(len(players), makers)
    for day, told in numbers(server).items():
        sent = [(one, _uploads(one).index(day)) for one in players]
        assert told == expected(sent, day, layout)[: len(told)]


def _uploads(player: Player) -> list[date | None]:
    """Return the data days of a home's uploads, in order."""
    return [line.round for line in player.donor.log() if line.what == "vector"]


def test_homes_go_on_after_a_restore(tmp_path: Path, server: RealServer, clock: HandClock) -> None:
    """A week after a backup the server is restored from it, beside its newer `published/`. No home registers anew or
    refuses anything. Every day is exact or missing by name, and all of them are charged.
    """
    with ExitStack() as stack:
        players = homes(stack, tmp_path, server, 4)
        for one in players:
            one.check_in()
        live(server, clock, players, 4)
        back_up(server.deployment, tmp_path / "backup", with_keys=True)
        live(server, clock, players, 3)
        before, folder = numbers(server), Folder(tmp_path / "new")
        folder.path.mkdir()
        server.deployment.folder.published.rename(folder.published)
        restore(tmp_path / "backup", folder, clock)
        moved(server, folder, clock)
        assert numbers(server) == before
        today = clock().date()
        for one in players:
            one.check_in()
        live(server, clock, players, 5)
        there, missing, charged = account(server)
        days = {DAY + timedelta(days=ahead) for ahead in range((today - DAY).days + 2)}
        assert (there | missing) >= days
        assert there & missing == set()
        assert {today, today + timedelta(days=1)} <= there
        assert charged >= len(there | {day for day in missing if day < today})
        check_exact(server, players)
        assert [one.refusals() for one in players] == [{}] * 4
        assert [_registrations(one) for one in players] == [1] * 4


def test_homes_go_on_after_the_database_was_lost(tmp_path: Path, server: RealServer, clock: HandClock) -> None:
    """Without database and backup, homes register anew by themselves. What was published stays, and stays charged."""
    with ExitStack() as stack:
        players = homes(stack, tmp_path, server, 4)
        for one in players:
            one.check_in()
        live(server, clock, players, 6)
        before, charged = numbers(server), account(server)[2]
        folder = server.deployment.folder
        server.deployment.store.dispose()
        for file in folder.path.glob("pdd.sqlite*"):
            file.unlink()
        moved(server, folder, clock)
        reset(server.deployment)
        assert (numbers(server), account(server)[2]) == (before, charged)
        today = clock().date()
        for one in players:
            one.check_in()
        live(server, clock, players, 6)
        assert before.items() <= numbers(server).items()
        assert today + timedelta(days=2) in numbers(server)
        assert account(server)[2] > charged
        assert [_registrations(one) for one in players] == [2] * 4


def _registrations(player: Player) -> int:
    """Return how often a home has registered."""
    return sum(line.what in ("registration", "register", "joined-server") for line in player.donor.log())
