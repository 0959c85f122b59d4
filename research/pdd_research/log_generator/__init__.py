"""Generated search logs that resemble AOL's of 2006, to try releases on: no real click log may be shared.

Random numbers here are seeded: nobody is in such a log, and it protects nobody.
"""

from pdd_research.log_generator.activity import Activity
from pdd_research.log_generator.generate import Plan, frames, write_log
from pdd_research.log_generator.result_pages import write_results

__all__ = ["Activity", "Plan", "frames", "write_log", "write_results"]
