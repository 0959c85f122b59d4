"""Of which region the totals are shown: the person's own, another one, or all of them together."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QVBoxLayout, QWidget

from pdd_client.desktop.widgets.layout import wheel
from pdd_client.desktop.widgets.layout.flow import Flow

_ALL = ""
"""What stands for all regions: none is named so."""


class RegionChooser(QWidget):
    """Offers a campaign's regions; not to be seen where it has none."""

    chosen = Signal()
    """The person chose another."""

    def __init__(self, campaign: str) -> None:
        super().__init__()
        self.box, label = wheel.unless_focused(QComboBox()), QLabel(self.tr("Re&gion:"))
        self.box.setAccessibleName(self.tr("Region of {campaign}").format(campaign=campaign))
        self.box.activated.connect(self.chosen)
        label.setBuddy(self.box)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(Flow(label, self.box))

    @property
    def region(self) -> str | None:
        """The region that is chosen; None: all together."""
        return self.box.currentData() or None

    def offer(self, regions: Sequence[str], own: str | None) -> None:
        """Offer these, in this order; what was chosen stays, if it is still there, else their own is, if it is."""
        wanted = self.box.currentData() if self.box.count() else own
        self.box.clear()
        for region in regions:
            self.box.addItem(self.tr("{region} (yours)").format(region=region) if region == own else region, region)
        self.box.addItem(self.tr("All regions together"), _ALL)
        place = self.box.findData(wanted or _ALL)
        self.box.setCurrentIndex(place if place >= 0 else self.box.count() - 1)
        self.setVisible(bool(regions))
