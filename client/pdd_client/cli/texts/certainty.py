"""The privacy account in one sentence and one picture, for the terminal."""

from collections.abc import Iterator
from decimal import Decimal

from pdd_client.core.texts.numbers import chance, exactly
from pdd_shared.privacy.accounting.certainty import HIGH_COST, exception_of, is_high, percent_of
from pdd_shared.protocol.terms import Budget

_WIDTH = 40
"""The characters of the bar, from 0 to 100%."""


def sure_text(percent: Decimal, exception: Decimal, *, given: bool) -> Iterator[str]:
    """Yield a sentence on how sure somebody can be at most that the donor's counts are in the results, and a bar.

    Args:
        percent: how sure, in percent.
        exception: the probability with which this does not hold; 0 if it always does.
        given: whether it is about what was given already, not about what may be.

    """
    now = " now" if given else ""
    barring = f" (barring a chance of {chance(exception)})" if exception else ""
    yield (
        "Someone who thought it 50:50 that your counts are in the results can"
        f"{now} be at most {exactly(percent)}% sure{barring}."
    )
    filled = round(_WIDTH * float(percent) / 100)
    bar = "#" * filled + "." * (_WIDTH - filled)
    yield f"  0% [{bar[: _WIDTH // 2]}|{bar[_WIDTH // 2 :]}] 100%"


def offered_text(budget: Budget) -> Iterator[str]:
    """Yield what a campaign's privacy limit means, and ask about a high one."""
    percent = percent_of(budget)
    if percent is None:
        yield "Results could make someone almost sure that you took part."
    else:
        yield from sure_text(percent, exception_of(budget), given=False)
    if is_high(budget):
        why = f"it is above {HIGH_COST}" if budget.epsilon > HIGH_COST else "its delta is large"
        yield f"This privacy cost is high: {why}. Is that OK? If not, do not join."
