"""What a server refuses outside of a round's own rules: one name each, the same in code, API and documents."""

from enum import StrEnum


class Rejection(StrEnum):
    """The named rejections; those of a round are `pdd_shared.rounds.refusals.Reason`."""

    INVITATION_NEEDED = "invitation-needed"
    FORGED_MEMBER = "forged-member"
    ALREADY_REGISTERED = "already-registered"
    NOT_REGISTERED = "not-registered"
    STALE_STATE = "stale-state"
    NO_SUCH_ROUND = "no-such-round"
    NO_SUCH_CAMPAIGN = "no-such-campaign"


class Rejected(Exception):
    """A request that was not accepted; nothing has changed."""

    def __init__(self, name: Rejection, detail: str) -> None:
        """`detail` is one plain sentence with nothing of the request in it."""
        super().__init__(detail)
        self.name = name
        self.detail = detail
