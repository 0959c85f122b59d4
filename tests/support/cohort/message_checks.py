"""Checks each message of the vectors' example day as a home or the server does, whether it is true or altered.

A case has the message and what the home knows, in the format that `tests.support.reference.cohort` describes.
"""

import json
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any

from pdd_shared.protocol.messages import LogPart, Signed
from pdd_shared.rounds.cohort.day import donor, member, server
from pdd_shared.rounds.cohort.day.journal import Entry, Journal
from pdd_shared.rounds.cohort.day.plans import open_plan
from pdd_shared.rounds.cohort.day.uploads import read_upload
from pdd_shared.rounds.cohort.epoch.acceptance import KnownEpoch, Published, accept_epoch, open_online_key, open_receipt
from pdd_shared.rounds.cohort.epoch.places import open_place
from pdd_shared.rounds.cohort.epoch.public_log import follow_log
from pdd_shared.rounds.cohort.epoch.tickets import Ticket, check_ticket
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.messages import Epoch, Reset
from tests.support.cohort.example_day import (
    CLOSED,
    DAY,
    DOCUMENT,
    EPOCH,
    LEAVES,
    LIST,
    LIST_DIGEST,
    ONLINE,
    SERVER,
    TODAY,
    UPLOADS,
    frame,
    home_view,
    journal_of,
    journal_with_receipt,
    member_day,
    opening,
    place_of,
    plan,
    randomness,
    secrets_of,
    ticket_receipt,
)

Case = Mapping[str, Any]


def shown_online_key(case: Case) -> None:
    open_online_key(Signed(**case["message"]), SERVER, TODAY)


def shown_log(case: Case) -> None:
    part = LogPart(first=case["first"], lines=tuple(case["lines"]), checkpoint=Signed(**case["checkpoint"]))
    follow_log(DOCUMENT["log"]["lines"][:1], part, server=SERVER, online_key=ONLINE)


def shown_epoch(case: Case) -> None:
    known = _known(case["known"]) if "known" in case else None
    message = Signed(**case["message"])
    same = known if known is not None and f'"number":{known.number},' in message.payload else None
    asked = {"server": SERVER, "online_key": ONLINE, "today": TODAY, "receipt": ticket_receipt(0)}
    signed_until = date.fromisoformat(case["signed"]) + timedelta(days=1) if "signed" in case else None
    asked |= {"ticket_made": None, "reset": _reset(case, known), "signed_until": signed_until}
    accept_epoch(message, **asked, known=known, same_number=same)


def _reset(case: Case, known: KnownEpoch | None) -> Reset | None:
    """Return the reset that the case names, or else that of the last epoch."""
    if "reset" in case:
        return Reset.model_validate_json(json.dumps({"server": SERVER.hex(), **case["reset"]}))
    return Reset(server=SERVER.hex(), number=known.reset, day=known.start) if known and known.reset else None


def _known(told: Case) -> KnownEpoch:
    start, root = date.fromisoformat(told["start"]), bytes.fromhex(told["root"])
    return KnownEpoch(told["number"], start, told["size"], root, told["reset"])


def shown_receipt(case: Case) -> None:
    known = KnownEpoch.of(EPOCH) if case.get("placed") else None
    ticket = bytes.fromhex(DAY["donors"]["0"]["ticket"]["digest"])
    keys = {"server": SERVER, "online_key": ONLINE}
    open_receipt(Signed(**case["message"]), **keys, ticket=ticket, known=known, promised=None, reset=None)


def shown_place(case: Case) -> None:
    epoch = Epoch.model_validate_json(case["epoch"]["payload"])
    committee = [Leaf.from_bytes(bytes.fromhex(leaf)) for leaf in case["committee"]]
    proof = [bytes.fromhex(node) for node in case["proof"]]
    open_place(epoch, LEAVES[0], ticket_receipt(0), committee, proof, SERVER, None)


def sent_ticket(case: Case) -> None:
    told = case["ticket"]
    check_ticket(
        Ticket(*(bytes.fromhex(told[key]) for key in ("identity", "exchange", "signing", "signature"))), SERVER
    )


def shown_plan(case: Case) -> None:
    home = home_view(case)
    checked = open_plan(Signed(**case["message"]), home)
    journal = journal_of(case.get("journal", {}), checked)
    asked = {"secrets": secrets_of(0), "home": home, "journal": journal}
    day = donor.open_day(checked, place_of(0), Published(EPOCH))
    donor.submit(day, {}, **asked, random_bytes=randomness(UPLOADS[0]))


def shown_list(case: Case) -> None:
    said, receipt = journal_of(case.get("journal", {}), plan()), journal_with_receipt(4)
    journal = said.with_entries([Entry(*line) for line in receipt.entries.items()])
    home = home_view({"today": CLOSED.isoformat(), **case})
    member.certify(member_day(4), bytes.fromhex(case["list"]), secrets=secrets_of(4), home=home, journal=journal)


def shown_certificate(case: Case) -> None:
    day = member_day(0)
    journal = Journal().with_entries([*day.entries, Entry(day.list_key, LIST_DIGEST)])
    asked = {"secrets": secrets_of(0), "home": home_view({"today": CLOSED.isoformat()}), "journal": journal}
    member.answer(day, LIST, bytes.fromhex(case["certificate"]), **asked)


def sent_upload(case: Case) -> None:
    message = bytearray.fromhex(UPLOADS[case.get("of", case["leaf"])]["message"])
    for offset, octets in case["changed"]:
        data = bytes.fromhex(octets)
        message[offset : offset + len(data)] = data
    length = case.get("length", len(message))
    read_upload(frame().upload, LEAVES[case["leaf"]], bytes(message).ljust(length, b"\x00")[:length])


def sent_answer(case: Case) -> None:
    server.receive_answer(opening(()), case["place"], bytes.fromhex(case["message"]))


MEETING: dict[str, Callable[[Case], None]] = {
    "online-key": shown_online_key,
    "epoch": shown_epoch,
    "log": shown_log,
    "receipt": shown_receipt,
    "place": shown_place,
    "ticket": sent_ticket,
    "plan": shown_plan,
    "list": shown_list,
    "certificate": shown_certificate,
    "upload": sent_upload,
    "answer": sent_answer,
}
