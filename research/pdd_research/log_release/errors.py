"""What releasing a log refuses."""

from pdd_research.errors import Refused


class LogError(Refused):
    """A log that cannot be read: names the file, what is wrong, and what to do."""


class ParameterError(Refused):
    """Parameters under which nothing can be released: names the parameter, what it is, and what it must be."""
