"""Published totals and decoys, days without totals, and the privacy cost that each day was charged."""
