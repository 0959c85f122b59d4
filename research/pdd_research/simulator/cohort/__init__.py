"""The `cohort` protocol in the simulation: which donors are in which list, and on which night a day is published.

Nothing is encrypted here. The model follows docs/reference/cohort.md and plays it with arrays of booleans, one element
a donor:

| when | what happens |
| --- | --- |
| a donor is seen | it leaves a ticket for the next tree; without a leaf of the running epoch it is appended |
| a night, 7 days after the last tree, or with a fifth more tickets | all donors with a ticket make the next tree |
| the night after data day D | D gets the epoch that holds D + 1, and its floor from the last 14 days |
| D + 1 and later | every donor who is seen and has a leaf of that epoch uploads, unless the donor reviews the day |
| D + 1 + delay and later | reviewing donors upload as well: noise alone for a day that they did not approve |
| a night from D + 1 + delay on | a cohort closes if its list is as long as awaited, or met its floor two nights ago |
| the night of D + 7 | each other cohort closes if its floor is met, else it is lost |
| a member's contact after that | it certifies; if there were signatures enough before the contact, it also answers |
| a night with a quorum of answers | the cohort is published |
| the 14th night after it closed, without a quorum of answers | the cohort is dropped |

A member makes all of a day's contacts on each day it is seen, at the same times as the others. Nobody lies, and there
are no sub-cohorts.
"""

from pdd_research.simulator.cohort.days import Outcome
from pdd_research.simulator.cohort.play import play
from pdd_research.simulator.cohort.rules import ANSWER_DAYS, LATEST_CLOSE, WARM_UP, Rules

__all__ = ["ANSWER_DAYS", "LATEST_CLOSE", "WARM_UP", "Outcome", "Rules", "play"]
