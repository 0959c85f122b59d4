"""Charges as texts: what is read is what was written, and equal charges have equal texts."""

from decimal import Decimal

import pytest

from pdd_shared.privacy.accounting.charge_texts import charge_in, text_of
from pdd_shared.privacy.accounting.charges import Charge, DayCharge, PartsCharge
from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.release import Part

CHARGES: list[DayCharge] = [
    Charge("discrete-laplace", Decimal("54.25"), 9, 1e-26),
    Charge("discrete-gaussian", Decimal(50), 30),
    PartsCharge(
        Part("skellam", Decimal("10.21"), PartCaps(1, 1, 1)),
        Part("discrete-laplace", Decimal(357), PartCaps(35, 35, 1)),
        Part("skellam", Decimal("3.404"), PartCaps(4, 2, 4)),
    ),
]


@pytest.mark.parametrize("charge", CHARGES)
def test_a_charge_is_read_as_it_was_written(charge: DayCharge) -> None:
    """Every field of a charge comes back, whether of one noise or of parts."""
    assert charge_in(text_of(charge)) == charge


def test_equal_charges_have_equal_texts() -> None:
    """A scale written with more zeros is the same scale, so a database can count days by their text."""
    assert text_of(Charge("discrete-laplace", Decimal("54.250"), 9)) == text_of(
        Charge("discrete-laplace", Decimal("54.25"), 9)
    )
    assert len({text_of(charge) for charge in CHARGES}) == len(CHARGES)


def test_texts_keep_their_form() -> None:
    """Homes and servers keep these texts for years, so their form is fixed."""
    assert text_of(CHARGES[1]) == '{"law":"discrete-gaussian","scale":"50","sensitivity":30,"delta":0.0}'
    joined = '"joined":{"law":"skellam","scale":"10.21","caps":{"hits":1,"per_number":1,"numbers":1}}'
    assert text_of(CHARGES[2]).startswith("{" + joined + ',"searches":{')
