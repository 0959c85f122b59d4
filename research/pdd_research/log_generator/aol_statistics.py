"""What has been published of AOL's log of 2006, which the generator is fitted to.

Its description, which came with it (Pass, Chowdhury and Torgeson, A picture of search, INFOSCALE '06), and counts that
others have published of its clicks.
"""

USERS = 657_426
DAYS = 92
"""From 1 March to 31 May 2006."""
LINES = 36_389_567
NEW_QUERIES = 21_011_340
NEXT_PAGES = 7_887_022
CLICKS = 19_442_629
WITHOUT_CLICK = 16_946_938
DISTINCT_QUERIES = 10_154_742

RANK_CLICKS = (8_220_278, 2_316_738, 1_640_751, 1_171_642, 943_667, 774_718, 655_914, 579_206, 549_196, 577_325)
"""Clicks on each of the first ten results (davors.eu, AOL: 90% clicks on first page, 4% on second, August 2006)."""
PAGE_CLICKS = (17_429_435, 854_703, 416_025, 208_950, 111_607)
"""Clicks on each of the first five pages of results (the same)."""
HEAVY_USERS, THEIR_SEARCHES = 0.2, 0.7
"""The fifth of all users that searches most makes 70% of all searches (AOL Research's own figure, August 2006)."""
REPEATS = 0.33
"""Of all searches those of a query that the same user made before (Teevan and others, SIGIR '07, on Yahoo's log)."""
