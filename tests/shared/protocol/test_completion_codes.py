"""Completion codes in messages: vectors that JavaScript reads too, and the rule for any text."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pdd_shared.protocol.completion_codes import Completion, Completions, is_code

VECTORS = json.loads(
    (Path(__file__).parents[2] / "vectors" / "protocol" / "completions.json").read_text(encoding="utf-8")
)


def named(vector: dict[str, Any]) -> str:
    return str(vector["why"])


@pytest.mark.parametrize("vector", VECTORS["good"], ids=named)
def test_good_vectors(vector: dict[str, Any]) -> None:
    """Each good vector is read, and written again as it was."""
    assert Completions.model_validate_json(vector["json"]).model_dump_json() == vector["json"]


@pytest.mark.parametrize("vector", VECTORS["bad"], ids=named)
def test_bad_vectors(vector: dict[str, Any]) -> None:
    """Each bad vector is refused as a whole."""
    with pytest.raises(ValidationError):
        Completions.model_validate_json(vector["json"])


@given(st.one_of(st.text(), st.from_regex("[A-Za-z0-9-]{1,42}")))
def test_donors_accept_exactly_the_servers_codes(text: str) -> None:
    """A donor accepts exactly the codes that a server accepts."""
    try:
        Completion(campaign="flu", days=1, there=1, code=text)
        reads = True
    except ValidationError:
        reads = False
    assert is_code(text) == reads


def test_a_long_list_and_a_long_code_are_refused() -> None:
    """Too many codes and too long codes are refused, even if the transport lets them through."""
    row = {"campaign": "flu", "days": 5, "there": 3, "code": None}
    with pytest.raises(ValidationError):
        Completions.model_validate_json(json.dumps({"completions": [row] * 1_001}))
    with pytest.raises(ValidationError):
        Completions.model_validate_json(json.dumps({"completions": [row | {"there": 5, "code": "A" * 10_000_000}]}))


def test_a_code_is_not_printed() -> None:
    """The repr, which could reach a log, does not contain the code."""
    assert "K7QM4TXA9W" not in repr(Completion(campaign="flu", days=1, there=1, code="K7QM4TXA9W"))
