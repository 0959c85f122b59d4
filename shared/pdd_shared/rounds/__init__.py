"""The two protocols, `cohort` and `plain`: the donor's and the server's half of a round, as functions without I/O.

`layout` says what each number of a donor's vector means, `keystream` makes masks, and `refusals` names what a donor or
the server refuses.
"""
