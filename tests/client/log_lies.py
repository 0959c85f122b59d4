"""What a lying server may show as its public log, and donors that it invents."""

import json
from collections.abc import Callable
from typing import Any

from pdd_shared.protocol.keys import DonorSecrets
from pdd_shared.protocol.merkle_tree import root_of
from pdd_shared.protocol.messages import LogPart
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.epoch.public_log import log_line
from pdd_shared.rounds.cohort.epoch.tickets import TicketSecrets, make_ticket
from pdd_shared.rounds.cohort.messages import Checkpoint
from tests.client.cohort_fakes import CohortServer
from tests.client.fakes import FakeServer


def log_of(server: FakeServer, lines: list[str], first: int = 0) -> LogPart:
    """Return these lines as a log that the server signed."""
    named = server.identity.verify_key.encode().hex()
    checkpoint = Checkpoint(server=named, size=len(lines), root=root_of(lines).hex())
    return LogPart(first=first, lines=tuple(lines[first:]), checkpoint=sign(checkpoint, server.key))


def results(server: FakeServer, lines: list[str] | None = None) -> str:
    """Return a campaign's results as somebody else got them, with the checkpoint of these lines or of the server's."""
    made = log_of(server, server.lines if lines is None else lines).checkpoint
    return json.dumps({"campaign": "flu", "days": [], "log": made.model_dump()})


def without_last(server: CohortServer) -> Callable[[LogPart], LogPart]:
    return lambda part: log_of(server, server.lines[:-1], part.first)


def another_root(server: CohortServer) -> Callable[[LogPart], LogPart]:
    """Return a log whose first line has another root than the one that the home has read."""
    forged = [log_line(server.epochs[0].epoch.model_copy(update={"root": "00" * 32})), *server.lines[1:]]
    return lambda part: log_of(server, forged, part.first)


def two_epochs(server: CohortServer) -> Callable[[LogPart], LogPart]:
    again = log_line(server.epochs[0].epoch.model_copy(update={"start": server.today()}))
    return lambda part: log_of(server, [*server.lines, again], part.first)


def nothing(_: CohortServer) -> Callable[[LogPart], None]:
    return lambda _: None


def invented(server: CohortServer, number: int) -> Any:
    """Return the ticket of a donor that the server invented."""
    secrets = DonorSecrets.generate(lambda size: bytes([number + 1]) * size)
    tickets = TicketSecrets.generate(lambda size: bytes([number + 101]) * size)
    return make_ticket(tickets, secrets.identity, server.identity.verify_key.encode())


LIES: dict[str, tuple[Callable[[CohortServer], Any], str, list[str]]] = {
    "shorter than before": (without_last, "forked-log", ["forked-log"]),
    "another root": (another_root, "forked-log", ["forked-log"]),
    "two epochs of one number": (two_epochs, "two-epochs", ["two-epochs"]),
    "none": (nothing, "forked-log", []),
}
"""By name: the lie, the refusal that follows, and what the home keeps as evidence."""


def tree_of_34(server: CohortServer) -> None:
    """Make a first tree of all tickets and of 30 invented donors."""
    donors = {f"invented {number}": invented(server, number) for number in range(30)}
    server.make_epoch(0, {**server.tickets[0], **donors}, server.today())


def tree_of_four(server: CohortServer, *real: str) -> None:
    """Make a second tree of these donors, and of invented ones up to four, in a nightly run."""
    donors = {f"invented {number}": invented(server, number) for number in range(4 - len(real))}
    server.make_epoch(1, {token: server.tickets[1][token] for token in real} | donors, server.today())
    server.night()
