"""Write tests/vectors/cohort_round.json anew."""

from tests.support.reference_cohort import VECTORS, document, written

VECTORS.write_text(written(document()))
