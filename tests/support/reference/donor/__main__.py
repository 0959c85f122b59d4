"""Write the vectors of what a donor decides again."""

from tests.support.reference.cases import as_text
from tests.support.reference.donor import FILES, VECTORS, document

for name in FILES:
    (VECTORS / f"{name}.json").write_text(as_text(document(name)), "utf-8")
