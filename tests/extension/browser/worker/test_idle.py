"""The extension's worker, stopped by the browser because it is idle: pages wake it, and set the badge anyway."""

from dataclasses import replace
from pathlib import Path

from tests.extension.browser.drivers.person import EVENING, FULL_PAGE, Person, join
from tests.extension.browser.drivers.unattended import reporting, unattended
from tests.support.processes.timeouts import PATIENCE

SOON = 180_000
SEND = """
const page = open("pages/main/main.html#today");
await until(() => page.document.querySelector("#send"));
await workerStopped();
tell(await toolbar());
page.document.querySelector("#send").click();
const planned = async () => (await toolbar()).ahead < SOON;
await Promise.race([until(planned), pause(60_000)]);
tell(await toolbar());
""".replace("SOON", str(SOON))


def a_day_waits(person: Person) -> None:
    """Join, search on the second day, and open on the third, when the second day waits."""
    with person.browser() as browser:
        join(browser.open(FULL_PAGE), f"{person.town.url}/#flu", "flu")
    person.searching_day()


def test_sending_a_day_plans_a_contact_though_the_worker_was_stopped(person: Person, tmp_path: Path) -> None:
    """With nothing attached and the worker idle, pressing the button still sets alarm and badge."""
    person = replace(person, extension=reporting(person.extension, tmp_path / "reporting"))
    a_day_waits(person)
    now = person.town.clock.now
    assert now.hour >= EVENING
    with unattended(person.profile, person.extension, person.engines, now, SEND) as told:
        before = told.get(timeout=PATIENCE)
        after = told.get(timeout=PATIENCE)
    assert before["ahead"] > SOON
    assert before["badge"] == "1"
    assert after["ahead"] < SOON
    assert after["badge"] == ""
