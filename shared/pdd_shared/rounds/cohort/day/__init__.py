"""A data day of an epoch: its messages, and the donor's, the member's and the server's half of it.

`plans` checks the day's plan. `uploads` and `lists` have the binary messages, `layout` the numbers of a vector, and
`journal` what a home has said. `floors` and `offenders` are for the server's planning of later days.
"""
