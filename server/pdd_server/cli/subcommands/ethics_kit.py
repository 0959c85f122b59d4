"""`ethics-kit`, a subcommand of `pdd-server draft` and of `pdd-server campaign`: editable documents for a board."""

import argparse
from pathlib import Path

from pdd_server.cli.arguments import Command, add_command
from pdd_server.cli.parser import Parser
from pdd_server.services.campaigns.ethics.kit import Study, files_of


def write_kit(study: Study, folder: Path) -> None:
    """Write a kit's files into a new folder, and print their names.

    Raises:
        FileExistsError: The folder is there already. It may hold a kit that somebody has edited.
    """
    folder.mkdir(parents=True)
    for name, text in files_of(study).items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        print(file)


def add_ethics_kit(commands: "argparse._SubParsersAction[Parser]", run_it: Command, of: str) -> None:
    """Add the subcommand `ethics-kit ID DIR`.

    Args:
        commands: The subcommands of `draft` or `campaign`.
        run_it: Runs it.
        of: What the kit is of: "draft" or "campaign".
    """
    text = f"write documents about a {of} for an ethics board into a new folder"
    parser = add_command(commands, "ethics-kit", run_it, text)
    parser.add_argument("id", metavar="ID")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
