"""The homes of one person in a random life: the desktop app, and the extensions of its browsers in a Node process."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from pathlib import Path
from secrets import token_bytes
from typing import Any

from pdd_client.core.donation.consent import Consent
from pdd_client.donor.installation import Installation
from pdd_client.donor.restored_home import charge_unrecorded
from pdd_client.extension_bridge.handover import AskStatus, FromExtension, Status, greet, take_over
from pdd_client.gateways.home_store.day_store import Blinded
from pdd_client.gateways.home_store.extension_store import Connected
from pdd_client.gateways.home_store.local_store import Fact, LocalStore
from pdd_shared.protocol.messages import Campaign, Signed
from tests.client.fakes import Clock, FakeServer
from tests.extension.javascript import EXTENSION, node
from tests.support.processes.timeouts import PATIENCE
from tests.support.reference.donor import inputs
from tests.support.reference.donor.inputs import Case

FACTS: list[tuple[Fact, str]] = [
    ("url", "https://x"),
    ("server", FakeServer(Clock(), zone="UTC", protocol="cohort").info().model_dump_json()),
    ("number", "0"),
]
"""What a home keeps of its registration with a server."""


class App:
    """The desktop app. Its home is a database in memory, which is copied and brought back as bytes."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        store = LocalStore(folder, token_bytes)
        with store.transaction():
            for name, value in FACTS:
                store.set_fact(name, value)
        self._database = store._database.connection
        self._database.execute("PRAGMA journal_mode=DELETE")
        self._new = self._copy = self._database.serialize()
        self.home: Any = Installation(store, None, clock, None, token_bytes, None)  # type: ignore[arg-type]

    def begin(self) -> None:
        """Begin anew, with an empty home."""
        self._database.deserialize(self._new)

    def copy(self) -> None:
        """Make a copy of the home."""
        self._copy = self._database.serialize()

    def bring_back(self) -> None:
        """Bring back the copy."""
        self._database.deserialize(self._copy)

    def join(self, text: Campaign) -> None:
        """Join a campaign."""
        signed = Signed(payload=text.model_dump_json(), signature="00" * 64)
        self.home.store.consents.add(Consent(signed, text, "en", self.home.clock(), None))

    def leave(self, campaign: str) -> None:
        """Leave a campaign."""
        self.home.store.consents.leave(campaign, self.home.clock())

    def answer(self, message: Case, browser: str) -> Status:
        """Answer a message of the extension in a browser."""
        read = FromExtension.model_validate({"message": message}).message
        if isinstance(read, AskStatus):
            return greet(self.home, browser, read)
        return take_over(self.home, read, Connected("/nowhere", browser))  # type: ignore[arg-type]

    def told(self, day: date) -> Case:
        """Return what decides, beside the donor's choices, what this home gives in the plan of a day."""
        ledger, store = self.home.ledger(), self.home.store
        return {
            "given": [_run(one) for one in ledger.given],
            "hits_elsewhere": dict(ledger.hits_elsewhere),
            **({"hits_unknown": ledger.hits_unknown.isoformat()} if ledger.hits_unknown else {}),
            "settled": sorted(map(str, store.days.locked())),
            "given_elsewhere": store.extensions.given_elsewhere(day),
        }

    def give(self, day: date, charges: list[Case]) -> None:
        """Lock a day with these charges."""
        store = self.home.store
        with store.transaction():
            runs = [{**one, "first": one["day"], "days": 1} for one in charges]
            store.charges.add(inputs.ledger({"given": runs, "ceiling": None}).given)
            store.days.keep_blinded(Blinded(day, b"", None, True))
            store.set_fact("last_check_in", self.home.clock().isoformat())

    def restored(self) -> None:
        """Contact a server that does not know the home's state."""
        charge_unrecorded(self.home.store, self.home.clock(), self.home.membership().info)


def _run(one: Any) -> Case:
    row = {"campaign": one.campaign, "first": one.day.isoformat(), "days": 1, "charge": inputs.as_charge(one.charge)}
    return row | ({"hits": one.hits} if one.hits else {}) | ({"repeats": str(one.repeats)} if one.repeats else {})


class Browsers:
    """The Node process with the extensions, which speak with the app."""

    def __init__(self, process: "subprocess.Popen[str]", app: App) -> None:
        self._process, self._app = process, app

    def ask(self, browser: str = "", **line: Any) -> Any:
        """Send one line, pass on what the extension in a browser says to the app, and return what was done."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        while True:
            self._process.stdin.write(json.dumps(line) + "\n")
            self._process.stdin.flush()
            said = json.loads(self._process.stdout.readline())
            if "app" not in said:
                return said["done"]
            line = self._app.answer(said["app"], browser).model_dump(mode="json")


@contextmanager
def browsers(app: App) -> Iterator[Browsers]:
    """Run the process while it is needed."""
    command = [node(), "tests/programs/lives.js"]
    with subprocess.Popen(
        command, cwd=EXTENSION, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        try:
            yield Browsers(process, app)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(timeout=PATIENCE)


class Extension:
    """The extension in a browser; each installation of it is another home."""

    def __init__(self, node: Browsers, browser: str, clock: Clock) -> None:
        self._node, self._browser, self._clock, self._number = node, browser, clock, 0

    def _do(self, step: str, **more: Any) -> Any:
        home, now = f"{self._browser} {self._number}", inputs.as_instant(self._clock())
        return self._node.ask(self._browser, home=home, now=now, do=step, **more)

    def begin(self) -> None:
        """Install the extension anew."""
        self._number += 1

    def copy(self) -> None:
        """Make a copy of the home."""
        self._do("copy")

    def bring_back(self) -> None:
        """Bring back the copy."""
        self._do("bring_back")

    def join(self, text: Campaign) -> None:
        """Join a campaign."""
        self._do("join", payload=text.model_dump_json(), facts=FACTS)

    def leave(self, campaign: str) -> None:
        """Leave a campaign."""
        self._do("leave", campaign=campaign)

    def meet(self) -> None:
        """Ask the app where it stands, and hand over if it donates."""
        self._do("meet")

    def end(self, *, reachable: bool) -> None:
        """Donate again, if the app does not."""
        self._do("end", reachable=reachable)

    def told(self, day: date) -> Case | None:
        """Return the same as an app does; None while this home leaves its days to the app."""
        found = self._do("told")
        return (
            None
            if found["isCompanion"]
            else {
                "given": found["given"],
                "hits_elsewhere": found["used"],
                **({"hits_unknown": found["unknown"]} if found["unknown"] else {}),
                "settled": found["settled"],
                "given_elsewhere": day.isoformat() in found["elsewhere"],
            }
        )

    def give(self, day: date, charges: list[Case]) -> None:
        """Lock a day with these charges."""
        self._do("give", day=day.isoformat(), charges=charges)

    def restored(self) -> None:
        """Contact a server that does not know the home's state."""
        self._do("restored")


def noon(day: date) -> datetime:
    """Return noon of a day."""
    return datetime.combine(day, time(12), UTC)
