"""All test vectors hold in real browsers: the extension's tests of each file pass in Chromium and in Firefox."""

from collections.abc import Iterator

import pytest

from tests.extension.browser.drivers.protocol import Ask, bundled, in_chromium, in_firefox
from tests.extension.vector_tests import OPTIONS, files_for, modules, path_of, vector_files

# Firefox's driver leaves a socket of its own to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
RUN = "([name, files]) => protocol.runTests(protocol.modules[name] ?? [], files)"
FAILS = """async () => {
    const { runTests, modules } = protocol;
    const name = "counting/tokenizer";
    const files = {"/tests/vectors/counting/tokenizer.json": '[{"why": "", "text": "Flu", "words": ["cold"]}]'};
    return (await runTests(modules[name], files)).failed.length;
}"""
"""Run the tests of a vector file on a case that no tokenizer passes."""


def script() -> str:
    """Return a script with the tests of all vector files."""
    return bundled(modules(), *OPTIONS)


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def ask(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Return one browser for all tests of this module, then the other."""
    if request.param == "chromium":
        with in_chromium(script) as asked:
            yield asked
        return
    with in_firefox(tmp_path_factory.mktemp("firefox") / "profile", script) as asked:
        yield asked


@pytest.mark.parametrize("name", vector_files())
def test_vectors_hold_in_browsers(ask: Ask, name: str) -> None:
    """The extension's tests of a vector file read that file in the browser, and all pass."""
    found = ask(RUN, [name, files_for(name)])
    assert found["failed"] == []
    assert found["tests"] > 0
    assert path_of(name) in found["read"]


def test_a_wrong_vector_fails_in_browsers(ask: Ask) -> None:
    """A wrong vector fails in the browser too."""
    assert ask(FAILS, None) == 1
