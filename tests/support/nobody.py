"""What a user without root's rights finds: root may read every file, and tests may run as root."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

_NOBODY = 65534


@contextmanager
def as_nobody() -> Iterator[Path]:
    """Go on without root's rights during a block, in a folder of that user's own; give the folder."""
    # pytest's own folders can be searched by their owner alone.
    with TemporaryDirectory() as made:
        is_root = os.geteuid() == 0
        if is_root:
            os.chown(made, _NOBODY, _NOBODY)
            os.seteuid(_NOBODY)
        try:
            yield Path(made)
        finally:
            if is_root:
                os.seteuid(0)
