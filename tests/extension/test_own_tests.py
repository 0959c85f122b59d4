"""The extension's own tests in Node.js, as a part of the whole suite."""

import re

from tests.extension.javascript import node, run
from tests.extension.vector_tests import vector_files, vectors_with_tests


def test_the_extension_passes_its_own_tests() -> None:
    """`node --test` in the extension, which reads the same vectors as the Python tests, finds tests and no failure."""
    done = run([node(), "--test"])
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.findall(r"^\S+ pass (\d+)$", done.stdout, re.MULTILINE)[0]) > 0


def test_every_vector_file_has_tests_in_javascript() -> None:
    """Node.js and the browsers run a test module for each existing vector file, and no others."""
    assert vectors_with_tests() == vector_files()
