"""Writers of browsers' history files for tests, which are the demonstration's."""

from scripts.demonstration.history_writer import (
    WRITERS,
    Row,
    alter,
    searches,
    write_chrome,
    write_firefox,
    write_safari,
)

__all__ = ["WRITERS", "Row", "alter", "searches", "write_chrome", "write_firefox", "write_safari"]
