"""What a restored or copied home can't know: which days were given since the copy was made.

The server tells such a home apart by the number of its check-in (`stale-state`), or its keys are not in this computer's
keychain. Its account would forget what the other copy gave meanwhile. So each day that it may have given is charged,
and counts towards budgets and limit. Where a campaign caps the hits of all its periods, all of them may be used.
"""

from datetime import timedelta

from pdd_client.donor.installation import Installation, Membership
from pdd_shared.protocol.days import day_of, parse_instant
from pdd_shared.protocol.limits import LAST_CLOSE


def charge_unrecorded(installation: Installation, membership: Membership) -> None:
    """Charge the days that the home may have given without a record: those that could go out since its last contact.

    Under new keys no server asks for them again.
    """
    from pdd_client.core.donation.ledger import maybe_given  # slow to import: it loads the composition arithmetic

    store, zone = installation.store, membership.zone
    if store.fact("number") is None:
        return
    agreed, now, last = store.consents.agreed(), installation.clock(), store.fact("last_check_in")
    # A copy that was made before the first contact knows none.
    since = parse_instant(last) if last else min((consents[0].time for consents in agreed.values()), default=now)
    window = max(LAST_CLOSE, timedelta(days=1 + membership.info.delay))
    first, today = day_of(since, zone) - window, day_of(now, zone)
    locked = store.days.locked()
    days = [day for ahead in range((today - first).days) if (day := first + timedelta(days=ahead)) not in locked]
    with store.transaction():
        charged = {(one.campaign, one.day) for one in store.charges.given()}
        store.charges.add(maybe_given(agreed, days, charged, zone))
        store.set_fact("hits_unknown", today.isoformat())
