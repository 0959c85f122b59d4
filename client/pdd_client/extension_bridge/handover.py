"""What an extension and the app of one home agree on: who donates, and which days the extension has given.

An extension that has handed over gives nothing any more, until its person ends that where the app donates no longer.
"""

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from pdd_client.donor.days.calendar import days_to_review
from pdd_client.donor.installation import Installation
from pdd_client.donor.settings.browsers import switched_off
from pdd_client.gateways.home_store.extension_store import Connected
from pdd_client.gateways.native_messaging.extension_searches import Piece
from pdd_shared.protocol.days import day_of

_MAX_DAYS = 40_000
"""A century."""

State = Literal["donates", "browser-off", "not-joined", "unavailable"]
"""`donates`: so that the extension must not. `browser-off`: the same, but this browser's searches do not count.

`not-joined`: the app gives nothing. `unavailable`: that can't be told now, nothing was done, and it may be asked again.
"""


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class AskStatus(_Message):
    """From an extension: it asks where the app stands."""

    type: Literal["status"]


class HandOver(_Message):
    """From an extension that gives nothing any more: the days that it has given, or is bound to."""

    type: Literal["hand-over"]
    bound: tuple[date, ...] = Field(max_length=_MAX_DAYS)


class FromExtension(BaseModel):
    """Any message from an extension."""

    model_config = ConfigDict(hide_input_in_errors=True)

    message: Annotated[AskStatus | HandOver | Piece, Field(discriminator="type")]


class Status(_Message):
    """To the extension: where the app stands, and how many days wait to be looked through; nothing of searches."""

    type: Literal["status"] = "status"
    state: State
    waiting: int = 0


def status(installation: Installation, browser: str) -> Status:
    """Where the app of this home stands, for the extension in this browser."""
    if installation.joined() is None or not installation.store.agreed():
        return Status(state="not-joined")
    if browser in switched_off(installation):
        return Status(state="browser-off")
    days = days_to_review(installation, day_of(installation.clock(), installation.zone))
    return Status(state="donates", waiting=sum(day.state == "waits-for-you" for day in days))


def take_over(installation: Installation, message: HandOver, extension: Connected) -> Status:
    """Donate in the extension's place: note its days, which get zeros here, and where it is asked for searches.

    Under the lock of check-ins: one under way may be counting a day that the extension has given. DonorError if there
    is one; the extension, which gives nothing any more, tries again. Nothing is noted where the app gives nothing.
    """
    store = installation.store
    with store.exclusive():
        found = status(installation, extension.browser)
        if found.state != "not-joined":
            with store.transaction():
                store.extensions.take_over(message.bound)
                store.extensions.connect(extension)
    return found
