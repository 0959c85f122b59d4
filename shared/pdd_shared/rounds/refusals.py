"""Why a message of a round is refused: one name each, the same in code, API, logs and documents."""

from enum import StrEnum


class Reason(StrEnum):
    """The named refusals of donors and server."""

    BAD_SIGNATURE = "bad-signature"
    """Not signed by the pinned server key, or not a message of the expected kind."""
    FOREIGN_PLAN = "foreign-plan"
    """The plan names another server, or the roster another plan or day."""
    FLOOR_TOO_LOW = "floor-too-low"
    """The plan's smallest group is below what any donor accepts."""
    GROUP_TOO_SMALL = "group-too-small"
    """The roster has fewer members than the plan's floor."""
    NOT_A_MEMBER = "not-a-member"
    """The donor is not in the roster exactly once with its own keys."""
    DUPLICATE_MEMBER = "duplicate-member"
    """Two members of the roster share a key."""
    FORGED_MEMBER = "forged-member"
    """A member's exchange key is not signed by its identity key."""
    CHANGED_KEY = "changed-key"
    """A member shows another exchange key than the one its identity was first seen with."""
    WEAK_KEY = "weak-key"
    """A member's exchange key is of low order."""
    COUNT_TOO_LARGE = "count-too-large"
    """The group's sums could pass 2^31."""
    LAYOUT_TOO_LARGE = "layout-too-large"
    """The vector would have more numbers than a donor blinds."""
    DAY_NOT_OVER = "day-not-over"
    """The plan's data day has not ended by the server's own clock."""
    WRONG_DAY = "wrong-day"
    """A preparation is asked for another day than today."""
    ALTERED_ROSTER = "altered-roster"
    """A roster entry is not what its member signed or the donor sent, or a vector is not signed under the roster."""
    ALTERED_SURVIVORS = "altered-survivors"
    """The survivor list is for another roster, names who is not in it, or who has not signed it."""
    DENIED_VECTOR = "denied-vector"
    """The survivor list leaves out this donor, whose vector the server has confirmed."""
    TOLD_BEFORE = "told-before"
    """The donor has revealed shares of this round for another survivor list."""
    DAY_SIGNED_BEFORE = "day-signed-before"
    """The donor has already blinded this day under another plan or roster."""
    WRONG_SIZE = "wrong-size"
    """The vector has not the layout's size."""
    DIFFERENT_VECTOR = "different-vector"
    """The member has already sent another vector for this round."""
    TOO_LATE = "too-late"
    """The round's window is over."""


class Refused(Exception):
    """A message that was not accepted; nothing has changed."""

    def __init__(self, reason: Reason, detail: str) -> None:
        """`detail` is one plain sentence; it never holds anything of a donor's searches."""
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
