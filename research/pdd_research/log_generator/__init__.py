"""Search logs that resemble AOL's of 2006, for trying releases on: no real click log may be handed on.

Random numbers here are seeded: nobody is in such a log, and it protects nobody.
"""

from pdd_research.log_generator.activity import Activity
from pdd_research.log_generator.generate import Plan, frames, write_log
from pdd_research.log_generator.result_pages import write_results

__all__ = ["Activity", "Plan", "frames", "write_log", "write_results"]
