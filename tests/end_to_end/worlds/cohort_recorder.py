"""Records all messages between real homes and a real server of `cohort`, and explains them by the homes' draws."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import httpx

from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.signing import signed_digest
from pdd_shared.rounds.cohort.day.lists import read_list
from pdd_shared.rounds.cohort.day.plans import CheckedPlan
from pdd_shared.rounds.cohort.day.server import CohortDayFrame
from pdd_shared.rounds.cohort.day.uploads import NONCE_SIZE, UploadFrame
from pdd_shared.rounds.cohort.epoch.draws import Draw
from pdd_shared.rounds.cohort.epoch.leaf_proofs import read_shown
from pdd_shared.rounds.cohort.epoch.places import Committee
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.masking.ring import blocks_for
from pdd_shared.rounds.cohort.messages import CohortPlan
from pdd_shared.rounds.cohort.parameters import TreeSize
from pdd_shared.rounds.refusals import Refused
from tests.support.cohort.server_records import Homes, Records


@dataclass(frozen=True)
class Exchange:
    """A request and its answer as they travelled."""

    method: str
    path: str
    body: bytes = field(repr=False)
    status: int
    answer: bytes = field(repr=False)

    @property
    def parts(self) -> list[str]:
        """Return the path's parts without the version."""
        return self.path.strip("/").split("/")[1:]


class Recorder(httpx.BaseTransport):
    """A connection to the server that keeps every request and answer."""

    def __init__(self, inner: httpx.BaseTransport, then: Callable[[], None] = lambda: None) -> None:
        """`then` is called after each request."""
        self._inner, self._then = inner, then
        self.exchanges: list[Exchange] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Pass a request on, and keep it."""
        body = request.read()
        response = self._inner.handle_request(request)
        answer = response.read()
        self.exchanges.append(Exchange(request.method, request.url.path, body, response.status_code, answer))
        self._then()
        return response

    def close(self) -> None:
        """Close the way to the server."""
        self._inner.close()


def explained(exchanges: Iterable[Exchange], homes: Homes) -> Records:
    """Return the records of all uploads and answers that arrived. All trees must have fewer than 256 leaves."""
    exchanges, records = list(exchanges), Records(homes)
    leaves = _leaves(exchanges)
    frames = {frame.context.hex(): frame for frame in _frames(exchanges, leaves)}
    by_day = {frame.plan.day.isoformat(): frame for frame in frames.values()}
    for exchange in exchanges:
        match exchange.parts:
            case ["rounds", _, "uploads", context] if exchange.method == "PUT":
                frame = frames[context]
                _add_upload(records, frame, leaves[frame.plan.epoch], exchange.body)
            case ["rounds", day, "answers", _, _, place]:
                records.add_answer(by_day[day], int(place), exchange.body)
            case ["rounds", day, "lists", _, _] if exchange.status == httpx.codes.OK:
                listed = read_list(exchange.answer)
                records.add_list(by_day[day], (nonce for _, nonce in listed.pairs))
    return records


def _add_upload(records: Records, frame: CohortDayFrame, leaves: Iterable[Leaf], data: bytes) -> None:
    """Record an upload under the leaf that signed it, whatever the server answered."""
    nonce = data[:NONCE_SIZE]
    for leaf in leaves:
        donor, _ = records.homes.secrets(leaf)
        if nonce in records.homes.draws[donor].uploads:
            try:
                records.add_upload(frame, leaf, data)
            except Refused:  # another leaf of a home that registered anew
                continue
            return
    raise AssertionError("an upload of no home's leaf")


def _leaves(exchanges: Iterable[Exchange]) -> dict[int, set[Leaf]]:
    """Return the leaves that homes were shown, by epoch."""
    found: defaultdict[int, set[Leaf]] = defaultdict(set)
    for exchange in exchanges:
        match exchange.parts:
            case ["epochs", number, "place"] if exchange.status == httpx.codes.OK:
                found[int(number)] |= set(read_shown(exchange.answer).leaves)
    return found


def _frames(exchanges: Iterable[Exchange], leaves: dict[int, set[Leaf]]) -> list[CohortDayFrame]:
    """Return the days that homes were given plans of. Everybody in the tree serves on the one committee."""
    plans: dict[str, Signed] = {}
    for exchange in exchanges:
        if exchange.parts == ["check-in"] and exchange.status == httpx.codes.OK:
            tasks = json.loads(exchange.answer)["tasks"]
            plans |= {task["plan"]["payload"]: Signed(**task["plan"]) for task in tasks if "plan" in task}
    checked = [
        CheckedPlan(CohortPlan.model_validate_json(p.payload), signed_digest(p, CohortPlan)) for p in plans.values()
    ]
    return [_frame(plan, leaves[plan.plan.epoch]) for plan in checked if plan.plan.epoch in leaves]


def _frame(plan: CheckedPlan, leaves: Iterable[Leaf]) -> CohortDayFrame:
    size, draw = TreeSize(plan.plan.size), Draw(bytes.fromhex(plan.plan.root), plan.plan.size)
    members = sorted((leaf for leaf in leaves if leaf.index < draw.size), key=lambda leaf: leaf.index)
    layout = plan.layout(0)
    context = plan.context(0, 0, Committee(draw, 0, tuple(members)).digest)
    upload = UploadFrame(context, blocks_for(layout.entries), size.committee)
    return CohortDayFrame(plan.plan, 0, 0, tuple(members), upload, layout)
