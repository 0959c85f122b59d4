"""A D-Bus session of its own, and a program on it that answers calls."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread

import pytest
from jeepney import Message, MessageType
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

needs_bus = pytest.mark.skipif(not shutil.which("dbus-daemon"), reason="dbus-daemon is missing: see scripts/test")


@contextmanager
def session_bus(name: str, answer: Callable[[Message], Message]) -> Iterator[str]:
    """Run a session bus while the block runs, and yield its address.

    Args:
        name: the well-known name of the program on it.
        answer: returns that program's answer to a call.

    """
    command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    daemon = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert daemon.stdout is not None
    address = daemon.stdout.readline().strip()
    connection = open_dbus_connection(bus=address)
    connection.send_and_get_reply(message_bus.RequestName(name))
    thread = Thread(target=_serve, args=(connection, answer), daemon=True)
    thread.start()
    try:
        yield address
    finally:
        daemon.terminate()  # closes the connection, and so ends the thread
        daemon.wait()
        thread.join()
        connection.close()
        daemon.stdout.close()


def _serve(connection: DBusConnection, answer: Callable[[Message], Message]) -> None:
    """Answer calls until the connection is closed."""
    with suppress(OSError, ConnectionError, ValueError):
        while True:
            message = connection.receive()
            if message.header.message_type is MessageType.method_call:
                connection.send(answer(message))
