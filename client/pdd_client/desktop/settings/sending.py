"""The section that says how and when the app sends."""

from typing import Any

from pdd_client.desktop.jobs.jobs import Job, SetSendingJob
from pdd_client.desktop.jobs.server_jobs import CheckInJob
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.section import Section
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.campaign_texts import duty
from pdd_client.desktop.widgets.sending_choice import SendingChoice


class SendingSection(Section):
    """Lets the person choose how days are sent, says when the server is contacted, and can contact it at once."""

    def __init__(self) -> None:
        super().__init__(self.tr("Sending"))
        self._choice = self.add(SendingChoice())
        self._choice.chosen.connect(lambda mode: self.wants.emit(SetSendingJob(mode)))
        self._when, self._duty = self.say(), self.say(kind="quiet")
        self._contact = self.button(self.tr("&Contact the server now"))
        self._contact.clicked.connect(lambda: self.wants.emit(CheckInJob()))
        account = self.button(self.tr("Set a li&mit in the privacy account"))
        account.clicked.connect(lambda: self.goes.emit("sent"))
        self.add_row(self._contact, account)

    def show_settings(self, settings: Settings) -> None:
        """See Section."""
        self._choice.show_mode(settings.sending)
        self._contact.setEnabled(settings.app_status.joined)
        self._when.setText(self._schedule(settings))
        serves_until = settings.app_status.status.serves_until
        self._duty.setText(duty(serves_until))
        self._duty.setVisible(serves_until is not None)

    def show_result(self, job: Job, result: Any) -> None:
        """See Section."""
        if isinstance(job, CheckInJob):
            sent = len(result.sent)
            self.says.emit(
                self.tr("The server was contacted; %n message(s) were sent.", "", sent)
                if sent
                else self.tr("The server was contacted; there was nothing to send.")
            )

    def _schedule(self, settings: Settings) -> str:
        """Return when the server was contacted last, and when it will be next."""
        last, following = settings.app_status.status.last_check_in, settings.app_status.next_check_in
        if following is None:
            return self.tr("Until you join a campaign, a server is contacted only when you look at what it offers.")
        why = self.tr("The app contacts the server about once a day, at a random time.")
        coming = self.tr("Next: {time}.").format(time=wording.moment(following))
        if last is None:
            return self.tr("{why} {coming}").format(why=why, coming=coming)
        done = self.tr("Last: {time}.").format(time=wording.moment(last))
        return self.tr("{why} {done} {coming}").format(why=why, done=done, coming=coming)
