"""Lines of text about the server's public log: the numbers that people compare, and what a comparison found."""

from collections.abc import Iterator, Sequence
from datetime import date

from pdd_client.cli.texts.offers import vouching_text
from pdd_client.donor.cohort.log_comparison import Compared
from pdd_shared.protocol.messages import WitnessPolicy
from pdd_shared.rounds.cohort.epoch.log_comparison import Comparison

_FOUND = {
    Comparison.SAME: "The file fits: up to the donors from {until}, whoever got it was shown what you are shown.",
    Comparison.AHEAD: "The file is newer than what this computer has read. Compare it again after the next check-in. "
    "If it is still newer in a week, the server keeps something from you: tell the people who answer for the campaign.",
    Comparison.RESTORED: "The file does not fit. The server says that it was restored from a backup. If the file is "
    "older than that, this may be why. If not, the server shows two logs: tell the people who answer for the campaign.",
    Comparison.FORKED: "The file does not fit what this computer has read. It is compared once more in the next "
    "check-in. If it does not fit then, the server shows you other donors than it shows others, and gets no counts any "
    "more: `pdd-donor log` then says `forked-log`.",
}


def comparison_text(
    weeks: Sequence[tuple[date, str]], found: Compared | None, witnesses: WitnessPolicy | None
) -> Iterator[str]:
    """Yield what the comparison with a file found, if there was one; else who vouches, and the numbers to compare."""
    if found is not None:
        yield _FOUND[found.result].format(until=found.until)
    elif not weeks:
        yield "There is nothing to compare yet: the server has shown you no list of donors."
    else:
        yield vouching_text(witnesses)
        yield (
            "Whoever donates at this server must see the same numbers. Compare them by telephone or in person, because "
            "the server could change what goes through it. If those of one day differ, or you two see no day in "
            "common, the server may show you other donors than it shows others."
        )
        for start, fingerprint in weeks:
            yield f"donors from {start}: {fingerprint}"
