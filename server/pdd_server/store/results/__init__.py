"""Published totals, the decoys beside them, and what each day was charged."""
