"""What a donor is told when something can't be done."""

from enum import StrEnum


class Code(StrEnum):
    """Which error it is, for programs that tell it in words of their own; named as in the browser extension."""

    NOT_A_LINK = "not-a-link"
    NOT_AN_ADDRESS = "not-an-address"
    NOT_ENCRYPTED = "not-encrypted"
    UNUSABLE_PROXY = "unusable-proxy"
    UNKNOWN_HOST = "unknown-host"
    NO_CONNECTION = "no-connection"
    NO_TLS = "no-tls"
    BAD_CERTIFICATE = "bad-certificate"
    FOREIGN_ANSWER = "foreign-answer"
    BROKEN_ANSWER = "broken-answer"
    SERVER_ERROR = "server-error"
    TOO_SLOW = "too-slow"
    ENDLESS_ANSWER = "endless-answer"
    UNREADABLE_ANSWER = "unreadable-answer"
    CHANGED_SERVER_KEY = "changed-server-key"
    UNVOUCHED_KEY = "unvouched-key"
    NO_CAMPAIGNS = "no-campaigns"
    NO_SUCH_CAMPAIGN = "no-such-campaign"
    SMALL_GROUPS = "small-groups"
    UNCOUNTABLE = "uncountable"
    UNDER_WAY = "under-way"
    DAY_LOCKED = "day-locked"
    DAY_NOT_COUNTED = "day-not-counted"
    DAY_OVER = "day-over"
    NO_WORD = "no-word"
    TOO_LONG = "too-long"
    NO_SUCH_SEARCH = "no-such-search"
    UNREADABLE_RESULTS = "unreadable-results"
    DISK_FULL = "disk-full"
    STORE_FAILED = "store-failed"
    HOME_OF_BEFORE = "home-of-before"
    KEYCHAIN_LOCKED = "keychain-locked"
    NOT_EXPORTED = "not-exported"
    START_AT_LOGIN = "start-at-login"
    OWN_FAULT = "own-fault"


class DonorError(Exception):
    """One plain line: what is wrong, where, what it means for the donor's data, and what to do.

    `code` is None for what only the command line meets; `detail` is the cause, where the system has named one.
    """

    def __init__(self, line: str, code: Code | None = None, *, detail: str = "") -> None:
        super().__init__(line)
        self.code, self.detail = code, detail
