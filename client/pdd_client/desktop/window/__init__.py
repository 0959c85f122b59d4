"""The window: its header, pages and status line; the tray; pages for when nothing can be shown."""
