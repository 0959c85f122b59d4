"""Attempt the tasks of one check-in one by one, so that a task that fails does not stop the others."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from pdd_client.donor.cohort.epochs import Denied, NoPlace
from pdd_client.donor.contact.contact import Contact
from pdd_client.donor.contact.lock_donation import DayNotReady
from pdd_client.gateways.server_http.connection_errors import ServerUnreachable
from pdd_client.gateways.server_http.server_http import ServerProblem
from pdd_shared.rounds.cohort.day.donor import Miscomputed
from pdd_shared.rounds.cohort.day.journal import NotWritten
from pdd_shared.rounds.refusals import Refused

RATE_LIMITED = "rate-limited"
"""The name of the server's problem when it takes no more requests now. Every further request would get it too."""
_GONE = 2
"""After so many requests in a row without a usable answer, the server counts as gone. More would only cost time."""


class Enough(Exception):
    """Raised to end the contact: the other tasks wait for the next one."""


@dataclass
class Attempts:
    """Runs the tasks of one check-in, and collects the errors of requests that had no usable answer."""

    contact: Contact
    _errors: list[ServerUnreachable] = field(default_factory=list)
    _in_a_row: int = 0

    def attempt(self, day: date | None, do: Callable[[], None]) -> bool:
        """Do one task, and log its refusal if it is refused.

        Args:
            day: the data day that the task is about; None if it is about none.
            do: does the task.

        Returns:
            False if the task's request had no usable answer, else True, also for a task that was refused or waits.

        Raises:
            Enough: the server is gone, or takes no more requests.

        """
        try:
            do()
        except ServerUnreachable as error:
            self._note(error)
            return False
        except (NoPlace, NotWritten):
            return True  # there is nothing to do, or another program of this home wrote first: the next contact tells
        except DayNotReady:
            self._wait(day)
            return True
        except (Refused, ServerProblem, Miscomputed) as error:
            self.refuse(day, error)
        self._in_a_row = 0
        return True

    def refuse(self, day: date | None, error: Refused | ServerProblem | Miscomputed) -> None:
        """Log a task's refusal, and add it to the contact's report.

        A `Denied` task is logged once for each data day: the server goes on asking, and the answer never changes.

        Raises:
            Enough: the server takes no more requests. That is reported, but not logged.

        """
        if isinstance(error, Denied) and self._was_logged(day, error.reason):
            return
        if isinstance(error, ServerProblem) and error.name == RATE_LIMITED:
            self.contact.report.add_refused(day, error.name)
            raise Enough
        with self.contact.store.transaction():
            match error:
                case Refused():
                    self.contact.report.refuse(day, error.reason, error.detail)
                case ServerProblem():
                    self.contact.report.refuse(day, error.name, error.detail)
                case Miscomputed():
                    self.contact.report.refuse(day, "miscomputed", str(error))

    def _was_logged(self, day: date | None, reason: str) -> bool:
        lines = self.contact.store.log.lines()
        return any((line.what, line.round, line.reason) == ("refusal", day, reason) for line in lines)

    def complain(self) -> None:
        """Raise the first error of a request without a usable answer, if there was one.

        A check-in that ends in an error is tried again soon (`donor.schedule.planning`).

        Raises:
            ServerUnreachable: a request had no usable answer.

        """
        if self._errors:
            raise self._errors[0]

    def _note(self, error: ServerUnreachable) -> None:
        self._errors.append(error)
        self._in_a_row += 1
        if self._in_a_row == _GONE:
            raise Enough

    def _wait(self, day: date | None) -> None:
        store = self.contact.store
        if day is not None and self.contact.consents.get() and store.days.decided(day) is None:
            self.contact.report.add_waiting(day)
