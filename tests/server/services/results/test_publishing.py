"""Publishing into a store: what can't be put there now is put there by the next nightly run."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pdd_server.clock import Clock
from pdd_server.errors import SetupError
from pdd_server.services.operations.data_folder import Deployment, open_folder
from pdd_server.services.operations.recovery import checks
from pdd_server.services.operations.recovery.reset import reset
from pdd_server.services.results.exports import exports
from tests.server.simulated_server import HandClock, client_of, donors, new_server, night, no_noise
from tests.support.processes import s3_server
from tests.support.processes.s3_server import S3Server, on_s3

pytestmark = on_s3


@pytest.fixture
def store(tmp_path: Path) -> Iterator[S3Server]:
    with s3_server.running(tmp_path) as running:
        yield running


@pytest.fixture
def server(tmp_path: Path, clock: HandClock, store: S3Server) -> Iterator[Deployment]:
    """Return a server whose published files are in a store, in the evening before its first day is published."""
    made = new_server(tmp_path, clock, published=store.settings())
    crowd = donors(made, 6)
    for _ in range(2):
        for one in crowd:
            one.work()
        clock.next_day()
        night(made)
    for one in crowd:
        one.work()
    clock.next_day()
    yield made
    made.store.dispose()


def objects(store: S3Server) -> set[str]:
    return set(store.bucket().list("files"))


def days(server: Deployment) -> list[str]:
    """Return the published days, as a reader gets them."""
    answer = client_of(server).get("/v1/campaigns/flu/results.json", buffered=True)
    return [day["day"] for day in answer.json["days"]]


def test_a_night_without_the_store_does_nothing(server: Deployment, store: S3Server) -> None:
    """A nightly run that the store refuses does nothing and says so; the next one publishes the day."""
    before = days(server)
    store.refuse_keys()
    with pytest.raises(OSError, match="refuses the key"):
        night(server)
    store.take_keys()
    assert days(server) == before
    night(server)
    assert len(days(server)) == len(before) + 1


def test_a_night_that_loses_the_store_keeps_its_data(server: Deployment, store: S3Server) -> None:
    """If the store refuses after a day was charged, the run fails and says so. The next one puts the day there."""

    def losing(*given: Any) -> Any:
        store.refuse_keys()
        return no_noise(*given)

    before = set(store.bucket().list("files").values())
    with pytest.raises(OSError, match="refuses the key"):
        night(server, add_noise=losing)
    store.take_keys()
    assert set(store.bucket().list("files").values()) == before
    night(server)
    assert set(store.bucket().list("files").values()) != before
    assert {day for _, day in server.ledger.read().published} == {day for _, day in server.ledger.read().charges}
    assert len(days(server)) == len(server.ledger.read().published)


def test_what_somebody_waits_for_does_not_fail(
    server: Deployment, store: S3Server, caplog: pytest.LogCaptureFixture
) -> None:
    """A campaign's files are written here while the store refuses, the log says so, and the next night puts them."""
    store.refuse_keys()
    exports.publish_soon(server.store, server.published)
    assert (server.folder.published / "flu" / "totals.json").exists()
    assert "published files wait for the nightly run: s3://study/pdd: the store refuses the key" in caplog.text
    store.take_keys()
    night(server)
    assert "files/flu/totals.json" in objects(store)


@pytest.mark.sqlite  # deletes the database's file, and `check` finds that `plain` needs SQLite
def test_a_lost_machine_is_replaced_from_the_store(
    server: Deployment, store: S3Server, clock: Clock, tmp_path: Path
) -> None:
    """A machine whose database and published files are lost gets charges and numbers back from the store by a reset."""
    night(server)
    told, published = server.ledger.read(), days(server)
    assert [one for one in checks.findings(server.folder, clock) if one.problem] == []
    for file in sorted(server.folder.published.rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    for file in server.folder.path.glob("pdd.sqlite*"):
        file.unlink()
    again = open_folder(server.folder, clock)
    with pytest.raises(SetupError, match="restored from a backup or is new"):
        night(again)
    reset(again)
    assert again.ledger.read().charges.items() >= told.charges.items()
    exports.publish(again.store, again.published)
    assert days(again) == published
    again.store.dispose()
