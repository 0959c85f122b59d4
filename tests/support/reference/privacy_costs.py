"""The costs of `tests/vectors/privacy/privacy_costs.json`, computed anew.

`python -m tests.support.reference.privacy_costs` writes them. The file's cases are
its own: to add one, write its charges there and run this.
"""

import json
from decimal import Decimal
from math import isinf
from pathlib import Path
from typing import Any

from pdd_shared.privacy.accounting.charges import Charge, Charges
from pdd_shared.privacy.accounting.composition import basic_epsilon, epsilon
from tests.support.reference.cases import as_text

VECTORS = Path(__file__).parents[2] / "vectors" / "privacy" / "privacy_costs.json"
DOCUMENT: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))


def charges_of(case: dict[str, Any]) -> Charges:
    """Return the days of each charge of a case."""
    return {
        Charge(row["law"], Decimal(row["scale"]), row["sensitivity"], row["delta"]): each["days"]
        for each in case["charges"]
        for row in [each["charge"]]
    }


def with_costs(case: dict[str, Any]) -> dict[str, Any]:
    """Return the case with what its days cost now, composed and added up; null stands for no epsilon at all."""
    costs = [cost(charges_of(case), case["delta"]) for cost in (epsilon, basic_epsilon)]
    composed, basic = (None if isinf(cost) else cost for cost in costs)
    return {**case, "epsilon": composed, "basic_epsilon": basic}


if __name__ == "__main__":
    VECTORS.write_text(as_text([with_costs(case) for case in DOCUMENT]), "utf-8")
