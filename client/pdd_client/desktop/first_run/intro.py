"""The first step: what is counted and never leaves, who gets the sum, and that one can stop."""

from PySide6.QtGui import QResizeEvent

from pdd_client.desktop.first_run.steps import Step
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.drawing import Drawing

_DRAWING_LINES = 9
"""The height of a drawing, in lines of text."""
_ROOM = 24
"""The height of a step in lines of text below which there is no drawing, so that its words can be read."""


class IntroStep(Step):
    """Says with a drawing, a title and a paragraph what taking part means. It has at most 40 words."""

    def __init__(self) -> None:
        super().__init__()
        self._drawing = self.add(Drawing("sum", _DRAWING_LINES))
        self.gap(16)
        self.say(tr("intro_title"), "title")
        self.gap()
        self.say(
            tr("intro"),
            "large",
        )
        self.end()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Show the drawing if the words fit in below it: with large letters in a small window they don't."""
        super().resizeEvent(event)
        self._drawing.setVisible(self.height() >= _ROOM * self.fontMetrics().height())
