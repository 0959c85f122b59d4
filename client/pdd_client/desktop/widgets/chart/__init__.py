"""A line chart: what it shows, how it is painted, its legend, and the widgets."""
