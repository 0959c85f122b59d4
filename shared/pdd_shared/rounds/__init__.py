"""The rounds: both halves of each protocol as transition functions over frozen messages."""
