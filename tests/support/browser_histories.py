"""Browsers' history files as tests make them: the demonstration's own."""

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
