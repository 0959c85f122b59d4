"""The window: its header, pages and status line, the schedule of contacts, the tray, and the pages for errors."""
