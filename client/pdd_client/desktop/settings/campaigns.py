"""The section of the donor's campaigns and their server."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from pdd_client.desktop.jobs.jobs import AgreedJob, Job
from pdd_client.desktop.jobs.server_jobs import LeaveJob
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.section import Section
from pdd_client.desktop.texts import campaign_texts, wording
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.campaign_details import AgreedDialog
from pdd_client.desktop.widgets.confirmation import Question, ask
from pdd_client.desktop.widgets.layout.column import empty, paragraph
from pdd_client.desktop.widgets.layout.flow import Flow

if TYPE_CHECKING:
    from pdd_client.donor.status import JoinedCampaign
    from pdd_shared.protocol.completion_codes import Completion


class CampaignsSection(Section):
    """Shows one card for each campaign, and leads to joining another.

    A card has the campaign's progress and completion code, and buttons to read what was agreed to, to look at
    its changes, and to leave it.
    """

    def __init__(self) -> None:
        super().__init__(tr("campaigns"))
        self._server = self.say(kind="quiet")
        self._cards = self.add_column()
        self._shown: tuple[JoinedCampaign, ...] = ()
        self._offers = self.say()
        self._join = self.button(tr("join_another"))
        self._join.clicked.connect(lambda: self.goes.emit("join"))
        self.add_row(self._join)

    def show_settings(self, settings: Settings) -> None:
        """See Section."""
        status = settings.app_status.status
        self._server.setText(
            tr("server", name=status.server_name, address=status.server) if status.server else tr("no_server")
        )
        # Cards that still hold are not made again, so that a button in one keeps the keyboard focus.
        if status.campaigns != self._shown:
            empty(self._cards)
            for campaign in status.campaigns:
                self._cards.addWidget(self._card(campaign))
        self._shown = status.campaigns
        others = sum(not offer.joined for offer in settings.offers)
        self._offers.setText(counted("others_to_join", others))
        self._offers.setVisible(bool(others))

    def show_result(self, job: Job, result: Any) -> None:
        """See Section."""
        if isinstance(job, AgreedJob):
            dialog = AgreedDialog(result)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.setParent(self.window(), dialog.windowFlags())
            dialog.open()

    def _card(self, campaign: "JoinedCampaign") -> QFrame:
        card = QFrame()
        role(card, "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 12, 16, 12)
        title = paragraph(campaign.title)
        column.addWidget(title)
        column.addWidget(paragraph(self._since(campaign), "quiet"))
        if campaign.left is None and (progress := campaign_texts.progress(campaign)):
            column.addWidget(paragraph(progress))
        if campaign.completion is not None:
            column.addWidget(paragraph(self._completion(campaign.completion)))
            column.addWidget(paragraph(self._who_is_told(), "quiet"))
        column.addLayout(self._buttons(campaign))
        return card

    def _since(self, campaign: "JoinedCampaign") -> str:
        """Return since when the donor gives to a campaign and until when, or when it left."""
        if campaign.left is not None:
            return tr("left_on", day=wording.short_day(campaign.left))
        keywords = counted("keywords", campaign.entries)
        region = campaign_texts.region_name(campaign.stratum) if campaign.stratum else tr("no_region")
        over = campaign.state in ("finishing", "finished")
        text = tr("joined_ended") if over else tr("joined_until")
        return text.format(
            day=wording.short_day(campaign.joined),
            keywords=keywords,
            region=region,
            end=wording.short_day(campaign.last or campaign.end),
        )

    def _buttons(self, campaign: "JoinedCampaign") -> Flow:
        """Return a row of buttons; of a campaign that was left, one can only read what was agreed to."""
        row = Flow()
        read = QPushButton(tr("read_agreed"))
        read.setAccessibleDescription(campaign.title)
        read.clicked.connect(lambda: self.wants.emit(AgreedJob(campaign.id)))
        row.addWidget(read)
        if campaign.left is not None:
            return row
        if campaign.completion is not None and campaign.completion.code is not None:
            row.addWidget(self._copying(campaign.title, campaign.completion.code))
        if campaign.changed:
            some = counted("look_at_keywords", campaign.waiting_entries)
            look = QPushButton(some if campaign.waiting_entries else tr("look_at_changes"))
            look.setAccessibleDescription(campaign.title)
            look.clicked.connect(lambda: self.goes.emit("keywords"))
            row.addWidget(look)
        leave = QPushButton(tr("leave"))
        leave.setAccessibleName(tr("leave_named", title=campaign.title))
        leave.clicked.connect(lambda: self._leave(campaign))
        row.addWidget(leave)
        return row

    def _completion(self, told: "Completion") -> str:
        """Return the completion code; until the donor has it, on how many of the needed days the donor was there."""
        if told.code is not None:
            return tr("completion_code", code=told.code)
        text = counted("completion_days", told.days)
        return text.format(there=told.there)

    def _who_is_told(self) -> str:
        return tr("completion_who")

    def _copying(self, title: str, code: str) -> QPushButton:
        copy = QPushButton(tr("completion_copy"))
        copy.setAccessibleDescription(title)
        copy.clicked.connect(lambda: self._copy(code))
        return copy

    def _copy(self, code: str) -> None:
        QGuiApplication.clipboard().setText(code)
        self.says.emit(tr("completion_copied"))

    def _leave(self, campaign: "JoinedCampaign") -> None:
        """Ask whether to leave a campaign, and want the job if the person agrees."""
        question = Question(
            tr("leave_title", title=campaign.title),
            tr("leave_what"),
            tr("leave_go"),
        )
        ask(self, question, lambda: self.wants.emit(LeaveJob(campaign.id)))
