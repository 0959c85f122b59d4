"""Check-ins that are read and written together: each gets what it would get alone, with few statements for all."""

import json
import shutil
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event, select, update

from pdd_server.errors import Rejected
from pdd_server.services.campaigns import completion_code
from pdd_server.services.operations.data_folder import Deployment, Folder, open_folder
from pdd_server.services.rounds import check_in as check_ins
from pdd_server.services.rounds.check_in import CheckInRequest, OnlineIdentity
from pdd_server.services.token_hash import token_hash
from pdd_server.store import donors as stored_donors
from pdd_server.store.tables import campaigns as campaigns_table
from pdd_server.store.tables import donors as donors_table
from pdd_shared.protocol.messages import CheckIn, CheckInAnswer
from tests.server.services.campaigns.drafts.draft_authors import act
from tests.server.simulated_server import DAY, HandClock, donors, dump, new_server

CROWD = 4
NONCES = ("a" * 64, "b" * 64)
ONE = st.tuples(st.integers(0, CROWD), st.integers(0, 2), st.sampled_from(NONCES))
SENT = st.lists(ONE, min_size=1, max_size=12)
"""Check-ins: which donor (the last is a stranger), the number it names, and its nonce."""


@pytest.mark.sqlite  # copies the database's file
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SENT)
def test_check_ins_in_one_batch_are_as_one_by_one(
    tmp_path_factory: pytest.TempPathFactory, clock: HandClock, sent: list[tuple[int, int, str]]
) -> None:
    """A batch of random check-ins, retries, stale and strange ones among them, ends as the same ones in turn would.

    Each gets the same answer, with its completion codes, and the databases are the same.
    """
    path = tmp_path_factory.mktemp("servers")
    one, tokens = paying_crowd(path, clock)
    one.store.dispose()
    shutil.copytree(path / "data", path / "copy")
    together, alone = (open_folder(Folder(path / name), clock) for name in ("data", "copy"))
    requests = [request(together, tokens[index], *rest) for index, *rest in sent]
    expected = [check_ins.check_in_all(alone.store, [one])[0] for one in requests]
    assert names(check_ins.check_in_all(together.store, requests)) == names(expected)
    assert dump(together) == dump(alone)
    for server in (together, alone):
        server.store.dispose()


def test_codes_are_looked_up_for_a_batch_at_once(tmp_path: Path, clock: HandClock) -> None:
    """A batch whose donors are all told completion codes needs as many statements as a batch of one."""
    server, tokens = paying_crowd(tmp_path, clock)
    requests = [request(server, token, 0, NONCES[0]) for token in tokens[:CROWD]]
    assert statements(server, requests[:1]) == statements(server, requests[1:]) > 0
    server.store.dispose()


def test_no_campaign_is_parsed_for_its_code(tmp_path: Path, clock: HandClock) -> None:
    """Of a campaign with a code a check-in reads its days alone: it answers as before where nothing else is left."""
    server, tokens = paying_crowd(tmp_path, clock)
    requests = [request(server, token, 0, NONCES[0]) for token in tokens[:CROWD]]
    with server.store.write() as connection:
        [payload] = connection.execute(select(campaigns_table.c.payload)).scalars()
        days = {name: json.loads(payload)[name] for name in ("start", "end")}
        connection.execute(update(campaigns_table).values(payload=json.dumps(days)))
    answers = check_ins.check_in_all(server.store, requests)
    assert sorted(one.completions[0].there for one in answers) == [1, 1, 2, 2]
    server.store.dispose()


def statements(server: Deployment, batch: Sequence[CheckInRequest]) -> int:
    """Return how many statements a batch takes whose donors are all told a campaign's code."""
    counted = list[str]()

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        counted.append(statement)

    with server.store.write_beside() as connection:
        event.listen(connection, "before_cursor_execute", note)
        answers = check_ins.check_in_together(connection, batch)
    assert all(isinstance(one, CheckInAnswer) and one.completions for one in answers)
    return len(counted)


def paying_crowd(path: Path, clock: HandClock) -> tuple[Deployment, list[str]]:
    """Return a server whose campaign has a code after two days, and its donors' tokens with that of a stranger.

    Every other donor was there on the day before.
    """
    server = new_server(path, clock)
    crowd = donors(server, CROWD)
    with act(server) as one:
        completion_code.put(one, "flu", "K7QM4TXA9W", 2)
        everybody = one.connection.execute(select(donors_table.c.id)).scalars().all()
        stored_donors.note_active(one.connection, everybody[::2], DAY - timedelta(days=1))
    return server, [*(donor.token for donor in crowd), "f" * 64]


def request(server: Deployment, token: str, number: int, nonce: str) -> CheckInRequest:
    """Return the request of a donor with a check-in."""
    identity = OnlineIdentity(server.online, server.online_key, server.config.protocol, server.identity)
    contact = CheckIn(number=number, nonce=nonce)
    return CheckInRequest(token_hash(token), contact, server.clock(), DAY, identity)


def names(outcomes: Sequence[object]) -> list[object]:
    """Return outcomes with rejections as their names, so that they can be compared."""
    return [one.name if isinstance(one, Rejected) else one for one in outcomes]
