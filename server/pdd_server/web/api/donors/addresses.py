"""Days in addresses."""

from datetime import date

from pdd_server.errors import Rejected, Rejection


def day_in_address(text: str) -> date:
    """The day that a part of an address names; Rejected NO_SUCH_ROUND if it is none."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise Rejected(Rejection.NO_SUCH_ROUND, "The address names no date such as 2026-11-20.")
    return day
