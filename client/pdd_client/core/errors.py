"""The error that tells a donor what can't be done, and why."""

from pdd_shared.protocol.error_names import DonorErrorCode

Code = DonorErrorCode
"""The error's stable name, for programs that show their own words for it, such as the app in other languages."""


class DonorError(Exception):
    """An error for a person, in one plain line: what is wrong, where, what it means for their data, and what to do.

    Attributes:
        code: the error's name; None for errors that only the command line can meet.
        detail: the cause as the operating system named it; empty if it named none.

    """

    def __init__(self, line: str, code: Code | None = None, *, detail: str = "") -> None:
        super().__init__(line)
        self.code, self.detail = code, detail
