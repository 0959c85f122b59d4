"""The errors of the flu study."""

from pdd_research.errors import InputError


class StudyError(InputError):
    """Data or options that can't be studied. The message names them, what is wrong, and what to do."""
