"""A desktop's notifications without a desktop: a session bus of its own, and a program on it that takes them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from jeepney import Message, new_error, new_method_return

from tests.support.processes.session_bus import needs_bus, session_bus

__all__ = ["NotificationServer", "needs_bus", "notification_server"]


@dataclass
class NotificationServer:
    """Takes notifications as the Desktop Notifications Specification 1.2 has it.

    Attributes:
        address: the bus's address.
        taken: the arguments of each call of `Notify`, the oldest first.
        refuses: whether each call is answered with an error.

    """

    address: str = ""
    taken: list[tuple[Any, ...]] = field(default_factory=list)
    refuses: bool = False

    @property
    def texts(self) -> list[str]:
        """The texts below the titles."""
        return [body[4] for body in self.taken]

    def answer(self, message: Message) -> Message:
        """Return the answer to a call."""
        if self.refuses:
            return new_error(message, "org.freedesktop.Notifications.Error")
        self.taken.append(message.body)
        return new_method_return(message, "u", (len(self.taken),))


@contextmanager
def notification_server() -> Iterator[NotificationServer]:
    """Run a session bus with a notification server while the block runs."""
    server = NotificationServer()
    with session_bus("org.freedesktop.Notifications", server.answer) as address:
        server.address = address
        yield server
