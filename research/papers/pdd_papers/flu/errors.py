"""What the study refuses."""

from pdd_research.errors import Refused


class StudyError(Refused):
    """Data or options that cannot be studied: names them, what is wrong, and what to do."""
