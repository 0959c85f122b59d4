"""Witnesses that listen, for servers that ask them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

from pdd_server.witness.folder import Witness, make_witness, open_witness
from pdd_server.witness.web import create_app
from tests.server.loopback_server import listening


@contextmanager
def served(folder: Path, clock: Callable[[], datetime], number: int) -> Iterator[dict[str, Witness]]:
    """Yield so many witnesses on a clock, by what a server's settings say of them."""
    with ExitStack() as stack:
        found = {}
        for place in range(number):
            key = make_witness(folder / f"witness-{place}", f"witness-{place}.example.org")
            one = open_witness(folder / f"witness-{place}")
            address = stack.enter_context(listening(create_app(one, lambda: clock().timestamp())))
            found[f"{key} {address}"] = one
        yield found
