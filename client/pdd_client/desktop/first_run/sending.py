"""The step that asks how days are sent."""

from pdd_client.desktop.first_run.steps import Step
from pdd_client.desktop.widgets.sending_choice import Mode, SendingChoice


class SendingStep(Step):
    """Lets the person choose whether days are sent after a review or by themselves; the settings can change that."""

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
        """The way to send that is chosen."""
        return self._choice.mode
