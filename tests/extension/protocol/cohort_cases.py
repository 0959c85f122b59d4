"""What a `cohort` home is told and what Python's home answers, for JavaScript to give the same answers.

A case is the input of `extension/tests/programs/cohort_homes.js`, in JSON with bytes in hex, and Python's outcome. All
of it follows from one source of randomness: good cases, and those in which one thing was changed.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random  # noqa: TID251 - made-up homes are no secret
from typing import Any

from pdd_shared.protocol.encoding import length_prefixed
from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.terms import PartNoise
from pdd_shared.rounds.cohort.day import donor, member
from pdd_shared.rounds.cohort.day.journal import Entry, Journal, NotWritten, receipt_entry
from pdd_shared.rounds.cohort.day.layout import Given
from pdd_shared.rounds.cohort.day.lists import IncludedList, certified_statement, list_digest, write_certificate
from pdd_shared.rounds.cohort.day.plans import CheckedPlan, HomeView, open_plan
from pdd_shared.rounds.cohort.epoch.acceptance import (
    KnownEpoch,
    accept_epoch,
    accept_reset,
    check_published,
    holds,
    last_data_day,
    open_receipt,
)
from pdd_shared.rounds.cohort.epoch.draws import Draw
from pdd_shared.rounds.cohort.epoch.places import open_cohort, open_committee, open_place
from pdd_shared.rounds.cohort.epoch.tickets import TicketSecrets, erase_after
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPart, Epoch, Reset, TicketReceipt
from pdd_shared.rounds.cohort.parameters import TreeSize
from pdd_shared.rounds.layout import Counts
from pdd_shared.rounds.refusals import Refused
from tests.support.cohort import memory_cohort as homes
from tests.support.cohort.memory_cohort import (
    DAY,
    ONLINE,
    ONLINE_KEY,
    SERVER,
    MemoryCohort,
    law,
    leaf_of,
    part,
    secrets_of,
)

Told = dict[str, Any]
Case = tuple[Told, Told]
"""What a home is told, and what it says."""

WEAK = ["00" * 32, "01" + "00" * 31, "ed" + "ff" * 30 + "7f", "ec" + "ff" * 31]
SCALES = ("0.5", "2", "10.5", "33")
CAPPED = (
    {"max_matches": None, "max_hits_per_keyword": 2, "max_campaign_hits": 9},
    {"max_matches": None, "max_hits": 4, "max_hits_per_keyword": 3, "max_campaign_hits": 9},
)
"""Caps over all periods, in place of the one on matches."""


def outcome(say: Callable[[], object]) -> Told:
    """Return what a home says, or the name of its refusal; counts without a place in a plan are no message."""
    try:
        return {"said": say()}
    except Refused as refused:
        return {"refused": refused.reason.value}
    except NotWritten:
        return {"unwritten": True}
    except ValueError:
        return {"unfit": True}


def signed_text(kind: str, message: Mapping[str, Any], space: str = "") -> Told:
    """Return a message of any fields signed by the server's online key; with spaces it is no message."""
    payload = json.dumps(message, separators=("," + space, ":"))
    said = length_prefixed([b"pdd/1/signed", kind.encode(), payload.encode()])
    return {"payload": payload, "signature": ONLINE.sign(said).signature.hex()}


def lines(entries: tuple[Entry, ...]) -> list[list[str]]:
    """Return a journal's lines under the names that their keys have in JavaScript."""
    return [[f"{key.kind}/{key.day}/{key.cohort}/{key.sub_cohort}", value.hex()] for key, value in entries]


def any_journal(random: Random, entries: tuple[Entry, ...]) -> Journal:
    """Return a journal with some of the lines that a home is about to write, of which one may differ."""
    kept = [entry for entry in entries if random.random() < 0.5]
    if kept and random.random() < 0.3:
        place = random.randrange(len(kept))
        kept[place] = Entry(kept[place].key, random.randbytes(len(kept[place].value)))
    return Journal().with_entries(kept)


@dataclass(frozen=True, eq=False)
class HomeCase:
    """A home of a cohort on a day, and what it is shown."""

    cohort: MemoryCohort
    home: int
    view: HomeView
    plan: Told
    keys: int
    """The home whose secrets are used."""
    later: HomeView
    """Its view once it acts, after it opened the plan."""

    @property
    def secrets(self) -> TicketSecrets:
        return secrets_of(self.keys)

    @property
    def receipt(self) -> TicketReceipt:
        index = self.home if self.home >= self.cohort.size else None
        number = self.cohort.epoch.number
        return TicketReceipt(server=SERVER.hex(), ticket="00" * 32, epoch=number, index=index, reset=0)

    def told(self, act: str, journal: Journal) -> Told:
        """Return what JavaScript is told of the home, whatever it does."""
        return {
            "act": act,
            "server": SERVER.hex(),
            "online_key": ONLINE_KEY.hex(),
            **_viewed(self.view),
            "later": _viewed(self.later),
            "plan": self.plan,
            "secrets": [self.secrets.exchange_secret.hex(), self.secrets.signing_seed.hex()],
            "own": leaf_of(self.home).encoded.hex(),
            "ticket_receipt": self.receipt.model_dump(mode="json"),
            "journal": lines(tuple(Entry(*line) for line in journal.entries.items())),
        }

    @property
    def checked(self) -> CheckedPlan:
        return open_plan(Signed(**self.plan), self.view)


def _viewed(view: HomeView) -> Told:
    return {
        "zone": view.zone,
        "epoch": view.epoch.model_dump(mode="json"),
        "next_start": view.next_start and view.next_start.isoformat(),
        "since": view.since.isoformat(),
        "today": view.today.isoformat(),
        "recent": view.recent,
    }


def home_case(random: Random, cohort: MemoryCohort, home: int, usual: date, plan: Told) -> HomeCase:
    """Return a home that is shown a plan; some have another home's secrets, or another view when they act."""
    view = any_view(random, cohort, usual)
    later = any_view(random, cohort, view.today) if random.random() < 0.15 else view
    keys = random.randrange(cohort.size) if random.random() < 0.05 else home
    return HomeCase(cohort, home, view, plan, keys, later)


def any_part(random: Random, name: str) -> CohortPart:
    noise = PartNoise(**{kind: law(random.choice(SCALES)) for kind in ("joined", "searches", "counts")})
    return part(
        name,
        entries=random.choice([1, 3, 40, 700]),
        strata=random.choice([(), ("a",), ("north", "south")]),
        noise=noise,
        colluders=random.choice([5, 10]),
        min_cohort=random.choice([1, 4, 30]),
        max_searches=random.choice([1, 20, 50]),
        **random.choice([{}, *CAPPED]),
    )


def any_cohort(random: Random, sizes: tuple[int, ...]) -> MemoryCohort:
    """Return homes under a plan that they accept."""
    size, parts = (
        random.choice(sizes),
        tuple(any_part(random, name) for name in ("flu", "sleep")[: random.choice([1, 2])]),
    )
    cohort = MemoryCohort(size, appended=3, parts=parts)
    sub_cohorts = random.choice([number for number in (1, 2) if size >= 500 * number or number == 1])
    tree = TreeSize(size)
    least = max(tree.least_floor(each.terms.colluders, sub_cohorts) for each in parts)
    day = CohortDay(floor=least + random.choice([0, 0, 1, 30]), sub_cohorts=sub_cohorts)
    return cohort.with_plan(cohorts=(day,) * tree.cohorts)


def any_view(random: Random, cohort: MemoryCohort, usual: date) -> HomeView:
    """Return a home's view on a usual day, or at another time."""
    view = replace(cohort.view, today=usual)
    if random.random() < 0.7:
        return view
    changes: list[dict[str, Any]] = [
        {"today": DAY + timedelta(days=random.choice([-1, 0, 1, 2, 7, 8, 21, 22]))},
        {"since": DAY + timedelta(days=random.choice([-1, 0, 1]))},
        {"next_start": DAY + timedelta(days=random.choice([0, 1, 2]))},
        {"zone": "Europe/London"},
        {"recent": cohort.size * random.choice([1, 2, 3, 40])},
        {"epoch": cohort.epoch.model_copy(update={"start": DAY - timedelta(days=random.choice([11, 12, 13]))})},
    ]
    return replace(view, **random.choice(changes))


def any_plan(random: Random, cohort: MemoryCohort) -> Told:
    """Return the signed plan, changed every other time."""
    plan = json.loads(cohort.plan.model_dump_json())
    if random.random() < 0.5:
        _change(random, plan)
    return signed_text("cohort-plan", plan, " " if random.random() < 0.05 else "")


def _change(random: Random, plan: Told) -> None:
    near = [(DAY + timedelta(days=days)).isoformat() for days in (-30, -5, -1, 0, 1, 2, 3, 7, 8, 14, 21, 22)]
    fields: dict[str, list[Any]] = {
        "version": [1, 3, True],
        "server": ["0f" * 32],
        "epoch": [0, plan["epoch"] + 1],
        "root": ["0f" * 32],
        "size": [4, plan["size"] + 1, 3, 10**6],
        "reset": [1],
        "capacity": [1, 5, 50, 8193, 0],
        "reach": [0, 524_159, 524_160, 2**31],
        "zone": ["Europe/London", ""],
        "cohorts": [[], plan["cohorts"] * 2],
    }
    fields |= dict.fromkeys(("day", "earliest_close", "latest_close", "last_answers"), near)
    name = random.choice([*fields, "layout", "floor", "sub_cohorts"])
    first = plan["layout"][0]
    match name:
        case "floor":
            plan["cohorts"][0]["floor"] -= random.choice([1, 2])
        case "sub_cohorts":
            plan["cohorts"][0]["sub_cohorts"] = random.choice([1, 2, 3, 4, 8, 9])
        case "layout":
            changes: list[Callable[[], object]] = [
                lambda: plan["layout"].append(first),
                lambda: first.update(strata=["a", "a"]),
                lambda: first.update(entries=random.choice([0, 49_000, 60_000])),
                lambda: first["terms"].update(max_searches=random.choice([1000, 1001])),
                lambda: first["terms"].update(colluders=7),
                lambda: first["terms"]["noise"]["counts"].update(scale=random.choice(["5", "5.0", "0"])),
                plan["layout"].clear,
            ]
            random.choice(changes)()
        case _:
            plan[name] = random.choice(fields[name])


class Drawn:
    """A random source that remembers its draws."""

    def __init__(self, random: Random) -> None:
        self.random, self.drawn = random, list[str]()

    def __call__(self, size: int) -> bytes:
        data = self.random.randbytes(size)
        self.drawn.append(data.hex())
        return data


def any_given(random: Random, cohort: MemoryCohort) -> Given:
    """Return counts of some campaigns: most within the caps, some above them or in two strata."""
    given: dict[tuple[str, str | None], Counts] = {}
    for each in cohort.parts:
        for stratum in random.sample(each.strata, min(len(each.strata), random.choice([1, 1, 1, 2]))) or (None,):
            if random.random() < 0.8:
                given[each.campaign, stratum] = _any_counts(random, each)
    return given


def _any_counts(random: Random, each: CohortPart) -> Counts:
    caps = each.terms.caps
    most, left, entries = caps.hits_per_keyword, caps.hits, list[int]()
    for _ in range(random.randint(0, each.entries)):
        entries.append(random.randint(0, min(most, left)))
        left -= entries[-1]
    if entries and random.random() < 0.1:
        entries[random.randrange(len(entries))] = random.choice([-1, most, most + 1, 2**32])
    is_full = random.random() < (0.5 if caps.has_full else 0.05)
    return Counts(random.randint(0, caps.searches), tuple(entries), is_full)


def submit_case(random: Random, sizes: tuple[int, ...] = (4, 5, 9, 12, 60)) -> Case:
    """Return a case of a home that submits a day, or refuses its plan."""
    cohort = any_cohort(random, sizes)
    home = random.randrange(cohort.size + cohort.appended)
    case = home_case(random, cohort, home, homes.SUBMITTING, any_plan(random, cohort))
    given, drawn = any_given(random, cohort), Drawn(random)
    journal = Journal()
    if random.random() < 0.3:
        journal = any_journal(random, cohort.donor_day(home).entries)
    if random.random() < 0.05:
        journal = journal.with_entries([receipt_entry(DAY, home, random.randbytes(16))])
    place = replace(cohort.place(home), epoch=case.view.epoch)
    published = signed_text("epoch", random.choice([*[case.view.epoch] * 9, cohort.epoch]).model_dump(mode="json"))

    def say() -> Told:
        checked = case.checked
        found = check_published(Signed(**published), place.epoch, server=SERVER, online_key=ONLINE_KEY)
        day = donor.open_day(checked, place, found)
        asked: Told = {"secrets": case.secrets, "home": case.later, "journal": journal}
        sent = donor.submit(day, given, **asked, random_bytes=drawn)
        upload = sent.release(journal.with_entries(sent.entries))
        return {"context": day.context.hex(), "upload": upload.hex(), "entries": lines(sent.entries)}

    said = outcome(say)
    counts = [
        {
            "campaign": campaign,
            "stratum": stratum,
            "searches": each.searches,
            "entries": each.entries,
            "isFull": each.is_full,
        }
        for (campaign, stratum), each in given.items()
    ]
    more = {**_shown(cohort, home), "published": published, "counts": counts, "random": drawn.drawn}
    return case.told("submit", journal) | more, said


def _shown(cohort: MemoryCohort, home: int) -> Told:
    """Return the committee and proof that a home is shown with its epoch."""
    draw = Draw(cohort.tree.root, cohort.size)
    members = draw.committee(draw.cohort_of(home))
    proof = cohort.tree.prove(members if home >= cohort.size else {*members, home})
    return {"committee": [leaf_of(each).encoded.hex() for each in members], "proof": [node.hex() for node in proof]}


def place_case(random: Random, sizes: tuple[int, ...] = (4, 7, 60, 300)) -> Case:
    """Return a case of a home that is shown its place, often with something changed."""
    cohort = MemoryCohort(random.choice(sizes), appended=2)
    home = random.randrange(cohort.size + cohort.appended)
    told = {
        "server": SERVER.hex(),
        "epoch": cohort.epoch.model_dump(mode="json"),
        "own": leaf_of(home).encoded.hex(),
        "ticket_receipt": HomeCase(cohort, home, cohort.view, {}, home, cohort.view).receipt.model_dump(mode="json"),
        "placed": None,
        **_shown(cohort, home),
    }
    committee, proof, receipt = told["committee"], told["proof"], told["ticket_receipt"]
    place, other = random.randrange(len(committee)), leaf_of(random.randrange(cohort.size)).encoded.hex()
    changes: list[Callable[[], object]] = [
        lambda: None,
        lambda: committee.reverse(),
        lambda: committee.pop(),
        lambda: committee.append(other),
        lambda: committee.__setitem__(place, other),
        lambda: committee.__setitem__(place, committee[place][:8] + random.choice(WEAK) + committee[place][72:]),
        lambda: committee.__setitem__(place, committee[place][:72] + random.choice(WEAK)),
        lambda: committee.__setitem__(place, committee[place][:-2] + "00"),
        lambda: proof.append("00" * 32),
        lambda: proof.clear(),
        lambda: receipt.update(epoch=random.choice([2, 4])),
        lambda: receipt.update(reset=1),
        lambda: told.update(placed=random.choice([other, told["own"]])),
        lambda: receipt.update(index=random.choice([None, 0, home, home + 1, cohort.size])),
        lambda: told.update(own=other),
        lambda: told.update(own=told["own"][:-2] + "00"),
    ]
    random.choice(changes)()

    def say() -> Told:
        leaves = [Leaf.from_bytes(bytes.fromhex(each)) for each in committee]
        own, shown = Leaf.from_bytes(bytes.fromhex(told["own"])), [bytes.fromhex(node) for node in proof]
        placed = told["placed"] and Leaf.from_bytes(bytes.fromhex(told["placed"]))
        found = open_place(cohort.epoch, own, TicketReceipt(**receipt), leaves, shown, SERVER, placed)
        digest = found.committee_digest.hex()
        return {"cohort": found.cohort, "committee_digest": digest, "places": list(found.places)}

    return {"act": "place", **told}, outcome(say)


def epoch_case(random: Random) -> Case:
    """Return a case of a home that is shown an epoch, a receipt or a reset, whatever it remembers."""
    held = {"server": SERVER.hex(), "online_key": ONLINE_KEY.hex(), "today": _near(random, 0, 6).isoformat()}
    known = random.choice([None, _any_epoch(random)])
    match random.choice(["epoch", "epoch", "epoch", "receipt", "reset", "published"]):
        case "epoch":
            return _epoch_case(random, held, known)
        case "receipt":
            return _receipt_case(random, held, known)
        case "published":
            return _published_case(random, held)
    return _reset_case(random, held)


def _near(random: Random, first: int, last: int) -> date:
    return DAY + timedelta(days=random.randint(first, last))


def _any_epoch(random: Random) -> Told:
    start, root = _near(random, -12, 2).isoformat(), random.choice("ab") * 64
    number, size, reset = random.randint(0, 5), random.choice([10, 11, 12, 100]), random.choice([0, 0, 0, 1, 2])
    return {"number": number, "start": start, "size": size, "root": root, "reset": reset}


def _server_of(random: Random) -> str:
    return SERVER.hex() if random.random() < 0.95 else "0f" * 32


def _read_reset(told: Told | None) -> Reset | None:
    return None if told is None else Reset.model_validate_json(json.dumps(told))


def _any_receipt(random: Random) -> Told:
    index = random.choice([None, None, 3, 10, 500])
    number, reset = random.randint(0, 6), random.choice([0, 0, 0, 1, 2])
    return {"server": _server_of(random), "ticket": "07" * 32, "epoch": number, "index": index, "reset": reset}


def _any_reset(random: Random) -> Told:
    day = _near(random, -12, 4).isoformat()
    return {"server": _server_of(random), "number": random.randint(1, 2), "day": day}


def _epoch_case(random: Random, held: Told, known: Told | None) -> Case:
    epoch = {"server": _server_of(random), **_any_epoch(random)}
    if known is not None and random.random() < 0.6:
        start = date.fromisoformat(known["start"]) + timedelta(days=random.choice([1, 6, 7, 8]))
        epoch |= {"number": known["number"] + 1, "reset": known["reset"], "start": start.isoformat()}
    under_it = (
        _any_epoch(random) | {"number": epoch["number"]} if random.random() < 0.5 else dict(list(epoch.items())[1:])
    )
    told = held | {
        "known": known,
        "sameNumber": under_it if random.random() < 0.2 else None,
        "receipt": random.choice([None, _any_receipt(random)]),
        "ticketMade": random.choice([None, _near(random, -30, -20).isoformat()]),
        "reset": random.choice([None, None, _any_reset(random)]),
        "signedUntil": random.choice([None, None, _near(random, -9, 3).isoformat()]),
    }
    signed = signed_text("epoch", epoch)

    def say() -> Told:
        until, reset, receipt, made = (told[name] for name in ("signedUntil", "reset", "receipt", "ticketMade"))
        accepted = accept_epoch(
            Signed(**signed),
            **_keys(told),
            today=date.fromisoformat(told["today"]),
            known=_known(known),
            same_number=_known(told["sameNumber"]),
            receipt=receipt and TicketReceipt(**receipt),
            ticket_made=made and date.fromisoformat(made),
            reset=_read_reset(reset),
            signed_until=until and date.fromisoformat(until),
        )
        return accepted.model_dump(mode="json")

    return {"act": "epoch", "signed": signed, **told}, outcome(say)


def _keys(told: Told) -> dict[str, bytes]:
    return {"server": bytes.fromhex(told["server"]), "online_key": bytes.fromhex(told["online_key"])}


def _known(told: Told | None) -> KnownEpoch | None:
    if told is None:
        return None
    start, root = date.fromisoformat(told["start"]), bytes.fromhex(told["root"])
    return KnownEpoch(told["number"], start, told["size"], root, told["reset"])


def _receipt_case(random: Random, held: Told, known: Told | None) -> Case:
    signed, ticket = signed_text("ticket-receipt", _any_receipt(random)), random.choice(["07", "07", "08"]) * 32
    promised = random.choice([None, _any_receipt(random)])
    reset = random.choice([None, None, _any_reset(random)])

    def say() -> Told:
        receipt = open_receipt(
            Signed(**signed),
            **_keys(held),
            ticket=bytes.fromhex(ticket),
            known=_known(known),
            promised=None if promised is None else TicketReceipt(**promised),
            reset=_read_reset(reset),
        )
        return receipt.model_dump(mode="json")

    told = {"act": "receipt", "receipt": signed, "ticket": ticket, "known": known, "promised": promised, "reset": reset}
    return told | held, outcome(say)


def _published_case(random: Random, held: Told) -> Case:
    """Return a case of a home that compares its epoch with the published one, and asks when it ends."""
    epoch = {"server": SERVER.hex(), **_any_epoch(random)}
    other = epoch | dict(random.sample(sorted(_any_epoch(random).items()), random.randint(0, 1)))
    if random.random() < 0.1:
        other["server"] = "0f" * 32
    signed = signed_text("epoch", other)
    following = random.choice([None, _near(random, -9, 3).isoformat()])

    def say() -> list[Any]:
        accepted = Epoch.model_validate_json(json.dumps(epoch))
        check_published(Signed(**signed), accepted, **_keys(held))
        start, after = accepted.start, None if following is None else date.fromisoformat(following)
        held_days = [holds(start, after, DAY + timedelta(days=days)) for days in range(-3, 6)]
        return [erase_after(last_data_day(start, after)).isoformat(), held_days]

    days = [(DAY + timedelta(days=days)).isoformat() for days in range(-3, 6)]
    told = {"act": "published", "published": signed, "epoch": epoch, "next_start": following, "days": days}
    return told | held, outcome(say)


def _reset_case(random: Random, held: Told) -> Case:
    signed, known = signed_text("reset", _any_reset(random)), random.choice([None, _any_reset(random)])
    if known is not None:
        known["server"] = SERVER.hex()

    def say() -> Told:
        today = date.fromisoformat(held["today"])
        reset = accept_reset(Signed(**signed), **_keys(held), today=today, known=_read_reset(known))
        return reset.model_dump(mode="json")

    return {"act": "reset", "reset": signed, "known": known, **held}, outcome(say)


@dataclass(frozen=True, eq=False)
class Duty:
    """A member's day of a (sub-)cohort, and how it is told."""

    case: HomeCase
    committee: tuple[int, ...]
    sub_cohort: int

    def usual(self) -> "Duty":
        """Return the same duty on a usual day, with a plan that can be accepted."""
        cohort = self.case.cohort
        view = cohort.viewed(homes.CLOSED)
        usual = replace(self.case, view=view, later=view, plan=cohort.signed.model_dump())
        try:
            with_plan = replace(usual, plan=self.case.plan)
            return replace(self, case=with_plan) if with_plan.checked else self
        except Refused:
            return replace(self, case=usual)

    @property
    def draw(self) -> Draw:
        return Draw(self.case.cohort.tree.root, self.case.cohort.size)

    @property
    def indices(self) -> list[int]:
        return [int(index) for index in self.draw.members_of(0)]

    def day(self) -> member.MemberDay:
        """Return the day after its plan was checked."""
        plan, tree, draw = self.case.checked, self.case.cohort.tree, self.draw
        committee = open_committee(draw, 0, [leaf_of(index) for index in self.committee], tree.prove(self.committee))
        leaves = open_cohort(draw, 0, [leaf_of(index) for index in self.indices], tree.prove(self.indices))
        return member.open_day(plan, committee, leaves, sub_cohort=self.sub_cohort, own=self.case.home)

    def told(self) -> Told:
        cohort = self.case.cohort
        return {
            "cohort": 0,
            "sub_cohort": self.sub_cohort,
            "committee": [leaf_of(index).encoded.hex() for index in self.committee],
            "committee_proof": [node.hex() for node in cohort.tree.prove(self.committee)],
            "leaves": [leaf_of(index).encoded.hex() for index in self.indices],
            "leaves_proof": [node.hex() for node in cohort.tree.prove(self.indices)],
        }


def any_duty(random: Random, sizes: tuple[int, ...]) -> Duty:
    """Return a member of a cohort's committee, on a day on which a list is shown."""
    cohort = any_cohort(random, sizes)
    committee = Draw(cohort.tree.root, cohort.size).committee(0)
    plan = json.loads(cohort.plan.model_dump_json()) | {"capacity": random.choice([8192, 8192, cohort.size + 1])}
    case = home_case(random, cohort, random.choice(committee), homes.CLOSED, signed_text("cohort-plan", plan))
    return Duty(case, committee, random.randrange(cohort.plan.cohorts[0].sub_cohorts))


def altered_duty(random: Random, duty: Duty) -> Duty:
    """Return the duty, changed one time in ten: another committee, or a home that does not serve."""
    joiner = replace(duty.case, home=duty.case.cohort.size)
    altered = [replace(duty, committee=duty.committee[::-1]), replace(duty, case=joiner), replace(duty, committee=())]
    altered += [replace(duty, sub_cohort=number) for number in (-1, 2, 5)]
    return random.choice(altered) if random.random() < 0.1 else duty


def any_list(random: Random, duty: Duty) -> IncludedList:
    """Return a list of most donors of the (sub-)cohort, joiners among them."""
    cohort, number = duty.case.cohort, duty.case.cohort.plan.cohorts[0].sub_cohorts
    dealt = [
        home
        for home in range(cohort.size + cohort.appended)
        if duty.draw.cohort_of(home) == 0
        and (number == 1 or duty.draw.sub_cohort_of(home, DAY, number) == duty.sub_cohort)
    ]
    away = set(random.sample(dealt, random.choice([0, 0, 1, len(dealt) // 3])))
    nonces = {home: random.randbytes(16) for home in dealt if home not in away}
    return IncludedList.of(nonces, [leaf_of(cohort.size + joiner) for joiner in range(cohort.appended)])


def altered_list(random: Random, duty: Duty, good: IncludedList) -> bytes:
    """Return the list's bytes, changed every other time."""
    if random.random() < 0.5 or not good.pairs:
        return good.encoded
    pairs, appended, size = list(good.pairs), list(good.appended), duty.case.cohort.size
    place = random.randrange(len(pairs))
    keys = leaf_of(size + 7)
    strangers = [
        Leaf(size + 5, leaf_of(0).exchange, keys.signing),
        Leaf(size + 5, keys.exchange, leaf_of(1).signing),
        Leaf(size + 5, bytes.fromhex(random.choice(WEAK)), keys.signing),
        Leaf(size + 5, keys.exchange, bytes.fromhex(random.choice(WEAK))),
        Leaf(size + 5, keys.exchange, keys.signing),
        Leaf(0, keys.exchange, keys.signing),
    ]

    def stranger() -> None:
        leaf = random.choice(strangers)
        appended.append(leaf)
        if random.random() < 0.9:
            pairs.append((leaf.index, random.randbytes(16)))

    changes: list[Callable[[], object]] = [
        lambda: pairs.pop(place),
        lambda: pairs.insert(place, pairs[place]),
        pairs.reverse,
        appended.reverse,
        lambda: appended.pop() if appended else None,
        lambda: pairs.__setitem__(place, (random.randrange(2 * size), random.randbytes(16))),
        lambda: pairs.__delitem__(slice(1, None)),
        stranger,
        stranger,
    ]
    random.choice(changes)()
    data = IncludedList(tuple(pairs), tuple(appended)).encoded
    cuts = [data, data, data, data, data[:-1], data + b"\0", data[:3], b"\xff" + data[1:], b""]
    return random.choice(cuts)


def any_received(random: Random, duty: Duty, good: IncludedList) -> tuple[Entry, ...]:
    """Return the journal's line for the receipt of the member's own upload, if it has one."""
    own = duty.case.home
    if random.random() < 0.3:
        return ()
    nonce = good.entries.get(own, bytes(16)) if random.random() < 0.8 else bytes(16)
    return (receipt_entry(DAY, own, nonce),)


def certify_case(random: Random, sizes: tuple[int, ...] = (4, 5, 9, 12, 60)) -> Case:
    """Return a case of a member that certifies a list, or refuses it."""
    duty = any_duty(random, sizes)
    good = any_list(random, duty)
    data, received, journal = altered_list(random, duty, good), any_received(random, duty, good), Journal()
    if random.random() < 0.3:
        day = duty.usual().day()
        journal = any_journal(random, (*day.entries, Entry(day.list_key, list_digest(day.context, data))))

    duty, journal = altered_duty(random, duty), journal.with_entries(received)

    def say() -> Told:
        asked: Told = {"secrets": duty.case.secrets, "home": duty.case.later, "journal": journal}
        said = member.certify(duty.day(), data, **asked)
        signature = said.release(journal.with_entries(said.entries))
        return {"signature": signature.hex(), "entries": lines(said.entries)}

    return duty.case.told("certify", journal) | duty.told() | {"list": data.hex()}, outcome(say)


def answer_case(random: Random, sizes: tuple[int, ...] = (4, 5, 9, 12, 60)) -> Case:
    """Return a case of a certifying member that answers, or refuses the certificate."""
    duty = any_duty(random, sizes)
    day, data = duty.usual().day(), any_list(random, duty).encoded
    digest = list_digest(day.context, data)
    written: tuple[Entry, ...] = (*day.entries, Entry(day.list_key, digest))
    journal = Journal().with_entries(written) if random.random() < 0.8 else any_journal(random, written)
    certificate = _certificate(random, day, digest)
    shown = data if random.random() < 0.9 else data[:4] + bytes(4) + data[8:]

    def say() -> str:
        asked: Told = {"secrets": duty.case.secrets, "home": duty.case.later, "journal": journal}
        return member.answer(duty.day(), shown, certificate, **asked).hex()

    more = {"list": shown.hex(), "certificate": certificate.hex()}
    return duty.case.told("answer", journal) | duty.told() | more, outcome(say)


def _certificate(random: Random, day: member.MemberDay, digest: bytes) -> bytes:
    said, quorum = certified_statement(day.context, digest), day.plan.tree.committee.quorum
    members = day.committee.members
    places = sorted(random.sample(range(1, len(members) + 1), quorum))
    signatures = {place: secrets_of(members[place - 1].index).signing.sign(said).signature for place in places}
    data = write_certificate(signatures, quorum)
    if random.random() < 0.5:
        return data
    first, second = data[:68], data[68:136]
    changes = [data[:-68], data + first, second + first + data[136:], first + first + data[136:], data[:-1] + b"\0"]
    changes += [b"\0\0\0\0" + data[4:], data[:-68] + b"\xff\0\0\0" + data[-64:], b""]
    return random.choice(changes)


KINDS_OF_CASES: Mapping[str, Callable[[Random], Case]] = {
    "submit": submit_case,
    "epoch": epoch_case,
    "place": place_case,
    "certify": certify_case,
    "answer": answer_case,
}
