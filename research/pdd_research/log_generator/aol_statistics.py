"""Published statistics of AOL's log of 2006, which the generator is fitted to.

They are from the description that came with the log (Pass, Chowdhury and Torgeson, A picture of search, INFOSCALE '06),
and from counts of its clicks that others have published.
"""

USERS = 657_426
DAYS = 92
"""From 1 March to 31 May 2006."""
LINES = 36_389_567
NEW_QUERIES = 21_011_340
"""New searches, with or without a click."""
NEXT_PAGES = 7_887_022
"""Requests for a further page of results."""
CLICKS = 19_442_629
WITHOUT_CLICK = 16_946_938
"""Lines without a click. Together with CLICKS they are all LINES."""

RANK_CLICKS = (8_220_278, 2_316_738, 1_640_751, 1_171_642, 943_667, 774_718, 655_914, 579_206, 549_196, 577_325)
"""Clicks on each of the first ten results (davors.eu, AOL: 90% clicks on first page, 4% on second, August 2006)."""
HEAVIEST_FIFTH = 0.7
"""Share of all searches made by the fifth of users that search most (AOL Research's own figure, August 2006)."""
REPEATS = 0.33
"""Share of searches that repeat a query of the same user (Teevan and others, SIGIR '07, on Yahoo's log)."""
