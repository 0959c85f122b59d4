"""The addresses of results in the documentation are answered with numbers."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.exports import exports
from tests.server.services.results.synthetic_results import made_up
from tests.server.simulated_server import campaign, client_of

DOCS = Path(__file__).parents[2] / "docs"
_PAGES = ("guides/noisy-totals.md", "guides/researcher.md", "reference/results.md")
_ADDRESS = re.compile(r"https://SERVER(/v1/campaigns/)ID(/results\.[^\"]+)\"|`(results\.(?:csv|json|parquet)\?[^`]+)`")
EXAMPLES = sorted(
    {
        f"/v1/campaigns/flu{found[2]}" if found[2] else f"/v1/campaigns/flu/{found[3]}"
        for page in _PAGES
        for found in _ADDRESS.finditer((DOCS / page).read_text())
    }
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Deployment]:
    """Return a server with a campaign that has the regions and keywords of the examples."""
    made = campaign(vocabulary=("flu", "cough"), strata=("north", "south"), end=date(2026, 12, 31))
    server = made_up(tmp_path, made, 30)
    exports.write_all(server.store, server.folder.published)
    yield server
    server.store.dispose()


def test_the_documentation_has_examples() -> None:
    """The pages have examples of rows, weeks, rates, means, and both kinds of differences."""
    for name in ("results.csv", "from=", "by=week", "rate=searches", "mean=7", "minus=", "change=1"):
        assert any(name in example for example in EXAMPLES), name


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_answered(server: Deployment, example: str) -> None:
    """Each address in the documentation is answered with a header and rows."""
    answer = client_of(server).get(example)
    assert (answer.status_code, answer.mimetype) == (200, "text/csv")
    assert len(answer.text.splitlines()) > 2
