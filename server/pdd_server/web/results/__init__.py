"""Published results as pages show them: the query, the cached report, the chart and the wording."""
