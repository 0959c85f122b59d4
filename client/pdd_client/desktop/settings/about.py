"""The section that says what this app is, and where to read more."""

from pdd_client import VERSION
from pdd_client.desktop.settings.section import Section


class AboutSection(Section):
    """Shows the version, the licence, and what the app does in short."""

    def __init__(self) -> None:
        super().__init__(self.tr("About"))
        licence = self.tr("Private Data Donor {version}. Free software under the Apache licence 2.0.")
        self.say(licence.format(version=VERSION))
        self.say(
            self.tr(
                "It counts words in your searches, locks the counts, and sends them. They are added to other "
                "people's, and the server opens only the sum. How it works, who sees what, and what it "
                "does not protect against is written in its documentation."
            ),
            "quiet",
        )
