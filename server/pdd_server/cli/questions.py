"""The options by which a command learns what is asked of a campaign: donors, searches, rates of keywords, a change."""

import argparse
from pathlib import Path

from pdd_server.cli.parser import Parser
from pdd_server.errors import Rejected, Rejection, invalid
from pdd_shared.planning.keyword_rates import KNOWN_RATES, USUAL
from pdd_shared.planning.question import Question, QuestionError, Rates, effect_of_text, rates_of_csv, rates_of_text

_SEARCHES, _EFFECT = 5.0, "20%"


def add_question(parser: Parser) -> None:
    """Add the options of a question; the donors are an option of the command's own."""
    words = ", ".join(KNOWN_RATES)
    rate = f"share of searches that match a keyword: a number, one of {words}, or a CSV of keywords or queries"
    searches, effect = "searches of a donor on a day", "the rise to be seen"
    parser.add_argument("--rate", metavar="SHARE", help=f"{rate}; {USUAL} unless said")
    parser.add_argument("--searches", type=float, metavar="N", help=f"{searches}; {_SEARCHES:g} unless said")
    parser.add_argument("--effect", metavar="SHARE", help=f"{effect}, as 0.2 or 20%%; 20%% unless said")


def question_of(given: argparse.Namespace) -> Question | None:
    """Return the question that the options ask; None if no option asks one.

    Raises:
        Rejected: INVALID if another option is given without the donors, a number is out of its range, or the rates
            can't be read; with the option or the line.
    """
    if given.donors is None:
        if alone := next((name for name in ("rate", "searches", "effect") if getattr(given, name) is not None), None):
            raise invalid(f"--{alone}", "changes nothing without the donors; add --donors N")
        return None
    searches = _SEARCHES if given.searches is None else given.searches
    try:
        effect = effect_of_text(_EFFECT if given.effect is None else given.effect)
        return Question(given.donors, searches, _rates(USUAL if given.rate is None else given.rate), effect)
    except QuestionError as error:
        name, _, reason = str(error).partition(" ")
        raise invalid(f"--{name}", reason) from None


def _rates(text: str) -> Rates:
    """Return the rates that the option names."""
    if (found := rates_of_text(text)) is not None:
        return found
    file = Path(text)
    try:
        return rates_of_csv(file.read_text(encoding="utf-8-sig"))
    except OSError:
        words = ", ".join(KNOWN_RATES)
        raise invalid("--rate", f"{text} is no number, no file, and none of {words}; give one of these") from None
    except UnicodeDecodeError:
        raise Rejected(Rejection.INVALID, f"{file}: is not UTF-8 text; save it as UTF-8") from None
    except QuestionError as error:
        raise Rejected(Rejection.INVALID, f"{file}: {error}") from None
