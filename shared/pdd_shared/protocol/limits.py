"""The limits on which all programs must agree: sizes of messages, and the bounds that a donor enforces.

`python -m scripts.generate` writes the same for the extension, to extension/src/protocol/limits.js. A number that only
one side needs is where it is used.
"""

from datetime import timedelta

# A day's vector

MAX_ENTRIES = 50_000
"""The most numbers of one day's vector. A server's settings may allow fewer."""
LEAST_GROUP = 3
"""The fewest members of a `plain` group. A smaller group hides nobody: configuration and donors refuse it."""

# Searches and keywords

COUNTING_RULES = 3
"""The version of the rules by which donors count; docs/reference/counting.md says what each version brought."""
MAX_URL = 10_000
"""The most characters of a search's URL. A longer URL is no search."""
MAX_CHARACTERS = 200
"""The most characters of a keyword."""
MAX_TERMS = 8
"""The most words that a keyword can ask for together."""
MAX_PARTS = 200
"""The most keywords that an index counts together."""
MAX_NAME = 60
"""The most characters of an index's name."""
MAX_INDEX = 10_000
"""The most characters of an index in its canonical form."""

# Campaigns

MAX_HITS = 100_000
"""The largest cap on hits: 1,000 searches, each for 100 keywords."""
MAX_SCALE = 1_000_000
"""The largest scale of a server's noise, in counts. With more noise no campaign could learn anything."""
MAX_DONORS_SCALE = 10_000
"""The largest scale of donors' noise. Its table has 700,000 rows."""
MAX_UNIT = 2**16
"""The most counts in a unit of donors' noise."""
LEAST_SCALE_OF_UNITS = 128
"""The least scale of donors' noise in units of several counts. A unit costs half a unit of noise, 0.4% or less."""
MOST_PER_NUMBER = 10
"""The most hits of one keyword that Skellam noise hides. What its accounting compares grows with the square of them."""
MAX_BUDGET_DAYS = 10_000
"""The most days for which it is computed how long a budget lasts."""
MOST_COMPLETION_DAYS = 60
"""The most days that a completion code can ask for. A server keeps no longer on which days a donor was there."""
MOST_COMPLETIONS = 1_000
"""The most completion codes that a server tells its donors of."""

# `cohort`: trees, cohorts and their sums (docs/reference/cohort.md, "Parameters")

MOST_UPLOADS = 8192
"""The most uploads of one cohort. Beyond, errors would round numbers wrongly more often than once in 10^11."""
LEAST_TREE = 4
"""The fewest leaves of an epoch's tree."""
MOST_LEAVES = 100_000_000
"""The most leaves of an epoch's tree. A home draws its duties from the tree's size, so one signed number must not keep
its computer busy for minutes."""
SUB_COHORTS = (1, 2, 4, 8)
"""Into how many parts a cohort can be divided for a day."""
LEAST_SUB_COHORT = 500
"""The fewest leaves of a sub-cohort. The fewer there are, the more noise each of them carries."""
DECOYS_A_LAW = 64
"""How many numbers of noise alone a vector has for each law of noise, so that anybody can test the published noise."""
MOST_LAWS = 24
"""The most laws of noise that a home draws for a plan. A law's table takes up to a second."""

# The server's keys

MOST_LINKS = 64
"""The most links of the chain of online keys that a server shows. A home that missed more has to join anew."""
LONGEST_KEY = timedelta(days=400)
"""The longest time from an online key's first day to its last."""

# `cohort`: how long epochs, windows and keys last

LEAST_EPOCH = timedelta(days=7)
"""The least time from an epoch's first day to the next one's, unless the tree grew or the server was restored."""
LONGEST_EPOCH = timedelta(days=13)
"""From an epoch's first day to its last possible day. Otherwise a server could keep ticket keys from erasure."""
LOG_REMEMBERED = timedelta(days=28)
"""How long before an epoch its server's trees still raise the home's least floor. A tree may halve in this time."""
MOST_LOG_LINES = 10_000
"""The most lines of a public log that a home reads: an epoch a night for 27 years."""
MOST_WITNESSES = 9
"""The most witnesses of a server: a home verifies one signature of each in a contact."""
OLDEST_COSIGNATURE = 4 * 86_400
"""The most seconds that a cosignature may be older than a home's own time."""
NEWEST_COSIGNATURE = 3600
"""The most seconds that a cosignature may be ahead of a home's own time."""
LAST_CLOSE = timedelta(days=7)
"""The longest time from a data day to the last day of its window."""
LEAST_WEEK_DELAY = 3
"""The least delay of a data day that ends a week, in days. A donor who misses its window loses the whole week."""
LONGEST_ANSWERING = timedelta(days=14)
"""The longest time from a window's last day to the last day on which members answer."""
FIRST_REPEAT = timedelta(days=8)
"""The least time from a week's last day to a data day whose plan asks for the week again: its window is over then."""
LAST_REPEAT = timedelta(days=27)
"""The longest time from a week's last day to such a data day: 21 days until its answers are over, and 6 more."""
SECRETS_KEPT = timedelta(days=21)
"""How long a home keeps a ticket's secrets after a data day: a window of 7 days, and 14 more for answers."""
TICKET_LAPSES = timedelta(days=28)
"""How long a home keeps a ticket for a tree that it was not shown yet. Epochs start at most 14 days apart."""
UNSTATED = "unstated"
"""The stratum of donors who would rather not say theirs, in a campaign that has it. A stratum like any other."""
