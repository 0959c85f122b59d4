"""The section that says what this app is, whether there is a newer version, and where to read more."""

from pdd_client import VERSION
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.section import Section
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.layout.column import COPIED


class AboutSection(Section):
    """Shows the version, a newer one, the licence, and what the app does in short."""

    def __init__(self) -> None:
        super().__init__(tr("about"))
        licence = tr("about_licence")
        self.say(licence.format(version=VERSION))
        self._newer = self.say(kind="amber")
        self._newer.setTextInteractionFlags(COPIED)
        self._newer.hide()
        self.say(
            tr("about_updates"),
            "quiet",
        )
        self.say(
            tr("about_what"),
            "quiet",
        )

    def show_settings(self, settings: Settings) -> None:
        """See Section."""
        found = settings.app_status.new_version
        self._newer.setVisible(found is not None)
        if found:
            text = tr("about_newer")
            self._newer.setText(text.format(version=found.version, address=found.address))
