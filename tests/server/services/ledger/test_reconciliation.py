"""The ledger and the database, while several processes bring the one up to the other."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection

from pdd_server.services.campaigns import campaigns
from pdd_server.services.ledger.ledger_file import LedgerFile
from pdd_server.services.ledger.reconciliation import record
from pdd_server.services.operations.data_folder import Deployment


def _append(server: Deployment, entry: str) -> None:
    with server.store.write() as connection:
        campaigns.append(connection, server.config, "flu", [entry])


def test_an_older_campaign_does_not_stand_after_a_newer_one(
    server: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one process adds a campaign, another one changes it and adds that first. The ledger's last word is new."""
    record(server.store, server.ledger)
    _append(server, "cough")
    read, waiting = server.store.read, [True]

    @contextmanager
    def read_before_another() -> Iterator[Connection]:
        with read() as connection:
            yield connection
        if waiting:
            waiting.clear()
            _append(server, "ache")
            record(server.store, LedgerFile(server.ledger.path, server.identity))

    monkeypatch.setattr(server.store, "read", read_before_another)
    record(server.store, server.ledger)
    assert not waiting
    assert "ache" in server.ledger.read().campaigns["flu"].text
