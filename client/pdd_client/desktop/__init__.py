"""The donor's desktop app: Qt over the client's core."""

import sys
from collections.abc import Sequence

from pdd_client.desktop.system import followed_link

_NEEDS_QT = "pdd-donor-app: the window needs PySide6; run pip install 'pdd-client[desktop]', or use pdd-donor instead"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the app and return its exit status; 2, with one line on stderr, if PySide6 is not installed."""
    if arguments is None:
        followed_link.hide_followed()
    try:
        from pdd_client.desktop import app
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "PySide6":
            raise
        print(_NEEDS_QT, file=sys.stderr)
        return 2
    return app.main(arguments)
