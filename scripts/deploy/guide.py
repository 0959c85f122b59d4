"""The commands of the guides, so that what is tried is what operators read."""

import re
import shlex
from pathlib import Path

_TRIED = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"^ *```(?:sh)?\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_PROGRAM = "pdd-server"


def commands(page: Path) -> dict[str, str]:
    """Return the shell commands of a guide by the heading that they are under; a heading without any is left out.

    Args:
        page: a page of Markdown, whose blocks of commands are marked `sh`.
    """
    found = {}
    for section in re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, text = section.partition("\n")
        if blocks := _TRIED.findall(text):
            found[heading] = "".join(blocks)
    return found


def of_the_server(page: Path) -> list[list[str]]:
    """Return the arguments of each `pdd-server` command in a guide's blocks, also if another program starts it."""
    found = []
    for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            if starts := [index for index, word in enumerate(words) if word == _PROGRAM]:
                found.append(words[starts[-1] + 1 :])
    return found


def installs(page: Path) -> str:
    """Return the commands of a guide's page that install from a lock with pip; empty if it has none."""
    blocks = (block.splitlines(keepends=True) for block in _BLOCK.findall(page.read_text(encoding="utf-8")))
    lines = next((lines for lines in blocks if any("--require-hashes" in line for line in lines)), [])
    last = max((number for number, line in enumerate(lines) if "pip install" in line), default=-1)
    return "".join(lines[: last + 1])


def campaign(page: Path, start: str, end: str) -> str:
    """Return the guide's example of a campaign file, with other first and last days.

    Args:
        page: the researchers' guide.
        start: the first day, as in 2026-11-16.
        end: the last day.
    """
    text = next(iter(re.findall(r"^```toml\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)))
    text = re.sub(r"^start = \S+", f"start = {start}", text, flags=re.MULTILINE)
    return re.sub(r"^end = \S+", f"end = {end}", text, flags=re.MULTILINE)
