"""Erasure of secrets by the home's own calendar, so that no server can delay it by its answers or its silence."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from pdd_client.gateways.home_store.cohort.epoch_store import KeptEpoch, next_start
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_shared.protocol.days import latest_end
from pdd_shared.protocol.limits import LAST_CLOSE, LAST_REPEAT
from pdd_shared.rounds.cohort.epoch.acceptance import last_data_day
from pdd_shared.rounds.cohort.epoch.tickets import erase_after, has_lapsed

_DAY = timedelta(days=1)


def erase_by_calendar(store: LocalStore, today: date) -> None:
    """Erase the secrets of past epochs, lapsed tickets, and uploads, plans and kept days whose window is over.

    That a locked day was withheld is erased with its week's kept days.

    The journal's entries stay: they keep the home from signing or sending a day twice. `today` is the data day by the
    home's own clock.
    """
    placed = store.epochs.placed()
    window_over = today - LAST_CLOSE - _DAY
    with store.transaction():
        for number in _over(placed, today):
            store.epochs.erase_secrets(number)
            store.journal.erase_lists(number)
        for ticket in store.epochs.tickets().values():
            if ticket.epoch not in placed and has_lapsed(ticket.made, today):
                store.epochs.drop_ticket(ticket.epoch)
        store.journal.erase_uploads(window_over)
        store.journal.forget_plans(window_over)
        last = latest_end("week", window_over - LAST_REPEAT)
        store.kept.forget_days(date.min, last)
        store.days.forget_withheld(last)


def _over(placed: Mapping[int, KeptEpoch], today: date) -> Iterable[int]:
    for number, kept in placed.items():
        if today > erase_after(last_data_day(kept.epoch.start, next_start(placed, number))):
            yield number
