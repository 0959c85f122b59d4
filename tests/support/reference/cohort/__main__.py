"""Write tests/vectors/rounds/cohort_round.json and cohort_witnesses.json again."""

from tests.support.reference.cases import as_text
from tests.support.reference.cohort import VECTORS, document, witnesses

VECTORS.write_text(as_text(document()), "utf-8")
witnesses.VECTORS.write_text(as_text(witnesses.witnesses()), "utf-8")
