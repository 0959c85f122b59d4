"""`pdd-server campaign completion ID`: set, show or remove the code for donors who were there on enough days."""

import argparse
import secrets

from pdd_server.cli.arguments import add_command
from pdd_server.cli.execution import opened, opened_to_read
from pdd_server.cli.parser import Parser
from pdd_server.errors import invalid
from pdd_server.services.campaigns import campaigns, completion_code
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_server.services.donors import completion
from pdd_server.store.campaigns import completions
from pdd_server.store.campaigns.completions import CompletionCode


def _completion(given: argparse.Namespace) -> None:
    if given.days is None and given.code is not None:
        raise invalid("--code", "needs --days, the days after which it is told")
    found = _shown(given) if given.days is None and not given.remove else _changed(given)
    print(f"{given.id}: {_in_words(found)}")


def _shown(given: argparse.Namespace) -> CompletionCode | None:
    """Return the campaign's code."""
    with opened_to_read(given) as server, server.store.read() as connection:
        campaigns.check_exists(connection, given.id)
        return completions.get(connection, given.id)


def _changed(given: argparse.Namespace) -> CompletionCode | None:
    """Set or remove the campaign's code, and return the code that it has then."""
    with opened(given) as server, server.store.write() as connection:
        act = Act(connection, server.config, server.clock(), None)
        if given.days is not None:
            return completion_code.put(act, given.id, given.code or completion.draw(secrets.token_bytes), given.days)
        completion_code.remove(act, given.id)
        campaigns.check_exists(connection, given.id)
        return completions.get(connection, given.id)


def _in_words(found: CompletionCode | None) -> str:
    if found is None:
        return "no completion code"
    return f"completion code {found.code}, told after {found.days} {'day' if found.days == 1 else 'days'}"


def add_completion(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the subcommand `completion`, with its arguments, to those of `campaign`."""
    text = "set, show or remove the code that donors are told who were there on so many days"
    parser = add_command(commands, "completion", _completion, text)
    parser.add_argument("id", metavar="ID")
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--days", type=_days, metavar="N", help="set it: told to donors that were there on N days")
    wanted.add_argument("--remove", action="store_true")
    parser.add_argument(
        "--code", help="with --days: this one, as platforms for paid studies give it; else one is drawn"
    )


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of days; give one from 1 to 60")
    return int(text)
