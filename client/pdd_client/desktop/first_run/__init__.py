"""The first run, and joining a campaign later: steps that are read one after the other."""
