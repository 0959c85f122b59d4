"""The settings of server and donors in a simulated `cohort` collection."""

from dataclasses import dataclass

from pdd_research.errors import SettingError

LATEST_CLOSE = 7
"""A window closes at the latest so many days after its data day."""
ANSWER_DAYS = 14
"""Certificates and answers are taken for so many days after a window closed."""
WARM_UP = 7
"""Days before the first data day. The donors seen on them make the first tree."""


@dataclass(frozen=True)
class Rules:
    """The settings of a collection by the `cohort` protocol.

    Attributes:
        delay: the server's setting, in days.
        contacts: how often a day a committee member contacts the server.
        colluders: the percentage of all donors that campaigns tolerate as colluders.
        leaving: the share of donors who leave for good each day; as many new ones take their place.
        reviewing: the share of donors who review each day before it is sent.
        approving: the share of reviewed days that these donors approve.
        warm_up: days before the first data day, in which epochs settle.
    """

    delay: int = 1
    contacts: int = 2
    colluders: int = 10
    leaving: float = 0.0
    reviewing: float = 0.0
    approving: float = 0.6
    warm_up: int = WARM_UP

    def __post_init__(self) -> None:
        """Raise SettingError if a value is out of its range."""
        last = LATEST_CLOSE - 1
        bounds = (("delay", 0, last), ("contacts", 1, 24), ("colluders", 0, 50))
        for name, least, most in bounds:
            if not least <= (value := getattr(self, name)) <= most:
                raise SettingError(f"{name} is {value}; in the cohort protocol it must be from {least} to {most}")
        if not 0 <= self.leaving < 1:
            raise SettingError(f"leaving is {self.leaving}; it must be 0 or more, and below 1")
        for name in ("reviewing", "approving"):
            if not 0 <= (share := getattr(self, name)) <= 1:
                raise SettingError(f"{name} is {share}; a share is from 0 to 1")
