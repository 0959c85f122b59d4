"""What a donor is told when something can't be done."""


class DonorError(Exception):
    """One plain line: what is wrong, where, what it means for the donor's data, and what to do."""
