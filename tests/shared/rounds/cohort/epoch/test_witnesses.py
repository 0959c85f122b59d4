"""How much of a log its witnesses vouch for: the vectors of an independent reference, in the types of `pdd_shared`."""

import json
from datetime import datetime
from typing import Any

import pytest

from pdd_shared.protocol.checkpoints import origin_of
from pdd_shared.protocol.messages import Witnessed, WitnessPolicy
from pdd_shared.rounds.cohort.epoch.witnesses import is_as_strong, vouched
from tests.support.reference.cases import as_text
from tests.support.reference.cohort import witnesses as reference

DOCUMENT = json.loads(reference.VECTORS.read_text("utf-8"))


def why(case: dict[str, Any]) -> str:
    return str(case["why"])


def test_the_vectors_are_what_the_reference_writes() -> None:
    """Nothing in the file was written by hand."""
    assert as_text(reference.witnesses()) == reference.VECTORS.read_text("utf-8")


@pytest.mark.parametrize("case", DOCUMENT["vouched"], ids=why)
def test_witnesses_vouch_for_so_many_lines(case: dict[str, Any]) -> None:
    """A home believes the required number of witnesses, by its own lines, address and time."""
    lines = DOCUMENT["lines"][: case.get("known")]
    shown = Witnessed.model_validate_json(json.dumps({name: case[name] for name in ("policy", "cosignatures")}))
    origin, now = (case.get(name, DOCUMENT[name]) for name in ("origin", "now"))
    found = vouched(lines, shown.cosignatures, shown.policy, origin, datetime.fromisoformat(now))
    assert found == case["vouched"]


@pytest.mark.parametrize("case", DOCUMENT["policies"], ids=why)
def test_a_policy_is_as_strong_as_the_one_before(case: dict[str, Any]) -> None:
    """A home takes another policy only if whoever meets it meets the one before it, too."""
    policy, before = (WitnessPolicy.model_validate_json(json.dumps(case[name])) for name in ("policy", "before"))
    assert is_as_strong(policy, before) == case["as_strong"]


@pytest.mark.parametrize("case", DOCUMENT["origins"], ids=why)
def test_a_logs_name_follows_from_the_servers_address(case: dict[str, Any]) -> None:
    """Whoever types the same address computes the same name."""
    assert origin_of(case["address"]) == case["origin"]
