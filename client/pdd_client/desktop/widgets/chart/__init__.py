"""A line chart, its legend, and how it is painted."""
