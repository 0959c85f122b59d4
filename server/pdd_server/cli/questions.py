"""The options by which a command learns what is asked of a campaign: donors, searches, rates of keywords, a change."""

import argparse
from pathlib import Path

from pdd_server.cli.parser import Parser
from pdd_server.errors import Rejected, Rejection, invalid
from pdd_shared.planning.keyword_rates import KNOWN_RATES, USUAL
from pdd_shared.planning.question import Question, QuestionError, Rates, rates_of_csv, rates_of_text


def add_question(parser: Parser) -> None:
    """Add the options of a question; the donors are an option of the command's own."""
    words = ", ".join(KNOWN_RATES)
    rate = f"share of searches that match a keyword: a number, one of {words}, or a CSV of keywords and rates"
    parser.add_argument("--rate", default=USUAL, metavar="SHARE", help=f"{rate}; {USUAL} unless said")
    parser.add_argument("--searches", type=float, default=5.0, metavar="N", help="searches of a donor on a day; 5")
    parser.add_argument("--effect", type=float, default=0.2, metavar="SHARE", help="the rise to be seen; 0.2")


def question_of(given: argparse.Namespace) -> Question:
    """Return the question that the options ask.

    Raises:
        Rejected: INVALID if a number is out of its range, or the rates can't be read; with the option or the line.
    """
    try:
        return Question(given.donors, given.searches, _rates(given.rate), given.effect)
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
