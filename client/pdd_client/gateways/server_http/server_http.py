"""The server over HTTP: one method for each request of docs/reference/protocol.md.

A failed request raises one of two errors. `ServerProblem` means that the server refused it. `ServerUnreachable` means
that no usable answer came, and the server may have received the request.
"""

import ssl
import time
from collections.abc import Callable
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from ipaddress import ip_address
from typing import TypeVar

import httpx
from httpx import codes
from pydantic import BaseModel, ValidationError

from pdd_client import VERSION
from pdd_client.core.errors import Code, DonorError
from pdd_client.core.new_version import Program, Programs
from pdd_client.gateways.server_http.cohort_http import BINARY, CohortRequests
from pdd_client.gateways.server_http.connection_errors import ServerUnreachable, code_of
from pdd_client.gateways.server_http.deadline import within
from pdd_shared.protocol.messages import (
    CampaignList,
    CheckIn,
    CheckInAnswer,
    KeyChain,
    Receipt,
    Registered,
    Registration,
    ServerInfo,
)

LONGEST = 30.0
"""Seconds that a whole request may take, from the look-up of the server's name to the answer's last byte."""
_MAX_ANSWER = 64 * 2**20
"""Bytes of the longest answer that is read, after decompression: an endless one must not fill the memory."""
_PROBLEM = "urn:pdd:problem:"
_MAX_DETAIL = 300
"""The most characters of a server's text that a donor shows."""
_MAX_TAG = 200
"""The most characters of an entity tag. A longer one is ignored."""

Answer = TypeVar("Answer", bound=BaseModel)


class ServerProblem(DonorError):
    """The server refused the request with a problem document (RFC 9457).

    Attributes:
        name: the problem's name as in docs/reference/protocol.md.
        detail: the server's sentence about it, as one printable line.

    """

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(f"the server refused: {name}: {detail}")
        self.name = name
        self.detail = detail


class ServerHttp(CohortRequests):
    """The requests to one server at one address.

    Requests that only a registered donor may send take the donor's access token. Every request raises ServerProblem if
    the server refuses it, and ServerUnreachable if no usable answer comes.

    Attributes:
        url: the server's address.
        answered: when the last request ended, in seconds of `time.monotonic`.
    """

    def __init__(self, url: str, transport: httpx.BaseTransport | None = None, longest: float = LONGEST) -> None:
        """Prepare requests to a server; nothing is sent yet.

        Args:
            url: the server's address: https, or http for a server on this computer.
            transport: how to send requests, None for the network.
            longest: seconds after which a request is given up.

        Raises:
            DonorError: the address can't be used, or the environment names a proxy that can't be used.

        """
        self._longest, self.answered = longest, time.monotonic()
        self.url = checked_url(url)
        loopback = _is_loopback(httpx.URL(self.url).host)
        try:
            self._client = httpx.Client(
                base_url=self.url,
                headers={"User-Agent": "pdd-donor"},
                cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),  # it takes none: a cookie is a name
                timeout=longest,
                verify=_tls(),
                # HTTPS_PROXY and the like are for the network: a proxy could not reach a server on this computer.
                trust_env=not loopback,
                transport=transport,
            )
        except (ValueError, ImportError, httpx.InvalidURL):  # an unknown kind of proxy, or one whose library is missing
            raise DonorError(
                "the proxy of this environment can't be used: nothing was sent; "
                "set HTTPS_PROXY or ALL_PROXY to an http:// address, or unset them",
                Code.UNUSABLE_PROXY,
            ) from None

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def info(self) -> ServerInfo:
        """Return the server's description of itself."""
        return self._json(ServerInfo, "GET", "/v1/server")

    def keys(self) -> KeyChain:
        """Return the chain of the server's online keys; the request carries no token."""
        return self._json(KeyChain, "GET", "/v1/keys")

    def campaigns(self, known: str | None = None) -> tuple[CampaignList | None, str | None]:
        """Fetch the campaigns that the server runs or will run.

        The list holds long vocabularies and would be most of a check-in's traffic. So it is fetched only if its ETag
        has changed (If-None-Match: RFC 9110, section 13.1.2).

        Args:
            known: ETag of the list that the donor has, None if it has none.

        Returns:
            The list, None if the `known` one is still current; and the ETag to remember, None if the server sent none.

        """
        headers = {"If-None-Match": known} if known else {}
        response, body = self._exchange("GET", "/v1/campaigns", headers=headers)
        listed = None if known and response.status_code == codes.NOT_MODIFIED else self._read(CampaignList, body)
        return listed, _tag(response)

    def programs(self) -> list[Program]:
        """Return the programs that the server hands out; the request carries no token."""
        return self._json(Programs, "GET", "/v1/programs").root

    def register(self, registration: Registration) -> Registered:
        """Register a donor's new keys; the request carries no token."""
        return self._json(Registered, "POST", "/v1/donors", registration)

    def check_in(self, token: str, check_in: CheckIn) -> CheckInAnswer:
        """Check in and return the server's answer with the tasks that are due and the completion codes."""
        return self._json(CheckInAnswer, "POST", "/v1/check-in", check_in, token)

    def send_vector(self, token: str, day: str, context: str, data: bytes) -> Receipt:
        """Send a blinded vector and return its receipt.

        Args:
            token: the donor's access token.
            day: the data day as an ISO date.
            context: the hex digest of the round's context.
            data: the vector's bytes.

        """
        return self._put(token, f"/v1/rounds/{day}/vectors/{context}", data)

    def results(self, campaign: str) -> str:
        """Return a campaign's published results as JSON text; the request carries no token and no ETag."""
        return self._exchange("GET", f"/v1/campaigns/{campaign}/results.json")[1].decode("utf-8", "replace")

    def erase(self, token: str) -> None:
        """Have the server delete this donor's account."""
        self._done("DELETE", "/v1/donor", token)

    def _json(
        self, kind: type[Answer], method: str, path: str, message: BaseModel | None = None, token: str | None = None
    ) -> Answer:
        body, media = (None, None) if message is None else (encoded(message), "application/json")
        return self._read(kind, self._request(method, path, body, media, token))

    def _put(self, token: str, path: str, data: bytes) -> Receipt:
        return self._read(Receipt, self._request("PUT", path, data, BINARY, token))

    def _done(self, method: str, path: str, token: str, body: bytes | None = None) -> None:
        """Send a request with the donor's token; any success but 204 raises ServerUnreachable."""
        headers = _authorized(token) | ({"Content-Type": BINARY} if body is not None else {})
        response, _ = self._exchange(method, path, body, headers)
        if response.status_code != codes.NO_CONTENT:  # a captive portal answers 200 to anything, and has done nothing
            raise ServerUnreachable(Code.FOREIGN_ANSWER, self.url)

    def _request(
        self, method: str, path: str, body: bytes | None = None, kind: str | None = None, token: str | None = None
    ) -> bytes:
        headers = {"Content-Type": kind} if kind else {}
        if token:
            headers |= _authorized(token)
        return self._exchange(method, path, body, headers)[1]

    def _exchange(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[httpx.Response, bytes]:
        """Send a request and return the response with its whole body; status 304 is no error.

        A message of a donor names the program's version, so that the server can refuse old ones. Requests that are to
        be nobody's don't: a rare version would tell whose they are.

        httpx's own timeout limits each read, so a server could keep a request open for ever by sending slowly. `within`
        limits the whole request.

        Raises:
            ServerProblem: the server answered with one of its problem documents.
            ServerUnreachable: any other error.

        """
        sent = headers or {}
        if "Authorization" in sent or body is not None:
            sent = sent | {"Pdd-Client": VERSION}

        def exchange() -> tuple[httpx.Response, bytes]:
            with self._client.stream(method, path, content=body, headers=sent) as response:
                return response, _bounded(response)

        try:
            response, answer = within(self._longest, exchange)
        except TimeoutError:
            raise ServerUnreachable(Code.TOO_SLOW, self.url) from None
        except _EndlessError:
            raise ServerUnreachable(Code.ENDLESS_ANSWER, self.url) from None
        except httpx.HTTPError as error:
            raise ServerUnreachable(code_of(error), self.url) from None
        finally:
            self.answered = time.monotonic()
        if response.is_success or response.status_code == codes.NOT_MODIFIED:
            return response, answer
        raise _problem(answer) or ServerUnreachable(_fault_of_status(response.status_code), self.url)

    def _read(self, kind: type[Answer], body: bytes) -> Answer:
        """Parse an answer as a message of this kind.

        Other JSON probably comes from a newer server; an answer that is no JSON comes from something else, such as a
        captive portal. The donor is told which.

        Raises:
            ServerUnreachable: the answer is no such message.

        """
        try:
            return kind.model_validate_json(body)
        except ValidationError as error:
            is_json = all(one["type"] != "json_invalid" for one in error.errors(include_url=False, include_input=False))
            code = Code.UNREADABLE_ANSWER if is_json else Code.FOREIGN_ANSWER
            raise ServerUnreachable(code, self.url) from None


Connect = Callable[[str], ServerHttp]
"""Opens the requests to the server at an address."""


def encoded(message: BaseModel) -> bytes:
    """Return a message as JSON bytes, as it is sent."""
    return message.model_dump_json().encode()


def checked_url(url: str) -> str:
    """Return a server's address without a slash at its end.

    Raises:
        DonorError: the address is malformed, has a user, query or fragment, or is http to another computer.

    """
    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, TypeError):
        raise DonorError(f"{url!r} is no address: write it as https://pdd.example.org", Code.NOT_AN_ADDRESS) from None
    if parsed.scheme not in ("http", "https") or not parsed.host or parsed.userinfo or parsed.query or parsed.fragment:
        raise DonorError(f"{url!r} is no server's address: write it as https://pdd.example.org", Code.NOT_AN_ADDRESS)
    if parsed.scheme == "http" and not _is_loopback(parsed.host):
        raise DonorError(
            f"{url} is not encrypted: use https:// (http:// is for a server on this computer only)", Code.NOT_ENCRYPTED
        )
    return str(parsed).rstrip("/")


def _is_loopback(host: str) -> bool:
    """Return whether this is a loopback address or the name "localhost"; no other name is looked up."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@cache
def _tls() -> ssl.SSLContext:
    """Return httpx's default TLS settings; cached, because loading the certificates takes longer than a request."""
    return httpx.create_ssl_context()


def _tag(response: httpx.Response) -> str | None:
    """Return the response's ETag; None if it is missing, or too long to be stored and sent back."""
    tag = response.headers.get("ETag", "")
    return tag if 0 < len(tag) <= _MAX_TAG else None


def _authorized(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _fault_of_status(status: int) -> Code:
    """Return the error code for an error status without a problem document.

    Status 511 counts as a foreign answer: it comes from a captive portal, not from the server (RFC 6585, section 6).
    """
    is_of_server = codes.is_server_error(status) and status != codes.NETWORK_AUTHENTICATION_REQUIRED
    return Code.SERVER_ERROR if is_of_server else Code.FOREIGN_ANSWER


class _EndlessError(Exception):
    """The answer is longer than `_MAX_ANSWER`."""


def _bounded(response: httpx.Response) -> bytes:
    """Read a response's body; raise _EndlessError if it is longer than `_MAX_ANSWER`."""
    body = bytearray()
    for piece in response.iter_bytes():
        body += piece
        if len(body) > _MAX_ANSWER:
            raise _EndlessError
    return bytes(body)


class _ProblemDocument(BaseModel):
    """The members of a problem document that a donor reads (RFC 9457)."""

    type: str
    detail: str = ""


def _problem(body: bytes) -> ServerProblem | None:
    """Return the error for one of our problem documents, None if the body is none."""
    try:
        document = _ProblemDocument.model_validate_json(body)
    except ValidationError:
        return None
    if not document.type.startswith(_PROBLEM):
        return None
    return ServerProblem(_line(document.type.removeprefix(_PROBLEM)), _line(document.detail))


def _line(text: str) -> str:
    """Return text from the server as one short printable line.

    Control characters are replaced by spaces: otherwise a server could send escape sequences to the donor's terminal.
    """
    return "".join(c if c.isprintable() else " " for c in text)[:_MAX_DETAIL].strip()
