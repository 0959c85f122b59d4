"""The agreement between a browser's extension and the app: which of them donates, and which days the extension gave.

Both together would count the same searches twice. So an extension hands over to the app: it sends `hand-over` with the
days that it has given, and the app gives zeros for these. From then on the extension gives nothing, until the donor
ends that because the app no longer donates. `status` asks where the app stands and changes nothing.

A campaign may cap the hits of all its periods together. Then each tells the other how many it has used, in every
message, and both together give no more than one of them could. Who can't know what the other has used counts no more
hits:

- an extension that takes over while the app can't be reached;
- an extension that meets another home of the app than before, and then that home too;
- an app that an extension took over from, until that extension hands over again.
"""

from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from pdd_client.donor.days.calendar import days_to_review
from pdd_client.donor.installation import Installation
from pdd_client.donor.settings.browsers import unasked
from pdd_client.donor.settings.extension_versions import note_version
from pdd_client.gateways.browser_history.find_histories import find_histories
from pdd_client.gateways.home_store.extension_store import Connected
from pdd_client.gateways.native_messaging.extension_searches import Piece
from pdd_client.gateways.native_messaging.message_format import BRIDGE_VERSION
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.fields import Identifier
from pdd_shared.protocol.limits import MAX_HITS

_MAX_DAYS = 40_000
"""Limit of days in one message: a little more than a century."""

State = Literal["donates", "browser-off", "not-joined", "unavailable"]
"""Where the app stands, as the extension is told.

`donates`: the app donates, so the extension must not. `browser-off`: the same, but the donor has switched this browser
off, or has not ticked all its profiles, so what the extension sees does not count. `not-joined`: the app takes part in
no campaign. `unavailable`: the app's state can't be read now; nothing was changed, and the extension may ask again.
"""


_Name = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
Used = Mapping[Identifier, Annotated[int, Field(ge=0, le=MAX_HITS)]]
"""Hits used, by campaign: of the campaigns that cap the hits of all their periods together."""


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class AskStatus(_Message):
    """Message from an extension that asks where the app stands, and tells the version of its messages.

    Fields that a later version adds are ignored, so that it can be told that this app has to be updated. `source` is
    the extension's name for itself, at random, and `used` the hits that it has used. `takes_over`: it gives from
    tomorrow on, as the app does not.
    """

    model_config = ConfigDict(extra="ignore")

    type: Literal["status"]
    version: int = Field(1, strict=True, ge=1)
    source: _Name | None = None
    used: Used = {}
    takes_over: bool = False


class HandOver(_Message):
    """Message from an extension that stops donating.

    `bound` are the days that it has given or is bound to give. `used` are the hits that it has used, by campaign; an
    extension that has used none need not say so.
    """

    type: Literal["hand-over"]
    bound: tuple[date, ...] = Field(max_length=_MAX_DAYS)
    source: _Name | None = None
    used: Used = {}


class FromExtension(BaseModel):
    """Any message from an extension; its `type` says which."""

    model_config = ConfigDict(hide_input_in_errors=True)

    message: Annotated[AskStatus | HandOver | Piece, Field(discriminator="type")]


class Status(_Message):
    """Message to the extension: where the app stands, and how many days wait for the donor's review.

    From `version` the extension learns which of the two has to be updated. `used` are the hits that the app and other
    extensions have used, by campaign; None if the app can't tell. `home` is this home's name, at random: hits that
    another home used are not in it.
    """

    type: Literal["status"] = "status"
    state: State
    waiting: int = 0
    version: int = BRIDGE_VERSION
    used: Used | None = None
    home: _Name | None = None


def status(installation: Installation, browser: str) -> Status:
    """Return where the app of this home stands, for the extension in this browser."""
    if installation.joined() is None or not installation.store.consents.agreed():
        return Status(state="not-joined")
    if browser in unasked(installation, find_histories()):
        return Status(state="browser-off")
    days = days_to_review(installation, day_of(installation.clock(), installation.zone))
    return Status(state="donates", waiting=sum(day.state == "waits-for-you" for day in days))


def greet(installation: Installation, browser: str, asked: AskStatus) -> Status:
    """Store what an extension says of itself, and return where the app stands.

    If the app has joined nothing, the version of the extension's messages is not stored.

    Args:
        installation: the donor's home.
        browser: the extension's browser.
        asked: the extension's question.

    """
    found = status(installation, browser)
    if found.state != "not-joined":
        note_version(installation, browser, asked.version)
    _note_hits(installation, asked, gives=asked.takes_over and found.state == "not-joined")
    return _with_hits(installation, found, asked.source)


def _note_hits(installation: Installation, message: AskStatus | HandOver, *, gives: bool) -> None:
    """Store the hits that an extension has used, and whether it takes over. What is known already is not written."""
    extensions = installation.store.extensions
    if message.source is None or (not gives and extensions.knows(message.source, message.used)):
        return
    with installation.store.transaction():
        extensions.note_hits(message.source, message.used)
        if gives:
            extensions.note_giving(message.source, gives=True)


def _with_hits(installation: Installation, found: Status, asking: str | None) -> Status:
    """Return the status with this home's name, and the hits used by it and other extensions than the asking one."""
    store = installation.store
    if (name := store.fact("bridge_name")) is None:
        name = installation.random_bytes(16).hex()
        with store.transaction():
            store.set_fact("bridge_name", name)
    # A restored home has forgotten what the other copy gave.
    used = None if store.fact("hits_unknown") else _used(installation, asking)
    return found.model_copy(update={"used": used, "home": name})


def _used(installation: Installation, asking: str | None) -> dict[str, int]:
    """Return the hits that this app and all extensions but the asking one have used, by campaign."""
    used = Counter(installation.store.extensions.hits_elsewhere(asking))
    for one in installation.store.charges.given():
        used[one.campaign] += one.hits
    return {campaign: min(hits, MAX_HITS) for campaign, hits in used.items() if hits}


def take_over(installation: Installation, message: HandOver, extension: Connected) -> Status:
    """Take over from an extension: store the days that it has given, and the address where it is asked for visits.

    This holds the check-in lock, because a check-in under way may be counting a day that the extension has given. The
    extension has stopped donating already, and tries again after an error. If the app has joined nothing, nothing is
    stored.

    Args:
        installation: the donor's home.
        message: the days that the extension has given or is bound to give.
        extension: the extension's browser and the address of its native host.

    Returns:
        Where the app stands.

    Raises:
        DonorError: a check-in of this home is under way.

    """
    store = installation.store
    with store.exclusive():
        found = status(installation, extension.browser)
        if found.state != "not-joined":
            with store.transaction():
                store.extensions.take_over(message.bound)
                store.extensions.note_hits(message.source or "", message.used)
                store.extensions.note_giving(message.source or "", gives=False)
                store.extensions.connect(extension)
        return _with_hits(installation, found, message.source)
