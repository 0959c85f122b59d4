"""Messages that the `cohort` protocol refuses: those of the reference's day, each altered in one field.

A case has `why`, `kind`, `refusal`, and what differs from the day; the package's docstring describes the kinds.
"""

from tests.support.reference.cohort.lies_of_lists import (
    bad_answers,
    bad_appended,
    bad_certificates,
    bad_lists,
    bad_uploads,
    unfair_lists,
)
from tests.support.reference.cohort.lies_of_weeks import (
    Case,
    bad_days,
    bad_epochs,
    bad_numbers,
    bad_online_keys,
    bad_places,
    bad_plans,
    bad_receipts,
    bad_tickets,
    malformed_plans,
    oddly_written_plans,
)
from tests.support.reference.cohort.logs import bad_logs


def bad_cases() -> list[Case]:
    kinds = {
        "online-key": bad_online_keys(),
        "epoch": bad_epochs(),
        "log": bad_logs(),
        "receipt": bad_receipts(),
        "place": bad_places(),
        "ticket": bad_tickets(),
        "plan": [*bad_plans(), *malformed_plans(), *oddly_written_plans(), *bad_days(), *bad_numbers()],
        "list": [*bad_lists(), *bad_appended(), *unfair_lists()],
        "certificate": bad_certificates(),
        "upload": bad_uploads(),
        "answer": bad_answers(),
    }
    return [{"kind": kind, **case} for kind, cases in kinds.items() for case in cases]
