"""The plan of a campaign before it starts: the question, the donors to expect, and whether they can answer it."""
