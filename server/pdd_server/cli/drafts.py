"""`pdd-server draft ...`: list, show, import, submit, approve, launch and discard drafts."""

import argparse
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pdd_server.cli.arguments import add_accept_error, add_command
from pdd_server.cli.execution import opened, opened_to_read
from pdd_server.cli.parser import Parser
from pdd_server.cli.subcommands.ethics_kit import add_ethics_kit, write_kit
from pdd_server.errors import Rejected, Rejection, invalid
from pdd_server.services.campaigns.campaign_files import read_values
from pdd_server.services.campaigns.drafts import launch, workflow
from pdd_server.services.campaigns.drafts.draft_validation import validate
from pdd_server.services.campaigns.drafts.form_values import typed_of
from pdd_server.services.campaigns.drafts.launch import ErrorNotAccepted
from pdd_server.services.campaigns.drafts.model import Draft
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_server.services.campaigns.ethics.kit import study_of_draft
from pdd_server.services.campaigns.terms import describe_terms
from pdd_server.services.operations.campaign_changes import publish_change
from pdd_server.services.operations.data_folder import Deployment


def _list(given: argparse.Namespace) -> None:
    with opened_to_read(given) as server, server.store.read() as connection:
        for draft in workflow.drafts_of(connection, None):
            print(f"{draft.id}\t{draft.state}\trevision {draft.revision}\t{draft.name}")


def _show(given: argparse.Namespace) -> None:
    with opened_to_read(given) as server, _told(given), server.store.read() as connection:
        draft = workflow.get(connection, given.id)
        found = validate(connection, server.config, draft.typed)
    print(draft.typed.model_dump_json(indent=2))
    for problem in found.problems:
        print(f"{problem.key}: {problem.reason}", file=sys.stderr)
    for overlap in found.overlaps_in_words:
        print(f"vocabulary: {overlap}", file=sys.stderr)


def _import(given: argparse.Namespace) -> None:
    values = read_values(given.file)
    try:
        typed = typed_of(values)
    except KeyError as error:
        raise Rejected(
            Rejection.INVALID, f"{given.file}: {error.args[0]}: is no key of a campaign file; remove it"
        ) from None
    except ValueError:
        raise Rejected(Rejection.INVALID, f"{given.file}: holds a longer text than a draft can; shorten it") from None
    with opened(given) as server, _acting(server, given) as act:
        print(workflow.start(act, secrets.token_hex(16), typed).id)


def _kit(given: argparse.Namespace) -> None:
    with opened_to_read(given) as server, _told(given), server.store.read() as connection:
        study = study_of_draft(connection, server.config, given.id)
    write_kit(study, given.folder)


def _launch(given: argparse.Namespace) -> None:
    with opened(given) as server:
        with _acting(server, given) as act:
            revision = workflow.get(act.connection, given.id).revision
            campaign = launch.launch(act, given.id, revision, accept_error=given.accept_error)
        publish_change(server)
    print(f"{campaign.id}: {len(campaign.vocabulary)} entries, {campaign.start} to {campaign.end}")
    print(f"{campaign.id}: {describe_terms(campaign.terms, campaign.periods)}")


def _step(step: Callable[[Act, str, int], Draft]) -> Callable[[argparse.Namespace], None]:
    """Return a command that takes a step in a draft's workflow, from the draft's newest revision.

    Args:
        step: Takes the step with a transaction, the draft's id and its revision; returns the draft after it.
    """

    def command(given: argparse.Namespace) -> None:
        with opened(given) as server, _acting(server, given) as act:
            draft = step(act, given.id, workflow.get(act.connection, given.id).revision)
        print(f"{draft.id}: {draft.state}, revision {draft.revision}")

    return command


@contextmanager
def _acting(server: Deployment, given: argparse.Namespace) -> Iterator[Act]:
    """Open a write transaction that acts as the operator; errors are translated as in `_told`."""
    with _told(given), server.store.write() as connection:
        yield Act(connection, server.config, server.clock(), None)


@contextmanager
def _told(given: argparse.Namespace) -> Iterator[None]:
    """Translate errors in the block into errors that name the draft and, where there is one, the option that helps.

    Raises:
        Rejected: INVALID, with the draft's id as the field.
    """
    try:
        yield
    except ErrorNotAccepted as error:
        raise invalid(given.id, f"{error}; give --accept-error to launch it all the same") from None
    except Rejected as error:
        raise invalid(getattr(given, "id", "draft"), str(error)) from None


def add_commands(parser: Parser) -> None:
    """Add the subcommands of `draft`, with their arguments, to its parser."""
    commands = parser.add_subparsers(required=True, metavar="list|show|import|ethics-kit|submit|approve|launch|discard")
    add_command(commands, "list", _list, "list id, state, revision and title of every draft")
    add_command(commands, "show", _show, "print a draft as it was typed, and what is wrong with it").add_argument(
        "id", metavar="ID"
    )
    brought = add_command(commands, "import", _import, "make a draft of a campaign file; print its id")
    brought.add_argument("file", type=Path, metavar="FILE.toml")
    add_ethics_kit(commands, _kit, "draft")
    steps = (
        ("submit", _step(workflow.submit), "give a draft to review"),
        ("approve", _step(workflow.approve), "approve a draft in review"),
        ("launch", _launch, "make a campaign of a draft; it can't be taken back"),
        ("discard", _step(workflow.discard), "put a draft away for good"),
    )
    for name, command, text in steps:
        parser = add_command(commands, name, command, text)
        parser.add_argument("id", metavar="ID")
        if name == "launch":
            add_accept_error(parser)
