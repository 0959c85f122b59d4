"""The names of errors: the problems that a server answers with, and the errors that a donor's program shows.

Programs decide by these names, and choose their messages by them. `python -m scripts.generate` writes both lists for
the extension, to extension/src/core/error_names.js.
"""

from collections.abc import Mapping
from enum import StrEnum


class ProblemName(StrEnum):
    """A problem that a server answers with, as in `urn:pdd:problem:NAME` (docs/reference/protocol.md, "The API")."""

    INVALID_MESSAGE = "invalid-message"
    """The request is not a message of this version of the protocol."""
    WRONG_SIZE = "wrong-size"
    """A vector, upload or answer has another size than its plan says."""
    FORGED_MEMBER = "forged-member"
    """The exchange key is not signed by the identity key."""
    WEAK_KEY = "weak-key"
    """A key is of low order."""
    BAD_SIGNATURE = "bad-signature"
    """The message is not signed by the donor's key."""
    NOT_REGISTERED = "not-registered"
    """The token belongs to no donor."""
    NOT_AUTHORISED = "not-authorised"
    """The token belongs to no account."""
    FORBIDDEN = "forbidden"
    """The account may not do this."""
    INVITATION_NEEDED = "invitation-needed"
    """The server registers donors by invitation only."""
    NOT_A_MEMBER = "not-a-member"
    """The donor has no place in that group, cohort or committee."""
    NOT_FOUND = "not-found"
    """There is nothing at this address."""
    NO_SUCH_ROUND = "no-such-round"
    """There is no round of that day, or no epoch of that number."""
    NO_SUCH_CAMPAIGN = "no-such-campaign"
    """There is no campaign of that id."""
    METHOD_NOT_ALLOWED = "method-not-allowed"
    """The address does not take requests of this method."""
    ALREADY_REGISTERED = "already-registered"
    """The identity key is another donor's."""
    DUPLICATE_MEMBER = "duplicate-member"
    """A key of the ticket is in another ticket of the epoch."""
    STALE_STATE = "stale-state"
    """The request builds on a state that the server no longer has: a copied or restored donor, a changed draft."""
    FOREIGN_PLAN = "foreign-plan"
    """The context is of another plan or roster."""
    DIFFERENT_VECTOR = "different-vector"
    """The donor has sent another vector for this round, or another ticket for this epoch."""
    DIFFERENT_ANSWER = "different-answer"
    """The member has given another answer for this list."""
    WRONG_COHORT = "wrong-cohort"
    """The leaf was dealt to another cohort."""
    WRONG_DAY = "wrong-day"
    """The data day is before the first on which the home takes part."""
    COHORT_FULL = "cohort-full"
    """The cohort has as many uploads as its plan allows."""
    TOO_LATE = "too-late"
    """The window is over."""
    TOO_LARGE = "too-large"
    """The request is larger than any message of this server."""
    UNSUPPORTED_MEDIA_TYPE = "unsupported-media-type"
    """The address does not take bodies of this content type."""
    CLIENT_TOO_OLD = "client-too-old"
    """The program is older than the oldest that this server works with."""
    RATE_LIMITED = "rate-limited"
    """Too many requests came from this donor or address."""
    INTERNAL_ERROR = "internal-error"
    """The server failed at the request, and nothing was changed."""
    BUSY = "busy"
    """The server is busy with other work."""


STATUS: Mapping[str, int] = {
    ProblemName.INVALID_MESSAGE: 400,
    ProblemName.WRONG_SIZE: 400,
    ProblemName.FORGED_MEMBER: 400,
    ProblemName.WEAK_KEY: 400,
    ProblemName.BAD_SIGNATURE: 400,
    ProblemName.NOT_REGISTERED: 401,
    ProblemName.NOT_AUTHORISED: 401,
    ProblemName.FORBIDDEN: 403,
    ProblemName.INVITATION_NEEDED: 403,
    ProblemName.NOT_A_MEMBER: 403,
    ProblemName.NOT_FOUND: 404,
    ProblemName.NO_SUCH_ROUND: 404,
    ProblemName.NO_SUCH_CAMPAIGN: 404,
    ProblemName.METHOD_NOT_ALLOWED: 405,
    ProblemName.ALREADY_REGISTERED: 409,
    ProblemName.DUPLICATE_MEMBER: 409,
    ProblemName.STALE_STATE: 409,
    ProblemName.FOREIGN_PLAN: 409,
    ProblemName.DIFFERENT_VECTOR: 409,
    ProblemName.DIFFERENT_ANSWER: 409,
    ProblemName.WRONG_COHORT: 409,
    ProblemName.WRONG_DAY: 409,
    ProblemName.COHORT_FULL: 409,
    ProblemName.TOO_LATE: 409,
    ProblemName.TOO_LARGE: 413,
    ProblemName.UNSUPPORTED_MEDIA_TYPE: 415,
    ProblemName.CLIENT_TOO_OLD: 426,
    ProblemName.RATE_LIMITED: 429,
    ProblemName.INTERNAL_ERROR: 500,
    ProblemName.BUSY: 503,
}
"""The HTTP status of each problem."""


class DonorErrorCode(StrEnum):
    """An error that a donor's program shows. Most of them occur in the app and in the extension.

    Each program has its own sentences and translations for them.
    """

    NOT_A_LINK = "not-a-link"
    """The entered text is not a link to a server or a campaign."""
    NOT_AN_ADDRESS = "not-an-address"
    """The entered text is not a web address."""
    NOT_ENCRYPTED = "not-encrypted"
    """The address is not encrypted (https)."""
    UNUSABLE_PROXY = "unusable-proxy"
    """The system's settings name a proxy that can't be used."""
    UNKNOWN_HOST = "unknown-host"
    """The server's name can't be looked up."""
    NO_CONNECTION = "no-connection"
    """Nothing answers at the address."""
    NO_TLS = "no-tls"
    """The other side does not speak TLS."""
    BAD_CERTIFICATE = "bad-certificate"
    """The server's certificate is for another name, expired, or not from a trusted authority."""
    FOREIGN_ANSWER = "foreign-answer"
    """Something else answers there, such as a Wi-Fi's sign-in page."""
    BROKEN_ANSWER = "broken-answer"
    """The connection ended before the answer did."""
    SERVER_ERROR = "server-error"
    """The server failed, and did not say why."""
    TOO_SLOW = "too-slow"
    """The answer took too long."""
    ENDLESS_ANSWER = "endless-answer"
    """The answer is longer than any of a donation server."""
    UNREADABLE_ANSWER = "unreadable-answer"
    """The answer has a form that this version does not know."""
    PROBLEM = "problem"
    """The server answered with a problem, which has a name."""
    CHANGED_SERVER_KEY = "changed-server-key"
    """The server shows another identity key than the pinned one."""
    CHANGED_SERVER_ZONE = "changed-server-zone"
    """The server is in another time zone than when the donor joined it."""
    UNVOUCHED_KEY = "unvouched-key"
    """The server's identity key did not sign the key of today."""
    EXPIRED_KEY = "expired-key"
    """The days of the server's key are over."""
    REVOKED_KEY = "revoked-key"
    """The server signs with a key that was replaced, or its chain of keys is not the one that the home knows."""
    FORGED_CAMPAIGN = "forged-campaign"
    """A campaign is not signed by the server's key."""
    UNKNOWN_ZONE = "unknown-zone"
    """The server collects in a time zone that this system does not know."""
    NOT_JOINED = "not-joined"
    """No server was joined yet."""
    JOINING_UNFINISHED = "joining-unfinished"
    """Joining another server was begun and not finished."""
    OTHER_SERVER = "other-server"
    """Another server was joined before."""
    NO_CAMPAIGNS = "no-campaigns"
    """The server has no campaign to join."""
    NO_SUCH_CAMPAIGN = "no-such-campaign"
    """The server has no campaign of that name."""
    NOT_JOINED_CAMPAIGN = "not-joined-campaign"
    """The campaign was not joined."""
    CHOOSE_STRATUM = "choose-stratum"
    """The campaign asks for a choice that was not made."""
    SMALL_GROUPS = "small-groups"
    """The campaign's groups are smaller than a donor accepts."""
    UNCOUNTABLE = "uncountable"
    """The campaign has a keyword that this version can't count."""
    UNDER_WAY = "under-way"
    """Something else is under way."""
    DAY_LOCKED = "day-locked"
    """The day was sent or decided, and can't be changed."""
    DAY_NOT_COUNTED = "day-not-counted"
    """The day is not counted."""
    DAY_OVER = "day-over"
    """The day's counts are no longer taken."""
    DAY_TO_COME = "day-to-come"
    """The day is in the future."""
    NO_WORD = "no-word"
    """The word to block has no letter and no number."""
    TOO_LONG = "too-long"
    """The word to block is too long."""
    NOT_BLOCKED = "not-blocked"
    """The word is not blocked."""
    NO_SUCH_SEARCH = "no-such-search"
    """The day has no such search."""
    PAUSE_IN_PAST = "pause-in-past"
    """The end of the pause is in the past."""
    NOT_A_MODE = "not-a-mode"
    """There is no such way of sending."""
    NOT_A_LIMIT = "not-a-limit"
    """The ceiling of the privacy account is not a number above 0."""
    NO_SUCH_PREFERENCE = "no-such-preference"
    """There is no such preference."""
    WRONG_PREFERENCE = "wrong-preference"
    """The preference has no such value."""
    UNREADABLE_RESULTS = "unreadable-results"
    """The published results can't be read."""
    NO_CHECKPOINT = "no-checkpoint"
    """The file has no checkpoint of the public log that the server signed."""
    DISK_FULL = "disk-full"
    """The disk is full."""
    STORE_FAILED = "store-failed"
    """The program's stored data can't be read or written."""
    STORE_NEWER = "store-newer"
    """The stored data was written by a newer version."""
    STORE_OUTDATED = "store-outdated"
    """The stored data was changed by a newer version while this one ran."""
    STORE_DAMAGED = "store-damaged"
    """The stored data is damaged."""
    HOME_OF_BEFORE = "home-of-before"
    """The stored data was written by a version before the first release."""
    KEYCHAIN_LOCKED = "keychain-locked"
    """The system's keychain is locked."""
    NOT_EXPORTED = "not-exported"
    """The export could not be written."""
    START_AT_LOGIN = "start-at-login"
    """Starting at login could not be changed."""
    OWN_FAULT = "own-fault"
    """The program has a defect."""
    APP_DONATES = "app-donates"
    """The app donates this browser's counts."""
    APP_UNREACHABLE = "app-unreachable"
    """The app does not answer the extension."""


ONLY_APP = frozenset(
    {
        DonorErrorCode.BAD_CERTIFICATE,
        DonorErrorCode.BROKEN_ANSWER,
        DonorErrorCode.HOME_OF_BEFORE,
        DonorErrorCode.KEYCHAIN_LOCKED,
        DonorErrorCode.NOT_EXPORTED,
        DonorErrorCode.NO_TLS,
        DonorErrorCode.OWN_FAULT,
        DonorErrorCode.START_AT_LOGIN,
        DonorErrorCode.UNKNOWN_HOST,
        DonorErrorCode.UNUSABLE_PROXY,
    }
)
"""The errors of the app alone. A browser does not report them to an extension, or an extension can't have them."""

ONLY_EXTENSION = frozenset(
    {
        DonorErrorCode.APP_DONATES,
        DonorErrorCode.APP_UNREACHABLE,
        DonorErrorCode.CHOOSE_STRATUM,
        DonorErrorCode.DAY_TO_COME,
        DonorErrorCode.FORGED_CAMPAIGN,
        DonorErrorCode.JOINING_UNFINISHED,
        DonorErrorCode.NOT_A_LIMIT,
        DonorErrorCode.NOT_A_MODE,
        DonorErrorCode.NOT_BLOCKED,
        DonorErrorCode.NOT_JOINED,
        DonorErrorCode.NOT_JOINED_CAMPAIGN,
        DonorErrorCode.NO_SUCH_PREFERENCE,
        DonorErrorCode.OTHER_SERVER,
        DonorErrorCode.PAUSE_IN_PAST,
        DonorErrorCode.PROBLEM,
        DonorErrorCode.STORE_DAMAGED,
        DonorErrorCode.STORE_OUTDATED,
        DonorErrorCode.UNKNOWN_ZONE,
        DonorErrorCode.WRONG_PREFERENCE,
    }
)
"""The errors of the extension alone. The app shows these cases in another way, without a named error."""
