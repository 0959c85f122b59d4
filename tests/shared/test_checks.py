"""What a donor accepts of a plan, whoever signed it."""

import pytest

from pdd_shared.messages import Part, Plan
from pdd_shared.rounds.checks import LIMITS, check_plan
from pdd_shared.rounds.refusals import Reason, Refused
from tests.support.group import plan_for
from tests.support.terms import donors_noise, laplace, terms


def part(number: int, noise: object) -> Part:
    return Part(campaign=f"c{number}", entries=1, vocabulary="0" * 64, strata=(), terms=terms(noise=noise))


def with_layout(*parts: Part) -> Plan:
    plan = Plan.model_validate_json(plan_for(3, 4).payload)
    return plan.model_copy(update={"layout": parts, "min_group": 3})


def test_a_plan_cannot_keep_a_donor_busy_with_tables_of_noise():
    """A ninth law of donors' noise is refused; one law for many campaigns, and noise of the server, are not counted."""
    laws = [part(number, donors_noise(1000 + number)) for number in range(LIMITS.max_tables)]
    same = [part(number, donors_noise(1000)) for number in range(100, 120)]
    servers = [part(number, laplace(1000 + number)) for number in range(200, 220)]
    check_plan(with_layout(*laws, *same, *servers), LIMITS)
    with pytest.raises(Refused) as refused:
        check_plan(with_layout(*laws, part(9, donors_noise(1009))), LIMITS)
    assert refused.value.reason == Reason.LAYOUT_TOO_LARGE
