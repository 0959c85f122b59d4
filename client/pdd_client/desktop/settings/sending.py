"""The section that says how and when the app sends."""

from typing import Any

from pdd_client.desktop.jobs.jobs import Job, SetSendingJob
from pdd_client.desktop.jobs.server_jobs import CheckInJob
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.section import Section
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.campaign_texts import duty
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_client.desktop.widgets.sending_choice import SendingChoice


class SendingSection(Section):
    """Lets the person choose how days are sent, says when the server is contacted, and can contact it at once."""

    def __init__(self) -> None:
        super().__init__(tr("sending"))
        self._choice = self.add(SendingChoice())
        self._choice.chosen.connect(lambda mode: self.wants.emit(SetSendingJob(mode)))
        self._when, self._duty = self.say(), self.say(kind="quiet")
        self._contact = self.button(tr("contact_now"))
        self._contact.clicked.connect(lambda: self.wants.emit(CheckInJob()))
        account = self.button(tr("set_limit"))
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
            self.says.emit(counted("contacted", sent) if sent else tr("contacted_nothing"))

    def _schedule(self, settings: Settings) -> str:
        """Return when the server was contacted last, and when it will be next."""
        last, following = settings.app_status.status.last_check_in, settings.app_status.next_check_in
        if following is None:
            return tr("never_contacted")
        why = tr("contact_why")
        coming = tr("contact_next", time=wording.moment(following))
        if last is None:
            return tr("contact_coming", why=why, coming=coming)
        done = tr("contact_last", time=wording.moment(last))
        return tr("contact_done_coming", why=why, done=done, coming=coming)
