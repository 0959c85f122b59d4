"""The `cohort` protocol in workers of a real Chromium: a first upload, and a committee member's day and week."""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from nacl.bindings import crypto_scalarmult
from playwright.sync_api import Browser, Page

from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.day.journal import Entry, Journal
from pdd_shared.rounds.cohort.day.lists import IncludedList, certified_statement, list_digest, write_certificate
from pdd_shared.rounds.cohort.day.member import answer
from pdd_shared.rounds.cohort.messages import TicketReceipt
from scripts.benchmarks.extension.blinding import ADDRESS, bundled, chromium
from scripts.benchmarks.figures import Figure, at_most
from tests.support.cohort.memory_cohort import (
    CLOSED,
    ONLINE,
    ONLINE_KEY,
    SERVER,
    START,
    SUBMITTING,
    MemoryCohort,
    leaf_of,
    part,
    random_from,
    secrets_of,
)
from tests.support.processes.chromium import PROGRAM

HERE = Path(__file__).parent
SIZE, ENTRIES, DECOYS = 8192, 10_000, 192
FIRSTS = 9
"""New workers for each figure: nothing is compiled in them yet."""
COHORT = MemoryCohort(SIZE, parts=(part(entries=ENTRIES - DECOYS - 2),))
PLACE = 5
IN_WORKER = """({work, told}) => new Promise((resolve, reject) => {
    const worker = new Worker(script);
    worker.onmessage = ({data}) => { worker.terminate(); resolve(data); };
    worker.onerror = ({message}) => reject(new Error(message));
    worker.postMessage({work, told});
})"""

Told = dict[str, Any]


def home(leaf: int, today: str) -> Told:
    """Return what a home keeps in its database, in the form that cohort.js reads."""
    secrets = secrets_of(leaf)
    members = {leaf, *(member.index for member in COHORT.committee)}
    receipt = TicketReceipt(server=SERVER.hex(), ticket="00" * 32, epoch=COHORT.epoch.number, index=None, reset=0)
    return {
        "secrets": [secrets.exchange_secret.hex(), secrets.signing_seed.hex()],
        "own": leaf_of(leaf).encoded.hex(),
        "committee": b"".join(member.encoded for member in COHORT.committee).hex(),
        "proof": [node.hex() for node in COHORT.tree.prove(members)],
        "receipt": receipt.model_dump(mode="json"),
        "published": sign(COHORT.epoch, ONLINE).model_dump(),
        "epoch": COHORT.epoch.model_dump(mode="json"),
        "server": SERVER.hex(),
        "zone": COHORT.plan.zone,
        "onlineKey": ONLINE_KEY.hex(),
        "since": START.isoformat(),
        "today": today,
        "plan": COHORT.signed.model_dump(),
    }


def shared(leaf: int, others: list[int]) -> str:
    """Return the secrets that a leaf's ticket agreed on with other leaves at the week's start, as hex."""
    secret = secrets_of(leaf).exchange_secret
    return b"".join(crypto_scalarmult(secret, leaf_of(other).exchange) for other in others).hex()


def donor() -> Told:
    """Return the message for a donor's first upload, with some counts."""
    counts = [{"campaign": "flu", "stratum": None, "searches": 40, "entries": [1] * 200}]
    members = [member.index for member in COHORT.committee]
    return {**home(0, SUBMITTING.isoformat()), "shared": shared(0, members), "counts": counts}


def member() -> tuple[Told, bytes]:
    """Return the message for a member's day with a list of all leaves, and the answer that Python computes for it."""
    day, leaves = COHORT.member_day(PLACE), [leaf_of(index) for index in range(SIZE)]
    nonces = random_from(7)
    data = IncludedList.of({leaf.index: nonces(16) for leaf in leaves}, ()).encoded
    digest = list_digest(day.context, data)
    said, quorum = certified_statement(day.context, digest), COHORT.tree_size.committee.quorum
    signatures = {
        place: secrets_of(each.index).signing.sign(said).signature for place, each in enumerate(COHORT.committee, 1)
    }
    certificate = write_certificate(signatures, quorum)
    journal = Journal().with_entries((*day.entries, Entry(day.list_key, digest)))
    expected = answer(day, data, certificate, secrets=secrets_of(day.own), home=COHORT.viewed(CLOSED), journal=journal)
    told = {
        **home(day.own, CLOSED.isoformat()),
        "leaves": b"".join(leaf.encoded for leaf in leaves).hex(),
        "shared": shared(day.own, list(range(SIZE))),
        "list": data.hex(),
        "certificate": certificate.hex(),
    }
    return told, expected


def first(page: Page, work: str, told: Told, expected: object) -> float:
    """Return the least seconds that some work takes in new workers, where it runs for the first time.

    The least of several is the run that other work on the machine disturbed least.

    Raises:
        RuntimeError: if a worker's result is not the expected one.
    """
    done = [page.evaluate(IN_WORKER, {"work": work, "told": told}) for _ in range(FIRSTS)]
    if any(each["made"] != expected for each in done):
        raise RuntimeError(f"the extension does not {work} as Python does")
    return float(min(each["seconds"] for each in done))


def measured(page: Page) -> list[Figure]:
    """Measure what a donor and a member do in a day, then what the member does once a week."""
    serving, expected = member()
    again: Callable[..., float] = partial(first, page)
    size = len(COHORT.submission(0).upload)
    return [
        at_most(
            "extension: a cohort's first upload in a new worker, seconds", again("upload", donor(), size), 0.150, 1
        ),
        at_most("extension: a member's day at 8,192, seconds", again("serve", serving, expected.hex()), 0.250, 1),
        at_most("extension: a member's week: 8,192 leaves, seconds", again("check", serving, SIZE), 0.400, 1),
        at_most("extension: a member's week: WebCrypto's agreements, seconds", again("agree", serving, 0), 1.500, 1),
        at_most("extension: a member's week: longest of 12 slices by @noble", slices(page, serving), 0.150, 1),
    ]


def slices(page: Page, told: Told) -> float:
    """Return the seconds of the longest slice of 16 key agreements in a new worker; the least over several workers."""
    done = [page.evaluate(IN_WORKER, {"work": "slice", "told": told}) for _ in range(FIRSTS)]
    return float(min(each["seconds"] for each in done))


def _opened(browser: Browser, script: Path) -> Page:
    """Return a page of this computer, which has WebCrypto, with the URL of a script for workers."""
    page = browser.new_page()
    page.route(ADDRESS, lambda route: route.fulfill(content_type="text/html", body="<!doctype html>"))
    page.goto(ADDRESS)
    text = script.read_text("utf-8")
    page.evaluate("(text) => { window.script = URL.createObjectURL(new Blob([text])); }", text)
    return page


def figures() -> list[Figure]:
    """Measure all figures."""
    subprocess.run([HERE.parents[1] / "javascript"], stdout=sys.stderr, check=False)
    if PROGRAM is None:
        raise SystemExit("bench extension_cohort: needs Chromium: install it (Debian's package: chromium)")
    with tempfile.TemporaryDirectory() as temporary, chromium() as browser:
        script = bundled(HERE / "cohort.js", Path(temporary))
        return measured(_opened(browser, script))
