"""The section that says what this app is, whether there is a newer version, and where to read more."""

from pdd_client import VERSION
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.section import Section
from pdd_client.desktop.widgets.layout.column import COPIED


class AboutSection(Section):
    """Shows the version, a newer one, the licence, and what the app does in short."""

    def __init__(self) -> None:
        super().__init__(self.tr("About"))
        licence = self.tr("Private Data Donor {version}. Free software under the Apache licence 2.0.")
        self.say(licence.format(version=VERSION))
        self._newer = self.say(kind="amber")
        self._newer.setTextInteractionFlags(COPIED)
        self._newer.hide()
        self.say(
            self.tr(
                "At most once a day, an installed app asks your server for the newest version. It does not say who "
                "asks or which version you have. Like any website, the server sees your internet address. The app "
                "installs nothing by itself."
            ),
            "quiet",
        )
        self.say(
            self.tr(
                "It counts words in your searches, locks the counts, and sends them. They are added to other "
                "people's, and the server opens only the sum. How it works, who sees what, and what it "
                "does not protect against is written in its documentation."
            ),
            "quiet",
        )

    def show_settings(self, settings: Settings) -> None:
        """See Section."""
        found = settings.app_status.new_version
        self._newer.setVisible(found is not None)
        if found:
            text = self.tr("Version {version} is there. Your server says you can get it here: {address}")
            self._newer.setText(text.format(version=found.version, address=found.address))
