"""Where a campaign stands for a donor who joined it: not begun, running, finishing or finished.

The server never says that a campaign is over. It drops a campaign from its list when the campaign's last day is over,
or earlier, when a researcher closes it. So the state follows from the signed dates, from the data day, and from the day
on which the donor first found the campaign missing from the list:

| state          | from                               | until                                      |
| -------------- | ---------------------------------- | ------------------------------------------ |
| `starts-later` |                                    | the day before `start`                     |
| `running`      | `start`                            | the last day that counts                   |
| `finishing`    | the day after; at once if unlisted | the last day on which its counts are taken |
| `finished`     | the day after                      |                                            |

The browser extension has a twin of this module; `tests/vectors/donor/campaign_states.json` holds both to one answer.
"""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from pdd_client.core.donation.decisions import last_day

State = Literal["starts-later", "running", "finishing", "finished"]
Ending = Literal["as-agreed", "sooner", "unlisted"]


@dataclass(frozen=True)
class CampaignState:
    """A campaign's state on one day.

    Attributes:
        state: see the table of this module.
        last: the last data day that can count.
        ending: why the campaign ends on `last`. `as-agreed`: the donor agreed to this day. `sooner`: the researcher
            moved the end to an earlier day. `unlisted`: the campaign left the server's list before its last day was
            over, because it was closed or is gone.

    """

    state: State
    last: date
    ending: Ending


def campaign_state(
    start: date, agreed_end: date, newest_end: date, unlisted: date | None, delay: int, today: date
) -> CampaignState:
    """Return a campaign's state on one data day. All dates are data days in the server's time zone.

    Args:
        start: the campaign's first day, as signed.
        agreed_end: the campaign's last day, as signed when the donor agreed.
        newest_end: the last day in the newest signed text. A day after `agreed_end` is ignored, because the donor has
            not agreed to it.
        unlisted: the first data day on which the server's list lacked the campaign; None while it is listed.
        delay: the server's `delay`. The server takes the counts of a data day on the `delay` + 1 days after it.
        today: the day on which the state is wanted.

    """
    end = min(agreed_end, newest_end)
    if unlisted is not None and unlisted <= end:
        # The server still sums the rounds that it had planned, but plans none for a later day.
        return CampaignState(_over(start, unlisted, delay, today), unlisted, "unlisted")
    ending: Ending = "sooner" if end < agreed_end else "as-agreed"
    if today < start:
        return CampaignState("starts-later", end, ending)
    state: State = "running" if today <= end else _over(start, end, delay, today)
    return CampaignState(state, end, ending)


def _over(start: date, last: date, delay: int, today: date) -> State:
    """Return `finishing` while the server still takes counts of the day `last`, else `finished`."""
    if last < start:  # it was closed before it began, so no counts are on their way
        return "finished"
    return "finishing" if today <= last_day(last, delay) else "finished"
