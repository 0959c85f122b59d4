"""Series of published numbers: counts and rates by period, with their intervals, as server and readers compute them."""
