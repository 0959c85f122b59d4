"""The accessibility tree of an app as a screen reader gets it: AT-SPI, over D-Bus.

Source: the interfaces of at-spi2-core (https://gitlab.gnome.org/GNOME/at-spi2-core).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

STATES = {4: "checked", 8: "enabled", 11: "focusable", 12: "focused", 25: "showing"}
"""The states that tests look at, by their bits (AtspiStateType)."""
LABELLED_BY = 2
"""AtspiRelationType: the label of a control."""
SILENT = {"filler", "panel", "layered pane", "unknown", "invalid"}
"""Roles of which a screen reader says nothing."""
_PATIENCE = 60
"""Seconds in which a busy machine answers."""
_ACCESSIBLE = "org.a11y.atspi.Accessible"


@dataclass(frozen=True)
class Node:
    """Something on the screen, and what is inside it."""

    role: str
    name: str
    description: str
    labels: tuple[str, ...]
    states: frozenset[str]
    children: tuple["Node", ...]

    @classmethod
    def parse(cls, parts: Mapping[str, Any]) -> "Node":
        """Return the node that was written as JSON."""
        children = tuple(cls.parse(child) for child in parts["children"])
        return cls(**(dict(parts) | {"children": children, "states": frozenset(parts["states"])}))

    def all(self) -> Iterator["Node"]:
        """Yield the node and all that is shown inside it, in the order of reading."""
        if "showing" in self.states:
            yield self
            for child in self.children:
                yield from child.all()

    def of(self, *roles: str) -> list["Node"]:
        """Return what is shown with one of these roles."""
        return [node for node in self.all() if node.role in roles]


class AccessibilityBus:
    """A connection to the accessibility bus of this D-Bus session."""

    def __init__(self) -> None:
        with open_dbus_connection("SESSION") as session:
            place = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Bus")
            address = session.send_and_get_reply(new_method_call(place, "GetAddress"), timeout=_PATIENCE).body[0]
        self._connection = open_dbus_connection(address)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def app(self) -> dict[str, Any]:
        """Return the tree of the only app on the bus, ready to be written as JSON; see `Node.parse`."""
        root = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
        until = monotonic() + _PATIENCE
        while not (found := self._call(root, _ACCESSIBLE, "GetChildren")):
            assert monotonic() < until, "no app came to the bus"
        ((bus, path),) = found
        return self._read(bus, path)

    def _read(self, bus: str, path: str) -> dict[str, Any]:
        place = (bus, path)
        low, high = self._call(place, _ACCESSIBLE, "GetState")
        states = [state for bit, state in STATES.items() if (low | high << 32) >> bit & 1]
        related = self._call(place, _ACCESSIBLE, "GetRelationSet")
        labels = [self._text(tuple(one), "Name") for kind, ones in related if kind == LABELLED_BY for one in ones]
        return {
            "role": self._call(place, _ACCESSIBLE, "GetRoleName"),
            "name": self._text(place, "Name"),
            "description": self._text(place, "Description"),
            "labels": labels,
            "states": states,
            "children": [self._read(*child) for child in self._call(place, _ACCESSIBLE, "GetChildren")],
        }

    def _text(self, place: tuple[str, str], name: str) -> str:
        properties = "org.freedesktop.DBus.Properties"
        _kind, value = self._call(place, properties, "Get", "ss", (_ACCESSIBLE, name))
        return str(value)

    def _call(self, place: tuple[str, str], interface: str, method: str, kinds: str = "", values: Any = ()) -> Any:
        bus, path = place
        address = DBusAddress(path, bus_name=bus, interface=interface)
        message = new_method_call(address, method, kinds or None, values)
        reply = self._connection.send_and_get_reply(message, timeout=_PATIENCE)
        assert reply.header.message_type is not MessageType.error, (method, path, reply.body)
        return reply.body[0]
