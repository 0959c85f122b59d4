"""The `recoverable` round: Bonawitz et al. (CCS '17), laid over the donors' one contact a day.

`dealing` is what a member deals to the others when it prepares, `donor` and `server` are the two halves.
"""
