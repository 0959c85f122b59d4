"""The section of the hours of the day that are left out."""

from PySide6.QtCore import QTime
from PySide6.QtWidgets import QCheckBox, QLabel, QTimeEdit

from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.left_out.jobs import SetHoursJob
from pdd_client.desktop.settings.section import Section
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.layout import wheel

_FORMAT = "HH:mm"


class HoursSection(Section):
    """Leaves out some hours of each day. A change of a time takes effect once the person leaves its field."""

    def __init__(self) -> None:
        super().__init__(tr("hours"))
        self.say(tr("hours_left_out"), "quiet")
        self._on = self.add(QCheckBox(tr("hours_some")))
        (first, self._start), (second, self._end) = _time(tr("hours_from"), 22), _time(tr("hours_to"), 6)
        self.add_row(first, self._start, second, self._end)
        self._hours: str | None = None
        self._same = self.say(tr("hours_same"), "amber")
        self.say(tr("hours_clock"), "quiet")
        self._on.clicked.connect(self._change)
        for field in (self._start, self._end):
            field.editingFinished.connect(self._change)
            field.timeChanged.connect(self._update)
        self._update()

    def show_settings(self, settings: Settings) -> None:
        """See Section."""
        self._hours = settings.hours
        self._on.setChecked(settings.hours is not None)
        if settings.hours is not None:
            for field, text in zip((self._start, self._end), settings.hours.split("-"), strict=True):
                if not field.hasFocus():  # a time that is being typed stays
                    field.setTime(QTime.fromString(text, _FORMAT))
        self._update()

    def _chosen(self) -> str:
        return "-".join(field.time().toString(_FORMAT) for field in (self._start, self._end))

    def _update(self) -> None:
        for field in (self._start, self._end):
            field.setEnabled(self._on.isChecked())
        self._same.setVisible(self._on.isChecked() and self._start.time() == self._end.time())

    def _change(self) -> None:
        """Ask for what is chosen now, unless it is set already or no hours at all."""
        hours = self._chosen() if self._on.isChecked() else None
        self._update()
        if hours != self._hours and (hours is None or self._start.time() != self._end.time()):
            self._hours = hours
            self.wants.emit(SetHoursJob(hours))


def _time(label: str, hour: int) -> tuple[QLabel, QTimeEdit]:
    """Return a field for a time of day with its label."""
    field, text = wheel.unless_focused(QTimeEdit(QTime(hour, 0))), QLabel(label)
    for part in (field, field.lineEdit()):  # some screen readers read the name of the inner field
        part.setAccessibleName(label)
    text.setBuddy(field)
    return text, field
