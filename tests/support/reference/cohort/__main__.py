"""Write tests/vectors/rounds/cohort_round.json anew."""

from tests.support.reference.cohort import VECTORS, document, written

VECTORS.write_text(written(document()))
