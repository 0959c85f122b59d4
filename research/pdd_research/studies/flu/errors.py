"""What the study refuses."""


class StudyError(ValueError):
    """Data or options that cannot be studied: names them, what is wrong, and what to do."""
