"""The dialog that blocks words: it offers those of one search."""

from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.layout.column import paragraph
from pdd_shared.counting.tokenizer import words


class BlockDialog(QDialog):
    """Offers the words of a search as boxes to tick; `text` holds the ticked ones."""

    def __init__(self, query: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("block_title"))
        what = paragraph(tr("block_what"))
        several = tr("block_together")
        together = paragraph(several, "quiet")
        # In the label of a Qt control, "&" marks a shortcut and "&&" stands for the character itself.
        self.boxes = [QCheckBox(word.replace("&", "&&")) for word in dict.fromkeys(words(query))]
        self.buttons = QDialogButtonBox()
        block = self.buttons.addButton(tr("block"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(tr("cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.block = block
        role(block, "primary")
        self._lay_out(what, together)
        self._ticked()

    def _lay_out(self, what: QLabel, together: QLabel) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(8)
        column.addWidget(what)
        for box in self.boxes:
            box.toggled.connect(self._ticked)
            column.addWidget(box)
        column.addWidget(together)
        column.addSpacing(8)
        column.addWidget(self.buttons)
        self.setMinimumWidth(48 * self.fontMetrics().averageCharWidth())

    @property
    def text(self) -> str:
        """The ticked words, separated by spaces; empty if no word is ticked."""
        return " ".join(box.text().replace("&&", "&") for box in self.boxes if box.isChecked())

    def _ticked(self) -> None:
        self.block.setEnabled(bool(self.text))
