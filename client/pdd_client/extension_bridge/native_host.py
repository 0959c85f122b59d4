"""`pdd-native-host`: the program that a browser starts so that its extension can talk to the app.

It reads messages of the extension from stdin and writes to stdout. It answers them from the donor's home, also while
the app's window is closed. A second thread passes the app's questions for visits on to the extension, and the answers
back (`relay`). Neither questions nor answers are stored.
"""

import argparse
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Listener
from pathlib import Path
from secrets import token_bytes
from threading import Thread

from pydantic import ValidationError

from pdd_client.core.errors import DonorError
from pdd_client.donor.installation import Installation
from pdd_client.extension_bridge.handover import AskStatus, FromExtension, HandOver, Status, greet, take_over
from pdd_client.extension_bridge.relay import Relay, Tell
from pdd_client.gateways.clock import system_clock
from pdd_client.gateways.hold import Hold
from pdd_client.gateways.home_files.damage import Damaged
from pdd_client.gateways.home_files.folder import DATABASE
from pdd_client.gateways.home_store.extension_store import Connected
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_client.gateways.keychain import SystemKeychain
from pdd_client.gateways.native_messaging.message_format import Ended, NotJson, TooLarge, read_message
from pdd_client.gateways.server_http.server_http import ServerHttp

_BACKLOG = 16
"""Connections from the app that may wait while another question is being answered."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve one extension until its browser ends the host; return the exit status.

    Browsers add arguments of their own, such as the extension's id. They are ignored.
    """
    parser = argparse.ArgumentParser(prog="pdd-native-host", description="Started by browsers, for their extension.")
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--browser", required=True)
    chosen, _ = parser.parse_known_args(arguments)
    # Firefox ends its hosts with SIGTERM, which by default would skip the `finally` below.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with Listener(backlog=_BACKLOG) as listener:
        host = Host(chosen.home, Connected(str(listener.address), chosen.browser), Tell(sys.stdout.buffer))
        Thread(target=host.relay.serve, args=(listener,), daemon=True).start()
        try:
            return host.serve(sys.stdin.buffer.read)
        finally:
            host.forget()


class Host:
    """Answers the messages of one extension."""

    def __init__(self, home: Path, extension: Connected, tell: Tell) -> None:
        self._home = home
        self._extension = extension
        self._tell = tell
        self.relay = Relay(tell)

    def serve(self, read: Callable[[int], bytes]) -> int:
        """Answer each message until the browser closes the stream.

        A malformed message changes nothing, and gets the answer `unavailable`.

        Args:
            read: reads up to so many bytes from the browser.

        Returns:
            The exit status: 0 once the browser has closed the stream, 2 after a message that is too large.

        """
        while True:
            try:
                self._answer(FromExtension.model_validate({"message": read_message(read)}))
            except (NotJson, ValidationError):
                self._tell(Status(state="unavailable"))
            except (Ended, BrokenPipeError):
                return 0
            except TooLarge:
                print("pdd-native-host: a message was too large: nothing was lost, try again", file=sys.stderr)
                return 2

    def _answer(self, read: FromExtension) -> None:
        """Answer a status question or a hand-over; a piece of an answer goes to the relay."""
        message = read.message
        if isinstance(message, AskStatus):
            self._tell(self._in_home(lambda home: greet(home, self._extension.browser, message)))
        elif isinstance(message, HandOver):
            self._tell(self._in_home(lambda home: take_over(home, message, self._extension)))
        else:
            self.relay.take(message)

    def _in_home(self, work: Callable[[Installation], Status]) -> Status:
        """Open the home, run `work` on it, and return its answer; a home that does not exist is not created."""
        if not (self._home / DATABASE).exists():
            return Status(state="not-joined")
        try:
            with _opened(self._home) as installation:
                return work(installation)
        except (DonorError, Damaged, OSError, sqlite3.Error):
            # The extension needs no details: the app's window shows what is wrong with the home.
            return Status(state="unavailable")

    def forget(self) -> None:
        """Delete this host's address from the home, so that the app no longer connects to it."""

        def disconnect(installation: Installation) -> Status:
            with installation.store.transaction():
                installation.store.extensions.disconnect(self._extension.address)
            return Status(state="unavailable")

        self._in_home(disconnect)


@contextmanager
def _opened(home: Path) -> Iterator[Installation]:
    """Open the home for one message only, so that the host, which runs for hours, holds no file of it open."""
    store = LocalStore(home, token_bytes)
    try:
        yield Installation(store, SystemKeychain(home), system_clock, ServerHttp, token_bytes, Hold())
    finally:
        store.close()


if __name__ == "__main__":
    sys.exit(main())
