"""Parsing of days in request paths."""

from datetime import date

from pdd_server.errors import Rejected, Rejection


def day_in_address(text: str) -> date:
    """Return the day in a part of the request's path.

    Only the form 2026-11-20 is taken: `date.fromisoformat` knows others, and a round has one address.

    Raises:
        Rejected: NO_SUCH_ROUND if the text is not a day in this form.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise Rejected(Rejection.NO_SUCH_ROUND, "The address names no date such as 2026-11-20.")
    return day
