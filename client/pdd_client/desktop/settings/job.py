"""The worker's jobs for the Settings page."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from pdd_client.desktop.jobs.app_status import AppStatus, AppStatusJob
from pdd_client.desktop.jobs.jobs import Job

if TYPE_CHECKING:
    from pdd_client.core.donation.decisions import Sending
    from pdd_client.donor.campaigns.offers import OnOffer
    from pdd_client.donor.donor import Donor
    from pdd_client.donor.settings.browsers import Browser
    from pdd_client.donor.settings.extensions import ExtensionBrowser
    from pdd_shared.protocol.messages import WitnessPolicy


@dataclass(frozen=True)
class Settings:
    """All that the Settings page shows.

    Attributes:
        app_status: the app's status.
        sending: how days are sent.
        browsers: the browsers of this computer, and whether their searches count.
        extensions: the browsers that can have the extension.
        extension_ids: the ids of extensions that the donor allowed besides the project's.
        blocked: the blocked words.
        engines: the names of all search engines that are counted.
        sites: those of them that are left out.
        hours: the hours of each day that are left out, such as "22:00-06:00"; None if all hours count.
        offers: the campaigns that are not joined, and those joined that have changed.
        at_login: whether the app starts at login.
        log_weeks: the numbers by which people compare the server's log, by the first day of the list of donors.
        witnesses: the server's witnesses that the home knows; None if there are none.
        home: the folder of the donor's home.

    """

    app_status: AppStatus
    sending: "Sending"
    browsers: "tuple[Browser, ...]"
    extensions: "tuple[ExtensionBrowser, ...]"
    extension_ids: tuple[str, ...]
    blocked: tuple[str, ...]
    engines: tuple[str, ...]
    sites: tuple[str, ...]
    hours: str | None
    offers: "tuple[OnOffer, ...]"
    at_login: bool
    log_weeks: tuple[tuple[date, str], ...]
    witnesses: "WitnessPolicy | None"
    home: Path


@dataclass(frozen=True)
class SettingsJob(Job):
    """Collects what the Settings page shows; nothing is sent."""

    def run(self, donor: "Donor") -> Settings:
        """Return the settings, read from the home, the browsers' folders, and what the system starts at login."""
        from pdd_client.desktop.system import autostart
        from pdd_shared.counting.search_engines import ENGINES

        hours = donor.exclusions.hours()
        app_status = AppStatusJob().run(donor)
        return Settings(
            app_status=app_status,
            sending=donor.settings.sending(),
            browsers=donor.exclusions.browsers(),
            extensions=donor.extensions.browsers(),
            extension_ids=donor.extensions.ids(),
            blocked=tuple(donor.exclusions.blocked()),
            engines=tuple(sorted(ENGINES)),
            sites=tuple(donor.exclusions.sites()),
            hours=str(hours) if hours else None,
            offers=donor.campaigns.on_offer() if app_status.joined else (),
            at_login=autostart.enabled(),
            log_weeks=tuple(donor.log_weeks()),
            witnesses=donor.witnesses(),
            home=donor.home,
        )
