"""The bad messages of the `cohort` vectors: each is refused by name, and nothing changes."""

import pytest

from pdd_shared.rounds.cohort.epoch.tickets import is_weak_exchange, is_weak_signing
from pdd_shared.rounds.refusals import Refused
from tests.support.cohort.example_day import DAY, DOCUMENT, LEAVES, TREE
from tests.support.cohort.message_checks import MEETING, Case


@pytest.mark.parametrize("case", DOCUMENT["bad"], ids=lambda case: f"{case['kind']}: {case['why']}")
def test_a_bad_message_is_refused_by_name(case):
    """Each altered message is refused with its reason."""
    with pytest.raises(Refused) as refusal:
        MEETING[case["kind"]](case)
    assert refusal.value.reason == case["refusal"], refusal.value.detail


LOGS = [
    {"lines": DOCUMENT["log"]["lines"][1:size], "checkpoint": DOCUMENT["log"]["checkpoints"][size]}
    for size in (1, 2, 5)
]
GOOD: list[Case] = [
    {"kind": "online-key", "message": DAY["online_key"]},
    {"kind": "epoch", "message": DAY["epoch"]},
    *({"kind": "log", "first": 1, **shown} for shown in LOGS),
    {"kind": "receipt", "message": DAY["donors"]["0"]["receipt"]},
    {"kind": "place", "epoch": DAY["epoch"], "committee": [leaf.encoded.hex() for leaf in TREE], "proof": []},
    {"kind": "ticket", "ticket": DAY["donors"]["0"]["ticket"]},
    {"kind": "plan", "message": DAY["plan"]},
    {"kind": "list", "list": DAY["list"]},
    {"kind": "list", "list": DAY["list"], "journal": {"list": DAY["list_digest"]}},
    {"kind": "certificate", "certificate": DAY["certificate"]},
    {"kind": "upload", "leaf": 0, "changed": []},
    {"kind": "answer", "place": 1, "message": DAY["answers"]["1"]},
]


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case["kind"])
def test_the_unaltered_message_is_accepted(case):
    """Without the alteration each bad message is accepted."""
    MEETING[case["kind"]](case)


def test_every_encoding_of_a_weak_key_is_known():
    """Every encoding of a weak key is refused, seven numbers of either kind with either top bit; donors' keys are
    not.
    """
    weak = {kind: [bytes.fromhex(key) for key in keys] for kind, keys in DOCUMENT["weak_keys"].items()}
    assert {kind: len(set(keys)) for kind, keys in weak.items()} == {"exchange": 14, "signing": 14}
    assert all(is_weak_exchange(key) for key in weak["exchange"])
    assert all(is_weak_signing(key) for key in weak["signing"])
    assert not any(is_weak_exchange(leaf.exchange) or is_weak_signing(leaf.signing) for leaf in LEAVES.values())
