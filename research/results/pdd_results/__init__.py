"""Reads a campaign's published results: `results("https://SERVER/campaigns/ID").weekly().plot()`."""

from pdd_results.campaign import Campaign, MissingDay, Results, Series
from pdd_results.charts import Chart
from pdd_results.errors import ResultsError
from pdd_results.package import results

__all__ = ["Campaign", "Chart", "MissingDay", "Results", "ResultsError", "Series", "results"]
