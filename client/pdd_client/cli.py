"""`pdd-donor`: the donor's commands. Exit 0 on success; 2, with one line on stderr, on wrong usage or bad input."""

import argparse
import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from pdd_client import VERSION, showing
from pdd_client.arguments import OPTIONS, Parser
from pdd_client.clock import RehearsalClock, system_clock
from pdd_client.core.join_link import parse_link
from pdd_client.deciding_commands import add_decisions, sending_text
from pdd_client.donor import Donor
from pdd_client.errors import DonorError
from pdd_client.gateways.connection_faults import ServerUnreachable
from pdd_client.gateways.server_http import ServerProblem
from pdd_client.leaving import Farewell
from pdd_client.privacy_account import account_json, account_text, limit_text
from pdd_client.status import status_json, status_text

Command = Callable[[Donor, argparse.Namespace], int]

WRONG = 2

_KEPT_BY_SERVER = (
    "the server that is not told keeps your account: your public keys, and up to 60 days on which you were there",
    "while it runs, it deletes the account once you have not been there for as long as it is set to: usually 180 days",
)
_FAREWELLS: dict[Farewell, tuple[str, ...]] = {
    Farewell.FORGOTTEN: ("the server has forgotten you",),
    Farewell.UNKNOWN: ("the server did not know you, or could not be told who you were",),
    Farewell.NOT_TOLD: ("the server was not told", *_KEPT_BY_SERVER),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    try:
        chosen = _parser().parse_args(arguments)
        clock = RehearsalClock(chosen.rehearsal_clock) if chosen.rehearsal_clock else system_clock
        with Donor.open(chosen.home, clock=clock) as donor:
            return int(chosen.command(donor, chosen))
    except DonorError as error:
        return _wrong(str(error))
    except (OSError, sqlite3.Error) as error:
        return _wrong(f"a file can't be used: {error}: nothing was lost, try again")
    except KeyboardInterrupt:
        return _wrong("interrupted: nothing was lost, the next check-in goes on")


def _wrong(line: str) -> int:
    print(f"pdd-donor: {showing.one_line(line)}", file=sys.stderr)
    return WRONG


# --- commands


def _join(donor: Donor, chosen: argparse.Namespace) -> int:
    language, link = _language(), parse_link(chosen.url)
    wanted = [*([link.campaign] if link.campaign else []), *(chosen.campaign or [])]
    offer = donor.look(link.url, wanted or None)
    if not wanted and len(offer.campaigns) > 1:
        _print(showing.choice_text(offer))
        return _wrong("nothing is joined yet: the server has several campaigns, so name one with --campaign")
    if not chosen.accept:
        _print(showing.offer_text(offer, language))
        return _wrong("nothing is joined yet: run the same command with --accept to agree to this")
    joined = donor.accept(offer, chosen.stratum, chosen.invitation or link.invitation, language)
    if chosen.sending:
        donor.set_sending(chosen.sending)
    _print(f"joined {name}" for name in joined.campaigns)
    _print(f"already joined {name}" for name in joined.already)
    _print([sending_text(donor.sending())])
    return 0


def _searches(donor: Donor, chosen: argparse.Namespace) -> int:
    zone = donor.installation.zone
    if chosen.all:
        found, review = donor.searches(histories=chosen.history, everything=True), None
    else:
        found, review = donor.look_through(chosen.day or donor.today, chosen.history)
    return _show(chosen, showing.searches_json(found, zone, review), showing.searches_text(found, zone, review))


def _review(donor: Donor, chosen: argparse.Namespace) -> int:
    review = donor.review(chosen.day, chosen.history)
    return _show(chosen, showing.review_json(review), showing.review_text(review))


def _check_in(donor: Donor, chosen: argparse.Namespace) -> int:
    report = donor.check_in(chosen.history)
    return _show(chosen, showing.check_in_json(report), showing.check_in_text(report))


def _log(donor: Donor, chosen: argparse.Namespace) -> int:
    lines = donor.log()
    return _show(chosen, showing.log_json(lines), showing.log_text(lines))


def _status(donor: Donor, chosen: argparse.Namespace) -> int:
    now = donor.status()
    return _show(chosen, status_json(now), status_text(now))


def _ledger(donor: Donor, chosen: argparse.Namespace) -> int:
    account = donor.ledger()
    return _show(chosen, account_json(account), account_text(account))


def _ceiling(donor: Donor, chosen: argparse.Namespace) -> int:
    if chosen.epsilon is not None:
        donor.set_ceiling(None if chosen.epsilon == "none" else chosen.epsilon)
    _print([limit_text(donor.ledger())])
    return 0


def _block(donor: Donor, chosen: argparse.Namespace) -> int:
    _print(f"blocked {donor.block(word)}" for word in chosen.word)
    return 0


def _unblock(donor: Donor, chosen: argparse.Namespace) -> int:
    _print(f"no longer blocked: {donor.unblock(word)}" for word in chosen.word)
    return 0


def _blocked(donor: Donor, chosen: argparse.Namespace) -> int:
    blocked = donor.blocked()
    return _show(chosen, {"blocked": blocked}, blocked or ["nothing is blocked"])


def _skip(donor: Donor, chosen: argparse.Namespace) -> int:
    for name in chosen.search_id:
        donor.skip(name, chosen.history)
        _print([f"search {name} is as if it had never been made"])
    return 0


def _leave(donor: Donor, chosen: argparse.Namespace) -> int:
    donor.leave(chosen.campaign)
    _print([f"left {chosen.campaign}: it gets nothing from you any more; what is in a sum already stays there"])
    return 0


def _erase_me(donor: Donor, chosen: argparse.Namespace) -> int:
    try:
        farewell = donor.erase_me(tell_server=not chosen.without_server)
    except (ServerUnreachable, ServerProblem) as error:
        _print(_KEPT_BY_SERVER)
        return _wrong(f"{error}; nothing is erased: try again, or `erase-me --without-server` erases this computer")
    _print(_FAREWELLS[farewell])
    _print(
        [
            f"the keys and everything in {donor.home} are erased from this computer",
            "your privacy account is erased with it: what you gave stays given, and nothing more is known of it here",
            "what can't be undone: locked counts that were added to a sum stay in it; nobody can tell which were yours",
        ]
    )
    return 0


# --- arguments


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="pdd-donor", description="Donate counts of your searches; the searches stay here.")
    parser.add_argument("--home", type=Path, default=user_data_path("private-data-donor"), help="where all is kept")
    parser.add_argument("--rehearsal-clock", type=Path, metavar="FILE", help="take the time from this file")
    parser.add_argument("--version", action="version", version=VERSION)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    def add(name: str, command: Command, text: str, *options: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(command=command)
        for option in options:
            added.add_argument(option, **OPTIONS[option])
        return added

    joining = ("url", "--campaign", "--stratum", "--invitation", "--sending", "--accept")
    add("join", _join, "agree to a server's campaigns", *joining)
    searches = add(
        "searches", _searches, "what was found locally", "--history", "--json"
    ).add_mutually_exclusive_group()
    searches.add_argument("--day", **OPTIONS["--day"])
    searches.add_argument("--all", action="store_true", help="of all time")
    add("review", _review, "what would be sent", "--day", "--history", "--json")
    add("block", _block, "keep searches with a word out", "word")
    add("unblock", _unblock, "forget a blocked word", "word")
    add("blocked", _blocked, "the blocked words", "--json")
    add("skip", _skip, "keep one search out", "search_id", "--history")
    add_decisions(add)
    add("check-in", _check_in, "contact the server and send what is due", "--history", "--json")
    add("log", _log, "everything that ever left this computer", "--json")
    add("status", _status, "where you stand", "--json")
    add("ledger", _ledger, "your privacy account: what all days given have cost together", "--json")
    add("ceiling", _ceiling, "set or show the limit of your privacy account", "epsilon")
    add("leave", _leave, "give a campaign nothing any more", "campaign")
    add("erase-me", _erase_me, "have the server forget you, and erase your home", "--without-server")
    return parser


def _show(chosen: argparse.Namespace, as_json: dict[str, Any], as_text: Iterable[str]) -> int:
    _print([json.dumps(as_json, ensure_ascii=True, indent=2)] if chosen.json else as_text)
    return 0


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(showing.printable(line))


def _language() -> str:
    """The language of the person's environment, as a tag such as "de" or "pt-BR"."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if (tag := os.environ.get(name, "").split(".")[0]) and tag not in ("C", "POSIX"):
            return tag.replace("_", "-")
    return "en"
