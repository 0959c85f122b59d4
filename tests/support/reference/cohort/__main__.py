"""Write tests/vectors/rounds/cohort_round.json again."""

from tests.support.reference.cohort import VECTORS, document, written

VECTORS.write_text(written(document()))
