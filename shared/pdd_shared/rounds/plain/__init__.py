"""The `plain` round: both halves as transition functions, pairwise blinding, and bounded group sums."""
