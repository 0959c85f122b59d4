"""`pdd-audit`: test whether published numbers carry the noise that is stated; exit code 1 if a test refutes it."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from pdd_research.audit.published_numbers.evidence import Evidence, evidence_of
from pdd_research.audit.published_numbers.file_format import read_totals
from pdd_research.audit.published_numbers.page import Page
from pdd_research.audit.published_numbers.release_numbers import evidence_of_release
from pdd_research.audit.published_numbers.sources import published_files
from pdd_research.cli.program import Parser, exit_code
from pdd_research.click_graph.release_reader import read_tables
from pdd_research.log_release.release import MANIFEST

NAME = "pdd-audit"
_TEXT = "Test whether published numbers carry the noise that is stated. It trusts nobody, and needs no account."
_SOURCES = (
    "a server's address, a campaign's, a server's folder published, a campaign's in it, its package, or a release"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `pdd-audit` and return its exit code: 0 not refuted, 1 refuted, 2 nothing that can be audited."""
    parser = Parser(prog=NAME, description=_TEXT)
    parser.add_argument("source", metavar="URL|FOLDER|FILE", help=_SOURCES)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(sys.argv[1:] if arguments is None else arguments)
    return exit_code(NAME, lambda: _audit(given.source, given.json))


def _audit(source: str, as_json: bool) -> None:
    page = Page.of(evidence_in(source))
    print(json.dumps(page.figures(), indent=1) if as_json else page.words())
    if page.refuted():
        print(f"{NAME}: {source}: REFUTED: {len(page.refuted())} of its tests", file=sys.stderr)
        raise SystemExit(1)


def evidence_in(source: str) -> list[Evidence]:
    """Return what a source offers to test.

    Raises:
        AuditError: if it can't be read; the message says why.
    """
    if (Path(source) / MANIFEST).is_file():
        manifest, tables = read_tables(Path(source))
        return [evidence_of_release(source, manifest, tables)]
    return [evidence_of(name, read_totals(name, text)) for name, text in published_files(source)]
