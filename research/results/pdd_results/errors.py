"""The error of this package."""


class ResultsError(ValueError):
    """What is wrong with a source or a request, where, and what to do."""
