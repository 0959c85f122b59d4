"""The lost weeks that plans ask for once more. A home knows them from the signed plans that it keeps."""

from collections.abc import Mapping
from datetime import date

from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_shared.protocol.days import may_repeat
from pdd_shared.rounds.cohort.messages import CohortPlan


def repeated_weeks(store: LocalStore) -> Mapping[date, Mapping[str, date]]:
    """Return the last days of the weeks that kept plans ask for once more, by the plan's day and campaign id.

    Only joined campaigns are in it, and only weeks that a plan of this day may ask for.
    """
    agreed = store.consents.agreed()
    found: dict[date, dict[str, date]] = {}
    for day, kept in store.journal.plans().items():
        for part in CohortPlan.model_validate_json(kept.signed.payload).layout:
            if part.campaign in agreed and part.repeats is not None and may_repeat(part.repeats, day):
                found.setdefault(day, {})[part.campaign] = part.repeats
    return found
