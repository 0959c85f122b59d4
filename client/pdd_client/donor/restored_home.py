"""What a restored or copied home can't know: which days were given since the copy was made.

Such a home registers anew: its check-in has an old number (`stale-state`), its keys are not in this computer's
keychain, or the server does not know it (`not-registered`, which a server can also say of a home that it knows). Its
account would forget what the other copy gave meanwhile. So each day that it may have given is charged, whatever the
reason, and counts towards budgets and limit. All hits of a campaign that caps those of all periods may be used.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_shared.protocol.days import day_of, parse_instant
from pdd_shared.protocol.limits import LAST_CLOSE
from pdd_shared.protocol.messages import ServerInfo


def charge_unrecorded(store: LocalStore, now: datetime, info: ServerInfo) -> None:
    """Charge the days that the home may have given without a record: those that could go out since its last contact.

    Under new keys no server asks for them again. A home that never joined has given nothing.
    """
    from pdd_client.core.donation.ledger import maybe_given  # slow to import: it loads the composition arithmetic

    if not store.consents.newest():
        return
    agreed, last = store.consents.agreed(), store.fact("last_check_in")
    # A copy that was made before the first contact knows none.
    since = parse_instant(last) if last else min((consents[0].time for consents in agreed.values()), default=now)
    zone, window = ZoneInfo(info.zone), max(LAST_CLOSE, timedelta(days=1 + info.delay))
    first, today = day_of(since, zone) - window, day_of(now, zone)
    locked = store.days.locked()
    days = [day for ahead in range((today - first).days) if (day := first + timedelta(days=ahead)) not in locked]
    with store.transaction():
        charged = {(one.campaign, one.day) for one in store.charges.given()}
        store.charges.add(maybe_given(agreed, days, charged, zone))
        store.set_fact("hits_unknown", max(today.isoformat(), store.fact("hits_unknown") or ""))
