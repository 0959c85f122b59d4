"""Desktop notifications over D-Bus, for a desktop without a tray, such as plain GNOME. A tray icon shows its own.

jeepney speaks D-Bus. QtDBus can't: from Python it has no unsigned number, and the standard's `Notify` asks for one.
"""

import sys
from contextlib import closing, suppress

SECONDS = 2
"""How long to wait for the desktop's answer."""
_PATH, _NAME = "/org/freedesktop/Notifications", "org.freedesktop.Notifications"


def notify(title: str, text: str, desktop_file: str) -> bool:
    """Show a notification by the Desktop Notifications Specification 1.2, and return whether the desktop took it.

    The person's own session bus carries it. A click on it starts the app again, which raises the window.

    Args:
        title: the first line.
        text: the text below it.
        desktop_file: the name of the app's desktop file and icon.

    """
    if sys.platform != "linux":
        return False
    from jeepney import DBusAddress, MessageType, new_method_call
    from jeepney.bus import get_bus
    from jeepney.io.blocking import DBusConnection, prep_socket

    # Servers that read markup would take "<" in the text for a tag; our texts have none.
    hints = {"desktop-entry": ("s", desktop_file)}
    body: tuple[object, ...] = ("Private Data Donor", 0, desktop_file, title, text, [], hints, -1)
    call = new_method_call(DBusAddress(_PATH, bus_name=_NAME, interface=_NAME), "Notify", "susssasa{sv}i", body)
    # A desktop may have no session bus, or nothing on it that shows notifications. The window says the same then.
    # The socket is closed here: jeepney leaves it open if the bus goes away just after it was reached.
    with suppress(OSError, KeyError, ValueError, RuntimeError), closing(prep_socket(get_bus("SESSION"))) as reached:
        answer = DBusConnection(reached).send_and_get_reply(call, timeout=SECONDS)
        return bool(answer.header.message_type is MessageType.method_return)
    return False
