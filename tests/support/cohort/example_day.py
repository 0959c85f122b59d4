"""The example day of tests/vectors/rounds/cohort_round.json in the types of `pdd_shared`: views, places, duties."""

import json
from collections.abc import Callable, Mapping
from datetime import date
from functools import cache
from typing import Any

import numpy as np

from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.cohort.day import server
from pdd_shared.rounds.cohort.day.journal import Entry, Journal, Key, Kind, receipt_entry
from pdd_shared.rounds.cohort.day.member import MemberDay, open_day
from pdd_shared.rounds.cohort.day.plans import CheckedPlan, HomeView, open_plan
from pdd_shared.rounds.cohort.day.uploads import UploadFrame, read_upload
from pdd_shared.rounds.cohort.encoding import digest
from pdd_shared.rounds.cohort.epoch.draws import Draw
from pdd_shared.rounds.cohort.epoch.places import Place, open_cohort, open_committee, open_place
from pdd_shared.rounds.cohort.epoch.tickets import TicketSecrets
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.masking.ring import to_wire
from pdd_shared.rounds.cohort.messages import CohortPlan, Epoch, TicketReceipt, UploadReceipt
from pdd_shared.rounds.cohort.parameters import Q
from pdd_shared.rounds.layout import Counts
from tests.support.reference.cohort import VECTORS

DOCUMENT = json.loads(VECTORS.read_text())
DAY, UNITS, CAPPED = DOCUMENT["day"], DOCUMENT["units"], DOCUMENT["capped"]
SERVER = bytes.fromhex(DAY["server"])
TODAY, CLOSED = date.fromisoformat(DAY["today"]), date.fromisoformat(DAY["closed"])
ONLINE = bytes.fromhex(json.loads(DAY["online_key"]["payload"])["key"])
EPOCH = Epoch.model_validate_json(DAY["epoch"]["payload"])
PLAN = CohortPlan.model_validate_json(DAY["plan"]["payload"])
LEAVES = {int(leaf): Leaf.from_bytes(bytes.fromhex(donor["leaf_bytes"])) for leaf, donor in DAY["donors"].items()}
TREE = [LEAVES[leaf] for leaf in range(EPOCH.size)]
CONTEXT, COMMITTEE = bytes.fromhex(DAY["context"]), bytes.fromhex(DAY["committee_digest"])
UPLOADS = {upload["leaf"]: upload for upload in DAY["uploads"]}
LIST, LIST_DIGEST = bytes.fromhex(DAY["list"]), bytes.fromhex(DAY["list_digest"])


def long(words: Any) -> dict[str, Any]:
    """Return an array as the vectors describe a long one; signed numbers are taken modulo q."""
    flat = (np.asarray(words).ravel().astype(np.int64) % Q).astype(np.uint64)
    told = {"number": flat.size, "first": flat[:4].tolist(), "last": flat[-4:].tolist()}
    return told | {"digest": digest("vector", to_wire(flat)).hex()}


def secrets_of(leaf: int) -> TicketSecrets:
    donor = DAY["donors"][str(leaf)]
    return TicketSecrets(bytes.fromhex(donor["exchange_secret"]), bytes.fromhex(donor["signing_seed"]))


def ticket_receipt(leaf: int) -> TicketReceipt:
    return TicketReceipt.model_validate_json(DAY["donors"][str(leaf)]["receipt"]["payload"])


def upload_receipt(leaf: int) -> UploadReceipt:
    return UploadReceipt.model_validate_json(UPLOADS[leaf]["receipt"]["payload"])


def home_view(case: Mapping[str, Any]) -> HomeView:
    """Return what a home checks a plan against, changed as a bad case says."""
    since = [case.get("ticket_made", DAY["ticket_made"]), case.get("reset", {}).get("day", DAY["ticket_made"])]
    today = date.fromisoformat(case.get("today", DAY["today"]))
    return HomeView(SERVER, PLAN.zone, ONLINE, EPOCH, None, date.fromisoformat(max(since)), today, 0)


@cache
def plan() -> CheckedPlan:
    return open_plan(Signed(**DAY["plan"]), home_view({}))


def journal_with_receipt(leaf: int) -> Journal:
    """Return the journal of a home that has only the receipt for its upload, if it has sent one."""
    if leaf not in UPLOADS:
        return Journal()
    receipt = upload_receipt(leaf)
    return Journal().with_entries([receipt_entry(PLAN.day, receipt.leaf, bytes.fromhex(receipt.nonce))])


def place_of(leaf: int) -> Place:
    return open_place(EPOCH, LEAVES[leaf], ticket_receipt(leaf), TREE, [], SERVER, None)


def member_day(leaf: int) -> MemberDay:
    """Return the member's day; leaf 0 is at place 1."""
    draw = Draw(bytes.fromhex(EPOCH.root), EPOCH.size)
    committee, leaves = open_committee(draw, 0, TREE, ()), open_cohort(draw, 0, TREE, ())
    return open_day(plan(), committee, leaves, sub_cohort=0, own=leaf)


def frame() -> server.CohortDayFrame:
    layout = plan().layout(0)
    blocks = DAY["layout"]["blocks_of_ring"]
    return server.CohortDayFrame(PLAN, 0, 0, tuple(TREE), UploadFrame(CONTEXT, blocks, plan().tree.committee), layout)


def given(upload: Mapping[str, Any]) -> dict[tuple[str, str | None], Counts]:
    return {
        (one["campaign"], one["stratum"]): Counts(one["searches"], tuple(one["counts"]), one.get("full", False))
        for one in upload["given"]
    }


def randomness(upload: Mapping[str, Any]) -> Callable[[int], bytes]:
    """Return a source of an upload's random bytes. It tells what they are for by how many are drawn."""
    drawn = ("rounding_bytes", "noise_bytes", "seed", "nonce")
    left = {len(octets): octets for octets in (bytes.fromhex(upload[key]) for key in drawn if key in upload)}
    return left.pop


def journal_of(said: Mapping[str, Any], checked: CheckedPlan) -> Journal:
    """Return a journal that differs in one entry from what the home is asked to sign, and agrees in all others."""
    told = {key: bytes.fromhex(value) for key, value in said.items() if key != "sub_cohorts"}
    root = told.get("root", bytes.fromhex(checked.plan.root))
    number = int(said.get("sub_cohorts", checked.plan.cohorts[0].sub_cohorts)).to_bytes(4, "little")
    day = checked.plan.day
    entries = [
        Entry(Key(Kind.PLAN, day), told.get("plan", checked.digest) + root),
        Entry(Key(Kind.COMMITTEE, day), told.get("committee", COMMITTEE) + number),
    ]
    entries += [Entry(Key(Kind(kind), day), told[kind]) for kind in ("context", "list") if kind in told]
    return Journal().with_entries(entries) if said else Journal()


def certifying() -> server.Certifying:
    """Return the server's day with all five uploads and a list closed in the night after the earliest close."""
    uploads = [read_upload(frame().upload, LEAVES[leaf], bytes.fromhex(UPLOADS[leaf]["message"])) for leaf in UPLOADS]
    state, taken = server.receive(server.Collecting.start(frame()), uploads)
    assert len(taken) == len(uploads)
    frozen = server.close(state, CLOSED, 0)
    assert isinstance(frozen, server.Certifying)
    return frozen


def opening(places: tuple[int, ...]) -> server.Opening:
    """Return the server's day with a certificate, and these members' answers."""
    state: server.Certifying | server.Opening = certifying()
    for place, signature in DAY["certified"].items():
        if isinstance(state, server.Certifying):
            state = server.receive_signature(state, int(place), bytes.fromhex(signature))
    assert isinstance(state, server.Opening)
    for place in places:
        state = server.receive_answer(state, place, bytes.fromhex(DAY["answers"][str(place)]))
    return state
