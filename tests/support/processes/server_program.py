"""The server's program, as tests start it beside themselves."""

import sys
from pathlib import Path

# On Linux the program ends with the test that started it: a run that is killed would leave servers behind.
_PROGRAM = """
import ctypes, sys
if sys.platform == "linux":
    PR_SET_PDEATHSIG, SIGKILL = 1, 9
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGKILL)
from pdd_server.cli import main
sys.exit(main())
"""
COMMAND: list[str | Path] = [sys.executable, "-c", _PROGRAM]
"""What `pdd-server` is, without its arguments."""
