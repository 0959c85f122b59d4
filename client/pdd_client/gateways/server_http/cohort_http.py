"""The requests of `cohort`: tickets, epochs, and a day's messages (docs/reference/cohort.md)."""

from abc import ABC, abstractmethod
from typing import TypeVar

from pydantic import BaseModel

from pdd_shared.protocol.messages import Signed, TicketMessage

BINARY = "application/octet-stream"
Answer = TypeVar("Answer", bound=BaseModel)


class CohortRequests(ABC):
    """The part of a server's requests that only `cohort` has. A part is a (sub-)cohort: `COHORT/SUB`."""

    @abstractmethod
    def _json(
        self, kind: type[Answer], method: str, path: str, message: BaseModel | None = None, token: str | None = None
    ) -> Answer:
        """Send a request that is answered in JSON."""

    @abstractmethod
    def _request(
        self, method: str, path: str, body: bytes | None = None, kind: str | None = None, token: str | None = None
    ) -> bytes:
        """Send a request; return what it is answered with."""

    @abstractmethod
    def _read(self, kind: type[Answer], body: bytes) -> Answer:
        """Read a JSON answer."""

    @abstractmethod
    def _done(self, method: str, path: str, token: str, body: bytes | None = None) -> None:
        """Send a request that is answered with nothing."""

    def send_ticket(self, token: str, epoch: int, ticket: TicketMessage) -> Signed:
        """Send a ticket for an epoch; return its receipt."""
        return self._json(Signed, "PUT", f"/v1/tickets/{epoch}", ticket, token)

    def published_epoch(self, epoch: int) -> Signed:
        """Return an epoch as everybody is shown it. Asked without token, as anybody can."""
        return self._json(Signed, "GET", f"/v1/epochs/{epoch}")

    def place(self, token: str, epoch: int) -> bytes:
        """Return the donor's own leaf and its cohort's committee, with their proof."""
        return self._request("GET", f"/v1/epochs/{epoch}/place", token=token)

    def committee(self, token: str, epoch: int, cohort: int) -> bytes:
        """Return the committee of a cohort, with its proof."""
        return self._request("GET", f"/v1/epochs/{epoch}/committees/{cohort}", token=token)

    def cohort(self, token: str, epoch: int, cohort: int) -> bytes:
        """Return the tree's leaves of a cohort, with their proof; for its committee alone."""
        return self._request("GET", f"/v1/epochs/{epoch}/cohorts/{cohort}", token=token)

    def send_upload(self, token: str, day: str, context: str, data: bytes) -> Signed:
        """Send a day's upload; return its receipt. `context` is the day's context in hex."""
        return self._read(Signed, self._request("PUT", f"/v1/rounds/{day}/uploads/{context}", data, BINARY, token))

    def included(self, token: str, day: str, part: str) -> bytes:
        """Return the list of a part's day; for its committee alone."""
        return self._request("GET", f"/v1/rounds/{day}/lists/{part}", token=token)

    def send_signature(self, token: str, day: str, part: str, place: int, data: bytes) -> None:
        """Send a member's signature under a list."""
        self._done("PUT", f"/v1/rounds/{day}/signatures/{part}/{place}", token, data)

    def certificate(self, token: str, day: str, part: str) -> bytes:
        """Return the signatures of a quorum under a list; for its committee alone."""
        return self._request("GET", f"/v1/rounds/{day}/certificates/{part}", token=token)

    def send_answer(self, token: str, day: str, part: str, place: int, data: bytes) -> None:
        """Send a member's sum of streams over a certified list."""
        self._done("PUT", f"/v1/rounds/{day}/answers/{part}/{place}", token, data)
