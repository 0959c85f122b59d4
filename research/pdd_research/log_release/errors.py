"""What releasing a log refuses."""


class LogError(ValueError):
    """A log that cannot be read: names the file, what is wrong, and what to do."""


class ParameterError(ValueError):
    """Parameters under which nothing can be released: names the parameter, what it is, and what it must be."""
