"""Results: what came of it, as published."""
