"""What one test says about published numbers."""

from dataclasses import dataclass

LEVEL = 0.001
"""How often right numbers are refuted at most, by all tests of an audit together."""


@dataclass(frozen=True)
class Verdict:
    """The outcome of one test.

    Attributes:
        test: its name, a key of `QUESTIONS`.
        of: what was tested.
        numbers: how many numbers it looked at.
        chance: the probability that right numbers look at least as odd; 0 for a contradiction, 1 if there is none.
        found: what was found, a few words.
        power: what would have been seen, a few words; nothing for a comparison without chance.
        by_chance: whether chance plays a part, so that the test takes its share of LEVEL.
    """

    test: str
    of: str
    numbers: int
    chance: float
    found: str
    power: str = ""
    by_chance: bool = True


def contradiction(test: str, of: str, numbers: int, wrong: list[str]) -> Verdict:
    """Return the verdict of a comparison in which chance plays no part: refuted if anything is wrong."""
    if not wrong:
        return Verdict(test, of, numbers, 1.0, "they agree", by_chance=False)
    more = f", and {len(wrong) - 1} more" if len(wrong) > 1 else ""
    return Verdict(test, of, numbers, 0.0, f"{wrong[0]}{more}", by_chance=False)
