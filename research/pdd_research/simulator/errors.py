"""What a simulation refuses."""


class SettingError(ValueError):
    """A setting that cannot be simulated: names it, what it is, and what it must be."""
