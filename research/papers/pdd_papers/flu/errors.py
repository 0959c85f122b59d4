"""What the study refuses."""

from pdd_research.errors import InputError


class StudyError(InputError):
    """Data or options that cannot be studied: names them, what is wrong, and what to do."""
