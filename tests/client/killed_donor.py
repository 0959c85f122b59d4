"""Runs one check-in in its own process and kills it (SIGKILL) at the n-th step, if there is one.

A step is a commit about to be made, a request about to be sent, or an answer that has come and was not read yet.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from pdd_client.donor.donor import Donor
from pdd_client.gateways.clock import RehearsalClock
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_client.gateways.keychain import FileKeychain
from pdd_client.gateways.server_http.server_http import ServerHttp


def check_in(home: Path, clock: Path, history: Path, deadly: int) -> None:
    """Run this home's check-in by the clock in a file."""
    steps = count(1)

    def step() -> None:
        if next(steps) == deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    transaction, request = LocalStore.transaction, ServerHttp._exchange

    @contextmanager
    def deadly_transaction(self: LocalStore) -> Iterator[None]:
        with transaction(self):
            yield
            step()

    def deadly_request(self: ServerHttp, *arguments: Any, **options: Any) -> tuple[httpx.Response, bytes]:
        step()
        answer = request(self, *arguments, **options)
        step()
        return answer

    LocalStore.transaction = deadly_transaction  # type: ignore[method-assign]
    ServerHttp._exchange = deadly_request  # type: ignore[method-assign]
    with Donor.open(home, clock=RehearsalClock(clock), keychain=FileKeychain(home), find=list) as donor:
        donor.check_in([history])
