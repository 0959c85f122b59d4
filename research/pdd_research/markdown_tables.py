"""Tables as Markdown, for documents."""

import polars as pl


def markdown(table: pl.DataFrame) -> str:
    """Return the table as Markdown: floats with four significant digits, thousands separated, nulls as empty cells."""
    lines = [table.columns, ["---"] * len(table.columns), *([_cell(value) for value in row] for row in table.rows())]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
