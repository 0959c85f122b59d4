"""The arguments of `pdd-donor`'s commands, with their help texts, and the functions that parse them."""

import argparse
import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

_YEARS = range(1970, 3000)
"""Years of a day that a donor can ask for: those that browsers and operating systems can represent."""


def _day(text: str) -> date:
    """Parse a day; raise ArgumentTypeError if the text is no ISO date or the year is out of range."""
    wrong = argparse.ArgumentTypeError(f"{text[:20]!r} is no day such as 2026-11-20")
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise wrong from None
    if day.year not in _YEARS:
        raise wrong
    return day


def _limit(text: str) -> Decimal | str:
    """Parse a limit of the privacy account: a decimal number, or "none", which is returned as it is."""
    if text == "none":
        return text
    if not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,18})?", text):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no limit such as 20 or 2.5, nor none")
    return Decimal(text)


SENDING = ("review", "by-itself")
"""The values of `pdd_client.core.donation.decisions.Sending`, repeated here so that the parser need not import it."""

OPTIONS: dict[str, dict[str, Any]] = {
    "url": {
        "metavar": "URL",
        "help": "the link you were given, or the server's address; put it before the options",
    },
    "--campaign": {
        "nargs": "+",
        "action": "extend",
        "metavar": "ID",
        "help": "which campaigns, where the server has several",
    },
    "--stratum": {
        "metavar": "S",
        "help": "your region, age band or such, if a campaign asks; the server is not told; `unstated` for who would "
        "rather not say, where a campaign has it",
    },
    "--invitation": {"metavar": "CODE", "help": "where the server wants one"},
    "--sending": {"choices": SENDING, "help": "whether days wait for your review, as they do until you choose"},
    "--accept": {"action": "store_true", "help": "agree; without it you only see what you would agree to"},
    "--day": {"type": _day, "metavar": "D", "help": "a day such as 2026-11-20; today by default"},
    "--all": {"action": "store_true", "help": "of all time"},
    "--history": {
        "type": Path,
        "nargs": "+",
        "action": "extend",
        "metavar": "FILE",
        "help": "history databases; those of all browsers by default",
    },
    "--json": {"action": "store_true", "help": "print JSON"},
    "word": {"nargs": "+", "metavar": "WORD", "help": "a word, or in quotes words that occur together"},
    "--site": {
        "nargs": "+",
        "action": "extend",
        "metavar": "SITE",
        "help": "search engines, such as bing.com; `pdd-donor searches` names those that you use",
    },
    "--browser": {"nargs": "+", "action": "extend", "metavar": "BROWSER", "help": "browsers, such as firefox"},
    "--profile": {
        "nargs": "+",
        "action": "extend",
        "metavar": "FILE",
        "help": "profiles, by the files that `pdd-donor searches` and `left-out` name; to count: any history file",
    },
    "--hours": {"metavar": "HOURS", "help": "hours of each day by this computer's clock, such as 22:00-06:00"},
    "--all-hours": {"action": "store_true", "help": "count searches of all hours"},
    "search_id": {
        "nargs": "+",
        "metavar": "SEARCH_ID",
        "help": "as `pdd-donor searches` lists it; before --history, which takes several files",
    },
    "epsilon": {
        "type": _limit,
        "nargs": "?",
        "metavar": "EPSILON",
        "help": "the privacy cost that all days together may not pass, such as 20; none takes the limit away",
    },
    "mode": {"nargs": "?", "choices": SENDING, "help": "without it, says which"},
    "--until": {"metavar": "TIME", "help": "`tomorrow`, `week` (from now), or a time such as 2026-11-23T08:00+01:00"},
    "--without-server": {
        "action": "store_true",
        "help": "erase this computer alone, where the server is gone; it then keeps what it has of you",
    },
    "results_file": {
        "type": Path,
        "nargs": "?",
        "metavar": "FILE",
        "help": "a campaign's results.json that somebody else got from the server; without it, the numbers to compare",
    },
    "campaign": {"metavar": "CAMPAIGN", "help": "the campaign's id"},
}
"""The keyword arguments of `ArgumentParser.add_argument`, by the argument's name."""


def add_arguments(parser: argparse.ArgumentParser, options: Sequence[str]) -> None:
    """Add the arguments with these names, which are keys of OPTIONS, to a command's parser."""
    # `--all` asks for all days in place of the one that `--day` names: a command takes only one of the two.
    one_of = parser.add_mutually_exclusive_group() if "--all" in options else parser
    for option in options:
        (one_of if option in ("--day", "--all") else parser).add_argument(option, **OPTIONS[option])
