"""The first four steps: what is counted, what never leaves, who gets the sum, how to stop."""

from PySide6.QtCore import QCoreApplication

from pdd_client.desktop.first_run.steps import Step
from pdd_client.desktop.widgets.drawing import Drawing

translate = QCoreApplication.translate

_DRAWING_LINES = 9
"""The height of a drawing, in lines of text."""


class IntroStep(Step):
    """Shows a drawing, a title and a paragraph."""

    def __init__(self, drawing: str, title: str, text: str) -> None:
        super().__init__()
        self.add(Drawing(drawing, _DRAWING_LINES))
        self.gap(16)
        self.say(title, "title")
        self.gap()
        self.say(text, "large")
        self.end()


def intro() -> tuple[Step, ...]:
    """Return the four steps. Each has a text of at most 60 words."""
    return (
        IntroStep(
            "counted",
            translate("intro", "What is counted"),
            translate(
                "intro",
                "Researchers ask how often people search for certain words: flu, sleep, prices. This app reads the "
                "search history on this computer and counts such words, day by day. A count is a number, such as: "
                "flu, 2 times. You can see every number before it is sent, and take out what you don't want to give.",
            ),
        ),
        IntroStep(
            "stays",
            translate("intro", "What never leaves"),
            translate(
                "intro",
                "Your searches stay on this computer: what you typed, when, and what you opened. So do the "
                "words you block. The app sends locked numbers and keys. The server keeps the last 60 days on "
                "which the app was there. It sees your internet address, like any website.",
            ),
        ),
        IntroStep(
            "sum",
            translate("intro", "Who gets the sum"),
            translate(
                "intro",
                "Your counts are locked and added to those of other people. The server opens only the sum. Only "
                "totals with random noise are published. Before you join a campaign, you read how many people "
                "are in a sum at least, who adds the noise, and what the server could see.",
            ),
        ),
        IntroStep(
            "stop",
            translate("intro", "How to stop"),
            translate(
                "intro",
                "Pause for a day, for a week, or until you resume. Block a word. Leave a campaign, or erase "
                "everything here and at the server, whenever you like and without a reason. One thing can't "
                "be undone: what was added to a sum stays in it.",
            ),
        ),
    )
