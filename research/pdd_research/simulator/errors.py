"""What a simulation refuses."""

from pdd_research.errors import Refused


class SettingError(Refused):
    """A setting that cannot be simulated: names it, what it is, and what it must be."""
