"""What the commands print: JSON, and lines of text."""
