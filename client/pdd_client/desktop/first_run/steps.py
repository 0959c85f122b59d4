"""Steps: pages that are read one after the other, with a way back.

When the person goes on, `Steps` asks the step to `leave`. If that returns True, the next step is shown at once.
If it returns False, the step has asked for a job first, or has refused. When the job has brought what it needs, the
step emits `done`, and the next one is shown. An error leaves the person where they are.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.page.page import Page
from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.layout.column import MARGIN, Column, as_paragraph, centred


class Missing(NamedTuple):
    """What a person has to do before they can go on: the sentence that says so, and the control for it."""

    text: str
    control: QWidget


class Step(Column):
    """One step. It says what is missing before the person can go on, and does what the next step needs."""

    wants = Signal(object)
    """A Job to do; its outcome comes back to this step."""
    changed = Signal()
    """What is missing, or the label, may have changed."""
    refused = Signal(str)
    """A sentence that says why the person can't go on like this."""
    done = Signal()
    """What `leave` asked for is done, so that the next step can be shown."""

    label = ""
    """The label of the button that goes on; empty for the usual one."""

    def __init__(self) -> None:
        super().__init__(in_middle=True)

    @property
    def missing(self) -> Missing | None:
        """What the person has to do before they can go on; None if nothing."""
        return None

    def enter(self) -> None:
        """Prepare to be shown, such as by asking for a job."""

    def leave(self) -> bool:
        """Do what has to be done before the next step.

        Returns:
            True if the next step can be shown now; False if it can be only after `done`.

        """
        return True

    def show_result(self, job: Job, result: Any) -> None:
        """See Page."""

    def show_trouble(self, text: str) -> bool:
        """Show an error beside the field that it is about.

        Args:
            text: why the person can't go on; an empty text removes the error that is shown.

        Returns:
            False if the step has no place for the error, so that `Steps` has to show it below the steps.

        """
        return not text


class Steps(Page):
    """Shows steps one after the other. While they are shown, `follow` can put in others."""

    finished = Signal()
    """The person has left the last step, and what they chose is done."""

    def __init__(self, steps: Sequence[Step], expected: int) -> None:
        """Show the first of these steps.

        Args:
            steps: the steps that are known at the start.
            expected: how many steps there will probably be in the end, for the page numbers.

        """
        super().__init__()
        self._steps: list[Step] = []
        self._here = 0
        self._expected = expected
        # The steps whose jobs have no outcome yet, in the order of the jobs.
        self._asked: deque[Step] = deque()
        self._leaving = False
        self._stack, self._trouble = QStackedWidget(), QLabel()
        self._back, self._next, self._where = QPushButton(), QPushButton(), QLabel()
        self._lay_out()
        for step in steps:
            self._add(step)
        self._show(0)

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self._steps[self._here]

    def follow(self, steps: Sequence[Step], last: int) -> None:
        """Put steps after the one that is shown, in place of all but the last ones.

        Args:
            steps: the new steps.
            last: how many of the steps at the end stay.

        """
        here = self._here
        for old in self._steps[here + 1 : len(self._steps) - last]:
            self._steps.remove(old)
            self._stack.removeWidget(old)
            old.deleteLater()
        for place, step in enumerate(steps, start=here + 1):
            self._add(step, place)

    def refresh(self) -> None:
        """See Page."""
        self.step.enter()

    def show_result(self, job: Job, result: Any) -> None:
        """Pass the result to the step that asked for the job, unless another choice has taken it out since."""
        step = self._asked.popleft()
        self._leaving = self._leaving and bool(self._asked)
        if step in self._steps:
            step.show_result(job, result)
        self._update()

    def show_error(self, _job: Job, error: DonorError) -> None:
        """See Page."""
        self._asked.popleft()
        self._leaving = self._leaving and bool(self._asked)
        self._tell(wording.error(error))
        self._update()

    def _tell(self, text: str) -> None:
        """Show an error in the step's own place, or if it has none, below the steps."""
        if not self.step.show_trouble(text):
            self._trouble.setText(text)
            self._trouble.show()

    def _calm(self) -> None:
        """Take away an error that was shown."""
        self.step.show_trouble("")
        self._trouble.hide()

    def finish(self) -> None:
        """Do what the person chose; called when the last step is left."""
        self.finished.emit()

    def want(self, job: Job) -> None:
        """Ask for a job on behalf of the step that is shown."""
        self._asked.append(self.step)
        self._calm()
        self.wants.emit(job)

    # --- going on

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Have Enter press the button that goes on, wherever the focus is: Qt has default buttons only in a QDialog."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._next.click()
        else:
            super().keyPressEvent(event)

    def _on(self) -> None:
        """Leave the step if it is not being left already, or say what is missing.

        The button is never disabled: one that is can't be reached with the keyboard, and doesn't say why.
        """
        if self._leaving:
            return
        if missing := self.step.missing:
            self._tell(missing.text)
            missing.control.setFocus()
            self.step.ensureWidgetVisible(missing.control)
            return
        here = self._here
        if self.step.leave():
            self._onward()
        self._leaving = here == self._here and bool(self._asked)

    def _onward(self) -> None:
        """Show the next step, or finish after the last one."""
        if self._here + 1 == len(self._steps):
            self.finish()
        else:
            self._show(self._here + 1)

    def _show(self, place: int) -> None:
        self._here = place
        self._calm()
        self._stack.setCurrentWidget(self.step)
        self.step.verticalScrollBar().setValue(0)
        self.step.enter()
        self._update()
        self._next.setFocus()

    def _update(self) -> None:
        here, count = self._here, max(len(self._steps), self._expected)
        self._back.setVisible(here > 0)
        self._next.setText(self.step.label or tr("continue"))
        self._where.setText(tr("place_short", place=here + 1, count=count))
        self._where.setAccessibleName(tr("place", place=here + 1, count=count))

    # --- making

    def _add(self, step: Step, place: int | None = None) -> None:
        self._steps.insert(len(self._steps) if place is None else place, step)
        self._stack.addWidget(step)
        step.wants.connect(self.want)
        step.refused.connect(self._tell)
        step.changed.connect(self._calm)
        step.changed.connect(self._update)
        step.done.connect(self._onward)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._stack, 1)
        as_paragraph(self._trouble, "amber")
        self._trouble.setContentsMargins(MARGIN, 0, MARGIN, 16)
        self._trouble.hide()
        column.addLayout(centred(self._trouble))
        column.addWidget(self._foot())

    def _foot(self) -> QFrame:
        foot = QFrame()
        role(foot, "footer")
        role(self._next, "primary")
        role(self._where, "quiet")
        self._back.setText(tr("back"))
        for button in (self._back, self._next):
            button.setAutoDefault(True)  # Enter presses the one that has the focus
        self._back.clicked.connect(lambda: self._show(self._here - 1))
        self._next.clicked.connect(self._on)
        row = QHBoxLayout(foot)
        row.setContentsMargins(MARGIN, 12, MARGIN, 12)
        for widget in (self._where, None, self._back, self._next):
            row.addWidget(widget) if widget else row.addStretch(1)
        return foot
