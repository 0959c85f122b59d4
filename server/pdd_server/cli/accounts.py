"""`pdd-server account` and `pdd-server audit`: researchers' accounts and their audit log, for the operator."""

import argparse
import secrets

from sqlalchemy import Connection

from pdd_server.cli.arguments import add_command, add_data_folder
from pdd_server.cli.execution import opened, opened_to_read
from pdd_server.cli.parser import Parser
from pdd_server.errors import invalid
from pdd_server.services.accounts import administration, invitations, personal_data
from pdd_server.services.accounts.addresses import folded
from pdd_server.services.accounts.model import Account, Role
from pdd_server.services.accounts.timestamps import instant_of
from pdd_server.store.accounts import accounts, audit

_ALL = 1_000_000
"""More entries than an audit log has."""


def _invite(given: argparse.Namespace) -> None:
    with opened(given) as server, server.store.write() as connection:
        role = Role(given.role)
        link = invitations.invite(
            connection, server.clock(), None, given.email, role, given.campaign, secrets.token_bytes
        )
    _print_link(given, link)


def _withdraw(given: argparse.Namespace) -> None:
    with opened(given) as server, server.store.write() as connection:
        invitations.withdraw(connection, server.clock(), None, given.email)
    print(f"{given.email}: withdrawn; the link is not good any more")


def _list(given: argparse.Namespace) -> None:
    with opened_to_read(given) as server, server.store.read() as connection:
        for one in accounts.all_of(connection):
            works = "all" if one.role == Role.ADMINISTRATOR else ",".join(sorted(one.campaigns)) or "none"
            state = "disabled" if one.disabled else "active" if one.secret else "reset"
            print(f"{one.email}\t{one.role}\t{state}\t{works}\t{one.name}")


def _disable(given: argparse.Namespace) -> None:
    with opened(given) as server, server.store.write() as connection:
        administration.disable(connection, server.clock(), None, _found(connection, given.email))
    print(f"{given.email}: disabled; its sessions and tokens have ended")


def _reset(given: argparse.Namespace) -> None:
    with opened(given) as server, server.store.write() as connection:
        found = _found(connection, given.email)
        link = invitations.reset(connection, server.clock(), None, found, secrets.token_bytes)
    _print_link(given, link)


def _erase(given: argparse.Namespace) -> None:
    with opened(given) as server, server.store.write() as connection:
        personal_data.erase(connection, server.clock(), None, _found(connection, given.email))
    print(f"{given.email}: erased; the audit log no longer says whose acts they were")


def _set_campaigns(given: argparse.Namespace) -> None:
    with opened(given) as server, server.store.write() as connection:
        found = _found(connection, given.email)
        administration.change(connection, server.clock(), None, found, found.role, given.campaign)
    print(f"{given.email}: {', '.join(sorted(set(given.campaign))) or 'no campaign'}")


def _audit(given: argparse.Namespace) -> None:
    with opened_to_read(given) as server, server.store.read() as connection:
        for one in audit.page(connection, given.last or _ALL, None):
            at = instant_of(one.at).strftime("%Y-%m-%dT%H:%MZ")
            print("\t".join((at, one.email or "-", one.action, one.subject, one.detail)))


def _found(connection: Connection, email: str) -> Account:
    stored = accounts.by_email(connection, folded(email))
    if stored is None:
        raise invalid("email", f"{email}: there is no account of this address. See pdd-server account list.")
    return administration.get(connection, stored.id)


def _print_link(given: argparse.Namespace, link: str) -> None:
    base = given.url.rstrip("/")
    print(f"link, shown this once, good for 7 days: {base}/portal/invitation#{link}")


def add_commands(parser: Parser) -> None:
    """Add the subcommands of `account`, with their arguments, to its parser."""
    commands = parser.add_subparsers(
        required=True, metavar="list|invite|withdraw|disable|erase|reset-second-factor|set-campaigns"
    )
    add_command(commands, "list", _list, "list address, role, state, campaigns and name of every account")
    invite = add_command(commands, "invite", _invite, "print a link with which somebody makes an account")
    invite.add_argument("--role", choices=[role.value for role in Role], required=True)
    withdraw = add_command(commands, "withdraw", _withdraw, "end an open invitation, so that its link is good no more")
    reset = add_command(commands, "reset-second-factor", _reset, "print a link to set password and second factor anew")
    belong = add_command(commands, "set-campaigns", _set_campaigns, "let an account work on these campaigns alone")
    disable = add_command(commands, "disable", _disable, "let an account sign in no more")
    erase = add_command(commands, "erase", _erase, "delete an account, and its address in the audit log")
    for command in (invite, withdraw, reset, belong, disable, erase):
        command.add_argument("email", metavar="EMAIL")
    for command in (invite, belong):
        command.add_argument("--campaign", nargs="*", action="extend", default=[], metavar="ID")
    for command in (invite, reset):
        command.add_argument("--url", default="http://127.0.0.1:8400", help="where browsers reach this server")


def add_audit(parser: Parser) -> None:
    """Add the arguments of `audit` to its parser."""
    add_data_folder(parser, _audit)
    parser.add_argument("--last", type=_count, metavar="N", help="the last N acts alone")


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of acts; give one from 1 to 999999")
    return int(text)
