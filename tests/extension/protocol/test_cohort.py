"""The `cohort` protocol in JavaScript compared with Python, beyond the vectors: random homes and lies."""

import json
from collections.abc import Callable
from decimal import Decimal
from random import Random  # noqa: TID251 - made-up homes are no secret
from typing import Any

import pytest
from pydantic import BaseModel

from pdd_shared.protocol.terms import Budget, PartNoise, Terms
from pdd_shared.rounds.cohort.epoch.leaf_proofs import read_shown, write_shown
from pdd_shared.rounds.cohort.epoch.tickets import is_weak_exchange, is_weak_signing
from pdd_shared.rounds.cohort.messages import Epoch, KeyLink, OnlineKey, Reset, TicketReceipt, UploadReceipt
from pdd_shared.rounds.refusals import Refused
from tests.client.fakes import campaign
from tests.extension.javascript import answers
from tests.extension.protocol.cohort_cases import CAPPED, KINDS_OF_CASES, Case, answer_case, certify_case, submit_case
from tests.extension.protocol.test_messages import HEX32, accepted, mutated
from tests.support.cohort.memory_cohort import DAY, MemoryCohort, law, leaf_of, part
from tests.support.terms import terms

OF_ORDER_8 = (
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
)


def hold(cases: list[Case]) -> None:
    """Assert that both languages say the same, or refuse under the same name."""
    [said] = answers(("../tests/programs/cohort_homes", "allDone", [told for told, _ in cases]))
    for (told, expected), found in zip(cases, said["done"], strict=True):
        assert found == expected, told


@pytest.mark.parametrize("kind", KINDS_OF_CASES)
def test_homes_say_the_same(kind: str) -> None:
    """Uploads, journals, signatures and answers have the same bytes, and refusals the same names."""
    random = Random(f"some {kind}")
    hold([KINDS_OF_CASES[kind](random) for _ in range(20)])


def test_members_of_divided_cohorts_say_the_same() -> None:
    """A list with a leaf of another sub-cohort is refused by both languages."""
    random = Random("divided")
    hold([certify_case(random, (1000,)) for _ in range(6)])


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS_OF_CASES)
def test_many_homes_say_the_same(kind: str) -> None:
    """The same holds for 500 more homes of each kind."""
    random = Random(f"many {kind}")
    hold([KINDS_OF_CASES[kind](random) for _ in range(500)])


@pytest.mark.slow
@pytest.mark.parametrize("make", [submit_case, certify_case, answer_case])
def test_large_cohorts_say_the_same(make: Callable[[Random, tuple[int, ...]], Case]) -> None:
    """The same holds for drawn committees, days divided into sub-cohorts, and trees of two cohorts."""
    random = Random(7)
    hold([make(random, (size,)) for size in (256, 300, 1000, 1000, 8193) for _ in range(3)])


GOOD: dict[str, BaseModel] = {
    "online-key": OnlineKey(server=HEX32, key=HEX32, first=DAY, last=DAY),
    "key-link": KeyLink(server=HEX32, sequence=3, before=HEX32, key=HEX32, first=DAY, last=DAY),
    "ticket-receipt": TicketReceipt(server=HEX32, ticket=HEX32, epoch=3, index=None, reset=0),
    "epoch": Epoch(server=HEX32, number=3, start=DAY, size=4, root=HEX32, reset=0),
    "reset": Reset(server=HEX32, number=1, day=DAY),
    "cohort-plan": MemoryCohort(5, parts=(part(strata=("north", "south")), part("sleep", **CAPPED[1]))).plan,
    "upload-receipt": UploadReceipt(server=HEX32, context=HEX32, leaf=5, nonce="ab" * 16),
}


def test_both_languages_accept_the_same_signed_texts() -> None:
    """Good messages, and 250 with one place changed, are accepted or refused alike by both languages."""
    chance = Random("texts")
    texts = [(kind, good.model_dump_json()) for kind, good in GOOD.items()]
    for kind, good in chance.choices(list(GOOD.items()), k=250):
        texts.append((kind, json.dumps(mutated(good.model_dump(mode="json"), chance), ensure_ascii=False)))
    cases = [({"act": "read", "kind": kind, "text": text}, _read(kind, text)) for kind, text in texts]
    assert all("said" in expected for _, expected in cases[: len(GOOD)])
    hold(cases)


def _read(kind: str, text: str) -> dict[str, Any]:
    if not accepted(type(GOOD[kind]), text):
        return {"invalid": True}
    return {"said": type(GOOD[kind]).model_validate_json(text).model_dump(mode="json")}


def test_a_campaign_of_the_protocol_is_read_to_what_was_written() -> None:
    """A campaign under cohort terms is read with Python's fields and values, in the same order."""
    texts = [campaign(terms=part(**caps).terms).model_dump_json() for caps in ({}, *CAPPED)]
    read = answers(*(("protocol/messages", "parseCampaign", text) for text in texts))
    assert [json.dumps(one["done"], separators=(",", ":"), ensure_ascii=False) for one in read] == texts


def test_both_languages_rank_terms_alike() -> None:
    """Both languages agree which terms are at least as strict, for each field a little weaker or stronger, and
    `plain`.
    """
    changes: list[dict[str, Any]] = [
        {},
        *({"max_searches": number} for number in (49, 51)),
        *({"max_matches": number} for number in (4, 6)),
        {"colluders": 5},
        *({"min_cohort": number} for number in (2, 3)),
        *({"budget": Budget(epsilon=Decimal(each), delta=Decimal("0.000001"))} for each in ("9.5", "10.5")),
        {"budget": Budget(epsilon=Decimal(10), delta=Decimal("0.0001"))},
        *(
            {"noise": PartNoise(joined=law(one), searches=law(two), counts=law("8"))}
            for one, two in (("1", "30"), ("3", "19"))
        ),
        {"noise": PartNoise(joined=law("2"), searches=law("20"), counts=law("10"))},
        *CAPPED,
        CAPPED[1] | {"max_campaign_hits": 8},
        {"max_matches": None, "max_hits": 9, "max_hits_per_keyword": 2},
    ]
    all_terms: list[Terms] = [
        *(part(**each).terms for each in changes),
        terms(50, 5),
    ]
    pairs = [(now, before) for now in all_terms for before in all_terms]
    dumped = [[each.model_dump(mode="json") for each in pair] for pair in pairs]
    found = answers(*(("protocol/terms", "noWeakerThan", *pair) for pair in dumped))
    assert [one["done"] for one in found] == [now.no_weaker_than(before) for now, before in pairs]


def test_both_languages_read_shown_leaves_alike() -> None:
    """Shown leaves with their proof are read alike: whole, cut off at every byte, and with too large a number."""
    shown = write_shown([leaf_of(home) for home in range(3)], [bytes([at]) * 32 for at in range(2)])
    texts = [shown[:end] for end in range(len(shown) + 1)] + [shown + b"x", b"\xff" * 4 + shown[4:], b""]
    expected = []
    for text in texts:
        try:
            read = read_shown(text)
        except Refused as refused:
            expected.append({"refused": refused.reason.value})
        else:
            expected.append({"said": [[leaf.encoded.hex() for leaf in read.leaves], [h.hex() for h in read.proof]]})
    hold([({"act": "shown", "data": text.hex()}, said) for text, said in zip(texts, expected, strict=True)])
    assert sum("said" in each for each in expected) > 2


def test_both_languages_find_the_same_keys_weak() -> None:
    """Weak keys with either top bit, their neighbours and keys of full order are judged alike."""
    numbers = {0, 1, 2, 2**255 - 20, 2**255 - 19, 2**255 - 18, 2**255 - 17, 2**255 - 1}
    points = [bytes.fromhex(key) for key in OF_ORDER_8]
    numbers |= {int.from_bytes(point, "little") + near for point in points for near in (-1, 0, 1)}
    keys = [(number | top).to_bytes(32, "little") for number in sorted(numbers) for top in (0, 1 << 255)]
    keys += [leaf_of(home).exchange for home in range(3)] + [leaf_of(home).signing for home in range(3)]
    weak = [[is_weak_exchange(key), is_weak_signing(key)] for key in keys]
    hold([({"act": "weak", "keys": [key.hex() for key in keys]}, {"said": weak})])
    assert [sum(kind) for kind in zip(*weak, strict=True)] == [14, 14]
