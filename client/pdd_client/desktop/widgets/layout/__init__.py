"""Layouts: columns, rows that wrap, pages that scroll, and the mouse wheel over boxes."""
