"""The choice of the region whose totals are shown: the person's own, another one, or all of them together."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QVBoxLayout, QWidget

from pdd_client.desktop.texts import campaign_texts
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.layout import wheel
from pdd_client.desktop.widgets.layout.flow import Flow

_ALL = ""
"""The box's value for all regions together; no region has an empty name."""


class RegionChooser(QWidget):
    """Lets the person choose a region of a campaign; hidden if the campaign has none."""

    chosen = Signal()
    """The person chose another region."""

    def __init__(self, campaign: str) -> None:
        super().__init__()
        self.box, label = wheel.unless_focused(QComboBox()), QLabel(tr("region_chooser"))
        self.box.setAccessibleName(tr("region_of", campaign=campaign))
        self.box.activated.connect(self.chosen)
        label.setBuddy(self.box)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(Flow(label, self.box))

    @property
    def region(self) -> str | None:
        """The chosen region; None for all of them together."""
        return self.box.currentData() or None

    def offer(self, regions: Sequence[str], own: str | None) -> None:
        """Offer regions, and all of them together.

        What was chosen stays if it is still there. The first time, the person's own region is chosen, if it is there.

        Args:
            regions: the regions, in the order of the box.
            own: the person's own region; None if they have none.

        """
        wanted = self.box.currentData() if self.box.count() else own
        self.box.clear()
        for region in regions:
            name = campaign_texts.region_name(region)
            self.box.addItem(tr("region_yours", region=name) if region == own else name, region)
        self.box.addItem(tr("regions_all"), _ALL)
        place = self.box.findData(wanted or _ALL)
        self.box.setCurrentIndex(place if place >= 0 else self.box.count() - 1)
        self.setVisible(bool(regions))
