"""Write tests/vectors/rounds/cohort_round.json again."""

from tests.support.reference.cases import as_text
from tests.support.reference.cohort import VECTORS, document

VECTORS.write_text(as_text(document()), "utf-8")
