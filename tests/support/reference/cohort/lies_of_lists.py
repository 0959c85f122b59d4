"""Lists, certificates, uploads and answers that the `cohort` protocol refuses, each altered in one thing."""

from typing import Any

from tests.support.reference.cohort.day import (
    APPENDED_LEAF,
    CONTEXT,
    LIST,
    TRUE_ENTRIES,
    UPLOAD_SIZE,
    answer,
    certificate,
    certified,
    list_of,
    nonce_of,
    upload,
)
from tests.support.reference.cohort.draws import Donor, leaf_bytes
from tests.support.reference.cohort.lies_of_weeks import OTHER, WEAK_SIGNING, Case, case
from tests.support.reference.cohort.messages import APPENDED, DONORS, LEAVES, SIZE, SIZES
from tests.support.reference.cohort.ring import Q, digest, u32

# --- a list, shown to the member of leaf 4


def bad_lists() -> list[Case]:
    entries, appended = TRUE_ENTRIES, [APPENDED_LEAF]
    twice = [entries[0], (0, nonce_of(99)), *entries[1:]]
    return [
        case("a byte too many", "altered-list", list=(LIST + b"\x00").hex()),
        case("a byte too few", "altered-list", list=LIST[:-1].hex()),
        case("more entries than it holds", "altered-list", list=(u32(2**32 - 1) + LIST[4:]).hex()),
        case("nothing", "altered-list", list=""),
        case("not rising", "altered-list", list=list_of([entries[1], entries[0], *entries[2:]], appended).hex()),
        case("a leaf twice", "altered-list", list=list_of(twice, appended).hex()),
        case("without an appended leaf's keys", "altered-list", list=list_of(entries, []).hex()),
        case("an appended leaf without an entry", "altered-list", list=list_of(entries[:-1], appended).hex()),
    ]


def bad_appended() -> list[Case]:
    stranger, joined = Donor("a stranger"), DONORS[APPENDED]
    later = leaf_bytes(9, stranger.keys)
    with_ninth = [*TRUE_ENTRIES, (9, nonce_of(9))]

    def last(keys: bytes) -> str:
        return list_of(TRUE_ENTRIES, [leaf_bytes(APPENDED, keys)]).hex()

    def ninth(*appended: bytes) -> str:
        return list_of(with_ninth, appended).hex()

    many = [Donor(f"joined later {index}") for index in range(7, 103)]
    all_of_them = [APPENDED_LEAF, *(leaf_bytes(index, donor.keys) for index, donor in enumerate(many, 7))]
    long_entries = [*TRUE_ENTRIES, *((index, nonce_of(index)) for index in range(7, 103))]
    in_tree = [*TRUE_ENTRIES[:3], (3, nonce_of(3)), *TRUE_ENTRIES[3:]]
    return [
        case("an appended leaf of the tree", "altered-list", list=list_of(in_tree, [LEAVES[3], APPENDED_LEAF]).hex()),
        case("more than the capacity", "altered-list", list=list_of(long_entries, all_of_them).hex()),
        case("appended leaves not rising", "altered-list", list=ninth(later, APPENDED_LEAF)),
        case("an X25519 key of the tree", "altered-list", list=last(DONORS[3].exchange + stranger.keys[32:])),
        case("an Ed25519 key of the tree", "altered-list", list=last(stranger.exchange + DONORS[3].keys[32:])),
        case(
            "one X25519 key twice",
            "altered-list",
            list=ninth(APPENDED_LEAF, leaf_bytes(9, joined.exchange + stranger.keys[32:])),
        ),
        case(
            "one Ed25519 key twice",
            "altered-list",
            list=ninth(APPENDED_LEAF, leaf_bytes(9, stranger.exchange + joined.keys[32:])),
        ),
        case("a weak X25519 key", "weak-key", list=last(bytes(32) + joined.keys[32:])),
        case("a weak Ed25519 key", "weak-key", list=last(joined.exchange + WEAK_SIGNING["the neutral point"])),
    ]


def unfair_lists() -> list[Case]:
    few = [entry for entry in TRUE_ENTRIES if entry[0] != 1]
    others = [(leaf, nonce_of(leaf)) for leaf in (0, 1, 2, 3, APPENDED)]
    replayed = [(leaf, nonce_of(98) if leaf == 4 else nonce) for leaf, nonce in TRUE_ENTRIES]
    return [
        case("before the window could close", "too-late", list=LIST.hex(), today="2026-11-21"),
        case("after the last day for answers", "too-late", list=LIST.hex(), today="2026-12-12"),
        case("three leaves of the tree", "list-too-small", list=list_of(few, [APPENDED_LEAF]).hex()),
        case("without the member's own", "denied-vector", list=list_of(others, [APPENDED_LEAF]).hex()),
        case("the member's own with another nonce", "denied-vector", list=list_of(replayed, [APPENDED_LEAF]).hex()),
        case("a second list", "told-before", list=LIST.hex(), journal={"list": OTHER.hex()}),
        case("another committee", "told-before", list=LIST.hex(), journal={"committee": OTHER.hex()}),
        case("another number of sub-cohorts", "told-before", list=LIST.hex(), journal={"sub_cohorts": 2}),
    ]


def bad_certificates() -> list[Case]:
    def signatures(*signatures: bytes) -> bytes:
        return b"".join(u32(place) + signature for place, signature in enumerate(signatures, 1))

    true = [certified(place) for place in range(1, SIZES.quorum + 1)]
    past = certificate((1, 2, 3)) + u32(SIZE + 1) + certified(5)
    none = u32(0) + certified(1) + certificate((2, 3, 4))
    told = {
        "one signature short": certificate((1, 2, 3)),
        "a place twice": certificate((1, 2, 3, 3)),
        "places not rising": certificate((1, 2, 4, 3)),
        "a place past the last": past,
        "place 0": none,
        "another member's signature": signatures(*true[:3], true[2]),
        "a signature under another list": signatures(*true[:3], certified(4, OTHER)),
        "a signature in another context": signatures(*true[:3], certified(4, context=OTHER)),
        "a byte too many": signatures(*true) + b"\x00",
        "nothing": b"",
    }
    return [case(why, "bad-certificate", certificate=certificate.hex()) for why, certificate in told.items()]


# --- what the server refuses


def bad_uploads() -> list[Case]:
    true = bytes.fromhex(upload(0)["message"])
    nonce, sums = true[:16], true[16:-64]
    middle = len(sums) - 4 * SIZES.columns * SIZES.m

    def changed(at: int, data: bytes, leaf: int = 0, context: bytes = CONTEXT) -> list[list[Any]]:
        """Return the message with other bytes at a place of the sums, signed as a whole."""
        told = sums[:at] + data + sums[at + len(data) :]
        named = digest("upload", nonce, told[:middle], told[middle:])
        return [
            [16 + at, data.hex()],
            [UPLOAD_SIZE - 64, DONORS[0].sign("submitted", context, leaf, nonce, named).hex()],
        ]

    first = sums[:4]
    return [
        case("a byte short", "wrong-size", leaf=0, length=UPLOAD_SIZE - 1, changed=[]),
        case("a byte too many", "wrong-size", leaf=0, length=UPLOAD_SIZE + 1, changed=[]),
        case("a word of c is q", "wrong-size", leaf=0, changed=changed(0, u32(Q))),
        case("the last word of z is 2^32 - 1", "wrong-size", leaf=0, changed=changed(len(sums) - 4, u32(2**32 - 1))),
        case("another nonce", "bad-signature", leaf=0, changed=[[0, bytes([nonce[0] ^ 1]).hex()]]),
        case("c changed after signing", "bad-signature", leaf=0, changed=[[16, u32(7).hex()]]),
        case("z changed after signing", "bad-signature", leaf=0, changed=[[16 + middle, u32(7).hex()]]),
        case("signed for another leaf", "bad-signature", leaf=0, changed=changed(0, first, leaf=1)),
        case("signed in another context", "bad-signature", leaf=0, changed=changed(0, first, context=OTHER)),
        case("another donor's upload", "bad-signature", leaf=1, of=0, changed=[]),
    ]


def bad_answers() -> list[Case]:
    large = [Q, *[0] * (SIZES.columns - 1)]
    told = [
        case("a word is q", "wrong-size", message=answer(1, words=large).hex()),
        case("a byte short", "wrong-size", message=answer(1)[:-1].hex()),
        case("a byte too many", "wrong-size", message=(answer(1) + b"\x00").hex()),
        case("changed after signing", "bad-signature", message=(u32(7) + answer(1)[4:]).hex()),
        case("another member's", "bad-signature", message=answer(2).hex()),
        case("under another list", "bad-signature", message=answer(1, OTHER).hex()),
    ]
    return [{**each, "place": 1} for each in told]
