"""Doing the tasks of one check-in so that what keeps one from being done costs no other."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from pdd_client.donor.cohort.epochs import Denied, NotHeld
from pdd_client.donor.contact.contact import Contact
from pdd_client.donor.contact.lock_donation import Waits
from pdd_client.gateways.server_http.connection_errors import ServerUnreachable
from pdd_client.gateways.server_http.server_http import ServerProblem
from pdd_shared.rounds.cohort.day.donor import Miscomputed
from pdd_shared.rounds.cohort.day.journal import NotWritten
from pdd_shared.rounds.refusals import Refused

RATE_LIMITED = "rate-limited"
"""The server takes no more requests now: all others would meet the same."""
_GONE = 2
"""Requests in a row without a usable answer: more would only wait for a server that is not there."""


class Enough(Exception):
    """The rest of the tasks waits for another contact."""


@dataclass
class Attempts:
    """The attempts of one check-in, and the requests among them that had no usable answer."""

    contact: Contact
    _errors: list[ServerUnreachable] = field(default_factory=list)
    _in_a_row: int = 0

    def attempt(self, day: date | None, do: Callable[[], None]) -> bool:
        """Do one task, and log what it is refused for; False if its request had no usable answer.

        Enough where the server is gone, or takes no more requests.
        """
        try:
            do()
        except ServerUnreachable as error:
            self._note(error)
            return False
        except (NotHeld, NotWritten):
            return True  # nothing to do; or another program wrote meanwhile: the next contact says the rest
        except Waits:
            self._wait(day)
            return True
        except (Refused, ServerProblem, Miscomputed) as error:
            self.refuse(day, error)
        self._in_a_row = 0
        return True

    def refuse(self, day: date | None, error: Refused | ServerProblem | Miscomputed) -> None:
        """Log what a task is refused for; Enough, and nothing is logged, where only too much was asked for.

        What is denied is logged once a data day: the server goes on asking, and the answer never changes.
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
        lines = self.contact.store.logged()
        return any((line.what, line.round, line.reason) == ("refusal", day, reason) for line in lines)

    def complain(self) -> None:
        """Raise the first of these errors, so that the next check-in comes soon."""
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
