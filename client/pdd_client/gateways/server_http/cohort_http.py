"""The HTTP requests of `cohort`: tickets, epochs, and a day's messages (docs/reference/cohort.md).

`bytes` that a method returns are not checked yet. The protocol code in `pdd_shared.rounds.cohort` checks them.
"""

from abc import ABC, abstractmethod
from typing import TypeVar

from pydantic import BaseModel

from pdd_shared.protocol.messages import LogPart, Signed, TicketMessage

BINARY = "application/octet-stream"
"""Media type of a request's body that is no JSON."""
Answer = TypeVar("Answer", bound=BaseModel)


class CohortRequests(ABC):
    """The requests that only `cohort` has; a base class of `ServerHttp`, which sends them.

    Arguments that all methods share:
        token: the donor's access token.
        day: the data day as an ISO date.
        part: a sub-cohort in the form `COHORT/SUB`, two numbers.
        place: the member's number in its committee, from 1.

    Every method raises ServerProblem if the server refuses the request, ServerUnreachable if no usable answer comes.
    """

    @abstractmethod
    def _json(
        self, kind: type[Answer], method: str, path: str, message: BaseModel | None = None, token: str | None = None
    ) -> Answer:
        """Send a request and parse its JSON answer as a message of this kind."""

    @abstractmethod
    def _request(
        self, method: str, path: str, body: bytes | None = None, kind: str | None = None, token: str | None = None
    ) -> bytes:
        """Send a request and return its answer's body; `kind` is the media type of the request's body."""

    @abstractmethod
    def _read(self, kind: type[Answer], body: bytes) -> Answer:
        """Parse an answer's body as a message of this kind."""

    @abstractmethod
    def _done(self, method: str, path: str, token: str, body: bytes | None = None) -> None:
        """Send a request whose answer has no content (204)."""

    def send_ticket(self, token: str, epoch: int, ticket: TicketMessage) -> Signed:
        """Send a ticket for an epoch and return its signed receipt."""
        return self._json(Signed, "PUT", f"/v1/tickets/{epoch}", ticket, token)

    def published_epoch(self, epoch: int) -> Signed:
        """Return the signed epoch that the server shows to everybody; the request carries no token."""
        return self._json(Signed, "GET", f"/v1/epochs/{epoch}")

    def public_log(self) -> LogPart:
        """Return the whole public log; the request carries no token."""
        return self._json(LogPart, "GET", "/v1/log")

    def place(self, token: str, epoch: int) -> bytes:
        """Return the donor's own leaf and its cohort's committee, with their proof."""
        return self._request("GET", f"/v1/epochs/{epoch}/place", token=token)

    def committee(self, token: str, epoch: int, cohort: int) -> bytes:
        """Return the committee of a cohort, with its proof."""
        return self._request("GET", f"/v1/epochs/{epoch}/committees/{cohort}", token=token)

    def cohort(self, token: str, epoch: int, cohort: int) -> bytes:
        """Return the tree's leaves of a cohort, with their proof. Only members of its committee may ask."""
        return self._request("GET", f"/v1/epochs/{epoch}/cohorts/{cohort}", token=token)

    def send_upload(self, token: str, day: str, context: str, data: bytes) -> Signed:
        """Send a day's upload and return its signed receipt; `context` is the hex digest of the upload's context."""
        return self._read(Signed, self._request("PUT", f"/v1/rounds/{day}/uploads/{context}", data, BINARY, token))

    def included(self, token: str, day: str, part: str) -> bytes:
        """Return a sub-cohort's list of the day. Only members of its committee may ask."""
        return self._request("GET", f"/v1/rounds/{day}/lists/{part}", token=token)

    def send_signature(self, token: str, day: str, part: str, place: int, data: bytes) -> None:
        """Send a member's signature of the sub-cohort's list."""
        self._done("PUT", f"/v1/rounds/{day}/signatures/{part}/{place}", token, data)

    def certificate(self, token: str, day: str, part: str) -> bytes:
        """Return a list's certificate. Only members of its committee may ask."""
        return self._request("GET", f"/v1/rounds/{day}/certificates/{part}", token=token)

    def send_answer(self, token: str, day: str, part: str, place: int, data: bytes) -> None:
        """Send a member's answer: its sum of streams over the certified list."""
        self._done("PUT", f"/v1/rounds/{day}/answers/{part}/{place}", token, data)
