"""The rows of a campaign's informing lines in the protocol's reference."""

import re
from collections.abc import Iterator

from pdd_shared.protocol.informing_lines import LINES, InformingLines, Told
from scripts.generate.output import ROOT, Module

_PAGE = "docs/reference/protocol.md"
_ROWS = re.compile(r"(?<=shown to the donor \|\n)(?:\| `[a-z_]+` \| line.*; optional \| .* \|\n)+")


def modules() -> Iterator[Module]:
    """Yield the page with its rows as the table of informing lines has them."""
    rows = "".join(_row(name, told) for name, told in LINES.items())
    yield Module(_PAGE, _ROWS.sub(lambda _: rows, (ROOT / _PAGE).read_text("utf-8"), count=1))


def _row(name: str, told: Told) -> str:
    is_left_out = InformingLines.model_fields[name].exclude_if is not None
    kind, end = ("line; optional", "; left out where there is none") if is_left_out else ("line or null; optional", "")
    return f"| `{name}` | {kind} | {told.meaning}{end} |\n"
