"""Each signed message has exactly one text, and nothing else is read."""

import pytest
from nacl.signing import SigningKey

from pdd_shared.protocol.encoding import length_prefixed
from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.cohort.messages import CohortPlan
from pdd_shared.rounds.cohort.signed_messages import open_message
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.cohort.memory_cohort import IDENTITY, ONLINE, ONLINE_KEY, MemoryCohort

PLAN = MemoryCohort(7).plan
TEXT = PLAN.model_dump_json()


def signed(text: str, key: SigningKey = ONLINE, kind: str = "cohort-plan") -> Signed:
    said = length_prefixed([b"pdd/1/signed", kind.encode(), text.encode()])
    return Signed(payload=text, signature=key.sign(said).signature.hex())


def test_the_one_way_to_write_a_message_is_read() -> None:
    """A message in compact JSON with its fields in order is read back."""
    assert open_message(signed(TEXT), CohortPlan, ONLINE_KEY) == PLAN


def test_another_key_or_kind_is_refused() -> None:
    """A signature by another key, or for another kind of message, is refused."""
    for other in (signed(TEXT, IDENTITY), signed(TEXT, kind="epoch")):
        with pytest.raises(Refused) as refused:
            open_message(other, CohortPlan, ONLINE_KEY)
        assert refused.value.reason == Reason.BAD_SIGNATURE


OTHERWISE = {
    "a space": (',"zone"', ', "zone"'),
    "a line break": ('{"protocol"', '\n{"protocol"'),
    "a field twice": ('"zone":"UTC"', '"zone":"UTC","zone":"UTC"'),
    "another order": ('"zone":"UTC","epoch":3', '"epoch":3,"zone":"UTC"'),
    "an escape": ('"zone":"UTC"', '"zone":"\\u0055TC"'),
    "minus zero": ('"reset":0', '"reset":-0'),
    "a fraction": ('"colluders":10', '"colluders":10.0'),
    "an exponent": ('"colluders":10', '"colluders":1e1'),
    "a longer decimal": ('"scale":"20"', '"scale":"20.0"'),
    "upper-case hex": (f'"root":"{PLAN.root}"', f'"root":"{PLAN.root.upper()}"'),
}


@pytest.mark.parametrize("case", OTHERWISE)
def test_no_other_text_is_read(case: str) -> None:
    """Any other JSON text for a message is refused, because JSON readers differ in what they accept."""
    usual, other = OTHERWISE[case]
    assert usual in TEXT
    with pytest.raises(Refused) as refused:
        open_message(signed(TEXT.replace(usual, other)), CohortPlan, ONLINE_KEY)
    assert refused.value.reason == Reason.BAD_SIGNATURE
