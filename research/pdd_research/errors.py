"""What all commands refuse with."""


class Refused(ValueError):
    """What a person gave cannot be used: the first line names it, what is wrong, and what to do."""
