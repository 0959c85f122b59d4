"""The app's status: what the ring, the status line, the tray and the schedule depend on."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_client.desktop.widgets.drawing import Ring

if TYPE_CHECKING:
    from pdd_client.core.new_version import NewVersion
    from pdd_client.donor.donor import Donor
    from pdd_client.donor.settings.preferences import Preferences
    from pdd_client.donor.status import Status


@dataclass(frozen=True)
class AppStatus:
    """The app's status.

    Attributes:
        status: where the donor stands.
        preferences: how the donor wants the app.
        now: the time of the donor's clock (aware).
        today: the data day at that time.
        next_check_in: when to contact the server (aware); None if there is no campaign to give to.
        waiting: how many days wait for the donor's review.
        new_keywords: the titles of joined campaigns that have new keywords.
        new_version: the newer version of the app that the server hands out; None without one.
        version_check_is_due: whether it is time to ask for one.

    """

    status: "Status"
    preferences: "Preferences"
    now: datetime
    today: date
    next_check_in: datetime | None
    waiting: int
    new_keywords: tuple[str, ...]
    new_version: "NewVersion | None" = None
    version_check_is_due: bool = False

    @property
    def joined(self) -> bool:
        """Whether the donor has joined a campaign, even one that it has left since."""
        return bool(self.status.campaigns)

    @property
    def offline(self) -> bool:
        """Whether the last contact failed because no usable answer came, which passes by itself."""
        from pdd_client.gateways.server_http.connection_errors import CONNECTION_ERRORS

        return self.status.failure in CONNECTION_ERRORS

    @property
    def states(self) -> set[str]:
        """The states of the campaigns that the donor has not left."""
        return {campaign.state for campaign in self.status.campaigns if campaign.left is None}

    @property
    def due(self) -> bool:
        """Whether it is time to contact the server."""
        return self.next_check_in is not None and self.next_check_in <= self.now

    @property
    def ring(self) -> Ring:
        """The state of the app's sign: paused, in need of a look, or neither."""
        if self.status.paused_since:
            return "ring-paused"
        failed = self.status.failure is not None and not self.offline
        attention = self.waiting or self.new_keywords or self.status.clock_is_wrong or failed
        return "ring-attention" if attention else "ring"

    def line(self) -> str:
        """Return the most important part of the status as one line for the person."""
        if not self.states:
            return tr("status_nothing_joined")
        if self.status.clock_is_wrong:
            return tr("status_clock")
        if self.status.paused_since:
            return self._paused()
        if self.status.failure:
            return self._offline() if self.offline else self._failed()
        if self.waiting:
            return counted("status_waiting", self.waiting)
        if self.new_keywords:
            return tr("status_keywords")
        if self.new_version:
            text = tr("status_new_version")
            return text.format(version=self.new_version.version)
        return self._next()

    def _paused(self) -> str:
        if (until := self.status.paused_until) is None:
            return tr("status_paused")
        return tr("status_paused_until", time=wording.moment(until))

    def _offline(self) -> str:
        if self.next_check_in is None or self.due:
            return tr("status_unreachable_soon")
        text = tr("status_unreachable")
        return text.format(time=wording.moment(self.next_check_in))

    def _failed(self) -> str:
        if self.next_check_in is None or self.due:
            return tr("status_failed_soon")
        text = tr("status_failed")
        return text.format(time=wording.moment(self.next_check_in))

    def _next(self) -> str:
        if self.states == {"finished"}:
            return tr("status_finished")
        if self.next_check_in is None or self.due:
            return tr("status_soon")
        if "running" in self.states:
            text = tr("status_next")
        elif "starts-later" in self.states:
            text = tr("status_starts_later")
        else:
            text = tr("status_finishing")
        return text.format(time=wording.moment(self.next_check_in))


@dataclass(frozen=True)
class AppStatusJob(Job):
    """Collects the app's status; nothing is sent.

    Attributes:
        started: whether the app has just been started: the next contact waits, and browsers learn where the app is.

    """

    started: bool = False

    def run(self, donor: "Donor") -> AppStatus:
        """Return the status, from the home alone."""
        if self.started:
            with suppress(DonorError):  # a folder that can't be written: Settings says so to who connects there
                donor.extensions.renew()
        status = donor.status()
        joined = any(campaign.left is None for campaign in status.campaigns)
        return AppStatus(
            status=status,
            preferences=donor.settings.preferences(),
            now=donor.installation.clock(),
            today=donor.today,
            next_check_in=donor.next_check_in(started=self.started) if joined else None,
            waiting=sum(day.state == "waits-for-you" for day in donor.days.to_review()) if joined else 0,
            new_keywords=tuple(campaign.title for campaign in status.campaigns if campaign.waiting_entries),
            new_version=donor.settings.new_version(),
            version_check_is_due=donor.settings.version_check_is_due(),
        )
