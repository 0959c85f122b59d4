"""Lines of text about the server's public log: the numbers that people compare, and what a comparison found."""

from collections.abc import Iterator, Sequence
from datetime import date

from pdd_shared.rounds.cohort.epoch.log_comparison import Comparison

_FOUND = {
    Comparison.SAME: "The same: whoever has this file was shown the log that this computer reads.",
    Comparison.AHEAD: "The file is newer than what this computer has read. It is kept, and compared again in each "
    "check-in.",
    Comparison.RESTORED: "Another log. The server says that it was restored from a backup. If the file is older than "
    "that, this may be why. If not, the server shows two logs: tell the people who answer for the campaign.",
    Comparison.FORKED: "Another log: the server shows you and others different lists of donors. Your computer sends it "
    "no counts any more. What it signed is kept, and is in your export: show it to the people who answer for the "
    "campaign.",
}


def comparison_text(weeks: Sequence[tuple[date, str]], result: Comparison | None) -> Iterator[str]:
    """Yield what the comparison with a file found, if there was one; else the numbers to compare."""
    if result is not None:
        yield _FOUND[result]
    elif not weeks:
        yield "There is nothing to compare yet: the server has shown you no list of donors."
    else:
        yield (
            "Whoever donates at this server must see the same numbers. Compare them by telephone or in person, because "
            "the server could change what goes through it."
        )
        for start, fingerprint in weeks:
            yield f"donors from {start}: {fingerprint}"
