"""Published results for pages: the query, the cached report, the chart and the wording."""
