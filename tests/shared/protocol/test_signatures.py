"""Which signatures are accepted: vectors for both languages, which state libsodium's answers."""

import json
from pathlib import Path

import pytest
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

VECTORS = Path(__file__).parents[2] / "vectors" / "protocol" / "signatures.json"
CASES = json.loads(VECTORS.read_text(encoding="utf-8"))["signatures"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_signatures_are_taken_as_the_vectors_say(case: dict[str, str | bool]) -> None:
    """Honest and crafted signatures are accepted as the vectors say: low or mixed order, S too large, not a point."""
    key, message, signature = (bytes.fromhex(str(case[name])) for name in ("public", "message", "signature"))
    try:
        VerifyKey(key).verify(message, signature)
    except (BadSignatureError, ValueError):
        assert not case["valid"]
    else:
        assert case["valid"]
