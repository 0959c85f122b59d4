"""Layout: columns, rows that wrap, pages that scroll."""
