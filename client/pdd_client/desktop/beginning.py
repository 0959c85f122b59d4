"""When counting begins for a donor."""

from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pdd_client.donor import Donor


def too_early(donor: "Donor") -> date | None:
    """The last day of which nothing can be given: that of the first contact with the server, or today before it.

    In `recoverable` the groups of a day are made of who was there before; under other protocols there is no such day:
    None. A `cohort` donor sends its first ticket when it first contacts the server, and that day can be given already.
    """
    from pdd_shared.days import day_of

    membership, zone = donor.installation.joined(), donor.installation.zone
    if membership is None or membership.info.protocol != "recoverable":
        return None
    contacts = (day_of(line.time, zone) for line in donor.installation.store.logged() if line.what == "check-in")
    return min(contacts, default=donor.today)
