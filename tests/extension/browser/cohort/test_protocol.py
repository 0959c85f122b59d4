"""The `cohort` protocol in real browsers gives Python's results, with and without the browser's WebCrypto."""

from collections.abc import Iterator
from random import Random  # noqa: TID251 - made-up homes are no secret

import pytest

from tests.extension.browser.drivers.protocol import HOMES, Ask, in_chromium, in_firefox
from tests.extension.protocol.cohort_cases import KINDS_OF_CASES

# Firefox's driver leaves a socket of its own to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
NUMBER = 60
"""Cases of each kind."""
NATIVE = "async () => (await protocol.agreementKey(new Uint8Array(32).fill(9))).secret instanceof CryptoKey"
WITHOUT = "() => protocol.withoutWebCrypto()"


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def ask(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Return one browser for all tests of this module, then the other."""
    if request.param == "chromium":
        with in_chromium() as asked:
            yield asked
        return
    with in_firefox(tmp_path_factory.mktemp("firefox") / "profile") as asked:
        yield asked


@pytest.mark.parametrize("before", ["", f"await ({WITHOUT})();"], ids=["webcrypto", "noble"])
@pytest.mark.parametrize("kind", KINDS_OF_CASES)
def test_homes_in_browsers_say_the_same(ask: Ask, kind: str, before: str) -> None:
    """Each browser gives the same bytes and the same named refusals, whichever way it computes signatures."""
    random = Random(f"{kind} in browsers")
    cases = [KINDS_OF_CASES[kind](random) for _ in range(NUMBER)]
    said = ask(f"async (all) => {{ {before} return ({HOMES})(all); }}", [told for told, _ in cases])
    for (told, expected), found in zip(cases, said, strict=True):
        assert found == expected, told


def test_browsers_have_both_ways(ask: Ask) -> None:
    """The page has WebCrypto's X25519 and Ed25519, which the other tests use, and works without."""
    assert ask(NATIVE, None)
    assert not ask(f"async () => {{ ({WITHOUT})(); return ({NATIVE})(); }}", None)
