"""When counting begins for a donor."""

from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pdd_client.donor import Donor


def too_early(donor: "Donor") -> date | None:
    """The last day of which nothing can be given: that of the first contact with the server, or today before it.

    None where the protocol is not `recoverable`. There, a day's groups hold only donors who had contacted the server
    before. In `cohort` the day of the first contact can be given, because the first ticket goes out in it.
    """
    from pdd_shared.days import day_of

    membership, zone = donor.installation.joined(), donor.installation.zone
    if membership is None or membership.info.protocol != "recoverable":
        return None
    contacts = (day_of(line.time, zone) for line in donor.installation.store.logged() if line.what == "check-in")
    return min(contacts, default=donor.today)
