"""`pdd-server campaign ...`: plan, create, list, show, append to, and close campaigns."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from pdd_server.cli.arguments import add_accept_error, add_command, last_day
from pdd_server.cli.execution import opened, opened_to_read
from pdd_server.cli.parser import Parser
from pdd_server.cli.questions import add_question, question_of
from pdd_server.cli.subcommands.completion_codes import add_completion
from pdd_server.cli.subcommands.ethics_kit import add_ethics_kit, write_kit
from pdd_server.config import Config, check_options, read_config
from pdd_server.errors import Rejected, invalid
from pdd_server.services.campaigns import amendments, campaigns, cohort_limits
from pdd_server.services.campaigns.campaign_files import read_campaign
from pdd_server.services.campaigns.campaign_status import campaign_statuses
from pdd_server.services.campaigns.drafts import launch
from pdd_server.services.campaigns.drafts.draft_content import DraftContent
from pdd_server.services.campaigns.drafts.draft_forecast import assumptions
from pdd_server.services.campaigns.drafts.launch import ErrorNotAccepted
from pdd_server.services.campaigns.drafts.workflow import Act
from pdd_server.services.campaigns.ethics.kit import study_of_campaign
from pdd_server.services.campaigns.forecast import report
from pdd_server.services.campaigns.forecast.expected_error import ExpectedError, expected_error
from pdd_server.services.campaigns.forecast.expected_totals import Assumed
from pdd_server.services.campaigns.forecast.noise_and_budget import campaign_forecast
from pdd_server.services.campaigns.forecast.settings_comparison import compare
from pdd_server.services.campaigns.terms import describe_terms
from pdd_server.services.operations.campaign_changes import publish_change
from pdd_server.services.operations.data_folder import Deployment, Folder
from pdd_shared.planning.answer import answer
from pdd_shared.planning.answer_text import launched_overlap
from pdd_shared.planning.question import Question, QuestionError
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.messages import Campaign


def _plan(given: argparse.Namespace) -> None:
    usual = {"protocol": given.protocol}
    config = read_config(Folder(given.data).config) if given.data else check_options(usual, "--{}".format)
    asked = question_of(given)
    campaign = read_campaign(given.file, config.min_group, config.protocol)
    if config.protocol == "cohort":
        for field, detail in cohort_limits.objections(campaign, [campaign], None):
            raise invalid(f"{given.file}: {field}", detail)
    found = campaign_forecast(campaign, config, given.donors)
    if asked:
        found |= {**_answered(campaign, config, asked), "message": campaign.model_dump(mode="json")}
    print(json.dumps(found, indent=1) if given.json else report.report_text(found))


def _answered(campaign: Campaign, config: Config, asked: Question) -> dict[str, Any]:
    """Return the answer to a question, and other settings compared with the campaign's own, as JSON data.

    Raises:
        Rejected: INVALID if a keyword has no rate.
    """
    try:
        return {**answer(campaign, config, asked), "compared": compare(campaign, config, asked)}
    except QuestionError as error:
        raise invalid("--rate", str(error)) from None


def _create(given: argparse.Namespace) -> None:
    with opened(given) as server:
        today = day_of(server.clock(), server.config.time_zone)
        campaign = read_campaign(given.file, server.config.min_group, server.config.protocol)
        expected = _checked_error(given, server.config, campaign)
        try:
            with server.store.write() as connection:
                campaigns.create(connection, server.config, campaign)
                _act(server, connection).record("campaign.launched", campaign.id, "of a file")
        except Rejected as error:
            raise invalid(f"{given.file}: {error.field}", error.detail) from None
        publish_change(server)
    print(f"{campaign.id}: {len(campaign.vocabulary)} entries, {campaign.start} to {campaign.end}")
    print(f"{campaign.id}: {expected.sentence}")
    print(f"{campaign.id}: {describe_terms(campaign.terms, campaign.periods)}")
    _warn_of_overlap(campaign)
    if campaign.end < today:
        # This is only a warning: a rehearsal may give its clock to the nightly runs alone.
        print(f"pdd-server: warning: {campaign.id} ended on {campaign.end}, before today, {today}", file=sys.stderr)


def _warn_of_overlap(campaign: Campaign) -> None:
    for sentence in launched_overlap(campaign.vocabulary, campaign.terms.caps):
        print(f"pdd-server: warning: {campaign.id}: {sentence}", file=sys.stderr)


def _checked_error(given: argparse.Namespace, config: Config, campaign: Campaign) -> ExpectedError:
    """Return the expected error of a campaign, for the donors given or for those that a new draft assumes.

    Raises:
        Rejected: INVALID if the error is large and not accepted.
    """
    assumed, _ = assumptions(DraftContent())
    if asked := question_of(given):
        assumed = Assumed(asked.donors, asked.searches, asked.rates.usual)
    expected = expected_error(config, campaign, assumed)
    if not given.accept_error:
        try:
            launch.check_error(expected)
        except ErrorNotAccepted as error:
            what = "give --donors N with the donors you expect, or --accept-error to create it all the same"
            raise invalid(str(given.file), f"{error}; {what}") from None
    return expected


def _append(given: argparse.Namespace) -> None:
    with opened(given) as server:
        with server.store.write() as connection:
            campaign = amendments.append(_act(server, connection), given.id, given.entries)
        publish_change(server)
    print(f"{campaign.id}: {len(campaign.vocabulary)} entries from the next plan on")
    _warn_of_overlap(campaign)


def _list(given: argparse.Namespace) -> None:
    with opened_to_read(given) as server, server.store.read() as connection:
        today = day_of(server.clock(), server.config.time_zone)
        for one in campaign_statuses(connection, today):
            print(f"{one.campaign.id}\t{one.state_now}\t{one.campaign.title}")


def _show(given: argparse.Namespace) -> None:
    with opened_to_read(given) as server, server.store.read() as connection:
        found = campaigns.get(connection, given.id).campaign
        print(campaigns.in_force(found, server.config).model_dump_json(indent=2))


def _kit(given: argparse.Namespace) -> None:
    with opened_to_read(given) as server, server.store.read() as connection:
        study = study_of_campaign(connection, server.config, given.id)
    write_kit(study, given.folder)


def _close(given: argparse.Namespace) -> None:
    if given.last:
        _end_sooner(given)
        return
    with opened(given) as server:
        with server.store.write() as connection:
            amendments.close(_act(server, connection), given.id)
        publish_change(server)
    print(f"{given.id}: closed; rounds that are open are still published")


def _end_sooner(given: argparse.Namespace) -> None:
    with opened(given) as server:
        with server.store.write() as connection:
            new = amendments.end_sooner(_act(server, connection), given.id, given.last)
        publish_change(server)
    print(f"{new.id}: ends on {new.end}")


def _act(server: Deployment, connection: Connection) -> Act:
    """Return an act of the operator, at the server's time, in this write transaction."""
    return Act(connection, server.config, server.clock(), None)


def add_commands(parser: Parser) -> None:
    """Add the subcommands of `campaign`, with their arguments, to its parser."""
    commands = parser.add_subparsers(required=True, metavar="plan|create|list|show|ethics-kit|append|completion|close")
    _plan_arguments(commands.add_parser("plan", help="what a campaign would cost and give; no server is needed"))
    create = add_command(commands, "create", _create, "add the campaign a TOML file describes")
    create.add_argument("file", type=Path, metavar="FILE.toml")
    create.add_argument("--donors", type=_donors, metavar="N", help="donors to expect on a day, for the expected error")
    add_question(create)
    add_accept_error(create)
    add_command(commands, "list", _list, "list id, state and title of every campaign")
    add_command(commands, "show", _show, "print a campaign as donors read it").add_argument("id", metavar="ID")
    add_ethics_kit(commands, _kit, "campaign")
    append = add_command(commands, "append", _append, "append entries to a campaign's vocabulary")
    append.add_argument("id", metavar="ID")
    append.add_argument("entries", nargs="+", metavar="ENTRY")
    add_completion(commands)
    close = add_command(commands, "close", _close, "end a campaign now, or sooner than was planned")
    close.add_argument("id", metavar="ID")
    close.add_argument(
        "--end", dest="last", type=last_day, metavar="DAY", help="let this be its last day; without it, now"
    )


def _plan_arguments(parser: Parser) -> None:
    parser.set_defaults(command=_plan)
    parser.add_argument("file", type=Path, metavar="FILE.toml")
    parser.add_argument("--data", type=Path, metavar="DIR", help="a server's data folder: under its settings")
    parser.add_argument("--protocol", default="cohort", help="without --data: cohort or plain")
    parser.add_argument("--donors", type=_donors, metavar="N", help="donors there on a day: ask what they can show")
    add_question(parser)
    parser.add_argument("--json", action="store_true")


def _donors(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 9 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of donors; give one from 1 to 99999999")
    return int(text)
