"""The vectors of the accounting of parts, which fix every bit for other languages."""

import json

from tests.support.reference import parts


def test_the_vectors_are_what_python_computes() -> None:
    """All numbers in the file are Python's, to the last bit, and the cases are those of its generator."""
    assert json.loads(parts.VECTORS.read_text("utf-8")) == json.loads(json.dumps(parts.document()))
