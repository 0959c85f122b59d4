"""What a donor is told when something can't be done."""

from pdd_shared.protocol.error_names import DonorErrorCode

Code = DonorErrorCode
"""Which error it is, for programs that say it in words of their own."""


class DonorError(Exception):
    """One plain line: what is wrong, where, what it means for the donor's data, and what to do.

    `code` is None for what only the command line meets; `detail` is the cause, where the system has named one.
    """

    def __init__(self, line: str, code: Code | None = None, *, detail: str = "") -> None:
        super().__init__(line)
        self.code, self.detail = code, detail
