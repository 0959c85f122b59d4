"""The extension's own tests in Node.js, as a part of the whole suite."""

import re

from tests.extension.javascript import node, run


def test_the_extension_passes_its_own_tests() -> None:
    """`node --test` in the extension, which reads the same vectors as the Python tests, finds tests and no failure."""
    done = run([node(), "--test"])
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.findall(r"^\S+ pass (\d+)$", done.stdout, re.MULTILINE)[0]) > 0
