"""The last step: how days are sent, and what keeps the app going."""

from PySide6.QtWidgets import QCheckBox

from pdd_client.desktop.first_run.steps import Step
from pdd_client.desktop.jobs.jobs import Job, SetPreferenceJob, SetSendingJob, StartAtLoginJob
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.sending_choice import SendingChoice
from pdd_client.gateways.package_system import in_flatpak


class SendingStep(Step):
    """Lets the person choose how to send, whether the app starts at login, and whether it reminds them.

    Neither is ticked at first: both are the person's to choose. The settings can change all three.
    """

    def __init__(self) -> None:
        super().__init__()
        self.label = tr("join")
        self._choice = SendingChoice()
        self._login = QCheckBox(tr("autostart"))
        self._reminders = QCheckBox(tr("reminders"))
        self.say(tr("how_to_send"), "title")
        for widget in (self._choice, self._login, self._reminders):
            self.gap()
            self.add(widget)
        self._login.setVisible(not in_flatpak())  # no desktop reads what is written in the sandbox
        self.end()

    def choices(self) -> tuple[Job, ...]:
        """Return the jobs that keep what the person chose.

        A change of what starts at login comes first: it is the one that can fail, and nothing is joined then.
        """
        login = (StartAtLoginJob(on=True),) if self._login.isChecked() else ()
        return (*login, SetSendingJob(self._choice.mode), SetPreferenceJob("reminders", self._reminders.isChecked()))
