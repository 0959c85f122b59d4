"""The reasons for which a donor or the server refuses a message of a round.

Each has one name, which is the same in the code, the API, logs and documents. The docstring of a reason says when it is
used; docs/reference/cohort.md and docs/reference/protocol.md have the order of the checks.
"""

from enum import StrEnum


class Reason(StrEnum):
    """The name of a refusal."""

    BAD_SIGNATURE = "bad-signature"
    """Not signed by the expected key, not a message of the expected kind, or not written as the protocol writes it."""
    REVOKED_KEY = "revoked-key"
    """The chain of keys does not go on from the link that the home knows, or its newest link is for another key."""
    FOREIGN_PLAN = "foreign-plan"
    """The plan names another server, or the roster another plan or day."""
    FLOOR_TOO_LOW = "floor-too-low"
    """The plan's floor, the fewest donors in a group or list, is below what a donor accepts."""
    GROUP_TOO_SMALL = "group-too-small"
    """The roster has fewer members than the plan's floor."""
    NOT_A_MEMBER = "not-a-member"
    """The donor is not in the roster exactly once with its own keys, or a receipt is not for its only ticket."""
    DUPLICATE_MEMBER = "duplicate-member"
    """Two members of a roster, or two tickets of an epoch, share a key."""
    FORGED_MEMBER = "forged-member"
    """A member's exchange key is not signed by its identity key."""
    CHANGED_KEY = "changed-key"
    """A member shows another exchange key than the one its identity was first seen with."""
    WEAK_KEY = "weak-key"
    """A key is of low order: a member's exchange key, or a key of a ticket."""
    FOREIGN_EPOCH = "foreign-epoch"
    """An epoch, or a receipt or leaves for one, belongs to another server, epoch, root, size or reset."""
    TOO_SOON = "too-soon"
    """An epoch begins before a home accepts another one."""
    TWO_EPOCHS = "two-epochs"
    """The server signed two epochs under one number, or one with a lower number than a home accepted."""
    TWO_COMMITTEES = "two-committees"
    """The published number, size or root of an epoch differs from what the home was shown."""
    FORKED_LOG = "forked-log"
    """The public log does not go on from the lines that the home has read, or the server shows none."""
    NOT_LOGGED = "not-logged"
    """The server signed an epoch that is not in its public log."""
    LEFT_OUT = "left-out"
    """The server asked the home for no ticket before a tree was made, and would append it to this tree."""
    DENIED_TICKET = "denied-ticket"
    """The home's ticket, for which it has a receipt, is not in the tree, or has not the index of its receipt."""
    WRONG_COMMITTEE = "wrong-committee"
    """A member of a committee is not at the place that was drawn, or not in the tree."""
    COUNT_TOO_LARGE = "count-too-large"
    """The sums could pass the range in which they are read."""
    LAYOUT_TOO_LARGE = "layout-too-large"
    """The vector would have more numbers than a donor blinds, or more laws of noise than it draws."""
    DAY_NOT_OVER = "day-not-over"
    """The plan's data day has not ended."""
    WRONG_DAY = "wrong-day"
    """The data day is another epoch's, or lies before the first on which the home takes part."""
    DENIED_VECTOR = "denied-vector"
    """The list leaves out this member's own upload, which the server has confirmed."""
    TOLD_BEFORE = "told-before"
    """The member has certified another list of the same day."""
    DAY_SIGNED_BEFORE = "day-signed-before"
    """The donor has already sent something else for this day, or signed it under another plan, roster or context."""
    WRONG_SIZE = "wrong-size"
    """A vector, upload or answer has another size, or a word that is not below q."""
    DIFFERENT_VECTOR = "different-vector"
    """The donor has already sent another vector for this round, or another ticket for this epoch."""
    TOO_LATE = "too-late"
    """The window or the time for answers is over, or a list was shown before the window closed."""
    MALFORMED_PLAN = "malformed-plan"
    """The plan contradicts itself, or has a campaign or stratum twice."""
    WRONG_WINDOW = "wrong-window"
    """The plan's window closes too early or too late, or answers are taken for too long after."""
    SUB_COHORTS_TOO_SMALL = "sub-cohorts-too-small"
    """A cohort is divided into a number of sub-cohorts that is not allowed, or that leaves them too few leaves."""
    ALTERED_LIST = "altered-list"
    """The included list is malformed, or has an entry that cannot be in it."""
    LIST_TOO_SMALL = "list-too-small"
    """The included list has fewer entries of the tree than the floor."""
    BAD_CERTIFICATE = "bad-certificate"
    """The certificate does not have a quorum's signatures under the list that this member certified."""
    COHORT_FULL = "cohort-full"
    """The cohort has as many uploads as the plan allows."""
    WRONG_COHORT = "wrong-cohort"
    """A leaf sent an upload to a cohort that it was not dealt to."""
    DIFFERENT_ANSWER = "different-answer"
    """The member has already given another answer for this list."""


class Refused(Exception):
    """A message was refused by the protocol's rules. The state is what it was before the message."""

    def __init__(self, reason: Reason, detail: str) -> None:
        """Refuse a message.

        Args:
            reason: The name of the refusal.
            detail: One plain sentence. It never holds anything of a donor's searches.
        """
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
