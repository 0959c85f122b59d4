"""The `cohort` round (docs/cohort.md): thousands of donors in one noisy sum, and no sum of few."""
