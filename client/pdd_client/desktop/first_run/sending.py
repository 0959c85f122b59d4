"""The step that asks how to send."""

from pdd_client.desktop.first_run.steps import Step
from pdd_client.desktop.widgets.sending_choice import Mode, SendingChoice


class SendingStep(Step):
    """After review, or by itself: asked once, changed at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.label = self.tr("&Join")
        self._choice = SendingChoice()
        self.say(self.tr("How to send"), "title")
        self.say(self.tr("Once a day there are counts to send. You choose how, and can change it at any time."))
        self.gap()
        self.add(self._choice)
        self.end()

    @property
    def mode(self) -> Mode:
        """What was chosen."""
        return self._choice.mode
