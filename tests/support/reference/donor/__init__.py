"""The vectors of what a donor decides: cases written here, with the answers that Python's functions give.

`python -m tests.support.reference.donor` writes these files of tests/vectors anew. A module here has a file's `CASES`,
lists by the name of what is asked, and its `ANSWERS`, the functions that answer. A case that is refused has `error`,
the name of the error, in place of `expected`.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from pdd_client.core.errors import DonorError
from tests.support.reference.donor import (
    campaign_hits,
    charges,
    consent,
    decisions,
    exclusions,
    expected_plans,
    ledger,
    schedule,
    searches,
    weeks,
)

VECTORS = Path(__file__).parents[3] / "vectors"
FILES: Mapping[str, ModuleType] = {
    "donor/campaign_hits": campaign_hits,
    "donor/consent": consent,
    "donor/decisions": decisions,
    "donor/exclusions": exclusions,
    "donor/expected_plans": expected_plans,
    "donor/ledger": ledger,
    "donor/schedule": schedule,
    "donor/searches": searches,
    "donor/weeks": weeks,
    "privacy/charges": charges,
}


def document(name: str) -> dict[str, Any]:
    """Return what a file should contain now: its base messages, if any, and its cases with their answers."""
    module = FILES[name]
    base = {"base": module.BASE} if hasattr(module, "BASE") else {}
    groups = {group: [answered(case, module.ANSWERS[group]) for case in cases] for group, cases in module.CASES.items()}
    return base | groups


def answered(case: dict[str, Any], answer: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """Return a case with Python's answer.

    Raises:
        ValueError: Only one of Python and the case refuses, or they name different errors.
    """
    refused: DonorError | None = None
    expected = None
    try:
        expected = answer(case)
    except DonorError as error:
        refused = error
    if (refused is None) != ("error" not in case):
        raise ValueError(f"{case['why']}: only one of Python and the case refuses")
    # The app shows some errors in another way, without a name; the extension names all of them.
    if refused and refused.code not in (None, case["error"]):
        raise ValueError(f"{case['why']}: refused as {refused.code}")
    return case if refused else case | {"expected": expected}
