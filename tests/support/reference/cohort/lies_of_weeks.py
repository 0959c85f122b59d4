"""Keys, epochs, tickets and plans that the `cohort` protocol refuses, each altered in one thing."""

from collections.abc import Sequence
from typing import Any

from nacl.signing import SigningKey

from tests.support.reference.cohort.draws import Donor, leaf_bytes, root_of
from tests.support.reference.cohort.messages import (
    DONORS,
    EPOCH_START,
    IDENTITY,
    LEAVES,
    ONLINE,
    SERVER,
    compact,
    epoch,
    online_key,
    part,
    plan,
    plan_in_units,
    receipt,
    signed,
)
from tests.support.reference.cohort.ring import prefixed, stream

Case = dict[str, Any]
STRANGER = SigningKey(stream("stranger", 32))
WEAK_EXCHANGE = {"zero": bytes(32), "the field's prime, which is zero": (2**255 - 19).to_bytes(32, "little")}
WEAK_SIGNING = {"the neutral point": (1).to_bytes(32, "little"), "of order 4": bytes(32)}
OTHER = stream("another one", 32)


def case(why: str, refusal: str, **given: Any) -> Case:
    return {"why": why, "refusal": refusal, **given}


# --- a week


def bad_online_keys() -> list[Case]:
    def changed(key: SigningKey = IDENTITY, **fields: Any) -> dict[str, str]:
        return signed("online-key", online_key() | fields, key)

    return [
        case("another identity key signed it", "bad-signature", message=changed(STRANGER)),
        case("its days are over", "bad-signature", message=changed(last="2026-11-20")),
        case("its days are still to come", "bad-signature", message=changed(first="2026-11-22")),
        case("signed as an epoch", "bad-signature", message=signed("epoch", online_key(), IDENTITY)),
    ]


def bad_epochs() -> list[Case]:
    def changed(**fields: Any) -> dict[str, str]:
        return signed("epoch", epoch() | fields)

    def known(number: int = 2, **fields: Any) -> dict[str, Any]:
        told = epoch() | {"number": number, "start": "2026-11-09" if number == 2 else EPOCH_START} | fields
        return {key: value for key, value in told.items() if key != "server"}

    true, other_text = changed(), compact(epoch() | {"size": 6})
    grown = known(start="2026-11-10", size=4)
    return [
        case("the identity key signed it", "bad-signature", message=signed("epoch", epoch(), IDENTITY)),
        case("its text changed after signing", "bad-signature", message={**true, "payload": other_text}),
        case("a field nobody knows", "bad-signature", message=changed(weather="fine")),
        case("a tree of three", "bad-signature", message=changed(size=3)),
        case("of another server", "foreign-epoch", message=changed(server="ab" * 32)),
        case("it begins tomorrow", "too-soon", message=changed(start="2026-11-22")),
        case("6 days after the last", "too-soon", message=true, known=known(start="2026-11-10")),
        case("not a fifth larger", "too-soon", message=changed(size=11), known=known(start="2026-11-10", size=10)),
        case("on the last one's first day", "too-soon", message=true, known=known(start=EPOCH_START, size=4)),
        case("on a day that the home signed for", "too-soon", message=true, known=grown, signed="2026-11-15"),
        case(
            "early, for a reset before the last one",
            "too-soon",
            message=changed(reset=1),
            known=known(start="2026-11-12"),
            reset={"number": 1, "day": "2026-11-11"},
        ),
        case("the ticket's tree was not shown", "denied-ticket", message=changed(number=4), known=known()),
        case("another root", "two-epochs", message=changed(root="00" * 32), known=known(3)),
        case("another size", "two-epochs", message=changed(size=6), known=known(3)),
        case("another first day", "two-epochs", message=changed(start="2026-11-17"), known=known(3)),
        case("a lower number", "two-epochs", message=true, known=known(4, start="2026-11-02")),
        case("a lower reset", "foreign-epoch", message=true, known=known(reset=1)),
        case("a higher reset that nobody signed", "foreign-epoch", message=changed(reset=1), known=known()),
    ]


def bad_receipts() -> list[Case]:
    """Return receipts that the donor of leaf 0 is shown for its ticket."""

    def changed(key: SigningKey = ONLINE, **fields: Any) -> dict[str, str]:
        return signed("ticket-receipt", receipt(0) | fields, key)

    other = DONORS[1].ticket(SERVER)["digest"]
    return [
        case("another key signed it", "bad-signature", message=changed(STRANGER)),
        case("another donor's ticket", "not-a-member", message=changed(ticket=other)),
        case("appended where the donor has a leaf", "not-a-member", message=changed(index=7), placed=True),
    ]


def bad_places() -> list[Case]:
    """Return epochs with their committee's leaves as the donor of leaf 0 is shown them."""

    def shown(leaves: Sequence[bytes], committee: Sequence[bytes] | None = None, proof: Sequence[str] = ()) -> Case:
        told = [leaf.hex() for leaf in committee or leaves]
        return {
            "epoch": signed("epoch", epoch() | {"root": root_of(leaves).hex()}),
            "committee": told,
            "proof": [*proof],
        }

    def with_keys(index: int, keys: bytes) -> list[bytes]:
        return [*LEAVES[:index], leaf_bytes(index, keys), *LEAVES[index + 1 :]]

    donor, stranger = DONORS[2], Donor("a stranger")
    signing = donor.keys[32:]
    weak_exchange = [
        case(f"a member's X25519 key is weak: {why}", "weak-key", **shown(with_keys(2, key + signing)))
        for why, key in WEAK_EXCHANGE.items()
    ]
    weak_signing = [
        case(f"a member's Ed25519 key is weak: {why}", "weak-key", **shown(with_keys(2, donor.exchange + key)))
        for why, key in WEAK_SIGNING.items()
    ]
    swapped = [LEAVES[1], LEAVES[0], *LEAVES[2:]]
    return [
        case("two members have changed places", "wrong-committee", **shown(LEAVES, swapped)),
        case("a member that is not in the tree", "wrong-committee", **shown(LEAVES, with_keys(3, stranger.keys))),
        case("a member is left out", "wrong-committee", **shown(LEAVES, LEAVES[:4])),
        case("the proof has one hash too many", "wrong-committee", **shown(LEAVES, proof=["00" * 32])),
        case("another's keys on the donor's leaf", "denied-ticket", **shown(with_keys(0, stranger.keys))),
        *weak_exchange,
        *weak_signing,
    ]


def bad_tickets() -> list[Case]:
    donor = DONORS[0]
    identity, signing = donor.identity.verify_key.encode(), donor.keys[32:]

    def told(exchange: bytes, signing: bytes, server: bytes = SERVER, /, **fields: str) -> dict[str, str]:
        signature = donor.identity.sign(prefixed("pdd/2/ticket", server, exchange, signing)).signature
        named = {"identity": identity, "exchange": exchange, "signing": signing, "signature": signature}
        return {key: value.hex() for key, value in named.items()} | fields

    def weak(kind: str, why: str, ticket: dict[str, str]) -> Case:
        return case(f"its {kind} key is weak: {why}", "weak-key", ticket=ticket)

    return [
        case("signed for another server", "bad-signature", ticket=told(donor.exchange, signing, OTHER)),
        case(
            "another X25519 key",
            "bad-signature",
            ticket=told(donor.exchange, signing, exchange=DONORS[1].exchange.hex()),
        ),
        case(
            "another Ed25519 key",
            "bad-signature",
            ticket=told(donor.exchange, signing, signing=DONORS[1].keys[32:].hex()),
        ),
        case(
            "another identity",
            "bad-signature",
            ticket=told(donor.exchange, signing, identity=DONORS[1].identity.verify_key.encode().hex()),
        ),
        *(weak("X25519", why, told(key, signing)) for why, key in WEAK_EXCHANGE.items()),
        *(weak("Ed25519", why, told(donor.exchange, key)) for why, key in WEAK_SIGNING.items()),
    ]


# --- a plan, shown to the donor of leaf 0


def plan_with(why: str, refusal: str, given: dict[str, Any] | None = None, **fields: Any) -> Case:
    return case(why, refusal, message=signed("cohort-plan", plan() | fields), **(given or {}))


def bad_plans() -> list[Case]:
    true = signed("cohort-plan", plan())
    text = compact(plan() | {"capacity": 99})
    return [
        case("another key signed it", "bad-signature", message=signed("cohort-plan", plan(), STRANGER)),
        case("its text changed after signing", "bad-signature", message={**true, "payload": text}),
        plan_with("version 1", "bad-signature", version=1),
        plan_with("another protocol", "bad-signature", protocol="plain"),
        plan_with("of another server", "foreign-plan", server="ab" * 32),
        plan_with("for another epoch", "foreign-plan", epoch=4),
        plan_with("another root", "foreign-plan", root="00" * 32),
        plan_with("another size", "foreign-plan", size=6),
        plan_with("another reset", "foreign-plan", reset=1),
        plan_with("another zone", "foreign-plan", zone="Europe/Paris"),
    ]


def malformed_plans() -> list[Case]:
    true = plan()["layout"]
    cohort = {"floor": 4, "sub_cohorts": 1}
    strata = [{**true[0], "strata": ["north", "north"]}, *true[1:]]
    return [
        plan_with("two cohorts of a tree that has one", "malformed-plan", cohorts=[cohort, cohort]),
        plan_with("no cohort", "malformed-plan", cohorts=[]),
        plan_with("a campaign twice", "malformed-plan", layout=[*true, true[1]]),
        plan_with("a stratum twice", "malformed-plan", layout=strata),
        plan_with("a floor above the capacity", "malformed-plan", capacity=3),
    ]


def oddly_written_plans() -> list[Case]:
    """Return the day's own plan in other JSON that some readers would accept."""
    text = compact(plan())
    zone = compact({"zone": plan()["zone"]})[1:-1]
    odd = {
        "a space": text.replace(",", ", ", 1),
        "a field twice": text.replace(zone, f"{zone},{zone}"),
        "two fields in another order": text.replace(
            '"protocol":"cohort","version":2', '"version":2,"protocol":"cohort"'
        ),
        "a letter escaped": text.replace('"cohort"', '"\\u0063ohort"', 1),
        "minus zero": text.replace('"reset":0', '"reset":-0'),
        "a whole number with a fraction": text.replace('"colluders":10', '"colluders":10.0', 1),
        "a whole number with an exponent": text.replace('"colluders":10', '"colluders":1e1', 1),
    }
    return [case(why, "bad-signature", message=signed("cohort-plan", other)) for why, other in odd.items()]


def bad_days() -> list[Case]:
    window = {"earliest_close": "2026-11-22", "latest_close": "2026-11-21", "last_answers": "2026-12-05"}
    old = {"day": "2026-11-14", **window, "earliest_close": "2026-11-16"}
    late = {
        "day": "2026-11-29",
        "earliest_close": "2026-11-30",
        "latest_close": "2026-12-06",
        "last_answers": "2026-12-20",
    }
    today = {"day": "2026-11-21", "latest_close": "2026-11-28", "last_answers": "2026-12-12"}
    return [
        plan_with("its day is not over", "day-not-over", **today),
        plan_with("its day belongs to the epoch before", "wrong-day", **old),
        plan_with("its day is the fifteenth of the epoch", "wrong-day", {"today": "2026-11-30"}, **late),
        plan_with("its day lies before the ticket was made", "wrong-day", {"ticket_made": "2026-11-21"}),
        plan_with("its day lies before a reset", "wrong-day", {"reset": {"number": 1, "day": "2026-11-21"}}),
        plan_with("its window is over", "too-late", {"today": "2026-11-28"}),
        plan_with("the window closes on its day", "wrong-window", earliest_close="2026-11-20"),
        plan_with("the window closes after 8 days", "wrong-window", latest_close="2026-11-28"),
        plan_with(
            "the window closes before it may close",
            "wrong-window",
            earliest_close="2026-11-26",
            latest_close="2026-11-25",
        ),
        plan_with("answers for 15 days", "wrong-window", last_answers="2026-12-12"),
        plan_with("answers until before the window closes", "wrong-window", last_answers="2026-11-26"),
        plan_with("another plan for its day", "day-signed-before", {"journal": {"plan": OTHER.hex()}}),
        plan_with("another root for its day", "day-signed-before", {"journal": {"root": OTHER.hex()}}),
        plan_with("another context for its day", "day-signed-before", {"journal": {"context": OTHER.hex()}}),
        plan_with("another committee for its day", "told-before", {"journal": {"committee": OTHER.hex()}}),
        plan_with("other sub-cohorts for its day", "told-before", {"journal": {"sub_cohorts": 2}}),
    ]


def bad_numbers() -> list[Case]:
    def days(floor: int = 4, sub_cohorts: int = 1) -> list[dict[str, int]]:
        return [{"floor": floor, "sub_cohorts": sub_cohorts}]

    large = part("flu", 50_000, (), scales=("2", "10.5", "5"), min_cohort=3)
    in_units = plan_in_units()
    beyond = signed("cohort-plan", in_units | {"reach": in_units["reach"] + 1})
    return [
        plan_with("a floor of two", "floor-too-low", cohorts=days(2)),
        plan_with("three sub-cohorts", "sub-cohorts-too-small", cohorts=days(sub_cohorts=3)),
        plan_with("two sub-cohorts of five leaves", "sub-cohorts-too-small", cohorts=days(sub_cohorts=2)),
        plan_with("the range is just reached", "count-too-large", reach=(1_048_320 - 2000) // 2),
        case("the range is just reached, in units", "count-too-large", message=beyond),
        plan_with("50,000 entries and their decoys", "layout-too-large", layout=[large]),
    ]
