"""The server's settings, DIR/config.toml. `pdd-server init` writes the file once; then the operator edits it."""

import re
import tomllib
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from limits import parse_many
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from pdd_server.errors import SetupError
from pdd_server.logs import LogFormat
from pdd_shared.protocol.checkpoints import COSIGNER, BadNote, NoteKey, origin_of
from pdd_shared.protocol.days import Period
from pdd_shared.protocol.fields import Line
from pdd_shared.protocol.limits import LEAST_GROUP, LEAST_WEEK_DELAY, MAX_ENTRIES, MOST_WITNESSES
from pdd_shared.protocol.messages import WitnessPolicy
from pdd_shared.protocol.terms import Protocol
from pdd_shared.rounds.cohort.day.floors import DAYS_REMEMBERED
from pdd_shared.rounds.plain.group_sizes import LARGEST_GROUP

LARGEST_FLOOR = LARGEST_GROUP // 2
"""The largest `min_group`, in donors.

With a floor up to half of LARGEST_GROUP, any number of donors from the floor on can be split into groups that keep to
both bounds.
"""

DELAY: dict[str, int] = {"plain": 2, "cohort": 3}
"""The default of the setting `delay`, in days, by protocol.

`plain` waits two days, because each absent member costs its whole group. `cohort` waits three: donors who review their
days, and use their computer every other day or on weekdays, then see each day before it is sent.
"""
LONGEST_COHORT_DELAY = 6
"""The largest `delay` under `cohort`, in days.

Donors who review their days send them from `delay` + 1 days after the data day on. The window ends 7 days after it.
"""

LEAST_ROUNDS_KEPT = DAYS_REMEMBERED + 8
"""The fewest days for which records of `cohort` rounds are kept, whatever the settings say.

A cohort's floor follows the lists of the last two weeks (docs/reference/cohort.md, "Parameters").
"""

Strategy = Literal["shuffled", "frequent", "ranked"]
"""How `plain` arranges donors into groups; see `pdd_server.services.rounds.plain.grouping`."""


def _known_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        raise ValueError("is no time zone; write an IANA name such as Europe/London") from None
    return name


def _rate(text: str) -> str:
    try:
        parse_many(text)
    except ValueError:
        raise ValueError('is no rate; write one such as "60 per hour"') from None
    return text


def _database_url(url: str) -> str:
    is_file = url.startswith("sqlite:////") and "?" not in url
    if not is_file and not (re.fullmatch(r"postgresql://[^/\s]*/[^/?\s]+(\?\S+)?", url) and _can_be_read(url)):
        raise ValueError(
            "must be an SQLite URL with a whole path, such as sqlite:////var/lib/pdd/pdd.sqlite, or that of a "
            "PostgreSQL database, such as postgresql://pdd@localhost/pdd"
        )
    return url


def _can_be_read(url: str) -> bool:
    """Return whether a database's URL has a host and port of the right form."""
    try:
        make_url(url)
    except (ValueError, ArgumentError):
        return False
    return True


def _redis_url(url: str) -> str:
    if not re.fullmatch(r"(rediss?|unix)://\S+", url):
        raise ValueError("is no address of Redis; write one such as redis://localhost/0")
    return url


def _web_address(text: str) -> str:
    # The pages of this server show it as a link, so nothing else than a page may be behind it.
    if not re.fullmatch(r"https://[A-Za-z0-9.-]+(:\d{1,5})?(/[^\s\"'<>?#]*)?", text):
        raise ValueError("is no address of a page; write one such as https://files.example.org/pdd")
    return text.rstrip("/")


def log_address(text: str) -> str:
    """Return a server's or a witness's address, if it is written in the one way in which donors' programs write it.

    The log's name comes from the server's address, and donors compute it themselves.

    Raises:
        ValueError: It is written otherwise, or is no address of http.
    """
    parts = urlsplit(text)
    local = parts.hostname in ("localhost", "127.0.0.1")
    is_plain = re.fullmatch(r"https?://[a-z0-9.-]*[a-z0-9](:[1-9][0-9]{0,4})?(/[A-Za-z0-9._~-]+)*", text, re.ASCII)
    has_usual_port = parts.port == {"http": 80, "https": 443}.get(parts.scheme)
    if is_plain is None or has_usual_port or {".", ".."} & set(parts.path.split("/")):
        raise ValueError("is not written as https://pdd.example.org is: no capitals, usual ports or slash at the end")
    if parts.scheme == "http" and not local:
        raise ValueError("is without TLS; write https://")
    return text


Rate = Annotated[str, AfterValidator(_rate)]
WebAddress = Annotated[str, AfterValidator(_web_address)]
HttpAddress = Annotated[str, AfterValidator(log_address)]
"""An address that a log can be named after, or a witness's: without TLS only on this computer."""


class _Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class RateLimits(_Settings):
    """The rate limits. No record is kept of who asked for what.

    Each web process counts in its memory. With the setting `redis`, the processes count together in Redis or Valkey, by
    keyed hashes, until a limit's time is over.

    Attributes:
        registrations: Registrations of donors from one network.
        check_ins: Check-ins of one donor; its requests for completion codes are counted apart under the same limit.
        vectors: Each kind of message that one donor sends for its rounds: vectors in `plain`; in `cohort` tickets and
            uploads, and requests for its place, committees and cohorts' leaves.
        sign_ins: Failed attempts to sign in, to accept an invitation, or to change a password; for one account and
            for one network.
        requests: Requests of one account or token and of one network to the portal and its API, of one network for
            campaigns' public pages, results and epochs, and of one committee member for its tasks.
    """

    registrations: Rate = "1000 per hour"
    check_ins: Rate = "60 per hour"
    vectors: Rate = "120 per hour"
    sign_ins: Rate = "10 per 15 minutes"
    requests: Rate = "1200 per minute"


class Retention(_Settings):
    """How many days the server keeps its records.

    Attributes:
        activity: The days on which each donor was there.
        donors: A donor that does not connect any more.
        rounds: A finished round. Rounds of `cohort` are kept for 22 days at least, because floors follow earlier lists.
        audit: An entry of the researchers' audit log.
    """

    activity: Annotated[int, Field(ge=7, le=60)] = 60
    donors: Annotated[int, Field(ge=30, le=3660)] = 180
    rounds: Annotated[int, Field(ge=7, le=3660)] = 60
    audit: Annotated[int, Field(ge=30, le=3660)] = 730


class Review(_Settings):
    """Whether a campaign needs a second person's approval before it is launched."""

    second_person: bool = False


class Mail(_Settings):
    """The mail server that takes this server's mail. Without these settings no mail is sent.

    Attributes:
        host: Its name.
        port: Its port.
        security: `starttls` or `tls`; `none` only for a mail server on this computer.
        user: The name to sign in with; None for a mail server that asks for none.
        password_file: The file with the password for `user`.
        sender: The address that mails come from.
        ca_file: Certificates that the mail server's is checked against, in PEM; None for those of the system.
    """

    host: Line
    port: Annotated[int, Field(ge=1, le=65535)] = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: Line | None = None
    password_file: Line | None = None
    sender: Annotated[str, Field(pattern=r"^[^@\s<>,;\"]+@[^@\s<>,;\"]+$")]
    ca_file: Line | None = None

    @model_validator(mode="after")
    def _safe(self) -> Self:
        # Invitations' links are in mails: whoever reads them on the way gets an account.
        if self.security == "none" and self.host not in ("localhost", "127.0.0.1", "::1"):
            raise ValueError("security is none only for a mail server on this computer; write starttls or tls")
        if (self.user is None) != (self.password_file is None):
            raise ValueError("user and password_file go together; write both or none")
        return self


class Published(_Settings):
    """A store of the S3 kind, through which several machines share the published files and the ledger.

    Attributes:
        store: `s3://BUCKET`, or `s3://BUCKET/PREFIX`.
        endpoint: The store's address; None for Amazon's.
        region: The store's region.
        access_key: The id of the access key. It is no secret.
        secret_key_file: The file with the key's secret.
    """

    store: Annotated[str, Field(pattern=r"^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[A-Za-z0-9][A-Za-z0-9._/-]*)?$")]
    endpoint: Annotated[str, Field(pattern=r"^https?://[^\s/]+/?$")] | None = None
    region: Line = "us-east-1"
    access_key: Line
    secret_key_file: Line

    @model_validator(mode="after")
    def _safe(self) -> Self:
        # Whoever could change answers on the way could make the server believe another ledger.
        if self.endpoint is not None and not re.match(
            r"https:|http://(localhost|127\.0\.0\.1|\[::1\])(:|/|$)", self.endpoint
        ):
            raise ValueError("endpoint is http:// only for a store on this computer; write https://")
        return self


class Downloads(_Settings):
    """Where donors get the programs.

    Attributes:
        folder: The folder with the packages: below the data folder, or a whole path.
        address: Where else the same files lie, under their names; None if this server hands them out itself.
        chromium: The extension's page in the store of Chromium's browsers; None if it is in none.
        firefox: The extension's page in Firefox's store; None if it is in none.
    """

    folder: Line = "downloads"
    address: WebAddress | None = None
    chromium: WebAddress | None = None
    firefox: WebAddress | None = None

    def base(self, root: str) -> str:
        """Return the address below which the files lie, for a server at the address `root`."""
        return self.address or f"{root.rstrip('/')}/downloads"


class Witness(NamedTuple):
    """A witness: its key, and the address below which it takes checkpoints."""

    key: NoteKey
    address: str


class Witnesses(_Settings):
    """Who vouches that all donors are shown the same public log.

    Attributes:
        address: This server's address as donors type it, after which its log is named. It must never change.
        required: How many of them have to vouch: more than half.
        each: For each witness the text of its key and its address, with a space between them.
    """

    address: HttpAddress
    required: Annotated[int, Field(ge=1)]
    each: Annotated[tuple[Line, ...], Field(strict=False)]

    @field_validator("each")
    @classmethod
    def _readable(cls, each: tuple[str, ...]) -> tuple[str, ...]:
        for line in each:
            key, _, address = line.partition(" ")
            try:
                NoteKey.parse(key, COSIGNER)
                log_address(address)
            except ValueError as error:
                what = "key" if isinstance(error, BadNote) else "address"
                raise ValueError(f"{line}: the {what} {error}; its operator gave you both") from None
        return each

    @model_validator(mode="after")
    def _most(self) -> Self:
        try:
            self.policy  # noqa: B018 - made for its rules only
        except ValidationError:
            rule = f"name 1 to {MOST_WITNESSES} witnesses, each once, and require more than half of them"
            raise ValueError(f"each and required don't fit: {rule}") from None
        return self

    @property
    def policy(self) -> WitnessPolicy:
        """What donors are told."""
        return WitnessPolicy(keys=tuple(line.partition(" ")[0] for line in self.each), required=self.required)

    @property
    def witnesses(self) -> tuple[Witness, ...]:
        """The witnesses, in order."""
        parts = (line.partition(" ") for line in self.each)
        return tuple(Witness(NoteKey.parse(key, COSIGNER), address) for key, _, address in parts)

    @property
    def origin(self) -> str:
        """The name of this server's log."""
        return origin_of(self.address)


class Config(_Settings):
    """The operator's settings. `config_text` explains each key in the comment that it writes beside it."""

    name: Line = "A Private Data Donor server"
    zone: Annotated[str, AfterValidator(_known_zone)] = "UTC"
    protocol: Protocol = "cohort"
    group_size: Annotated[int, Field(ge=LEAST_GROUP, le=LARGEST_GROUP)] = 100
    min_group: Annotated[int, Field(ge=LEAST_GROUP, le=LARGEST_FLOOR)] = 50
    delay: Annotated[int, Field(ge=0, le=30)] = DELAY["cohort"]
    strategy: Strategy = "shuffled"
    invitations: Annotated[tuple[Line, ...], Field(strict=False)] = ()
    oldest_client: Annotated[str, Field(pattern=r"^\d{1,6}(\.\d{1,6}){0,3}$")] = "0.1.0"
    max_entries: Annotated[int, Field(ge=3, le=MAX_ENTRIES)] = MAX_ENTRIES
    proxies: Annotated[int, Field(ge=0, le=5)] = 0
    log: LogFormat = "console"
    database: Annotated[str, AfterValidator(_database_url)] | None = Field(default=None, repr=False)
    redis: Annotated[str, AfterValidator(_redis_url)] | None = Field(default=None, repr=False)
    disks: Annotated[tuple[Line, ...], Field(strict=False)] = ()
    limits: RateLimits = RateLimits()
    retention: Retention = Retention()
    review: Review = Review()
    downloads: Downloads = Downloads()
    mail: Mail | None = None
    published: Published | None = None
    witnesses: Witnesses | None = None

    # The default of `delay` depends on the protocol, so it is filled in before the fields are validated.
    @model_validator(mode="before")
    @classmethod
    def _delay_of_protocol(cls, values: dict[str, object]) -> dict[str, object]:
        delay = DELAY.get(str(values.get("protocol", "cohort")))
        return values if delay is None else {"delay": delay, **values}

    @field_validator("delay")
    @classmethod
    def _delay_within_window(cls, delay: int, info: ValidationInfo) -> int:
        # With a longer delay the uploads of all donors who review their days would come too late, every day.
        if info.data.get("protocol") == "cohort" and delay > LONGEST_COHORT_DELAY:
            raise ValueError(f"must be at most {LONGEST_COHORT_DELAY} under protocol cohort; lower it")
        return delay

    @model_validator(mode="after")
    def _floor_within_size(self) -> Self:
        if self.group_size < self.min_group:
            raise ValueError("group_size must be at least min_group; raise the one or lower the other")
        return self

    @cached_property
    def time_zone(self) -> ZoneInfo:
        """The collection time zone: its midnights bound the data days."""
        return ZoneInfo(self.zone)

    def delay_of(self, period: Period) -> int:
        """Return how many days later than the day after a period's last day its counts are still taken."""
        return max(self.delay, LEAST_WEEK_DELAY) if period == "week" else self.delay


def read_config(file: Path) -> Config:
    """Return the settings in a file.

    Raises:
        SetupError: The file can't be read, is not TOML, is empty, has settings of the retired protocol `recoverable`,
            or has an invalid value. The text names the file, the key and what to do.
    """
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except PermissionError as error:
        raise SetupError(f"{file}: {error.strerror}; run the command as the user of the server") from None
    except OSError as error:
        raise SetupError(f"{file}: {error.strerror}; make a data folder with pdd-server init") from None
    except ValueError as error:
        raise SetupError(f"{file}: is not TOML: {error}; correct it there") from None
    if not values:
        # An empty file was cut off, or the disk was full. Running on the defaults could change zone and protocol.
        raise SetupError(f"{file}: has no settings; restore it from its backup, or make a folder with pdd-server init")
    _refuse_retired(values, file)
    return check_config(values, file)


def _refuse_retired(values: dict[str, object], file: Path) -> None:
    """Reject settings of the retired protocol `recoverable`.

    Raises:
        SetupError: A key is there that only `recoverable` had, so the whole data folder is too old; or just the
            protocol's name is there, so writing another name is enough.
    """
    found = [key for key in ("eligible_days", "reveal_days") if key in values]
    if found:
        raise SetupError(
            f"{file}: {found[0]}: the protocol recoverable was retired, and data folders from before cannot be used; "
            "make a new data folder with pdd-server init"
        )
    if values.get("protocol") == "recoverable":
        # The old `init` always wrote the keys above, too. So here somebody has edited the settings of a newer folder.
        raise SetupError(f"{file}: protocol: recoverable was retired; write cohort or plain in its place")


def check_config(values: dict[str, object], file: Path) -> Config:
    """Return the settings with these values.

    Args:
        values: The values by key, as `tomllib` reads them.
        file: The file that they are from, for errors.

    Raises:
        SetupError: A value is invalid. The text names the file, the key and what to do.
    """
    return _checked(values, lambda key: f"{file}: {key}", "correct this key")


def check_options(values: dict[str, object], option: Callable[[str], str]) -> Config:
    """Return the settings that a command's options give.

    Args:
        values: The values by key.
        option: Returns the option of a key, such as `--min-group`, for errors.

    Raises:
        SetupError: A value is invalid. The text names the option and what to do.
    """
    return _checked(values, option, "correct this option")


def _checked(values: dict[str, object], place: Callable[[str], str], remedy: str) -> Config:
    try:
        return Config.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        # An error without a location is that of `_floor_within_size`, which is about two keys.
        key = ".".join(str(step) for step in first["loc"]) or "group_size"
        if first["type"] == "extra_forbidden":
            raise SetupError(f"{place(key)}: there is no such setting; take it out, or correct its name") from None
        reason = first["msg"].removeprefix("Value error, ")
        raise SetupError(f"{place(key)}: {reason[:1].lower()}{reason[1:]}; {remedy}") from None
