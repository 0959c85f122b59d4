"""What hostile clients cost a server: invalid tokens, invented donors, floods of registrations, and slow connections.

Each kind of request is sent over 64 connections to a server process, and compared with the honest request that costs
the most like it. Processor time is the server's.
"""

import http.client
import json
import os
import secrets
import socket
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from pdd_client import VERSION
from pdd_shared.protocol.keys import DonorSecrets
from scripts.benchmarks.figures import Figure, at_most
from scripts.benchmarks.server.cohort_database import make
from scripts.benchmarks.server.intake import CONNECTIONS, LEAVES, Asked, Donors, cpu_of, served

REFUSED, REGISTERED = 1, 3
"""The most that a refused request may cost beside a good one of its kind, and a registration beside a check-in."""
SLOW, SLOW_KILOBYTES, SLOWER = 500, 64, 3
"""How many slow connections; the most memory that one may take; how much longer an honest request may take then."""
KEYS, KEY_BYTES = 20_000, 300
"""How many invalid tokens are tried, and by how many bytes each may make the server grow."""
_OK, _UNAUTHORISED, _TOO_MANY = (200, 201), (401,), (429,)
_REFUSED = (400, 401, 403, 409, 422)
_LIMIT, _FORGED = 1000, 200
"""Registrations of one network in an hour, as by default; and how many of these are forged here."""
Requests = Sequence[Asked]


def flood(pid: int, address: str, requests: Requests, allowed: Sequence[int]) -> float:
    """Send requests over 64 connections; return the seconds of the server's processor time for each.

    Args:
        pid: the server's process.
        address: the server's host and port.
        requests: what to send.
        allowed: the statuses with which it may answer.
    """

    def send(some: Requests) -> None:
        connection = http.client.HTTPConnection(address)
        for one in some:
            status = _status(connection, one)
            assert status in allowed, f"{one.method} {one.path}: {status}"
        connection.close()

    worked = cpu_of(pid)
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(send, [requests[first::CONNECTIONS] for first in range(CONNECTIONS)]))
    return (cpu_of(pid) - worked) / len(requests)


def _status(connection: http.client.HTTPConnection, one: Asked) -> int:
    headers = {"Authorization": f"Bearer {one.token}", "Pdd-Client": VERSION}
    headers["Content-Type"] = "application/json" if one.method == "POST" else "application/octet-stream"
    connection.request(one.method, one.path, one.body, headers)
    response = connection.getresponse()
    response.read()
    return response.status


def registrations(identity: bytes, number: int) -> list[Asked]:
    """Return registrations of new donors."""
    members = (DonorSecrets.generate(os.urandom).member(identity).model_dump() for _ in range(number))
    return [Asked("POST", "/v1/donors", "", json.dumps({"member": member}).encode()) for member in members]


def forged(requests: Requests) -> list[Asked]:
    """Return registrations whose exchange key another donor has signed."""
    bodies = [json.loads(one.body or b"") for one in requests]
    signatures = [body["member"]["signature"] for body in bodies]
    for body, signature in zip(bodies, [*signatures[1:], signatures[0]], strict=True):
        body["member"]["signature"] = signature
    return [replace(one, body=json.dumps(body).encode()) for one, body in zip(requests, bodies, strict=True)]


def garbage(requests: Requests) -> list[Asked]:
    """Return uploads of registered donors with a random body of the right size."""
    return [replace(one, body=os.urandom(len(one.body or b""))) for one in requests]


def without_token(requests: Requests) -> list[Asked]:
    """Return the same requests, each with a token that nobody has."""
    return [replace(one, token=secrets.token_hex(32)) for one in requests]


def kilobytes(pid: int) -> float:
    """Return a process's resident memory, from proc(5)."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def answered_in(address: str) -> float:
    """Return how many seconds a new connection's request takes; `inf` if no answer comes within ten seconds."""
    start = time.perf_counter()
    connection = http.client.HTTPConnection(address, timeout=10)
    try:
        assert _status(connection, Asked("GET", "/v1/server", "")) in _OK
    except OSError:
        return float("inf")
    finally:
        connection.close()
    return time.perf_counter() - start


def slow_connections(stack: ExitStack, address: str, sent: bytes) -> None:
    """Open connections that have sent a part of a request, and never the rest."""
    host, port = address.split(":")
    for _ in range(SLOW):
        stack.enter_context(socket.create_connection((host, int(port)))).sendall(sent)


_MANY = {"header": "unfinished headers", "body": "unfinished bodies"}
_HEAD = b"POST /v1/check-in HTTP/1.1\r\nHost: localhost\r\n"
_BODY = _HEAD + b"Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n" + b" " * 20_000


def slow_figures(pid: int, address: str) -> Iterator[Figure]:
    """Measure what connections cost that stop in the middle of a header or of a body."""
    for what, sent in {"header": _HEAD, "body": _BODY}.items():
        usual, before = min(answered_in(address) for _ in range(5)), kilobytes(pid)
        with ExitStack() as stack:
            slow_connections(stack, address, sent)
            taken = min(answered_in(address) for _ in range(5))
            each = (kilobytes(pid) - before) / SLOW
        yield at_most(f"hostile: an honest request beside {SLOW} {_MANY[what]}, seconds", taken, usual, SLOWER)
        yield at_most(f"hostile: memory of a connection with an unfinished {what}, KB", each, SLOW_KILOBYTES, 1)


def token_figures(pid: int, address: str, people: Donors) -> Iterator[Figure]:
    """Measure requests with invalid tokens and garbage uploads, beside honest requests; then registrations."""
    days = people.days()
    check_ins, uploads = [day[0] for day in days], [day[1] for day in days]
    bad_uploads = garbage(uploads)
    honest = flood(pid, address, check_ins, _OK)
    invalid = flood(pid, address, without_token(check_ins), _UNAUTHORISED)
    large = flood(pid, address, without_token(uploads), _UNAUTHORISED)
    spoilt = flood(pid, address, bad_uploads, _REFUSED)
    upload = flood(pid, address, uploads, _OK)
    yield at_most("hostile: a check-in with an invalid token, CPU seconds, beside a good one", invalid, honest, REFUSED)
    yield at_most("hostile: an upload with an invalid token, beside a good one", large, upload, REFUSED)
    yield at_most("hostile: a garbage upload of an invented donor, beside a good one", spoilt, upload, REFUSED)
    yield from registration_figures(pid, address, people.tables.server.identity, honest)


def memory_figure(pid: int, address: str) -> Figure:
    """Measure by how much a server grows for each token that somebody invents."""
    invented = [
        Asked("POST", "/v1/check-in", secrets.token_hex(32), b'{"number": 0, "nonce": ""}') for _ in range(KEYS)
    ]
    flood(pid, address, invented[: KEYS // 10], _REFUSED)
    before = kilobytes(pid)
    flood(pid, address, invented, _REFUSED)
    grown = (kilobytes(pid) - before) * 1024 / KEYS
    return at_most("hostile: memory that stays of a request with an invented token, bytes", grown, KEY_BYTES, 1)


def registration_figures(pid: int, address: str, identity: bytes, check_in: float) -> Iterator[Figure]:
    """Measure registrations beside a check-in: forged ones, genuine ones, and those over the limit of a network."""
    new = registrations(identity, _LIMIT)
    false = flood(pid, address, forged(new[:_FORGED]), _REFUSED)
    genuine = flood(pid, address, new[_FORGED:], _OK)
    over = flood(pid, address, registrations(identity, _FORGED), _TOO_MANY)
    yield at_most("hostile: a forged registration, CPU seconds, beside a check-in", false, check_in, REFUSED)
    yield at_most("hostile: a genuine registration, beside a check-in", genuine, check_in, REGISTERED)
    yield at_most("hostile: a registration over the limit, beside a check-in", over, check_in, REFUSED)


def figures() -> Iterator[Figure]:
    """Measure what hostile clients cost."""
    with tempfile.TemporaryDirectory() as folder:
        tables = make(Path(folder), LEAVES)
        tables.night()
        people = Donors(tables)
        with served("ours", Path(folder), tables.clock.day) as (pid, address):
            yield memory_figure(pid, address)
            yield from token_figures(pid, address, people)
            yield from slow_figures(pid, address)
        tables.server.store.dispose()
